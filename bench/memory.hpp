// memory.hpp: the host memory of this process, as the kernel counts it.
#pragma once

#include <cstdint>
#include <optional>

namespace pqlane::bench {

// Memory the kernel could give to this process now (MemAvailable); nothing when not readable.
std::optional<std::uint64_t> available_memory_bytes();
std::optional<std::uint64_t> total_memory_bytes();

// Highest resident set of this process (VmHWM) since the last reset, or since it started when a reset
// is not permitted.
std::optional<std::uint64_t> peak_resident_bytes();

// Starts a new peak at the present resident set. False when the kernel does not permit it.
bool reset_peak_resident();

}  // namespace pqlane::bench
