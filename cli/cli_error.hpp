// cli_error.hpp: exit statuses of the command line and the exception that carries one.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace pqlane::cli {

constexpr int exit_done = 0;
constexpr int exit_failed = 1;         // bad data, or a check failed
constexpr int exit_usage = 2;          // unknown command, option, scheme, operation, device, format
constexpr int exit_interrupted = 130;  // 128 + SIGINT, as shells report it

// `text` on one printable line: control characters and bytes that are not UTF-8 (of file names, of
// bad data) become '?'.
std::string one_line(std::string_view text);

// The same, with the middle left out where the line would be longer than a terminal has use for.
std::string error_line(std::string_view text);

// Ends a command with `exit_status` and one line on stderr.
class CliError : public std::runtime_error {
 public:
  CliError(int exit_status, const std::string& what)
      : std::runtime_error(error_line(what)), exit_status_(exit_status) {}
  int exit_status() const noexcept { return exit_status_; }

 private:
  int exit_status_;
};

inline CliError data_error(const std::string& what) { return {exit_failed, what}; }
inline CliError usage_error(const std::string& what) { return {exit_usage, what}; }

// Writes "pqlane: <text>" as one line to stderr.
void print_error(std::string_view text);

}  // namespace pqlane::cli
