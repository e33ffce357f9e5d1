// gpu_facts.hpp: what a GPU is, as its driver tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

struct GpuFacts {
  std::string device;  // "cuda:0"
  std::string name;
  std::optional<std::string> compute_capability;  // "9.0", "gfx942"
  std::uint64_t memory_bytes = 0;
  std::string driver;  // "CUDA 13.0", "HIP 6.2"
};

// The GPUs that are part of devices with these names; those that the driver does not know are left out.
std::vector<GpuFacts> describe_gpus(const std::vector<std::string>& devices);

}  // namespace pqlane::bench
