// ring_lanes.hpp (AVX-512): sixteen 32-bit coefficients, or sixty-four 8-bit ones, in a 512-bit register.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/target.hpp"
#include "kernels/ring.hpp"

PQLANE_BEGIN_TARGET

struct RingX16 {
  static constexpr int lanes = 16;
  using V = __m512i;
  // The quotients of the odd lanes stand at even places as well.
  struct Factor {
    V value, quotient, odd_quotient;
  };
  struct Sum {
    V even, odd;
  };
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

  static PQLANE_INLINE Factor factor(std::int32_t value, std::int32_t quotient) {
    return {set1(value), set1(quotient), set1(quotient)};
  }
  static PQLANE_INLINE V multiply_factor(V a, const Factor& z) {
    const V floors =
        high_halves(_mm512_mul_epi32(a, z.quotient), _mm512_mul_epi32(odd_lanes(a), z.odd_quotient));
    return sub(mullo(a, z.value), mullo(floors, hidden_q()));
  }
  static PQLANE_INLINE V montgomery(V a, V b) { return reduce(multiply(a, b)); }
  static PQLANE_INLINE Sum multiply(V a, V b) {
    return {_mm512_mul_epi32(a, b), _mm512_mul_epi32(odd_lanes(a), odd_lanes(b))};
  }
  static PQLANE_INLINE void multiply_add(Sum& s, V a, V b) {
    s.even = _mm512_add_epi64(s.even, _mm512_mul_epi32(a, b));
    s.odd = _mm512_add_epi64(s.odd, _mm512_mul_epi32(odd_lanes(a), odd_lanes(b)));
  }
  static PQLANE_INLINE V reduce(const Sum& s) {
    const V q = set1(mldsa_q), q_inverse = set1(static_cast<std::int32_t>(ring_q_inverse()));
    const V even_m = _mm512_mul_epi32(s.even, q_inverse), odd_m = _mm512_mul_epi32(s.odd, q_inverse);
    return high_halves(_mm512_sub_epi64(s.even, _mm512_mul_epi32(even_m, q)),
                       _mm512_sub_epi64(s.odd, _mm512_mul_epi32(odd_m, q)));
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

 private:
  // q as a number that the compiler does not know: it would take two shifts and two sums for a product that
  // is one instruction.
  static PQLANE_INLINE V hidden_q() {
    V q = set1(mldsa_q);
    asm("" : "+v"(q));
    return q;
  }
  static PQLANE_INLINE V odd_lanes(V a) { return _mm512_srli_epi64(a, 32); }
  static PQLANE_INLINE V high_halves(V even, V odd) {
    return _mm512_mask_shuffle_epi32(odd, 0x5555, even, static_cast<_MM_PERM_ENUM>(0xF5));
  }
};

struct BytesX64 {
  static constexpr int lanes = 64;
  using V = __m512i;
  static PQLANE_INLINE V load(const std::int8_t* p) { return _mm512_loadu_si512(p); }
  static PQLANE_INLINE void store(std::int8_t* p, V a) { _mm512_storeu_si512(p, a); }
  static PQLANE_INLINE V add(V a, V b) { return _mm512_add_epi8(a, b); }
};

PQLANE_END_TARGET
