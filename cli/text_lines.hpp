// text_lines.hpp: walks through the lines of a text file (LF or CRLF), numbering them from 1.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace pqlane::cli {

inline std::string_view trim(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}

  // The next line without its end and without spaces around it; nothing at the end of the text.
  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
    ++number_;
    return trim(line);
  }

  std::size_t number() const noexcept { return number_; }  // of the line that next() gave last

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

// "name = value" into its two trimmed sides, split at the first '='; nothing when there is none.
inline std::optional<std::pair<std::string_view, std::string_view>> split_assignment(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  return std::pair{trim(line.substr(0, equals)), trim(line.substr(equals + 1))};
}

}  // namespace pqlane::cli
