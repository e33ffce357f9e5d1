// ntt_row.hpp: ML-KEM kernels inside one polynomial in memory order, for tiles too small to fill the lanes.
//
// A polynomial is sixteen vectors of sixteen coefficients. Steps across vectors need no shuffle; between
// the two halves of the transform the 16x16 block is transposed, after which lane l holds coefficients
// 16 l .. 16 l + 15. The same trick packs and unpacks bits with the code for tiles: a lane is then a
// group of sixteen coefficients. Bounds and secrecy as in ntt.hpp (but the inverse gives |a| <= 1970),
// compress.hpp and bit_pack.hpp.
#pragma once

#include <cstdint>
#include <cstring>

#include "codec/bit_pack.hpp"
#include "core/target.hpp"
#include "kernels/compress.hpp"
#include "kernels/field.hpp"
#include "kernels/ntt.hpp"
#include "kernels/transpose.hpp"

PQLANE_BEGIN_TARGET

// v[i] word l <-> v[l] word i, for a 256-bit Coeffs type.
template <class C>
PQLANE_INLINE void transpose_block(typename C::V (&v)[16]) {
  static_assert(C::lanes == 16);
  typename C::V low[8], high[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    low[i] = C::lo128(v[i], v[i + 8]);
    high[i] = C::hi128(v[i], v[i + 8]);
  }
  transpose_parts<C>(low);
  transpose_parts<C>(high);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    v[i] = low[i];
    v[i + 8] = high[i];
  }
}

// Twiddles of distances 8, 4, 2 by lane: entry 2^layer - 1 + group, lane l.
struct RowTwiddles {
  alignas(32) std::int16_t value[7][16];
  alignas(32) std::int16_t value_q_inverse[7][16];
};

constexpr RowTwiddles make_row_twiddles(const MontgomeryFactor (&zeta)[128]) {
  RowTwiddles t{};
  for (int layer = 0; layer < 3; ++layer) {
    for (int group = 0; group < (1 << layer); ++group) {
      for (int l = 0; l < 16; ++l) {
        const MontgomeryFactor z = zeta[(16 << layer) + (l << layer) + group];
        t.value[(1 << layer) - 1 + group][l] = z.value;
        t.value_q_inverse[(1 << layer) - 1 + group][l] = z.value_q_inverse;
      }
    }
  }
  return t;
}

inline constexpr RowTwiddles row_twiddles = make_row_twiddles(ntt_table.zeta);
inline constexpr RowTwiddles row_twiddles_inverse = make_row_twiddles(ntt_table.zeta_inverse);

template <class C>
PQLANE_NOINLINE void ntt_row(std::int16_t* poly) {
  typename C::V r[16];
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) r[i] = C::load(poly + 16 * i);
  ntt_pass<C, 4>(r, 1, 0);
  transpose_block<C>(r);
#pragma GCC unroll 3
  for (int layer = 0; layer < 3; ++layer) {
    const int half = 8 >> layer;
#pragma GCC unroll 4
    for (int group = 0; group < (1 << layer); ++group) {
      const int entry = (1 << layer) - 1 + group;
      const auto z = C::load(row_twiddles.value[entry]), zq = C::load(row_twiddles.value_q_inverse[entry]);
#pragma GCC unroll 8
      for (int i = 2 * half * group; i < 2 * half * group + half; ++i) {
        const auto t = montgomery_multiply<C>(r[i + half], z, zq);
        r[i + half] = C::sub(r[i], t);
        r[i] = C::add(r[i], t);
      }
    }
  }
  transpose_block<C>(r);
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) C::store(poly + 16 * i, r[i]);
}

// Multiplies by Scale as inverse_ntt does.
template <class C, std::int32_t Scale>
PQLANE_NOINLINE void inverse_ntt_row(std::int16_t* poly) {
  typename C::V r[16];
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) r[i] = C::load(poly + 16 * i);
  transpose_block<C>(r);
#pragma GCC unroll 3
  for (int layer = 2; layer >= 0; --layer) {
    const int half = 8 >> layer;
#pragma GCC unroll 4
    for (int group = 0; group < (1 << layer); ++group) {
      const int entry = (1 << layer) - 1 + group;
      const auto z = C::load(row_twiddles_inverse.value[entry]);
      const auto zq = C::load(row_twiddles_inverse.value_q_inverse[entry]);
#pragma GCC unroll 8
      for (int i = 2 * half * group; i < 2 * half * group + half; ++i) {
        const auto t = C::sub(r[i], r[i + half]);
        r[i] = C::add(r[i], r[i + half]);
        r[i + half] = montgomery_multiply<C>(t, z, zq);
      }
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) r[i] = barrett_reduce<C>(r[i]);
  transpose_block<C>(r);
  // Distances 16, 32, 64: sums from 2165 to 17320.
  inverse_ntt_pass<C, 3, 0>(r, 2, 0);
  inverse_ntt_pass<C, 3, 8>(r, 2, 1);
  // Distance 128: only register 0 of each half grew by sums alone.
  r[0] = barrett_reduce<C>(r[0]);
  r[8] = barrett_reduce<C>(r[8]);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    const auto sum = C::add(r[i], r[i + 8]), difference = C::sub(r[i], r[i + 8]);
    C::store(poly + 16 * i, montgomery_multiply<C>(sum, montgomery_factor(Scale)));
    C::store(poly + 16 * (i + 8), montgomery_multiply<C>(difference, last_inverse_factor<Scale>()));
  }
}

// Two polynomials combined, to 32 D bytes. `out` needs 32 bytes of room behind.
template <class C, int D, Combine How>
PQLANE_NOINLINE void compress_and_pack_row(const std::int16_t* poly, const std::int16_t* other,
                                           std::uint8_t* out) {
  typename C::V c[16];
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) {
    const auto a = C::load(poly + 16 * i), b = C::load(other + 16 * i);
    c[i] = compress<C, D>(How == Combine::sum ? C::add(a, b) : C::sub(b, a));
  }
  transpose_block<C>(c);
  alignas(32) std::int16_t words[16 * 16];
  pack_group<C, D>(c, words);
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) c[i] = C::load(words + 16 * (i < D ? i : 0));
  transpose_block<C>(c);
  // Each row ends in 16 - D words that the next one overwrites.
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) C::store(reinterpret_cast<std::int16_t*>(out + 2 * D * i), c[i]);
}

// 32 D bytes to one polynomial in [0, q), or added to what is there. Up to 32 bytes behind `in` are read.
template <class C, int D, bool Add = false>
PQLANE_NOINLINE void unpack_and_decompress_row(const std::uint8_t* in, std::int16_t* poly) {
  typename C::V c[16];
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) c[i] = C::load(reinterpret_cast<const std::int16_t*>(in + 2 * D * i));
  transpose_block<C>(c);
  alignas(32) std::int16_t words[16 * 16];
#pragma GCC unroll 16
  for (int i = 0; i < D; ++i) C::store(words + 16 * i, c[i]);
  unpack_group<C, D>(words, c);
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) c[i] = decompress<C, D>(c[i]);
  transpose_block<C>(c);
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) C::store(poly + 16 * i, Add ? C::add(C::load(poly + 16 * i), c[i]) : c[i]);
}

PQLANE_END_TARGET
