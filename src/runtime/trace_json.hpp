// trace_json.hpp: a recorded trace as Chrome's trace-event JSON, which Perfetto reads.
#pragma once

#include <functional>
#include <string_view>

#include "runtime/trace.hpp"

namespace pqlane::trace {

// Calls `sink` with one piece of the text after the other. The snapshot is taken by value to be sorted.
void write_json(Snapshot trace, const std::function<void(std::string_view)>& sink);

}  // namespace pqlane::trace
