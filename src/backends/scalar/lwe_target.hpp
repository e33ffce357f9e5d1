// lwe_target.hpp (scalar): lanes of LWE-KEM: one Keccak state at a time; products four to a vector of the
// baseline.
#pragma once

#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "backends/scalar/target.hpp"
#include "schemes/lwe/matrix.hpp"

PQLANE_BEGIN_TARGET

// Four sums, each of products of pairs of 16-bit numbers.
struct PairsX4 {
  static constexpr std::size_t lanes = 4;
#if defined(__SSE2__)
  using V = __m128i;
  static PQLANE_INLINE V load(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }
  static PQLANE_INLINE void store(std::int32_t* p, V a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), a);
  }
  static PQLANE_INLINE V set1(std::uint32_t a) { return _mm_set1_epi32(static_cast<int>(a)); }
  static PQLANE_INLINE V multiply_add(V sum, V a, V b) { return _mm_add_epi32(sum, _mm_madd_epi16(a, b)); }
#else
  typedef std::int32_t V __attribute__((vector_size(16)));
  static PQLANE_INLINE V load(const void* p) {
    V v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  static PQLANE_INLINE void store(std::int32_t* p, V a) { std::memcpy(p, &a, sizeof a); }
  static PQLANE_INLINE V set1(std::uint32_t a) {
    const auto x = static_cast<std::int32_t>(a);
    return V{x, x, x, x};
  }
  static PQLANE_INLINE V low(V a) {
    typedef std::uint32_t U __attribute__((vector_size(16)));
    return reinterpret_cast<V>(reinterpret_cast<U>(a) << 16) >> 16;
  }
  static PQLANE_INLINE V multiply_add(V sum, V a, V b) {
    return sum + low(a) * low(b) + (a >> 16) * (b >> 16);
  }
#endif
};

struct LweTarget : Target {
  using Pairs = PairsX4;
  static constexpr std::size_t row_group = 4, panel_vectors = 2;
  template <class M>
  static PQLANE_INLINE unsigned accept(const std::uint8_t* bytes, unsigned words, std::uint16_t* row,
                                       unsigned have, unsigned wanted) {
    return lwe_accept_portable<M>(bytes, words, row, have, wanted);
  }
};

PQLANE_END_TARGET
