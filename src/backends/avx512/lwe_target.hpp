// lwe_target.hpp (AVX-512): lanes of LWE-KEM.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "backends/avx512/target.hpp"
#include "schemes/lwe/matrix.hpp"

PQLANE_BEGIN_TARGET

// Sixteen sums, each of products of pairs of 16-bit numbers.
struct PairsX16 {
  static constexpr std::size_t lanes = 16;
  using V = __m512i;
  static PQLANE_INLINE V load(const void* p) { return _mm512_loadu_si512(p); }
  static PQLANE_INLINE void store(std::int32_t* p, V a) { _mm512_storeu_si512(p, a); }
  static PQLANE_INLINE V set1(std::uint32_t a) { return _mm512_set1_epi32(static_cast<int>(a)); }
  static PQLANE_INLINE V multiply_add(V sum, V a, V b) {
    return _mm512_add_epi32(sum, _mm512_madd_epi16(a, b));
  }
};

struct LweTarget : Target {
  using Pairs = PairsX16;
  static constexpr std::size_t row_group = 8, panel_vectors = 2;

  // Replaces lwe_accept_portable: whole vectors are compressed (in a register, see append_accepted) and
  // stored, up to 64 bytes behind the last entry.
  template <class M>
  static PQLANE_INLINE unsigned accept(const std::uint8_t* bytes, unsigned words, std::uint16_t* row,
                                       unsigned have, unsigned wanted) {
    for (unsigned i = 0; i < words; i += 32) {
      const __mmask32 there = words - i < 32 ? (1u << (words - i)) - 1 : 0xFFFFFFFFu;
      const __m512i v = _mm512_and_si512(_mm512_maskz_loadu_epi16(there, bytes + 2 * i),
                                         _mm512_set1_epi16(static_cast<short>((1u << M::bits) - 1)));
      const __mmask32 accepted =
          _mm512_mask_cmplt_epu16_mask(there, v, _mm512_set1_epi16(static_cast<short>(M::q)));
      const unsigned place = have < wanted ? have : wanted;
      _mm512_storeu_si512(row + place, _mm512_maskz_compress_epi16(accepted, v));
      have += static_cast<unsigned>(_mm_popcnt_u32(accepted));
    }
    return have;
  }
};

PQLANE_END_TARGET
