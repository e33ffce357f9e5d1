// residues.hpp: arithmetic modulo the two q of LWE-KEM on 16- and 32-bit numbers, and their packing.
//
// Secrecy: no branch, index or division on values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/target.hpp"
#include "params/lwe.hpp"

PQLANE_BEGIN_TARGET

// One step of reduction: 2^16 h + l becomes h (2^16 mod q) + l.
template <class M>
PQLANE_INLINE std::int32_t lwe_fold(std::int32_t x) {
  constexpr std::int32_t weight = 65536 % M::q;
  return (x >> 16) * weight + (x & 0xFFFF);
}

PQLANE_INLINE std::int32_t lwe_subtract_if_not_below(std::int32_t x, std::int32_t limit) {
  const std::int32_t y = x - limit;
  return y + (limit & (y >> 31));
}

// Any 32-bit x to [0, q). For q = 12289, 2^16 mod q = 4091 and the largest |x| after the folds is 134.1 M,
// 8.5 M, 0.6 M and then x is in [-36819, 102354]. For q = 65521 the weight is 15: 557,055 and then
// [-135, 65655].
template <class M>
PQLANE_INLINE std::int32_t lwe_reduce(std::int32_t x) {
  constexpr std::int32_t q = M::q;
  x = lwe_fold<M>(lwe_fold<M>(x));
  if constexpr (M::bits == 14) {
    x = lwe_fold<M>(lwe_fold<M>(x)) + 3 * q;  // in [48, 139221], below 12 q
    x = lwe_subtract_if_not_below(x, 8 * q);
    x = lwe_subtract_if_not_below(x, 4 * q);
    x = lwe_subtract_if_not_below(x, 2 * q);
    return lwe_subtract_if_not_below(x, q);
  } else {
    x += q & (x >> 31);
    return lwe_subtract_if_not_below(x, q);
  }
}

// A 14-bit or 16-bit word to a representative in [-2^15, 2^15): for words below q one in [-(q - 1) / 2, ..].
// 65521 = 2^16 - 15, so that adding 15 from 2^15 on subtracts q modulo 2^16.
template <class M>
PQLANE_INLINE std::int16_t lwe_centre(std::uint16_t word) {
  if constexpr (M::bits == 14) {
    constexpr int q = M::q;
    const int x = word;
    return static_cast<std::int16_t>(x - (q & (((q - 1) / 2 - x) >> 31)));
  } else {
    return static_cast<std::int16_t>(word + (word >> 15) * 15);
  }
}

// 1 where x in [0, q) is nearer to q/2 than to 0, as integers around it say (docs/lwe.md).
template <class M>
PQLANE_INLINE std::uint8_t lwe_is_near_half(std::int32_t x) {
  constexpr std::int32_t half = M::q / 2, least = half / 2 + 1, most = (M::q + half - 1) / 2;
  return static_cast<std::uint8_t>(~((x - least) | (most - x)) >> 31 & 1);
}

// `count` is a multiple of 4.
template <class M>
PQLANE_INLINE void lwe_pack(const std::uint16_t* values, std::size_t count, std::uint8_t* bytes) {
  if constexpr (M::bits == 16) {
    std::memcpy(bytes, values, 2 * count);
  } else {
    for (std::size_t i = 0; i < count; i += 4, bytes += 7) {
      const std::uint64_t word = values[i] | std::uint64_t{values[i + 1]} << 14 |
                                 std::uint64_t{values[i + 2]} << 28 | std::uint64_t{values[i + 3]} << 42;
      std::memcpy(bytes, &word, 7);
    }
  }
}

template <class M>
PQLANE_INLINE void lwe_unpack_words(const std::uint8_t* bytes, std::size_t count, std::uint16_t* words) {
  if constexpr (M::bits == 16) {
    std::memcpy(words, bytes, 2 * count);
  } else {
    for (std::size_t i = 0; i < count; i += 4, bytes += 7) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes, 7);
      for (unsigned j = 0; j < 4; ++j) words[i + j] = static_cast<std::uint16_t>(word >> (14 * j) & 0x3FFF);
    }
  }
}

// The sum of a[i] b[i] over at most 1024 entries with |b| <= 6: below 2^28.
PQLANE_INLINE std::int32_t lwe_dot(const std::int16_t* __restrict a, const std::int16_t* __restrict b,
                                   std::size_t count) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

PQLANE_END_TARGET
