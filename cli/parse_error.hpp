// parse_error.hpp: the exception of all parsers of vector files. Its text says where in the data
// and why; the caller puts the file name before it.
#pragma once

#include <stdexcept>

namespace pqlane::cli {

struct ParseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace pqlane::cli
