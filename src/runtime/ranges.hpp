// ranges.hpp: ranges for a profiler's timeline: NVTX (NVIDIA Nsight) or roctx (AMD rocprofiler), around each
// call and each phase. The library of the ranges is opened at run time, and only when the environment asks:
//
//   PQLANE_RANGES          nvtx or roctx
//   PQLANE_RANGES_LIBRARY  another library to open instead
#pragma once

#include <string>

namespace pqlane::ranges {

// What came of the environment's wish, found once for the process.
struct State {
  bool asked = false;
  bool open = false;
  std::string text;  // what was opened, or why not
};
const State& open();

// Both do nothing when no library is open. `scheme` may be null.
void push(const char* name, const char* scheme) noexcept;
void pop() noexcept;

}  // namespace pqlane::ranges
