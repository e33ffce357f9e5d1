// parse_error.hpp: the exception of all parsers of vector files. Its text says where in the data
// and why; the caller puts the file name before it.
#pragma once

#include <stdexcept>
#include <string>

#include "cli/cli_error.hpp"

namespace pqlane::cli {

struct ParseError : std::runtime_error {
  // On one line: a NUL in what it quotes would cut it.
  explicit ParseError(const std::string& what) : std::runtime_error(one_line(what)) {}
};

}  // namespace pqlane::cli
