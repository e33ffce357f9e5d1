// energy.hpp: joules of an operation, from the energy counters of the device that does it.
//
// Counters step at intervals of their own, up to a tenth of a second: the measurement runs from one step to
// another, over many of them, and gives nothing when there were too few. Calls follow each other without a
// pause, so that the energy is that of the work; the outputs that are in memory at the end are verified.
#pragma once

#include "bench/measure.hpp"
#include "bench/telemetry_source.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

struct EnergyOptions {
  double seconds = 1;  // least time between the first and the last step
  std::size_t least_steps = 10;
  double grace_seconds = 5;  // how much longer it may take until there are so many steps
  const std::atomic<bool>* stop = nullptr;
};

struct Energy {
  double joules_per_op = 0;
  double average_watts = 0;  // of the whole device
  std::string source;
  double seconds = 0;       // from the first step of the counter to the last
  std::uint64_t steps = 0;  // in that time
};

struct EnergyMeasurement {
  std::optional<Energy> energy;
  std::string why_not;  // when there is none
  std::string failure;  // a call or a verification that failed
  bool interrupted = false;
};

// The energy of several sources is added.
EnergyMeasurement measure_energy(Workload& workload, const std::vector<SourcePointer>& sources,
                                 const EnergyOptions& options);

}  // namespace pqlane::bench
