// target.hpp (AVX-512): which lanes and kernels the schemes use on this target.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/avx512/lanes.hpp"
#include "backends/avx512/rows.hpp"
#include "core/target.hpp"

PQLANE_BEGIN_TARGET

struct Target {
  using Words = WordsX8;
  using Coeffs = CoeffsX32;
  using Rows = CoeffsX32;
  using Block = CoeffsX16;                 // 256-bit lanes for kernels inside one polynomial
  static constexpr int narrow_ops = 8;     // operations of a narrow tile
  static constexpr int narrow_until = 20;  // batches up to this go in narrow tiles, measured to be faster

  // Up to four jobs: 256-bit registers with the AVX512VL instructions take about half the time of eight.
  template <class F>
  static PQLANE_INLINE void for_each_group(int jobs, F f) {
    int i = 0;
    for (; jobs - i > 4; i += 8) f.template operator()<WordsX8>(i, jobs - i < 8 ? jobs - i : 8);
    if (i < jobs) f.template operator()<WordsX4>(i, jobs - i);
  }

  static PQLANE_INLINE unsigned rej_uniform(const std::uint8_t* buffer, std::size_t bytes, std::int16_t* poly,
                                            unsigned count) {
    return rej_uniform_avx512(buffer, bytes, poly, count);
  }
  static PQLANE_INLINE void pack_12(const std::int16_t* poly, std::uint8_t* bytes) {
    pack_12_avx512(poly, bytes);
  }
  static PQLANE_INLINE bool unpack_12(const std::uint8_t* bytes, std::int16_t* poly) {
    return unpack_12_avx512(bytes, poly);
  }
};

PQLANE_END_TARGET
