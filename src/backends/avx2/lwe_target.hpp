// lwe_target.hpp (AVX2): lanes of LWE-KEM.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "backends/avx2/target.hpp"
#include "schemes/lwe/matrix.hpp"

PQLANE_BEGIN_TARGET

// Eight sums, each of products of pairs of 16-bit numbers.
struct PairsX8 {
  static constexpr std::size_t lanes = 8;
  using V = __m256i;
  static PQLANE_INLINE V load(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
  static PQLANE_INLINE void store(std::int32_t* p, V a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static PQLANE_INLINE V set1(std::uint32_t a) { return _mm256_set1_epi32(static_cast<int>(a)); }
  static PQLANE_INLINE V multiply_add(V sum, V a, V b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
  }
};

struct LweTarget : Target {
  using Pairs = PairsX8;
  static constexpr std::size_t row_group = 4, panel_vectors = 2;  // eight sums of sixteen registers
  template <class M>
  static PQLANE_INLINE unsigned accept(const std::uint8_t* bytes, unsigned words, std::uint16_t* row,
                                       unsigned have, unsigned wanted) {
    return lwe_accept_portable<M>(bytes, words, row, have, wanted);
  }
};

PQLANE_END_TARGET
