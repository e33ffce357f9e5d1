// lwe_estimate.hpp: how hard LWE-KEM's problem is estimated to be, and how often a message fails.
#pragma once

#include <cstddef>

#include "runtime/lwe_call.hpp"

namespace pqlane {

// Remembers what it computed; thread-safe.
pqlane_lwe_estimate estimate_lwe(const LweSet& set, std::size_t n);

// What a set and n must reach without PQLANE_LWE_ALLOW_INSECURE.
inline constexpr double lwe_least_classical_bits = 118, lwe_most_failure_log2 = -128;

}  // namespace pqlane
