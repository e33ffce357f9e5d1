// clock.hpp: the clocks that a measurement reads.
//
// Wall time is CLOCK_MONOTONIC; CPU time is CLOCK_PROCESS_CPUTIME_ID, which sums all threads of the
// process, so that time stolen by other processes does not count. TSC ticks are kept apart from both:
// they run at a constant rate that is not the core's clock, so they are never called cycles.
#pragma once

#include <cstdint>

namespace pqlane::bench {

std::int64_t wall_nanoseconds();
std::int64_t process_cpu_nanoseconds();

// Ticks of the time stamp counter; 0 where the processor has none that user code may read.
std::uint64_t tsc_ticks();

}  // namespace pqlane::bench
