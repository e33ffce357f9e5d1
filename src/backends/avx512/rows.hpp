// rows.hpp (AVX-512 VBMI2): overrides of the horizontal kernels on one polynomial in memory order.
//
// Replaces rej_uniform_portable, pack_12_portable and unpack_12_portable.
// Tested against them by tests/unit; gains are in docs/performance.md.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "backends/avx512/lanes.hpp"
#include "core/target.hpp"
#include "sampling/rej_uniform.hpp"

PQLANE_BEGIN_TARGET

struct TwelveBitShuffles {
  alignas(64) std::uint8_t spread[64];  // bytes 3i, 3i+1, 3i+1, 3i+2 to two 16-bit lanes
  alignas(64) std::uint8_t gather[64];  // the low three bytes of each 32-bit lane
};

constexpr TwelveBitShuffles make_twelve_bit_shuffles() {
  TwelveBitShuffles t{};
  for (int i = 0; i < 16; ++i) {
    for (int b = 0; b < 4; ++b) t.spread[4 * i + b] = static_cast<std::uint8_t>(3 * i + (b + 1) / 2);
    for (int b = 0; b < 3; ++b) t.gather[3 * i + b] = static_cast<std::uint8_t>(4 * i + b);
  }
  return t;
}

inline constexpr TwelveBitShuffles twelve_bit_shuffles = make_twelve_bit_shuffles();
inline constexpr std::uint64_t first_48_bytes = (std::uint64_t{1} << 48) - 1;

// 48 bytes (already loaded; the rest is ignored) to 32 values of 12 bits.
PQLANE_INLINE __m512i spread_12_x32(__m512i bytes) {
  const __m512i v = _mm512_permutexvar_epi8(_mm512_load_si512(twelve_bit_shuffles.spread), bytes);
  return _mm512_and_si512(_mm512_mask_srli_epi16(v, 0xAAAAAAAAu, v, 4), _mm512_set1_epi16(0xFFF));
}

// vpcompressw into a register and a full store: the form with a memory operand is microcoded on Zen 4.
PQLANE_INLINE unsigned append_accepted(__m512i v, __mmask32 valid, std::int16_t* poly, unsigned count) {
  const __mmask32 accepted = _mm512_mask_cmplt_epi16_mask(valid, v, _mm512_set1_epi16(mlkem_q));
  const unsigned place = count < mlkem_n ? count : mlkem_n;
  _mm512_storeu_si512(poly + place, _mm512_maskz_compress_epi16(accepted, v));
  return count + static_cast<unsigned>(_mm_popcnt_u32(accepted));
}

// `bytes` is a multiple of 24; up to 40 bytes after the buffer are read (16 when it is one of 48). No early
// exit: its branch would be mispredicted for most polynomials.
PQLANE_INLINE unsigned rej_uniform_avx512(const std::uint8_t* buffer, std::size_t bytes, std::int16_t* poly,
                                          unsigned count) {
  std::size_t i = 0;
  for (; i + 48 <= bytes; i += 48) {
    count = append_accepted(spread_12_x32(_mm512_loadu_si512(buffer + i)), 0xFFFFFFFFu, poly, count);
  }
  if (i < bytes)
    count = append_accepted(spread_12_x32(_mm512_loadu_si512(buffer + i)), 0x0000FFFFu, poly, count);
  return count;
}

PQLANE_INLINE bool unpack_12_avx512(const std::uint8_t* bytes, std::int16_t* poly) {
  __m512i largest = _mm512_setzero_si512();
  for (int i = 0; i < mlkem_n; i += 32) {
    const __m512i v = spread_12_x32(_mm512_maskz_loadu_epi8(first_48_bytes, bytes + i / 2 * 3));
    largest = _mm512_max_epi16(largest, v);
    CoeffsX32::store(poly + i, v);
  }
  return _mm512_cmpge_epi16_mask(largest, _mm512_set1_epi16(mlkem_q)) == 0;
}

PQLANE_INLINE void pack_12_avx512(const std::int16_t* poly, std::uint8_t* bytes) {
  const __m512i weights = _mm512_set1_epi32(1 | 4096 << 16);
  const __m512i gather = _mm512_load_si512(twelve_bit_shuffles.gather);
  for (int i = 0; i < mlkem_n; i += 32) {
    const __m512i pairs = _mm512_madd_epi16(CoeffsX32::load(poly + i), weights);
    const __m512i packed = _mm512_permutexvar_epi8(gather, pairs);
    std::uint8_t* out = bytes + i / 2 * 3;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_castsi512_si256(packed));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 32), _mm512_extracti32x4_epi32(packed, 2));
  }
}

PQLANE_END_TARGET
