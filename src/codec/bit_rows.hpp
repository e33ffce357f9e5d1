// bit_rows.hpp: SimpleBitPack and its inverse on one polynomial in memory order.
//
// Spec: [FIPS204, algorithms 16 and 18] for values already shifted to [0, 2^D). Shapes: row[256], 32 D bytes;
// `from`, a multiple of 32, is the first value to do. Portable forms; backends with byte shuffles replace
// them. Secrecy: no branch or index on data.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/target.hpp"
#include "params/mldsa.hpp"

PQLANE_BEGIN_TARGET

template <int D>
PQLANE_INLINE void pack_row_portable(const std::int32_t* row, std::uint8_t* bytes) {
  for (int group = 0; group < mldsa_n; group += 32) {
    std::uint64_t waiting = 0;
    int bits = 0;
#pragma GCC unroll 32
    for (int i = 0; i < 32; ++i) {
      waiting |= std::uint64_t{static_cast<std::uint32_t>(row[group + i])} << bits;
      bits += D;
      if (bits >= 32) {
        std::memcpy(bytes, &waiting, 4);
        bytes += 4;
        waiting >>= 32;
        bits -= 32;
      }
    }
  }
}

template <int D>
PQLANE_INLINE void unpack_row_portable(const std::uint8_t* bytes, std::int32_t* row, int from = 0) {
  bytes += from / 8 * D;
  for (int group = from; group < mldsa_n; group += 32) {
    std::uint32_t words[D + 1];
    std::memcpy(words, bytes, 4 * D);
    words[D] = 0;
    bytes += 4 * D;
#pragma GCC unroll 32
    for (int i = 0; i < 32; ++i) {
      const int word = i * D / 32;
      const std::uint64_t pair = words[word] | std::uint64_t{words[word + 1]} << 32;
      row[group + i] = static_cast<std::int32_t>((pair >> (i * D % 32)) & ((1u << D) - 1));
    }
  }
}

PQLANE_END_TARGET
