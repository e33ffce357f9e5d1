// dsa_rows.hpp (AVX-512): horizontal kernels of ML-DSA, replacing the portable ones of
// sampling/dsa_sampling.hpp and codec/bit_rows.hpp. Gains are in docs/performance.md;
// tests/unit/target/dsa_rows_test.cpp compares both.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "core/secret.hpp"
#include "core/target.hpp"
#include "sampling/dsa_sampling.hpp"

PQLANE_BEGIN_TARGET

struct ByteIndexes {
  alignas(64) std::uint8_t byte[64];
};

// Byte j of dword i is byte first_bit(i) / 8 + j.
template <int Bits>
constexpr ByteIndexes make_dword_gather() {
  ByteIndexes t{};
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 4; ++j) t.byte[4 * i + j] = static_cast<std::uint8_t>(Bits * i / 8 + j);
  }
  return t;
}
template <int Bits>
inline constexpr ByteIndexes dword_gather = make_dword_gather<Bits>();

// `bytes` is a multiple of 24; up to 40 bytes after the buffer are read, and up to 15 values behind 256
// written.
PQLANE_INLINE unsigned rej_ntt_avx512(const std::uint8_t* buffer, std::size_t bytes, std::int32_t* poly,
                                      unsigned count) {
  const __m512i gather = _mm512_load_si512(dword_gather<24>.byte);
  const __m512i low_23_bits = _mm512_set1_epi32(0x7FFFFF), q = _mm512_set1_epi32(mldsa_q);
  for (std::size_t i = 0; i < bytes && count < mldsa_n; i += 48) {
    const __mmask16 present = i + 48 <= bytes ? 0xFFFF : 0x00FF;
    const __m512i v =
        _mm512_and_si512(_mm512_permutexvar_epi8(gather, _mm512_loadu_si512(buffer + i)), low_23_bits);
    const __mmask16 accepted = _mm512_mask_cmplt_epi32_mask(present, v, q);
    _mm512_storeu_si512(poly + count, _mm512_maskz_compress_epi32(accepted, v));
    count += static_cast<unsigned>(_mm_popcnt_u32(accepted));
  }
  return count;
}

template <int Eta>
constexpr ByteIndexes make_bounded_values() {
  ByteIndexes t{};
  for (unsigned i = 0; i < 64; ++i) t.byte[i] = static_cast<std::uint8_t>(bounded_value<Eta>(i % 16));
  return t;
}
template <int Eta>
inline constexpr ByteIndexes bounded_values = make_bounded_values<Eta>();

// Reads up to 31 bytes after the buffer, writes up to 63 values behind 256. The table is a register.
template <int Eta>
PQLANE_INLINE unsigned rej_bounded_avx512(const std::uint8_t* buffer, std::size_t bytes, std::int8_t* poly,
                                          unsigned count) {
  const __m512i values = _mm512_load_si512(bounded_values<Eta>.byte);
  for (std::size_t i = 0; i < bytes && count < mldsa_n; i += 32) {
    const __mmask64 present = i + 32 <= bytes ? ~__mmask64{0} : (__mmask64{1} << (2 * (bytes - i))) - 1;
    const __m512i wide =
        _mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(buffer + i)));
    const __m512i nibbles =
        _mm512_and_si512(_mm512_or_si512(wide, _mm512_slli_epi16(wide, 4)), _mm512_set1_epi8(15));
    const __mmask64 accepted =
        _mm512_mask_cmplt_epu8_mask(present, nibbles, _mm512_set1_epi8(bounded_limit<Eta>));
    declassify(&accepted, sizeof accepted);
    _mm512_storeu_si512(poly + count,
                        _mm512_maskz_compress_epi8(accepted, _mm512_shuffle_epi8(values, nibbles)));
    count += static_cast<unsigned>(_mm_popcnt_u64(accepted));
  }
  return count;
}

struct DwordShifts {
  alignas(64) std::uint32_t shift[16];
};
template <int D>
constexpr DwordShifts make_unpack_shifts() {
  DwordShifts t{};
  for (int i = 0; i < 16; ++i) t.shift[i] = static_cast<std::uint32_t>(D * i % 8);
  return t;
}
template <int D>
inline constexpr DwordShifts unpack_shifts = make_unpack_shifts<D>();

// Sixteen values of D bits are 2 D bytes; each lies within four bytes.
template <int D>
PQLANE_INLINE void unpack_row_avx512(const std::uint8_t* bytes, std::int32_t* row) {
  static_assert(D <= 20);
  const __m512i gather = _mm512_load_si512(dword_gather<D>.byte);
  const __m512i shifts = _mm512_load_si512(unpack_shifts<D>.shift);
  for (int i = 0; i < mldsa_n; i += 16) {
    const __m512i v = _mm512_maskz_loadu_epi8((__mmask64{1} << (2 * D)) - 1, bytes + i / 8 * D);
    const __m512i placed = _mm512_srlv_epi32(_mm512_permutexvar_epi8(gather, v), shifts);
    _mm512_storeu_si512(row + i, _mm512_and_si512(placed, _mm512_set1_epi32((1 << D) - 1)));
  }
}

// Packing joins neighbours until a unit of 4 D bits (2 D where that is more than a word) stands at the bottom
// of a 128-bit (64-bit) lane, and then gathers bytes. Where a unit ends inside a byte, every second unit is
// shifted by 4 bits and gathered apart.
template <int D>
struct PackPlan {
  static constexpr int unit_bits = D <= 16 ? 4 * D : 2 * D;
  static constexpr int lane_bytes = D <= 16 ? 16 : 8;
  static constexpr int units = 64 / lane_bytes;
  static constexpr bool whole_bytes = unit_bits % 8 == 0;
  ByteIndexes first{}, second{};
  std::uint64_t first_mask = 0, second_mask = 0;
};

template <int D>
constexpr PackPlan<D> make_pack_plan() {
  using Plan = PackPlan<D>;
  static_assert(Plan::unit_bits % 4 == 0);
  Plan plan{};
  for (int unit = 0; unit < Plan::units; ++unit) {
    const int begin = Plan::unit_bits * unit, offset = begin % 8;  // offset 4: of the shifted copy
    for (int byte = 0; byte < (offset + Plan::unit_bits + 7) / 8; ++byte) {
      const int to = begin / 8 + byte;
      const auto from = static_cast<std::uint8_t>(Plan::lane_bytes * unit + byte);
      if (offset == 0) {
        plan.first.byte[to] = from;
        plan.first_mask |= std::uint64_t{1} << to;
      } else {
        plan.second.byte[to] = from;
        plan.second_mask |= std::uint64_t{1} << to;
      }
    }
  }
  return plan;
}
template <int D>
inline constexpr PackPlan<D> pack_plan = make_pack_plan<D>();

template <int D>
PQLANE_INLINE __m512i pack_16(__m512i v) {
  using Plan = PackPlan<D>;
  // Even and odd lanes of 32 bits side by side.
  __m512i x =
      _mm512_ternarylogic_epi64(_mm512_set1_epi64((1 << D) - 1), v, _mm512_srli_epi64(v, 32 - D), 0xCA);
  if constexpr (D <= 16) {
    x = _mm512_and_si512(x, _mm512_set1_epi64((std::int64_t{1} << (2 * D)) - 1));
    x = _mm512_or_si512(x, _mm512_slli_epi64(_mm512_bsrli_epi128(x, 8), 2 * D));
  }
  const __m512i first =
      _mm512_maskz_permutexvar_epi8(pack_plan<D>.first_mask, _mm512_load_si512(pack_plan<D>.first.byte), x);
  if constexpr (Plan::whole_bytes) {
    return first;
  } else {
    const __m512i second = _mm512_maskz_permutexvar_epi8(
        pack_plan<D>.second_mask, _mm512_load_si512(pack_plan<D>.second.byte), _mm512_slli_epi64(x, 4));
    return _mm512_or_si512(first, second);
  }
}

// Whole vectors are stored while what follows is still to be written.
template <int D>
PQLANE_INLINE void pack_row_avx512(const std::int32_t* row, std::uint8_t* bytes) {
  constexpr int step = 2 * D, store = step <= 16 ? 16 : step <= 32 ? 32 : 64;
  constexpr int whole = (32 * D - store) / step + 1;  // vectors after which `store` bytes fit
  for (int i = 0; i < 16; ++i) {
    const __m512i packed = pack_16<D>(_mm512_loadu_si512(row + 16 * i));
    std::uint8_t* out = bytes + step * i;
    if (i >= whole) {
      _mm512_mask_storeu_epi8(out, (__mmask64{1} << step) - 1, packed);
    } else if constexpr (store == 16) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm512_castsi512_si128(packed));
    } else if constexpr (store == 32) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_castsi512_si256(packed));
    } else {
      _mm512_storeu_si512(out, packed);
    }
  }
}

PQLANE_END_TARGET
