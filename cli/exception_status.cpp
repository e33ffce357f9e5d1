// exception_status.cpp: see exception_status.hpp.
#include "cli/exception_status.hpp"

#include <exception>
#include <new>

#include "bench/sweep.hpp"
#include "cli/cli_error.hpp"

namespace pqlane::cli {

ExceptionStatus describe_exception() try { throw; } catch (const CliError& error) {
  return {error.exit_status(), error.what()};
} catch (const bench::UsageError& error) {
  return {exit_usage, error.what()};
} catch (const std::bad_alloc&) {
  return {exit_failed, "not enough memory"};
} catch (const std::exception& error) {  // pqlane::Error among them
  return {exit_failed, error.what()};
}

}  // namespace pqlane::cli
