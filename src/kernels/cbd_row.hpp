// cbd_row.hpp: SamplePolyCBD_eta of one polynomial in memory order, for tiles too small to fill the lanes.
//
// Spec: [FIPS203, algorithm 8]. Shapes: bytes[64 * eta] with 16 readable bytes behind, poly[256].
// Bounds: |result| <= eta. Secrecy: no branch or index on data.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/target.hpp"
#include "kernels/cbd.hpp"

PQLANE_BEGIN_TARGET

// 32 bytes are 64 coefficients, a nibble each.
PQLANE_INLINE void sample_cbd2_row(const std::uint8_t* bytes, std::int16_t* poly) {
  const __m256i ones = _mm256_set1_epi8(0x55), threes = _mm256_set1_epi8(0x33), twos = _mm256_set1_epi8(0x22);
  const __m256i nibble = _mm256_set1_epi32(0x000F000F), bias = _mm256_set1_epi16(2);
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32 * i));
    const __m256i sums =
        _mm256_add_epi8(_mm256_and_si256(x, ones), _mm256_and_si256(_mm256_srli_epi16(x, 1), ones));
    const __m256i biased = _mm256_add_epi8(_mm256_and_si256(sums, threes), twos);
    const __m256i values = _mm256_sub_epi8(biased, _mm256_and_si256(_mm256_srli_epi16(sums, 2), threes));
    const __m128i halves[2] = {_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1)};
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) {
      const __m128i eight = (j & 1) ? _mm_srli_si128(halves[j / 2], 8) : halves[j / 2];
      const __m256i b = _mm256_cvtepu8_epi32(eight);  // byte: low nibble first
      const __m256i pairs = _mm256_and_si256(_mm256_or_si256(b, _mm256_slli_epi32(b, 12)), nibble);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(poly + 64 * i + 16 * j), _mm256_sub_epi16(pairs, bias));
    }
  }
}

// 24 bytes are 32 coefficients: three bytes to each 32-bit lane, four coefficients in it.
PQLANE_INLINE void sample_cbd3_row(const std::uint8_t* bytes, std::int16_t* poly) {
  const __m256i spread = _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1,  //
                                          0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  const __m256i ones = _mm256_set1_epi32(0x00249249), sevens = _mm256_set1_epi32(0x001C71C7);
  const __m256i threes = _mm256_set1_epi32(0x000C30C3), bias = _mm256_set1_epi16(3);
  const __m256i low = _mm256_set1_epi32(7), high = _mm256_set1_epi32(7 << 16);
#pragma GCC unroll 2
  for (int i = 0; i < 8; ++i) {
    const __m128i part0 = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 24 * i));
    const __m128i part1 = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 24 * i + 12));
    const __m256i x =
        _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(part0), part1, 1), spread);
    const __m256i sums = _mm256_add_epi32(
        _mm256_add_epi32(_mm256_and_si256(x, ones), _mm256_and_si256(_mm256_srli_epi32(x, 1), ones)),
        _mm256_and_si256(_mm256_srli_epi32(x, 2), ones));
    const __m256i fields = _mm256_sub_epi32(_mm256_add_epi32(_mm256_and_si256(sums, sevens), threes),
                                            _mm256_and_si256(_mm256_srli_epi32(sums, 3), sevens));
    const __m256i pair0 =
        _mm256_or_si256(_mm256_and_si256(fields, low), _mm256_and_si256(_mm256_slli_epi32(fields, 10), high));
    const __m256i pair1 = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi32(fields, 12), low),
                                          _mm256_and_si256(_mm256_srli_epi32(fields, 2), high));
    const __m256i first = _mm256_sub_epi16(_mm256_unpacklo_epi32(pair0, pair1), bias);
    const __m256i second = _mm256_sub_epi16(_mm256_unpackhi_epi32(pair0, pair1), bias);
    std::int16_t* out = poly + 32 * i;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 16), _mm256_permute2x128_si256(first, second, 0x31));
  }
}

PQLANE_END_TARGET
