// sweep.cpp: see sweep.hpp.
#include "bench/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace pqlane::bench {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

std::uint64_t parse_value(std::string_view text, std::optional<std::uint64_t> all) {
  if (all && text == "all") return *all;
  return parse_size(text);
}

void append(std::vector<std::uint64_t>& values, std::uint64_t value, std::string_view text) {
  if (std::find(values.begin(), values.end(), value) != values.end()) return;
  if (values.size() == max_sweep_values) {
    throw UsageError(fmt::format("'{}' has more than {} values", text, max_sweep_values));
  }
  values.push_back(value);
}

void append_sweep(std::vector<std::uint64_t>& values, std::string_view text,
                  std::optional<std::uint64_t> all) {
  const std::vector<std::string> parts = split_list(text, ':');
  if (parts.size() == 1) return append(values, parse_value(parts[0], all), text);
  if (parts.size() > 3) throw UsageError(fmt::format("'{}' is not a sweep a:b:xF or a:b:+S", text));

  const std::uint64_t first = parse_value(parts[0], all);
  const std::uint64_t last = parse_value(parts[1], all);
  const std::string step_text = parts.size() == 3 ? parts[2] : "+1";
  const char kind = step_text[0];
  if (kind != 'x' && kind != '+') {
    throw UsageError(fmt::format("the step of '{}' must be xF or +S", text));
  }
  const std::uint64_t step = parse_size(std::string_view(step_text).substr(1));
  if (first > last) throw UsageError(fmt::format("the sweep '{}' ends before it begins", text));
  if (kind == 'x' && (step < 2 || first == 0)) {
    throw UsageError(
        fmt::format("the sweep '{}' never ends: needs a factor of 2 or more, from 1 or more", text));
  }
  if (kind == '+' && step == 0) throw UsageError(fmt::format("the sweep '{}' never ends", text));

  for (std::uint64_t value = first;;) {
    append(values, value, text);
    const bool past_end = kind == 'x' ? value > last / step : step > last - value;
    if (past_end) return;
    value = kind == 'x' ? value * step : value + step;
  }
}

}  // namespace

std::uint64_t parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::result_out_of_range) throw UsageError(fmt::format("'{}' is too large", text));
  const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
  std::uint64_t unit = 0;
  if (suffix.empty()) unit = 1;
  if (suffix == "k") unit = 1000;
  if (suffix == "M") unit = 1'000'000;
  if (suffix == "Ki") unit = 1024;
  if (suffix == "Mi") unit = 1024 * 1024;
  if (error != std::errc() || unit == 0) {
    throw UsageError(fmt::format("'{}' is not a size: digits, then nothing, k, M, Ki or Mi", text));
  }
  if (number > largest / unit) throw UsageError(fmt::format("'{}' is too large", text));
  return number * unit;
}

std::vector<std::uint64_t> parse_sweeps(std::string_view text, std::optional<std::uint64_t> all) {
  std::vector<std::uint64_t> values;
  for (const std::string& part : split_list(text)) append_sweep(values, part, all);
  return values;
}

std::vector<std::string> split_list(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (end == begin) throw UsageError(fmt::format("'{}' has an empty part", text));
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == text.size()) return parts;
    begin = end + 1;
  }
}

}  // namespace pqlane::bench
