// clock.cpp: see clock.hpp.
#include "bench/clock.hpp"

#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace pqlane::bench {
namespace {

std::int64_t read_clock(clockid_t id) {
  timespec now{};
  clock_gettime(id, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

std::int64_t wall_nanoseconds() { return read_clock(CLOCK_MONOTONIC); }

std::int64_t process_cpu_nanoseconds() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

std::uint64_t tsc_ticks() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return 0;
#endif
}

}  // namespace pqlane::bench
