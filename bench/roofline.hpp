// roofline.hpp: what a device can do at most of one thing, measured in the same run as the operations, and
// what share of it an operation's rate takes.
//
// Keccak permutations are measured beside every row (ceiling.hpp); the rest here, once a device. Needs of an
// operation are lower bounds: memory traffic is its inputs and outputs alone.
#pragma once

#include "bench/statistics.hpp"

#include <pqlane/pqlane.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

// Names in results.
constexpr const char* keccak_resource = "keccak-permutations";
constexpr const char* aes_resource = "aes-blocks";        // AES-256
constexpr const char* fp64_resource = "fp64-operations";  // multiplications and additions, none fused
constexpr const char* int8_resource = "int8-products";    // added up in 32 bits
constexpr const char* memory_resource = "memory-bytes";   // read and written by a copy
constexpr const char* bus_up_resource = "bus-up-bytes";   // page-locked memory to a GPU
constexpr const char* bus_down_resource = "bus-down-bytes";

struct DeviceCeiling {
  std::string device;
  std::string resource;
  bool per_cpu_second = false;  // of one thread; else a second of the device
  unsigned threads = 1;         // of a CPU, with per_cpu_second false
  Summary rate;
  std::size_t samples = 0;
};

// All but Keccak, each for about `seconds`. What cannot be measured is told in `why_not`, a line each.
std::vector<DeviceCeiling> measure_ceilings(pqlane_device* device, bool on_cpu, double seconds,
                                            std::vector<std::string>& why_not);

// What one operation needs of a resource, and the rate it would have if that were all.
struct Share {
  std::string resource;
  double per_op = 0;
  double per_s = 0;  // the ceiling
  double ops_per_s = 0;
  double share = 0;  // of the measured rate
};

struct OpNeeds {
  double input_bytes = 0, output_bytes = 0;  // of one operation
  bool crosses_bus = false;                  // a GPU whose arrays are in host memory
};

// Shares beside the Keccak one, of a rate by the clock.
std::vector<Share> shares_of(const std::string& device, unsigned threads, const OpNeeds& needs,
                             double ops_per_s, const std::vector<DeviceCeiling>& ceilings);

// The resource with the largest share, when that is at least half: below it, something else limits the
// operation.
std::optional<std::string> bound_of(const std::vector<Share>& shares);

}  // namespace pqlane::bench
