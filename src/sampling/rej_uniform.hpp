// rej_uniform.hpp: the rejection step of SampleNTT, portable form.
//
// Spec: [FIPS203, algorithm 7]. Three bytes give two 12-bit candidates; those below q are kept in order.
// Shapes: `bytes` is a multiple of 3; poly has room for 256 + rej_uniform_slack coefficients, because
// whole vectors are stored before the count is known.
// Secrecy: the input is public (it comes from rho). No branch on data here all the same: every candidate
// is stored and the position advances on acceptance only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/target.hpp"
#include "params/mlkem.hpp"

PQLANE_BEGIN_TARGET

inline constexpr int rej_uniform_slack = 32;

// Appends accepted candidates to poly[count..256); returns how many were accepted so far, which may exceed
// 256.
PQLANE_INLINE unsigned rej_uniform_portable(const std::uint8_t* buffer, std::size_t bytes, std::int16_t* poly,
                                            unsigned count) {
  for (std::size_t i = 0; i < bytes && count < mlkem_n; i += 3) {
    const unsigned d1 = buffer[i] | (buffer[i + 1] & 15u) << 8;
    const unsigned d2 = static_cast<unsigned>(buffer[i + 1] >> 4) | static_cast<unsigned>(buffer[i + 2]) << 4;
    poly[count] = static_cast<std::int16_t>(d1);
    count += d1 < mlkem_q;
    poly[count] = static_cast<std::int16_t>(d2);
    count += d2 < mlkem_q;
  }
  return count;
}

PQLANE_END_TARGET
