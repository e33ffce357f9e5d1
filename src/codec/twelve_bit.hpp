// twelve_bit.hpp: ByteEncode_12 and ByteDecode_12 of one polynomial in memory order, portable form.
//
// Spec: [FIPS203, algorithms 5 and 6 with d = 12]. Shapes: poly[256], bytes[384].
// Decoding keeps the 12-bit values: reduction is implicit later, and the check of [FIPS203, section 7.2]
// (all below q) is the returned flag. Secrecy: no branch or index on data; the flag is public.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "params/mlkem.hpp"

PQLANE_BEGIN_TARGET

// Coefficients in [0, 4096).
PQLANE_INLINE void pack_12_portable(const std::int16_t* poly, std::uint8_t* bytes) {
  for (int i = 0; i < mlkem_n / 2; ++i) {
    const auto a = static_cast<unsigned>(poly[2 * i]), b = static_cast<unsigned>(poly[2 * i + 1]);
    bytes[3 * i] = static_cast<std::uint8_t>(a);
    bytes[3 * i + 1] = static_cast<std::uint8_t>(a >> 8 | b << 4);
    bytes[3 * i + 2] = static_cast<std::uint8_t>(b >> 4);
  }
}

// Returns whether every coefficient is below q.
PQLANE_INLINE bool unpack_12_portable(const std::uint8_t* bytes, std::int16_t* poly) {
  unsigned too_large = 0;
  for (int i = 0; i < mlkem_n / 2; ++i) {
    const unsigned a = bytes[3 * i] | (bytes[3 * i + 1] & 15u) << 8;
    const unsigned b = static_cast<unsigned>(bytes[3 * i + 1] >> 4) | static_cast<unsigned>(bytes[3 * i + 2])
                                                                          << 4;
    poly[2 * i] = static_cast<std::int16_t>(a);
    poly[2 * i + 1] = static_cast<std::int16_t>(b);
    too_large |= (mlkem_q - 1 - a) | (mlkem_q - 1 - b);
  }
  return (too_large >> 31) == 0;
}

PQLANE_END_TARGET
