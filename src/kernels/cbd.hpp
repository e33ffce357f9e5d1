// cbd.hpp: SamplePolyCBD_eta from words of pseudorandom bytes, to a tile.
//
// Spec: [FIPS203, algorithm 8]. Shapes: prf[8 * eta][ops] as squeezed, poly[256][lanes].
// Lane order: lane 4i + j of a tile belongs to operation W::lanes * j + i (see lane_operation), so that
// four Words vectors, 16-bit field by field, make one Coeffs vector with shifts and masks alone.
// Bounds: |result| <= eta. Secrecy: no branch or index on data.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "params/mlkem.hpp"

PQLANE_BEGIN_TARGET

// Portable body, one operation: prf is 8 * eta words.
template <int Eta>
PQLANE_INLINE void sample_cbd_one(const std::uint64_t* prf, std::int16_t* poly) {
  for (int i = 0; i < mlkem_n; ++i) {
    const int bit = 2 * Eta * i;
    std::uint64_t v = prf[bit / 64] >> (bit % 64);
    if (bit % 64 + 2 * Eta > 64) v |= prf[bit / 64 + 1] << (64 - bit % 64);
    int value = 0;
    for (int b = 0; b < Eta; ++b)
      value += static_cast<int>((v >> b) & 1) - static_cast<int>((v >> (Eta + b)) & 1);
    poly[i] = static_cast<std::int16_t>(value);
  }
}

constexpr std::uint64_t repeat_field(std::uint64_t field, int width, int count) {
  std::uint64_t r = 0;
  for (int i = 0; i < count; ++i) r |= field << (width * i);
  return r;
}

// 16-bit fields, 4x4: v[j] field s <-> v[s] field j, in each 64-bit lane.
template <class W>
PQLANE_INLINE void transpose_fields(typename W::V (&v)[4]) {
#pragma GCC unroll 2
  for (int i = 0; i < 4; i += 2) {
    const auto even = W::odd16_from(v[i], W::template shl<16>(v[i + 1]));
    v[i + 1] = W::odd16_from(W::template shr<16>(v[i]), v[i + 1]);
    v[i] = even;
  }
#pragma GCC unroll 2
  for (int i = 0; i < 2; ++i) {
    const auto even = W::odd32_from(v[i], W::template shl<32>(v[i + 2]));
    v[i + 2] = W::odd32_from(W::template shr<32>(v[i]), v[i + 2]);
    v[i] = even;
  }
}

// eta = 2: a nibble is x1 x0 y1 y0; nibble c of word w gives coefficient 16 w + c.
template <class W, class C>
PQLANE_INLINE void sample_cbd2(const std::uint64_t* prf, std::int16_t* poly) {
  const auto ones = W::set1(repeat_field(1, 2, 32)), threes = W::set1(repeat_field(3, 4, 16));
  const auto twos = W::set1(repeat_field(2, 4, 16)), fields = W::set1(repeat_field(15, 16, 4));
  for (int w = 0; w < 16; ++w) {
    typename W::V v[4];
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) {
      const auto x = W::load(prf + (w * 4 + j) * W::lanes);
      const auto sums = W::add(W::and2(x, ones), W::and2(W::template shr<1>(x), ones));
      const auto biased = W::add(W::and2(sums, threes), twos);
      v[j] = W::sub(biased, W::and2(W::template shr<2>(sums), threes));  // nibbles x - y + 2
    }
    transpose_fields<W>(v);
    std::int16_t* out = poly + 16 * w * C::lanes;
    const auto bias = C::set1(2);
#pragma GCC unroll 4
    for (int m = 0; m < 4; ++m) {
      C::store(out + (4 * m + 0) * C::lanes, C::sub(W::and2(v[m], fields), bias));
      C::store(out + (4 * m + 1) * C::lanes, C::sub(W::and2(W::template shr<4>(v[m]), fields), bias));
      C::store(out + (4 * m + 2) * C::lanes, C::sub(W::and2(W::template shr<8>(v[m]), fields), bias));
      C::store(out + (4 * m + 3) * C::lanes, C::sub(W::and2(W::template shr<12>(v[m]), fields), bias));
    }
  }
}

// The four lowest six-bit fields (nothing above them) to the four 16-bit fields of each lane.
template <class W>
PQLANE_INLINE typename W::V spread_six_bits(typename W::V four) {
  const auto pairs = W::and2(W::or2(four, W::template shl<20>(four)), W::set1(0x00000FFF00000FFF));
  return W::and2(W::or2(pairs, W::template shl<10>(pairs)), W::set1(repeat_field(7, 16, 4)));
}

// Eight coefficients, biased by 3, from four 48-bit pieces, one a Words vector, to a tile.
template <class W, class C>
PQLANE_INLINE void store_cbd3_fields(const typename W::V (&piece)[4], std::int16_t* out) {
  typename W::V low[4], high[4];
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
    if constexpr (requires { W::bytes_of_six_bits(piece[j]); }) {  // even and odd fields
      const auto bytes = W::bytes_of_six_bits(piece[j]);
      low[j] = W::and2(bytes, W::set1(repeat_field(7, 16, 4)));
      high[j] = W::and2(W::template shr<8>(bytes), W::set1(repeat_field(7, 16, 4)));
    } else {
      low[j] = spread_six_bits<W>(W::and2(piece[j], W::set1(0xFFFFFF)));
      high[j] = spread_six_bits<W>(W::template shr<24>(piece[j]));
    }
  }
  transpose_fields<W>(low);
  transpose_fields<W>(high);
  constexpr bool interleaved = requires { W::bytes_of_six_bits(piece[0]); };
  const auto bias = C::set1(3);
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    C::store(out + (interleaved ? 2 * i : i) * C::lanes, C::sub(low[i], bias));
    C::store(out + (interleaved ? 2 * i + 1 : i + 4) * C::lanes, C::sub(high[i], bias));
  }
}

// eta = 3: six bits x2 x1 x0 y2 y1 y0 a coefficient; three words hold 32 coefficients in four pieces
// of 48 bits.
template <class W, class C>
PQLANE_INLINE void sample_cbd3(const std::uint64_t* prf, std::int16_t* poly) {
  const auto ones = W::set1(repeat_field(1, 3, 16)), sevens = W::set1(repeat_field(7, 6, 8));
  const auto threes = W::set1(repeat_field(3, 6, 8)), piece_mask = W::set1((std::uint64_t{1} << 48) - 1);
  for (int t = 0; t < 8; ++t) {
    typename W::V piece[4][4];  // [piece][j]
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) {
      const auto w0 = W::load(prf + ((3 * t + 0) * 4 + j) * W::lanes);
      const auto w1 = W::load(prf + ((3 * t + 1) * 4 + j) * W::lanes);
      const auto w2 = W::load(prf + ((3 * t + 2) * 4 + j) * W::lanes);
      piece[0][j] = W::and2(w0, piece_mask);
      piece[1][j] = W::and2(W::or2(W::template shr<48>(w0), W::template shl<16>(w1)), piece_mask);
      piece[2][j] = W::and2(W::or2(W::template shr<32>(w1), W::template shl<32>(w2)), piece_mask);
      piece[3][j] = W::template shr<16>(w2);
    }
    for (int p = 0; p < 4; ++p) {
      typename W::V v[4];
#pragma GCC unroll 4
      for (int j = 0; j < 4; ++j) {
        const auto x = piece[p][j];
        const auto sums = W::add(W::add(W::and2(x, ones), W::and2(W::template shr<1>(x), ones)),
                                 W::and2(W::template shr<2>(x), ones));
        const auto biased = W::add(W::and2(sums, sevens), threes);
        v[j] = W::sub(biased, W::and2(W::template shr<3>(sums), sevens));  // six-bit fields x - y + 3
      }
      store_cbd3_fields<W, C>(v, poly + (32 * t + 8 * p) * C::lanes);
    }
  }
}

// prf[8 * Eta][ops] -> poly[256][lanes], ops = lanes. Portable body for one lane.
template <class W, class C, int Eta>
PQLANE_NOINLINE void sample_cbd(const std::uint64_t* prf, std::int16_t* poly) {
  if constexpr (C::lanes == 1) {
    sample_cbd_one<Eta>(prf, poly);
  } else if constexpr (Eta == 2) {
    sample_cbd2<W, C>(prf, poly);
  } else {
    static_assert(Eta == 3);
    sample_cbd3<W, C>(prf, poly);
  }
}

PQLANE_END_TARGET
