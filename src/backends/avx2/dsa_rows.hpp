// dsa_rows.hpp (AVX2): horizontal kernels of ML-DSA, replacing the portable ones of
// sampling/dsa_sampling.hpp and codec/bit_rows.hpp. Gains are in docs/performance.md;
// tests/unit/target/dsa_rows_test.cpp compares both.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "codec/bit_rows.hpp"
#include "core/secret.hpp"
#include "core/target.hpp"
#include "sampling/dsa_sampling.hpp"

PQLANE_BEGIN_TARGET

// Entry m lists the bits that are set in m, from the lowest.
struct SetBits {
  alignas(64) std::uint8_t place[256][8];
};
constexpr SetBits make_set_bits() {
  SetBits t{};
  for (int m = 0; m < 256; ++m) {
    int count = 0;
    for (int bit = 0; bit < 8; ++bit) {
      if (m >> bit & 1) t.place[m][count++] = static_cast<std::uint8_t>(bit);
    }
  }
  return t;
}
inline constexpr SetBits set_bits = make_set_bits();

// Two 128-bit halves, each from an address of its own.
PQLANE_INLINE __m256i load_halves(const std::uint8_t* low, const std::uint8_t* high) {
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(low))),
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(high)), 1);
}

// `bytes` is a multiple of 24; up to 4 bytes after the buffer are read, and up to 7 values behind 256
// written.
PQLANE_INLINE unsigned rej_ntt_avx2(const std::uint8_t* buffer, std::size_t bytes, std::int32_t* poly,
                                    unsigned count) {
  const __m256i spread = _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, 0, 1, 2, -1,
                                          3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  const __m256i low_23_bits = _mm256_set1_epi32(0x7FFFFF), q = _mm256_set1_epi32(mldsa_q);
  for (std::size_t i = 0; i < bytes && count < mldsa_n; i += 24) {
    const __m256i v =
        _mm256_and_si256(_mm256_shuffle_epi8(load_halves(buffer + i, buffer + i + 12), spread), low_23_bits);
    const auto accepted =
        static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(q, v))));
    const __m256i order =
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(set_bits.place[accepted])));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(poly + count), _mm256_permutevar8x32_epi32(v, order));
    count += static_cast<unsigned>(_mm_popcnt_u32(accepted));
  }
  return count;
}

// Reads up to 15 bytes after the buffer, writes up to 31 values behind 256. Which candidates are accepted
// chooses a table entry; it is independent of their values.
template <int Eta>
PQLANE_INLINE unsigned rej_bounded_avx2(const std::uint8_t* buffer, std::size_t bytes, std::int8_t* poly,
                                        unsigned count) {
  alignas(16) constexpr std::int8_t table[16] = {
      bounded_value<Eta>(0),  bounded_value<Eta>(1),  bounded_value<Eta>(2),  bounded_value<Eta>(3),
      bounded_value<Eta>(4),  bounded_value<Eta>(5),  bounded_value<Eta>(6),  bounded_value<Eta>(7),
      bounded_value<Eta>(8),  bounded_value<Eta>(9),  bounded_value<Eta>(10), bounded_value<Eta>(11),
      bounded_value<Eta>(12), bounded_value<Eta>(13), bounded_value<Eta>(14), bounded_value<Eta>(15)};
  const __m256i values = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table)));
  for (std::size_t i = 0; i < bytes && count < mldsa_n; i += 16) {
    const __m256i wide = _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(buffer + i)));
    const __m256i nibbles =
        _mm256_and_si256(_mm256_or_si256(wide, _mm256_slli_epi16(wide, 4)), _mm256_set1_epi8(15));
    auto accepted = static_cast<unsigned>(
        _mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(bounded_limit<Eta>), nibbles)));
    declassify(&accepted, sizeof accepted);
    if (i + 16 > bytes) accepted &= (1u << (2 * (bytes - i))) - 1;
    const __m256i chosen = _mm256_shuffle_epi8(values, nibbles);
    const __m128i half[2] = {_mm256_castsi256_si128(chosen), _mm256_extracti128_si256(chosen, 1)};
#pragma GCC unroll 4
    for (int part = 0; part < 4; ++part) {
      const unsigned mask = accepted >> (8 * part) & 255;
      const __m128i eight = part % 2 == 0 ? half[part / 2] : _mm_srli_si128(half[part / 2], 8);
      const __m128i order = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(set_bits.place[mask]));
      _mm_storel_epi64(reinterpret_cast<__m128i*>(poly + count), _mm_shuffle_epi8(eight, order));
      count += static_cast<unsigned>(_mm_popcnt_u32(mask));
    }
  }
  return count;
}

// Shuffles and shifts of eight values: four in each half, the upper half read from byte 4 D / 8 on.
template <int D>
struct UnpackPlan {
  alignas(32) std::uint8_t gather[32];
  alignas(32) std::uint32_t shift[8];
};
template <int D>
constexpr UnpackPlan<D> make_unpack_plan() {
  UnpackPlan<D> plan{};
  for (int i = 0; i < 8; ++i) {
    const int bit = D * i - (i < 4 ? 0 : 4 * D / 8 * 8);
    for (int j = 0; j < 4; ++j) plan.gather[4 * i + j] = static_cast<std::uint8_t>(bit / 8 + j);
    plan.shift[i] = static_cast<std::uint32_t>(bit % 8);
  }
  return plan;
}
template <int D>
inline constexpr UnpackPlan<D> unpack_plan = make_unpack_plan<D>();

// The last values are left to the portable form, because vectors would read behind the input.
template <int D>
PQLANE_INLINE void unpack_row_avx2(const std::uint8_t* bytes, std::int32_t* row) {
  constexpr int vectors_until = mldsa_n - (D < 8 ? 64 : 32);
  const __m256i gather = _mm256_load_si256(reinterpret_cast<const __m256i*>(unpack_plan<D>.gather));
  const __m256i shift = _mm256_load_si256(reinterpret_cast<const __m256i*>(unpack_plan<D>.shift));
  for (int i = 0; i < vectors_until; i += 8) {
    const std::uint8_t* from = bytes + i / 8 * D;
    const __m256i v = _mm256_shuffle_epi8(load_halves(from, from + 4 * D / 8), gather);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(row + i),
                        _mm256_and_si256(_mm256_srlv_epi32(v, shift), _mm256_set1_epi32((1 << D) - 1)));
  }
  unpack_row_portable<D>(bytes, row, vectors_until);
}

PQLANE_END_TARGET
