// compress.hpp: Compress_d and Decompress_d on lanes, exact and without division.
//
// Spec: [FIPS203, section 4.2.1]. Secrecy: no branch, index or division on data.
#pragma once

#include <cstdint>

#include "codec/bit_pack.hpp"
#include "core/target.hpp"
#include "kernels/field.hpp"

PQLANE_BEGIN_TARGET

// round(2^D x / q) mod 2^D for |x| <= 8191, any representative. With r = floor(2^(D+16) / q) the estimate
// floor(x r / 2^16) is within 1/8 of x 2^D / q before the floor, so it is the wanted quotient y or y - 1, and
// the remainder x 2^D + 1664 - estimate * q, in [0, 2q), says which. All of it is exact modulo 2^16. For
// D = 11 the reciprocal exceeds 15 bits; half of it goes with 2x.
template <class C, int D>
PQLANE_INLINE typename C::V compress(typename C::V x) {
  constexpr int doubled = D == 11 ? 1 : 0;
  constexpr auto reciprocal = static_cast<std::int16_t>((1 << (D + 16)) / mlkem_q / (1 << doubled));
  const auto estimate = C::mulhi(doubled != 0 ? C::add(x, x) : x, C::set1(reciprocal));
  // remainder - q, negative when the estimate is y
  const auto excess = C::sub(C::add(C::template slli<D>(x), C::set1(mlkem_q / 2 - mlkem_q)),
                             C::mullo(estimate, C::set1(mlkem_q)));
  const auto y = C::add(C::add(estimate, C::set1(1)), C::template srai<15>(excess));
  return C::and2(y, C::set1(static_cast<std::int16_t>((1 << D) - 1)));
}
inline constexpr int compress_bound = 8191;

// round(q y / 2^D) for y in [0, 2^D): a rounding high product of y 2^(15-D) and q.
template <class C, int D>
PQLANE_INLINE typename C::V decompress(typename C::V y) {
  return C::mulhrs(C::template slli<15 - D>(y), C::set1(mlkem_q));
}

// How a second polynomial enters a compression.
enum class Combine { sum, difference };  // poly + other, other - poly

// Tile polynomials (their combination within compress_bound) to 16 D packed words.
template <class C, int D, Combine How>
PQLANE_NOINLINE void compress_and_pack(const std::int16_t* poly, const std::int16_t* other,
                                       std::int16_t* words) {
  for (int group = 0; group < mlkem_n / 16; ++group) {
    typename C::V c[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
      const auto a = C::load(poly + (16 * group + i) * C::lanes),
                 b = C::load(other + (16 * group + i) * C::lanes);
      c[i] = compress<C, D>(How == Combine::sum ? C::add(a, b) : C::sub(b, a));
    }
    pack_group<C, D>(c, words + D * group * C::lanes);
  }
}

// 16 D packed words to a tile polynomial with coefficients in [0, q), or added to what is there.
template <class C, int D, bool Add = false>
PQLANE_NOINLINE void unpack_and_decompress(const std::int16_t* words, std::int16_t* poly) {
  for (int group = 0; group < mlkem_n / 16; ++group) {
    typename C::V c[16];
    unpack_group<C, D>(words + D * group * C::lanes, c);
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
      std::int16_t* out = poly + (16 * group + i) * C::lanes;
      const auto value = decompress<C, D>(c[i]);
      C::store(out, Add ? C::add(C::load(out), value) : value);
    }
  }
}

PQLANE_END_TARGET
