// compress.hpp: Compress_d and Decompress_d on lanes, exact and without division.
//
// Spec: [FIPS203, section 4.2.1]. Secrecy: no branch, index or division on data.
#pragma once

#include <cstdint>

#include "codec/bit_pack.hpp"
#include "core/target.hpp"
#include "kernels/field.hpp"

PQLANE_BEGIN_TARGET

// round(2^D x / q) mod 2^D for x in [0, q). The estimate floor(x * floor(2^(D+16) / q) / 2^16) is the
// quotient y or y - 1; the remainder x 2^D + 1664 - estimate * q, in [0, 2q), says which.
template <class C, int D>
PQLANE_INLINE typename C::V compress(typename C::V x) {
  constexpr auto reciprocal = static_cast<std::int16_t>(static_cast<std::uint16_t>((1u << (D + 16)) / mlkem_q));
  const auto estimate = C::mulhu(x, C::set1(reciprocal));
  const auto remainder = C::sub(C::add(C::template slli<D>(x), C::set1(mlkem_q / 2)),
                                C::mullo(estimate, C::set1(mlkem_q)));
  const auto is_less = C::template srai<15>(C::sub(remainder, C::set1(mlkem_q)));  // -1 when below q
  const auto y = C::add(C::add(estimate, C::set1(1)), is_less);
  return C::and2(y, C::set1(static_cast<std::int16_t>((1 << D) - 1)));
}

// round(q y / 2^D) for y in [0, 2^D): a rounding high product of y 2^(15-D) and q.
template <class C, int D>
PQLANE_INLINE typename C::V decompress(typename C::V y) {
  return C::mulhrs(C::template slli<15 - D>(y), C::set1(mlkem_q));
}

// A tile polynomial (|a| < 2^15, any representative) to 16 D packed words.
template <class C, int D>
PQLANE_NOINLINE void compress_and_pack(const std::int16_t* poly, std::int16_t* words) {
  for (int group = 0; group < mlkem_n / 16; ++group) {
    typename C::V c[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
      c[i] = compress<C, D>(canonical<C>(C::load(poly + (16 * group + i) * C::lanes)));
    }
    pack_group<C, D>(c, words + D * group * C::lanes);
  }
}

// 16 D packed words to a tile polynomial with coefficients in [0, q).
template <class C, int D>
PQLANE_NOINLINE void unpack_and_decompress(const std::int16_t* words, std::int16_t* poly) {
  for (int group = 0; group < mlkem_n / 16; ++group) {
    typename C::V c[16];
    unpack_group<C, D>(words + D * group * C::lanes, c);
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) C::store(poly + (16 * group + i) * C::lanes, decompress<C, D>(c[i]));
  }
}

PQLANE_END_TARGET
