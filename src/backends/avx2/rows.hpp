// rows.hpp (AVX2): overrides of the horizontal kernels on one polynomial in memory order.
//
// Replaces rej_uniform_portable, pack_12_portable and unpack_12_portable with shuffles.
// Tested against them by tests/unit; gains are in docs/performance.md.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "backends/avx2/lanes.hpp"
#include "core/target.hpp"
#include "sampling/rej_uniform.hpp"

PQLANE_BEGIN_TARGET

// 24 bytes to 16 values of 12 bits. Reads exactly 24 bytes.
PQLANE_INLINE __m256i load_12_x16(const std::uint8_t* p) {
  const __m256i bytes =
      _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))),
                              _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 8)), 1);
  // The upper half starts at byte 8 of the 24, so its first value is at byte 4.
  const __m256i spread = _mm256_setr_epi8(0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11,  //
                                          4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11, 12, 13, 14, 14, 15);
  const __m256i v = _mm256_shuffle_epi8(bytes, spread);
  return _mm256_and_si256(_mm256_blend_epi16(v, _mm256_srli_epi16(v, 4), 0xAA), _mm256_set1_epi16(0xFFF));
}

// For each 8-bit mask: byte shuffle that moves the 16-bit values of set bits to the front.
struct CompactionTable {
  alignas(64) std::uint8_t shuffle[256][16];
};

constexpr CompactionTable make_compaction_table() {
  CompactionTable table{};
  for (int mask = 0; mask < 256; ++mask) {
    int place = 0;
    for (int bit = 0; bit < 8; ++bit) {
      if ((mask >> bit) & 1) {
        table.shuffle[mask][2 * place] = static_cast<std::uint8_t>(2 * bit);
        table.shuffle[mask][2 * place + 1] = static_cast<std::uint8_t>(2 * bit + 1);
        ++place;
      }
    }
  }
  return table;
}

inline constexpr CompactionTable compaction_table = make_compaction_table();

// The mask indexes a table, which is allowed: candidates come from the public rho.
PQLANE_INLINE unsigned append_compacted(__m128i values, unsigned mask, std::int16_t* poly, unsigned count) {
  const __m128i shuffle = _mm_load_si128(reinterpret_cast<const __m128i*>(compaction_table.shuffle[mask]));
  const unsigned place = count < mlkem_n ? count : mlkem_n;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(poly + place), _mm_shuffle_epi8(values, shuffle));
  return count + static_cast<unsigned>(_mm_popcnt_u32(mask));
}

// `bytes` is a multiple of 24. No early exit, as in the AVX-512 form.
PQLANE_INLINE unsigned rej_uniform_avx2(const std::uint8_t* buffer, std::size_t bytes, std::int16_t* poly,
                                        unsigned count) {
  const __m256i bound = _mm256_set1_epi16(mlkem_q);
  for (std::size_t i = 0; i < bytes; i += 24) {
    const __m256i v = load_12_x16(buffer + i);
    const __m256i accepted = _mm256_cmpgt_epi16(bound, v);
    const auto mask = static_cast<unsigned>(_mm256_movemask_epi8(_mm256_packs_epi16(accepted, accepted)));
    count = append_compacted(_mm256_castsi256_si128(v), mask & 0xFF, poly, count);
    count = append_compacted(_mm256_extracti128_si256(v, 1), (mask >> 16) & 0xFF, poly, count);
  }
  return count;
}

PQLANE_INLINE bool unpack_12_avx2(const std::uint8_t* bytes, std::int16_t* poly) {
  __m256i largest = _mm256_setzero_si256();
  for (int i = 0; i < mlkem_n; i += 16) {
    const __m256i v = load_12_x16(bytes + i / 2 * 3);
    largest = _mm256_max_epi16(largest, v);
    CoeffsX16::store(poly + i, v);
  }
  return _mm256_movemask_epi8(_mm256_cmpgt_epi16(largest, _mm256_set1_epi16(mlkem_q - 1))) == 0;
}

PQLANE_INLINE void pack_12_avx2(const std::int16_t* poly, std::uint8_t* bytes) {
  const __m256i weights = _mm256_set1_epi32(1 | 4096 << 16);
  const __m256i gather = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,  //
                                          0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  const __m256i close_gap = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  for (int i = 0; i < mlkem_n; i += 16) {
    const __m256i pairs = _mm256_madd_epi16(CoeffsX16::load(poly + i), weights);
    const __m256i packed = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(pairs, gather), close_gap);
    std::uint8_t* out = bytes + i / 2 * 3;
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm256_castsi256_si128(packed));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out + 16), _mm256_extracti128_si256(packed, 1));
  }
}

PQLANE_END_TARGET
