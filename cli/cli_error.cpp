// cli_error.cpp: see cli_error.hpp.
#include "cli/cli_error.hpp"

#include <cstdio>

namespace pqlane::cli {
namespace {

// Longer lines echo something large, a value of a file: their begin and end are enough. Lists of failed items
// (failure_lines.cpp) are shorter.
constexpr std::size_t longest_line = 4000, kept_at_end = 500;

// Length of the printable UTF-8 character at the start of `text`, or 0 when there is none.
std::size_t printable_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return 0;
  unsigned code = first & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  // Smallest code of each length, the C1 controls, the surrogates, the largest code of Unicode.
  constexpr unsigned least[] = {0, 0, 0xa0, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code >= least[bytes] && code <= 0x10ffff && !surrogate ? bytes : 0;
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bytes = printable_bytes(text);
    line += bytes == 0 ? std::string_view("?") : text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return line;
}

std::string error_line(std::string_view text) {
  std::string line = one_line(text);
  if (line.size() <= longest_line) return line;
  const auto inside = [&](std::size_t at) { return (static_cast<unsigned char>(line[at]) & 0xc0) == 0x80; };
  std::size_t head = longest_line - kept_at_end, tail = line.size() - kept_at_end;
  while (inside(head)) --head;
  while (inside(tail)) ++tail;
  return line.substr(0, head) + " [.. " + std::to_string(tail - head) + " bytes ..] " + line.substr(tail);
}

void print_error(std::string_view text) {
  const std::string line = "pqlane: " + error_line(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace pqlane::cli
