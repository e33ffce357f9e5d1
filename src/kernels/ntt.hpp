// ntt.hpp: number-theoretic transform of ML-KEM on a tile, forward and inverse, one lane a polynomial.
//
// Spec: [FIPS203, algorithms 9 and 10]. Shapes: poly[256][lanes]; coefficient i of all lanes side by
// side, so that no step needs a shuffle. In place.
// Bounds: forward takes |a| <= q (|a| <= 3 when Small) and gives |a| <= 8q, unreduced; inverse takes
// |a| <= 3018 and gives |a| <= 1900, multiplied by the Montgomery factor of its template argument. A layer
// adds at most |a| * 1664 / 2^16 + q / 2.
// Layers are done three or four at a time on 8 or 16 registers, to load and store less.
// Secrecy: indexes and twiddles are public.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "kernels/field.hpp"

PQLANE_BEGIN_TARGET

constexpr unsigned bit_reverse7(unsigned i) {
  unsigned r = 0;
  for (int b = 0; b < 7; ++b) r |= ((i >> b) & 1u) << (6 - b);
  return r;
}

// zeta^BitRev7(i) of [FIPS203, appendix A], zeta = 17 the least primitive 256th root of unity mod q.
struct NttTable {
  MontgomeryFactor zeta[128];
  MontgomeryFactor zeta_inverse[128];  // -zeta^BitRev7(i): the inverse takes 127 - i downwards
};

constexpr NttTable make_ntt_table() {
  NttTable table{};
  for (unsigned i = 0; i < 128; ++i) {
    const std::int32_t z = field_power(17, bit_reverse7(i));
    table.zeta[i] = montgomery_factor(z);
    table.zeta_inverse[i] = montgomery_factor(field_power(z, mlkem_q - 2));
  }
  return table;
}

inline constexpr NttTable ntt_table = make_ntt_table();

template <class C>
PQLANE_INLINE void ntt_butterfly(typename C::V& a, typename C::V& b, MontgomeryFactor z) {
  const auto t = montgomery_multiply<C>(b, z);
  b = C::sub(a, t);
  a = C::add(a, t);
}

template <class C>
PQLANE_INLINE void inverse_ntt_butterfly(typename C::V& a, typename C::V& b, MontgomeryFactor z) {
  const auto t = C::sub(a, b);
  a = C::add(a, b);
  b = montgomery_multiply<C>(t, z);
}

// `Layers` layers on 2^Layers registers from r[Offset] on. Register r holds the coefficient of block `block`
// (of its first layer) at r * distance; `first` is the number of blocks in the first of these layers.
template <class C, int Layers, int Offset = 0, int N>
PQLANE_INLINE void ntt_pass(typename C::V (&r)[N], unsigned first, unsigned block) {
  static_assert(Offset + (1 << Layers) <= N);
#pragma GCC unroll 16
  for (int layer = 0; layer < Layers; ++layer) {
    const int half = 1 << (Layers - 1 - layer);
#pragma GCC unroll 16
    for (int group = 0; group < (1 << layer); ++group) {
      const MontgomeryFactor z =
          ntt_table.zeta[(first << layer) + (block << layer) + static_cast<unsigned>(group)];
#pragma GCC unroll 16
      for (int i = 0; i < half; ++i) {
        ntt_butterfly<C>(r[Offset + 2 * half * group + i], r[Offset + 2 * half * group + i + half], z);
      }
    }
  }
}

template <class C, int Layers, int Offset = 0, int N>
PQLANE_INLINE void inverse_ntt_pass(typename C::V (&r)[N], unsigned first, unsigned block) {
  static_assert(Offset + (1 << Layers) <= N);
#pragma GCC unroll 16
  for (int layer = Layers - 1; layer >= 0; --layer) {
    const int half = 1 << (Layers - 1 - layer);
#pragma GCC unroll 16
    for (int group = 0; group < (1 << layer); ++group) {
      const MontgomeryFactor z =
          ntt_table.zeta_inverse[(first << layer) + (block << layer) + static_cast<unsigned>(group)];
#pragma GCC unroll 16
      for (int i = 0; i < half; ++i) {
        inverse_ntt_butterfly<C>(r[Offset + 2 * half * group + i], r[Offset + 2 * half * group + i + half],
                                 z);
      }
    }
  }
}

// The first layer for |a| <= 3: a product by the plain twiddle fits 16 bits, |a| <= 3 + 3 * 1664 after it.
template <class C>
PQLANE_INLINE void ntt_first_layer_small(typename C::V (&r)[8]) {
  constexpr std::int16_t zeta = field_centered(field_power(17, bit_reverse7(1)));
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
    const auto t = C::mullo(r[j + 4], C::set1(zeta));
    r[j + 4] = C::sub(r[j], t);
    r[j] = C::add(r[j], t);
  }
}

template <class C, bool Small = false>
PQLANE_NOINLINE void ntt(std::int16_t* poly) {
  constexpr int lanes = C::lanes;
  // Layers of distance 128, 64, 32: one block, registers 32 coefficients apart.
  for (int i = 0; i < 32; ++i) {
    typename C::V r[8];
#pragma GCC unroll 16
    for (int j = 0; j < 8; ++j) r[j] = C::load(poly + (i + 32 * j) * lanes);
    if constexpr (Small) {
      ntt_first_layer_small<C>(r);
      ntt_pass<C, 2, 0>(r, 2, 0);
      ntt_pass<C, 2, 4>(r, 2, 1);
    } else {
      ntt_pass<C, 3>(r, 1, 0);
    }
#pragma GCC unroll 16
    for (int j = 0; j < 8; ++j) C::store(poly + (i + 32 * j) * lanes, r[j]);
  }
  // Distance 16, 8, 4, 2: eight blocks of 32 coefficients, two columns each.
  for (unsigned block = 0; block < 8; ++block) {
    for (unsigned column = 0; column < 2; ++column) {
      std::int16_t* base = poly + (32 * block + column) * lanes;
      typename C::V r[16];
#pragma GCC unroll 16
      for (int j = 0; j < 16; ++j) r[j] = C::load(base + 2 * j * lanes);
      ntt_pass<C, 4>(r, 8, block);
#pragma GCC unroll 16
      for (int j = 0; j < 16; ++j) C::store(base + 2 * j * lanes, r[j]);
    }
  }
}

// The twiddle of the inverse's last layer, scaled.
template <std::int32_t Scale>
constexpr MontgomeryFactor last_inverse_factor() {
  return montgomery_factor(field_power(field_power(17, bit_reverse7(1)), mlkem_q - 2) * Scale % mlkem_q);
}

// Inverse transform; the result is multiplied by Scale (an integer mod q), which carries n^-1 as well:
// pass 128^-1 * R mod q after a Montgomery product of two plain values.
template <class C, std::int32_t Scale>
PQLANE_NOINLINE void inverse_ntt(std::int16_t* poly) {
  constexpr int lanes = C::lanes;
  for (unsigned block = 0; block < 8; ++block) {
    for (unsigned column = 0; column < 2; ++column) {
      std::int16_t* base = poly + (32 * block + column) * lanes;
      typename C::V r[16];
#pragma GCC unroll 16
      for (int j = 0; j < 16; ++j) r[j] = C::load(base + 2 * j * lanes);
      // Distances 2, 4, 8: from 3018 to 24144 (register 0), 7272 (1), 3944 (2, 3) and 2278 (4 to 7).
      inverse_ntt_pass<C, 3, 0>(r, 16, 2 * block);
      inverse_ntt_pass<C, 3, 8>(r, 16, 2 * block + 1);
      r[0] = barrett_reduce<C>(r[0]);
      r[1] = barrett_reduce<C>(r[1]);
      r[8] = barrett_reduce<C>(r[8]);
      r[9] = barrett_reduce<C>(r[9]);
      // Distance 16: to 2 * 3944 = 7888.
#pragma GCC unroll 16
      for (int j = 0; j < 8; ++j) inverse_ntt_butterfly<C>(r[j], r[j + 8], ntt_table.zeta_inverse[8 + block]);
#pragma GCC unroll 16
      for (int j = 0; j < 16; ++j) C::store(base + 2 * j * lanes, r[j]);
    }
  }
  constexpr MontgomeryFactor scale = montgomery_factor(Scale);
  constexpr MontgomeryFactor scaled_zeta = last_inverse_factor<Scale>();
  for (int i = 0; i < 32; ++i) {
    typename C::V r[8];
#pragma GCC unroll 16
    for (int j = 0; j < 8; ++j) r[j] = C::load(poly + (i + 32 * j) * lanes);
    // Distances 32 and 64: from 7888 to 31552.
    inverse_ntt_pass<C, 2, 0>(r, 2, 0);
    inverse_ntt_pass<C, 2, 4>(r, 2, 1);
    // Distance 128: registers 0 and 4 only grew by sums; the others are within 2 * 2066.
    r[0] = barrett_reduce<C>(r[0]);
    r[4] = barrett_reduce<C>(r[4]);
#pragma GCC unroll 16
    for (int j = 0; j < 4; ++j) {
      const auto sum = C::add(r[j], r[j + 4]);
      const auto difference = C::sub(r[j], r[j + 4]);
      C::store(poly + (i + 32 * j) * lanes, montgomery_multiply<C>(sum, scale));
      C::store(poly + (i + 32 * (j + 4)) * lanes, montgomery_multiply<C>(difference, scaled_zeta));
    }
  }
}

// 128^-1 R mod q: undoes both the transform's factor and the R^-1 of a Montgomery product.
inline constexpr std::int32_t inverse_ntt_scale =
    static_cast<std::int32_t>(std::int64_t{field_power(128, mlkem_q - 2)} * montgomery_r % mlkem_q);

PQLANE_END_TARGET
