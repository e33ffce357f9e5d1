// lanes.hpp (AVX-512): eight Keccak words or thirty-two coefficients in a 512-bit register.
#pragma once

// GCC 12 takes the undefined pass-through operand inside its own AVX-512 intrinsics for a defect.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <immintrin.h>

#include <cstdint>

#include "backends/avx2/lanes.hpp"
#include "core/target.hpp"

// keccak_x8.S: replaces keccak_f1600_generic<WordsX8>; see docs/adr/keccak-assembly.md for the gain and
// tests/unit/keccak_asm_test.cpp for the comparison.
extern "C" __attribute__((visibility("hidden"))) void pqlane_avx512_keccak_f1600_x8(std::uint64_t* state);

PQLANE_BEGIN_TARGET

struct WordsX8 {
  static constexpr int lanes = 8;
  static constexpr bool few_registers = false;
  using V = __m512i;
  static PQLANE_INLINE void permute(std::uint64_t* state) { pqlane_avx512_keccak_f1600_x8(state); }
  static PQLANE_INLINE V load(const std::uint64_t* p) { return _mm512_loadu_si512(p); }
  static PQLANE_INLINE void store(std::uint64_t* p, V a) { _mm512_storeu_si512(p, a); }
  static PQLANE_INLINE V set1(std::uint64_t a) { return _mm512_set1_epi64(static_cast<long long>(a)); }
  static PQLANE_INLINE V xor2(V a, V b) { return _mm512_xor_si512(a, b); }
  static PQLANE_INLINE V and2(V a, V b) { return _mm512_and_si512(a, b); }
  static PQLANE_INLINE V or2(V a, V b) { return _mm512_or_si512(a, b); }
  // Odd 16-bit (32-bit) fields from `odd`, even ones from `even`.
  static PQLANE_INLINE V odd16_from(V even, V odd) {
    return _mm512_ternarylogic_epi64(set1(0xFFFF0000FFFF0000), odd, even, 0xCA);
  }
  static PQLANE_INLINE V odd32_from(V even, V odd) {
    return _mm512_ternarylogic_epi64(set1(0xFFFFFFFF00000000), odd, even, 0xCA);
  }
  // The eight six-bit fields from bit 0 up, each at the bottom of a byte (with bits of the next above it).
  static PQLANE_INLINE V bytes_of_six_bits(V a) {
    return _mm512_multishift_epi64_epi8(set1(0x2A241E18120C0600), a);
  }
  static PQLANE_INLINE V add(V a, V b) { return _mm512_add_epi64(a, b); }
  static PQLANE_INLINE V sub(V a, V b) { return _mm512_sub_epi64(a, b); }
  template <int N>
  static PQLANE_INLINE V shl(V a) {
    return _mm512_slli_epi64(a, N);
  }
  template <int N>
  static PQLANE_INLINE V shr(V a) {
    return _mm512_srli_epi64(a, N);
  }
  static PQLANE_INLINE V xor3(V a, V b, V c) { return _mm512_ternarylogic_epi64(a, b, c, 0x96); }
  static PQLANE_INLINE V chi(V a, V b, V c) { return _mm512_ternarylogic_epi64(a, b, c, 0xD2); }
  template <int N>
  static PQLANE_INLINE V rol(V a) {
    return _mm512_rol_epi64(a, N);
  }
  // r[i] lane j <-> r[j] lane i.
  static PQLANE_INLINE void transpose(V (&r)[8]) {
    V a[8];
    for (int i = 0; i < 8; i += 2) {  // 2x2 blocks of 64 bits
      a[i] = _mm512_unpacklo_epi64(r[i], r[i + 1]);
      a[i + 1] = _mm512_unpackhi_epi64(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {  // 2x2 blocks of 128 bits: parts 0, 2 and 1, 3
      for (int j = 0; j < 2; ++j) {
        r[i + j] = _mm512_shuffle_i64x2(a[i + j], a[i + j + 2], 0x88);
        r[i + j + 2] = _mm512_shuffle_i64x2(a[i + j], a[i + j + 2], 0xDD);
      }
    }
    for (int j = 0; j < 4; ++j) {
      a[j] = _mm512_shuffle_i64x2(r[j], r[j + 4], 0x88);
      a[j + 4] = _mm512_shuffle_i64x2(r[j], r[j + 4], 0xDD);
    }
    for (int i = 0; i < 8; ++i) r[i] = a[i];
  }
};

struct CoeffsX32 {
  static constexpr int lanes = 32;
  using V = __m512i;
  static PQLANE_INLINE V load(const std::int16_t* p) { return _mm512_loadu_si512(p); }
  static PQLANE_INLINE void store(std::int16_t* p, V a) { _mm512_storeu_si512(p, a); }
  static PQLANE_INLINE V set1(std::int16_t a) { return _mm512_set1_epi16(a); }
  static PQLANE_INLINE V add(V a, V b) { return _mm512_add_epi16(a, b); }
  static PQLANE_INLINE V sub(V a, V b) { return _mm512_sub_epi16(a, b); }
  static PQLANE_INLINE V mullo(V a, V b) { return _mm512_mullo_epi16(a, b); }
  static PQLANE_INLINE V mulhi(V a, V b) { return _mm512_mulhi_epi16(a, b); }
  static PQLANE_INLINE V mulhu(V a, V b) { return _mm512_mulhi_epu16(a, b); }
  static PQLANE_INLINE V mulhrs(V a, V b) { return _mm512_mulhrs_epi16(a, b); }
  static PQLANE_INLINE V and2(V a, V b) { return _mm512_and_si512(a, b); }
  static PQLANE_INLINE V or2(V a, V b) { return _mm512_or_si512(a, b); }
  template <int N>
  static PQLANE_INLINE V slli(V a) {
    return _mm512_slli_epi16(a, N);
  }
  template <int N>
  static PQLANE_INLINE V srli(V a) {
    return _mm512_srli_epi16(a, N);
  }
  template <int N>
  static PQLANE_INLINE V srai(V a) {
    return _mm512_srai_epi16(a, N);
  }
  static PQLANE_INLINE V madd(V a, V b) { return _mm512_madd_epi16(a, b); }
  static PQLANE_INLINE V add32(V a, V b) { return _mm512_add_epi32(a, b); }
  static PQLANE_INLINE V swap_pairs(V a) { return _mm512_rol_epi32(a, 16); }
  static PQLANE_INLINE V low_halves(V even, V odd) {
    return _mm512_mask_blend_epi16(0xAAAAAAAAu, even, _mm512_slli_epi32(odd, 16));
  }
  static PQLANE_INLINE V high_halves(V even, V odd) {
    return _mm512_mask_blend_epi16(0xAAAAAAAAu, _mm512_srli_epi32(even, 16), odd);
  }
  static PQLANE_INLINE V blend_odd(V a, V b) { return _mm512_mask_blend_epi16(0xAAAAAAAAu, a, b); }

  static PQLANE_INLINE V lo16(V a, V b) { return _mm512_unpacklo_epi16(a, b); }
  static PQLANE_INLINE V hi16(V a, V b) { return _mm512_unpackhi_epi16(a, b); }
  static PQLANE_INLINE V lo32(V a, V b) { return _mm512_unpacklo_epi32(a, b); }
  static PQLANE_INLINE V hi32(V a, V b) { return _mm512_unpackhi_epi32(a, b); }
  static PQLANE_INLINE V lo64(V a, V b) { return _mm512_unpacklo_epi64(a, b); }
  static PQLANE_INLINE V hi64(V a, V b) { return _mm512_unpackhi_epi64(a, b); }

  static constexpr int parts = 4;  // 128-bit parts
  static PQLANE_INLINE V load_parts(const std::uint8_t* const* p, std::size_t step, std::size_t offset) {
    const auto part = [&](std::size_t j) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p[j * step] + offset));
    };
    V a = _mm512_castsi128_si512(part(0));
    a = _mm512_mask_broadcast_i32x4(a, 0x00F0, part(1));
    a = _mm512_mask_broadcast_i32x4(a, 0x0F00, part(2));
    return _mm512_mask_broadcast_i32x4(a, 0xF000, part(3));
  }
  static PQLANE_INLINE void store_parts(std::uint8_t* const* p, std::size_t step, std::size_t offset, V a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p[0] + offset), _mm512_castsi512_si128(a));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p[step] + offset), _mm512_extracti32x4_epi32(a, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p[2 * step] + offset), _mm512_extracti32x4_epi32(a, 2));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p[3 * step] + offset), _mm512_extracti32x4_epi32(a, 3));
  }
};

PQLANE_END_TARGET
