// normal.hpp: words of a noise stream to the entries of LWE-KEM's noise: rounded normals, and the three
// values of e2. Spec: docs/lwe.md, Noise.
//
// Secrecy: no branch or index on words.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "params/lwe.hpp"

PQLANE_BEGIN_TARGET

PQLANE_INLINE std::int32_t lwe_normal(std::uint32_t word) {
  const auto u = static_cast<std::int32_t>(word >> 1);
  std::int32_t size = lwe_noise_bound;
#pragma GCC unroll 6
  for (int k = 0; k < lwe_noise_bound; ++k) size += (u - lwe_threshold(k)) >> 31;  // minus one below it
  const std::int32_t minus = -static_cast<std::int32_t>(word & 1);
  return (size ^ minus) - minus;
}

// floor(3 w / 2^32) - 1.
PQLANE_INLINE std::int32_t lwe_ternary(std::uint32_t word) {
  return static_cast<std::int32_t>(std::uint64_t{3} * word >> 32) - 1;
}

PQLANE_END_TARGET
