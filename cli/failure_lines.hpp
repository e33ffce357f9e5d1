// failure_lines.hpp: names the failed items of a file on stderr, all of them, in few lines.
//
// Neighbours that fail for one reason share a line, "FILE: item 3 to item 17 (15 items): REASON". After some
// lines, several such runs with one reason share a line too: a million bad items stay readable.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace pqlane::cli {

class FailureLines {
 public:
  explicit FailureLines(std::string file) : file_(std::move(file)) {}
  // Prints what is pending, as finish() does.
  ~FailureLines();
  FailureLines(const FailureLines&) = delete;
  FailureLines& operator=(const FailureLines&) = delete;

  // The item called `name` in messages failed; `position` counts the file's items and grows.
  void add(std::size_t position, const std::string& name, const std::string& reason);
  // No further item follows.
  void finish();

 private:
  // Neighbours with one reason.
  struct Run {
    std::string first, last;
    std::size_t count = 0;
    std::size_t next_position = 0;
    std::string text() const;
  };
  void end_run();
  void print_line();

  std::string file_;
  std::string reason_;  // of the open run and of the line
  Run run_;             // open while count is not 0
  std::string line_;    // runs that end before it
  std::size_t runs_in_line_ = 0;
  std::size_t lines_ = 0;
};

}  // namespace pqlane::cli
