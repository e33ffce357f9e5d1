// lanes.hpp (AVX2): four Keccak words or sixteen coefficients in a 256-bit register.
//
// Also included by the AVX-512 backend, where the same types serve small batches; there the
// compiler has the rotate and ternary-logic instructions of AVX512VL, see PQLANE_HAVE_VL.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/target.hpp"

#if defined(__AVX512VL__) && defined(__AVX512F__)
#define PQLANE_HAVE_VL 1
#else
#define PQLANE_HAVE_VL 0
#endif

#if PQLANE_HAVE_VL
// keccak_x4.S of the AVX-512 backend, like keccak_x8.S.
extern "C" __attribute__((visibility("hidden"))) void pqlane_avx512_keccak_f1600_x4(std::uint64_t* state);
#endif

PQLANE_BEGIN_TARGET

struct WordsX4 {
  static constexpr int lanes = 4;
  static constexpr bool few_registers = PQLANE_HAVE_VL == 0;  // 16 instead of 32
  using V = __m256i;
#if PQLANE_HAVE_VL
  static PQLANE_INLINE void permute(std::uint64_t* state) { pqlane_avx512_keccak_f1600_x4(state); }
#endif
  static PQLANE_INLINE V load(const std::uint64_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static PQLANE_INLINE void store(std::uint64_t* p, V a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static PQLANE_INLINE V set1(std::uint64_t a) { return _mm256_set1_epi64x(static_cast<long long>(a)); }
  static PQLANE_INLINE V xor2(V a, V b) { return _mm256_xor_si256(a, b); }
  static PQLANE_INLINE V and2(V a, V b) { return _mm256_and_si256(a, b); }
  static PQLANE_INLINE V or2(V a, V b) { return _mm256_or_si256(a, b); }
  // Odd 16-bit (32-bit) fields from `odd`, even ones from `even`.
  static PQLANE_INLINE V odd16_from(V even, V odd) { return _mm256_blend_epi16(even, odd, 0xAA); }
  static PQLANE_INLINE V odd32_from(V even, V odd) { return _mm256_blend_epi32(even, odd, 0xAA); }
  static PQLANE_INLINE V add(V a, V b) { return _mm256_add_epi64(a, b); }
  static PQLANE_INLINE V sub(V a, V b) { return _mm256_sub_epi64(a, b); }
  template <int N>
  static PQLANE_INLINE V shl(V a) {
    return _mm256_slli_epi64(a, N);
  }
  template <int N>
  static PQLANE_INLINE V shr(V a) {
    return _mm256_srli_epi64(a, N);
  }
#if PQLANE_HAVE_VL
  static PQLANE_INLINE V xor3(V a, V b, V c) { return _mm256_ternarylogic_epi64(a, b, c, 0x96); }
  static PQLANE_INLINE V chi(V a, V b, V c) { return _mm256_ternarylogic_epi64(a, b, c, 0xD2); }
  template <int N>
  static PQLANE_INLINE V rol(V a) {
    return _mm256_rol_epi64(a, N);
  }
#else
  static PQLANE_INLINE V xor3(V a, V b, V c) { return xor2(xor2(a, b), c); }
  static PQLANE_INLINE V chi(V a, V b, V c) { return xor2(a, _mm256_andnot_si256(b, c)); }
  template <int N>
  static PQLANE_INLINE V rol(V a) {
    if constexpr (N == 0) {
      return a;
    } else if constexpr (N == 8) {  // byte rotations are one shuffle
      return _mm256_shuffle_epi8(a, _mm256_setr_epi8(7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14, 7,
                                                     0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14));
    } else if constexpr (N == 56) {
      return _mm256_shuffle_epi8(a, _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8, 1,
                                                     2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8));
    } else {
      return or2(_mm256_slli_epi64(a, N), _mm256_srli_epi64(a, 64 - N));
    }
  }
#endif
  // r[i] lane j <-> r[j] lane i.
  static PQLANE_INLINE void transpose(V (&r)[4]) {
    const V t0 = _mm256_unpacklo_epi64(r[0], r[1]), t1 = _mm256_unpackhi_epi64(r[0], r[1]);
    const V t2 = _mm256_unpacklo_epi64(r[2], r[3]), t3 = _mm256_unpackhi_epi64(r[2], r[3]);
    r[0] = _mm256_permute2x128_si256(t0, t2, 0x20);
    r[1] = _mm256_permute2x128_si256(t1, t3, 0x20);
    r[2] = _mm256_permute2x128_si256(t0, t2, 0x31);
    r[3] = _mm256_permute2x128_si256(t1, t3, 0x31);
  }
};

struct CoeffsX16 {
  static constexpr int lanes = 16;
  using V = __m256i;
  static PQLANE_INLINE V load(const std::int16_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static PQLANE_INLINE void store(std::int16_t* p, V a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static PQLANE_INLINE V set1(std::int16_t a) { return _mm256_set1_epi16(a); }
  static PQLANE_INLINE V add(V a, V b) { return _mm256_add_epi16(a, b); }
  static PQLANE_INLINE V sub(V a, V b) { return _mm256_sub_epi16(a, b); }
  static PQLANE_INLINE V mullo(V a, V b) { return _mm256_mullo_epi16(a, b); }
  static PQLANE_INLINE V mulhi(V a, V b) { return _mm256_mulhi_epi16(a, b); }
  static PQLANE_INLINE V mulhu(V a, V b) { return _mm256_mulhi_epu16(a, b); }
  static PQLANE_INLINE V mulhrs(V a, V b) { return _mm256_mulhrs_epi16(a, b); }
  static PQLANE_INLINE V and2(V a, V b) { return _mm256_and_si256(a, b); }
  static PQLANE_INLINE V or2(V a, V b) { return _mm256_or_si256(a, b); }
  template <int N>
  static PQLANE_INLINE V slli(V a) {
    return _mm256_slli_epi16(a, N);
  }
  template <int N>
  static PQLANE_INLINE V srli(V a) {
    return _mm256_srli_epi16(a, N);
  }
  template <int N>
  static PQLANE_INLINE V srai(V a) {
    return _mm256_srai_epi16(a, N);
  }
  // Pairs of neighbouring coefficients as 32-bit lanes.
  static PQLANE_INLINE V madd(V a, V b) { return _mm256_madd_epi16(a, b); }
  static PQLANE_INLINE V add32(V a, V b) { return _mm256_add_epi32(a, b); }
  static PQLANE_INLINE V swap_pairs(V a) {
    return _mm256_or_si256(_mm256_slli_epi32(a, 16), _mm256_srli_epi32(a, 16));
  }
  // Low (high) halves of the 32-bit lanes of even and odd, side by side: {even_0, odd_0, even_1, ..}.
  static PQLANE_INLINE V low_halves(V even, V odd) {
    return _mm256_blend_epi16(even, _mm256_slli_epi32(odd, 16), 0xAA);
  }
  static PQLANE_INLINE V high_halves(V even, V odd) {
    return _mm256_blend_epi16(_mm256_srli_epi32(even, 16), odd, 0xAA);
  }
  // Even coefficients of a, odd coefficients of b.
  static PQLANE_INLINE V blend_odd(V a, V b) { return _mm256_blend_epi16(a, b, 0xAA); }
  // Interleaves inside each 128-bit part, by 16, 32 or 64 bits.
  static PQLANE_INLINE V lo16(V a, V b) { return _mm256_unpacklo_epi16(a, b); }
  static PQLANE_INLINE V hi16(V a, V b) { return _mm256_unpackhi_epi16(a, b); }
  static PQLANE_INLINE V lo32(V a, V b) { return _mm256_unpacklo_epi32(a, b); }
  static PQLANE_INLINE V hi32(V a, V b) { return _mm256_unpackhi_epi32(a, b); }
  static PQLANE_INLINE V lo64(V a, V b) { return _mm256_unpacklo_epi64(a, b); }
  static PQLANE_INLINE V hi64(V a, V b) { return _mm256_unpackhi_epi64(a, b); }
  // Low (high) 128-bit parts of a and b.
  static PQLANE_INLINE V lo128(V a, V b) { return _mm256_permute2x128_si256(a, b, 0x20); }
  static PQLANE_INLINE V hi128(V a, V b) { return _mm256_permute2x128_si256(a, b, 0x31); }

  static constexpr int parts = 2;  // 128-bit parts
  // Part j is the 16 bytes at p[j].
  static PQLANE_INLINE V load_parts(const std::uint8_t* const* p, std::size_t step, std::size_t offset) {
    const V a = _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p[0] + offset)));
    return _mm256_inserti128_si256(a, _mm_loadu_si128(reinterpret_cast<const __m128i*>(p[step] + offset)), 1);
  }
  static PQLANE_INLINE void store_parts(std::uint8_t* const* p, std::size_t step, std::size_t offset, V a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p[0] + offset), _mm256_castsi256_si128(a));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p[step] + offset), _mm256_extracti128_si256(a, 1));
  }
};

PQLANE_END_TARGET
