// bit_pack.hpp: ByteEncode_d and ByteDecode_d on a tile, as shifts of whole words.
//
// Spec: [FIPS203, algorithms 5 and 6]. Shapes: coefficients coeffs[16 * groups][lanes], packed
// words[d * groups][lanes] of 16 bits, little-endian: coefficient i holds bits d*i .. d*i + d - 1.
// Bounds: coefficients in [0, 2^d), both ways. Secrecy: no branch or index on data.
#pragma once

#include <cstdint>

#include "core/target.hpp"

PQLANE_BEGIN_TARGET

// Left (right when negative) shift by a constant.
template <class C, int Shift>
PQLANE_INLINE typename C::V shift_left(typename C::V a) {
  if constexpr (Shift >= 0) {
    return C::template slli<Shift>(a);
  } else {
    return C::template srli<-Shift>(a);
  }
}

// Word `Word` of a group from its coefficients First, First + 1, .. that reach into it.
template <class C, int D, int Word, int I>
PQLANE_INLINE typename C::V pack_word(const typename C::V (&c)[16]) {
  const auto part = shift_left<C, D * I - 16 * Word>(c[I]);
  if constexpr (I + 1 < 16 && D * (I + 1) < 16 * (Word + 1)) {
    return C::or2(part, pack_word<C, D, Word, I + 1>(c));
  } else {
    return part;
  }
}

template <class C, int D, int Word = 0>
PQLANE_INLINE void pack_group(const typename C::V (&c)[16], std::int16_t* words) {
  C::store(words + Word * C::lanes, pack_word<C, D, Word, 16 * Word / D>(c));
  if constexpr (Word + 1 < D) pack_group<C, D, Word + 1>(c, words);
}

// 16 coefficients to D words.
template <class C, int D, int I = 0>
PQLANE_INLINE void unpack_group(const std::int16_t* words, typename C::V (&c)[16]) {
  constexpr int word = D * I / 16, shift = D * I % 16;
  auto value = C::template srli<shift>(C::load(words + word * C::lanes));
  if constexpr (shift + D > 16) {
    value = C::or2(value, C::template slli<16 - shift>(C::load(words + (word + 1) * C::lanes)));
  }
  c[I] = C::and2(value, C::set1(static_cast<std::int16_t>((1 << D) - 1)));
  if constexpr (I + 1 < 16) unpack_group<C, D, I + 1>(words, c);
}

PQLANE_END_TARGET
