// ring_lanes.hpp (AVX-512): sixteen 32-bit coefficients, or sixty-four 8-bit ones, in a 512-bit register.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/target.hpp"
#include "kernels/ring_products.hpp"

PQLANE_BEGIN_TARGET

struct RingLanesX16 {
  static constexpr int lanes = 16;
  using V = __m512i;
  static PQLANE_INLINE V load(const std::int32_t* p) { return _mm512_loadu_si512(p); }
  static PQLANE_INLINE void store(std::int32_t* p, V a) { _mm512_storeu_si512(p, a); }
  static PQLANE_INLINE V load_bytes(const std::int8_t* p) {
    return _mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static PQLANE_INLINE V set1(std::int32_t a) { return _mm512_set1_epi32(a); }
  static PQLANE_INLINE V add(V a, V b) { return _mm512_add_epi32(a, b); }
  static PQLANE_INLINE V sub(V a, V b) { return _mm512_sub_epi32(a, b); }
  static PQLANE_INLINE V mullo(V a, V b) { return _mm512_mullo_epi32(a, b); }
  static PQLANE_INLINE V and2(V a, V b) { return _mm512_and_si512(a, b); }
  static PQLANE_INLINE V or2(V a, V b) { return _mm512_or_si512(a, b); }
  static PQLANE_INLINE V and_not(V a, V b) { return _mm512_andnot_si512(a, b); }
  static PQLANE_INLINE V absolute(V a) { return _mm512_abs_epi32(a); }
  static PQLANE_INLINE V equal(V a, V b) { return _mm512_movm_epi32(_mm512_cmpeq_epi32_mask(a, b)); }
  static PQLANE_INLINE V greater(V a, V b) { return _mm512_movm_epi32(_mm512_cmpgt_epi32_mask(a, b)); }
  template <int N>
  static PQLANE_INLINE V srai(V a) {
    return _mm512_srai_epi32(a, N);
  }
  template <int N>
  static PQLANE_INLINE V slli(V a) {
    return _mm512_slli_epi32(a, N);
  }
  static PQLANE_INLINE std::uint32_t signs(V a) { return _mm512_movepi32_mask(a); }

  static PQLANE_INLINE V mul_even(V a, V b) { return _mm512_mul_epi32(a, b); }
  static PQLANE_INLINE V add64(V a, V b) { return _mm512_add_epi64(a, b); }
  static PQLANE_INLINE V sub64(V a, V b) { return _mm512_sub_epi64(a, b); }
  static PQLANE_INLINE V odd_lanes(V a) { return _mm512_srli_epi64(a, 32); }
  static PQLANE_INLINE V high_halves(V even, V odd) {
    return _mm512_mask_shuffle_epi32(odd, 0x5555, even, static_cast<_MM_PERM_ENUM>(0xF5));
  }
  // r[i] lane j <-> r[j] lane i: blocks of 2 x 2 words, 2 x 2 pairs, then 4 x 4 parts of 128 bits.
  static PQLANE_INLINE void transpose(V (&r)[16]) {
    V a[16];
#pragma GCC unroll 8
    for (int i = 0; i < 16; i += 2) {
      a[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
      a[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
    }
#pragma GCC unroll 4
    for (int h = 0; h < 16; h += 4) {
      r[h] = _mm512_unpacklo_epi64(a[h], a[h + 2]);
      r[h + 1] = _mm512_unpackhi_epi64(a[h], a[h + 2]);
      r[h + 2] = _mm512_unpacklo_epi64(a[h + 1], a[h + 3]);
      r[h + 3] = _mm512_unpackhi_epi64(a[h + 1], a[h + 3]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const V p = _mm512_shuffle_i64x2(r[i], r[i + 4], 0x88), s = _mm512_shuffle_i64x2(r[i], r[i + 4], 0xDD);
      const V t = _mm512_shuffle_i64x2(r[i + 8], r[i + 12], 0x88),
              u = _mm512_shuffle_i64x2(r[i + 8], r[i + 12], 0xDD);
      r[i] = _mm512_shuffle_i64x2(p, t, 0x88);
      r[i + 8] = _mm512_shuffle_i64x2(p, t, 0xDD);
      r[i + 4] = _mm512_shuffle_i64x2(s, u, 0x88);
      r[i + 12] = _mm512_shuffle_i64x2(s, u, 0xDD);
    }
  }
};

using RingX16 = RingProducts<RingLanesX16>;

struct BytesX64 {
  static constexpr int lanes = 64;
  using V = __m512i;
  static PQLANE_INLINE V load(const std::int8_t* p) { return _mm512_loadu_si512(p); }
  static PQLANE_INLINE void store(std::int8_t* p, V a) { _mm512_storeu_si512(p, a); }
  static PQLANE_INLINE V add(V a, V b) { return _mm512_add_epi8(a, b); }
};

PQLANE_END_TARGET
