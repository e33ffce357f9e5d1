// trace_file.hpp: --trace FILE: a timeline of the command's calls (pqlane/trace.h), complete or absent.
#pragma once

#include <functional>
#include <string>

namespace pqlane::cli {

// `run` with a trace around it, or `run` itself when `file` is empty. The file is opened before the work; it
// appears when `run` returned, whatever its exit status, and not when it threw.
std::function<int()> with_trace(const std::string& file, std::function<int()> run);

}  // namespace pqlane::cli
