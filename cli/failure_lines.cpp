// failure_lines.cpp: see failure_lines.hpp.
#include "cli/failure_lines.hpp"

#include <fmt/format.h>

#include <exception>

#include "cli/cli_error.hpp"

namespace pqlane::cli {
namespace {

// So many lines with one run each; later ones hold several.
constexpr std::size_t single_lines = 20;
constexpr std::size_t most_runs_in_line = 50;

}  // namespace

FailureLines::~FailureLines() {
  try {
    finish();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): another error is on its way
  }
}

std::string FailureLines::Run::text() const {
  if (count == 1) return first;
  return fmt::format("{} to {} ({} items)", first, last, count);
}

void FailureLines::add(std::size_t position, const std::string& name, const std::string& reason) {
  const bool same_reason = reason == reason_;
  if (run_.count != 0 && same_reason && position == run_.next_position) {
    run_.last = name;
  } else {
    end_run();
    if (!same_reason || lines_ < single_lines || runs_in_line_ == most_runs_in_line) print_line();
    reason_ = reason;
    run_ = {name, name, 0, 0};
  }
  run_.count += 1;
  run_.next_position = position + 1;
}

void FailureLines::finish() {
  end_run();
  print_line();
}

void FailureLines::end_run() {
  if (run_.count == 0) return;
  line_ += (runs_in_line_ == 0 ? "" : ", ") + run_.text();
  runs_in_line_ += 1;
  run_ = {};
}

void FailureLines::print_line() {
  if (runs_in_line_ == 0) return;
  print_error(fmt::format("{}: {}: {}", file_, line_, reason_));
  line_.clear();
  runs_in_line_ = 0;
  lines_ += 1;
}

}  // namespace pqlane::cli
