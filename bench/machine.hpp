// machine.hpp: the facts of a machine and a build that a figure means nothing without.
#pragma once

#include "bench/gpu_facts.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

struct Machine {
  std::string cpu;     // the processor's own name for itself
  std::string isa;     // the instruction sets that matter here, by their usual names, with spaces between
  unsigned cores = 0;  // logical processors that this process may use
  std::optional<std::uint64_t> memory_bytes;
  std::string os;
  std::string compiler, flags, commit;  // of this build
  std::vector<GpuFacts> gpus;           // that were measured
};

// With the GPUs that are part of devices with these names.
Machine describe_machine(const std::vector<std::string>& devices = {});

// Logical processors that this process may use.
unsigned usable_cores();

}  // namespace pqlane::bench
