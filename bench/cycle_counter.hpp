// cycle_counter.hpp: core cycles of this process's threads, from the kernel's performance counters.
//
// Counts user-mode cycles of the thread that creates it and of every thread started after that. Many
// machines (virtual ones, or perf_event_paranoid above 2) do not permit it: read() then gives nothing,
// and no other clock is put in its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pqlane::bench {

class CycleCounter {
 public:
  CycleCounter();
  ~CycleCounter();
  CycleCounter(const CycleCounter&) = delete;
  CycleCounter& operator=(const CycleCounter&) = delete;

  // Cycles since creation; nothing when not permitted, or when the counter was shared with others
  // and so missed part of the time.
  std::optional<std::uint64_t> read() const;

  // Why read() gives nothing; empty when it counts.
  const std::string& reason() const { return reason_; }

 private:
  int descriptor_ = -1;
  std::string reason_;
};

}  // namespace pqlane::bench
