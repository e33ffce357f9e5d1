// exception_status.hpp: the message and the exit status of an exception, as main() and ranks.hpp need them.
#pragma once

#include <string>

namespace pqlane::cli {

struct ExceptionStatus {
  int exit_status;
  std::string message;
};

// Of the exception that is being handled; to be called in a catch block.
ExceptionStatus describe_exception();

}  // namespace pqlane::cli
