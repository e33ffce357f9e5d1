// cli_error.cpp: see cli_error.hpp.
#include "cli/cli_error.hpp"

#include <cstdio>

namespace pqlane::cli {

std::string one_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = byte < 0x20 || byte == 0x7f;
    line.push_back(control ? '?' : c);
  }
  return line;
}

void print_error(std::string_view text) {
  const std::string line = "pqlane: " + one_line(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace pqlane::cli
