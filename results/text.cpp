// text.cpp: see text.hpp.
#include "results/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "bench/table.hpp"
#include "cli/cli_error.hpp"

namespace pqlane::results {
namespace {

// Three significant digits without an exponent.
std::string three_digits(double value) {
  const double size = std::abs(value);
  if (size >= 99.95 || size == 0) return fmt::format("{:.0f}", value);
  if (size >= 9.995) return fmt::format("{:.1f}", value);
  if (size >= 0.9995) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3g}", value);
}

struct Unit {
  double factor;
  const char* name;
};

// The largest unit that does not make the value less than 1; the smallest one for smaller values.
template <std::size_t n>
std::string in_units(double value, const std::array<Unit, n>& units) {
  for (const Unit& unit : units) {
    if (std::abs(value) >= 0.9995 * unit.factor) return three_digits(value / unit.factor) + unit.name;
  }
  return three_digits(value / units.back().factor) + units.back().name;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  for (const char c : cli::one_line(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string escape_lines(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    out += escape_html(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string script_json(const cli::Json& value) {
  // These three occur only inside the strings of JSON.
  std::string out;
  for (const char c : value.dump(-1, ' ', true, cli::Json::error_handler_t::replace)) {
    switch (c) {
      case '<': out += "\\u003c"; break;
      case '>': out += "\\u003e"; break;
      case '&': out += "\\u0026"; break;
      default: out += c;
    }
  }
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      word = word << 8 | (j < have ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    }
    for (std::size_t j = 0; j < 4; ++j) out += j <= have ? digits[word >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

std::string bytes_of_hex(std::string_view digits) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(value(digits[i]) << 4 | value(digits[i + 1]));
  }
  return bytes;
}

std::string count_text(double value) { return bench::grouped(value); }

std::string short_text(double value) {
  constexpr std::array<Unit, 4> units{{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};
  return in_units(value, units);
}

std::string time_text(double microseconds) {
  constexpr std::array<Unit, 4> units{{{1e6, " s"}, {1e3, " ms"}, {1, " µs"}, {1e-3, " ns"}}};
  return in_units(microseconds, units);
}

std::string energy_text(double joules) {
  constexpr std::array<Unit, 4> units{{{1, " J"}, {1e-3, " mJ"}, {1e-6, " µJ"}, {1e-9, " nJ"}}};
  return in_units(joules, units);
}

std::string percent_text(double fraction) { return fmt::format("{:.1f}%", 100 * fraction); }

std::string bytes_text(double bytes) {
  constexpr double kib = 1024;
  constexpr std::array<Unit, 5> units{{{kib * kib * kib * kib, " TiB"},
                                       {kib * kib * kib, " GiB"},
                                       {kib * kib, " MiB"},
                                       {kib, " KiB"},
                                       {1, " B"}}};
  return in_units(bytes, units);
}

}  // namespace pqlane::results
