// ring_lanes.hpp (AVX2): eight 32-bit coefficients, or thirty-two 8-bit ones, in a 256-bit register.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/target.hpp"
#include "kernels/ring_products.hpp"

PQLANE_BEGIN_TARGET

struct RingLanesX8 {
  static constexpr int lanes = 8;
  using V = __m256i;
  static PQLANE_INLINE V load(const std::int32_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static PQLANE_INLINE void store(std::int32_t* p, V a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static PQLANE_INLINE V load_bytes(const std::int8_t* p) {
    return _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
  }
  static PQLANE_INLINE V set1(std::int32_t a) { return _mm256_set1_epi32(a); }
  static PQLANE_INLINE V add(V a, V b) { return _mm256_add_epi32(a, b); }
  static PQLANE_INLINE V sub(V a, V b) { return _mm256_sub_epi32(a, b); }
  static PQLANE_INLINE V mullo(V a, V b) { return _mm256_mullo_epi32(a, b); }
  static PQLANE_INLINE V and2(V a, V b) { return _mm256_and_si256(a, b); }
  static PQLANE_INLINE V or2(V a, V b) { return _mm256_or_si256(a, b); }
  static PQLANE_INLINE V and_not(V a, V b) { return _mm256_andnot_si256(a, b); }
  static PQLANE_INLINE V absolute(V a) { return _mm256_abs_epi32(a); }
  static PQLANE_INLINE V equal(V a, V b) { return _mm256_cmpeq_epi32(a, b); }
  static PQLANE_INLINE V greater(V a, V b) { return _mm256_cmpgt_epi32(a, b); }
  template <int N>
  static PQLANE_INLINE V srai(V a) {
    return _mm256_srai_epi32(a, N);
  }
  template <int N>
  static PQLANE_INLINE V slli(V a) {
    return _mm256_slli_epi32(a, N);
  }
  static PQLANE_INLINE std::uint32_t signs(V a) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(a)));
  }

  static PQLANE_INLINE V mul_even(V a, V b) { return _mm256_mul_epi32(a, b); }
  static PQLANE_INLINE V add64(V a, V b) { return _mm256_add_epi64(a, b); }
  static PQLANE_INLINE V sub64(V a, V b) { return _mm256_sub_epi64(a, b); }
  static PQLANE_INLINE V odd_lanes(V a) { return _mm256_srli_epi64(a, 32); }
  static PQLANE_INLINE V high_halves(V even, V odd) {
    return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
  }
  // r[i] lane j <-> r[j] lane i.
  static PQLANE_INLINE void transpose(V (&r)[8]) {
    V a[8], b[8];
#pragma GCC unroll 4
    for (int i = 0; i < 8; i += 2) {
      a[i] = _mm256_unpacklo_epi32(r[i], r[i + 1]);
      a[i + 1] = _mm256_unpackhi_epi32(r[i], r[i + 1]);
    }
#pragma GCC unroll 2
    for (int h = 0; h < 8; h += 4) {
      b[h] = _mm256_unpacklo_epi64(a[h], a[h + 2]);
      b[h + 1] = _mm256_unpackhi_epi64(a[h], a[h + 2]);
      b[h + 2] = _mm256_unpacklo_epi64(a[h + 1], a[h + 3]);
      b[h + 3] = _mm256_unpackhi_epi64(a[h + 1], a[h + 3]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      r[i] = _mm256_permute2x128_si256(b[i], b[i + 4], 0x20);
      r[i + 4] = _mm256_permute2x128_si256(b[i], b[i + 4], 0x31);
    }
  }
};

using RingX8 = RingProducts<RingLanesX8>;

struct BytesX32 {
  static constexpr int lanes = 32;
  using V = __m256i;
  static PQLANE_INLINE V load(const std::int8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static PQLANE_INLINE void store(std::int8_t* p, V a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static PQLANE_INLINE V add(V a, V b) { return _mm256_add_epi8(a, b); }
};

PQLANE_END_TARGET
