// target.hpp (AVX2): which lanes and kernels the schemes use on this target.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/avx2/lanes.hpp"
#include "backends/avx2/rows.hpp"
#include "backends/scalar/lanes.hpp"
#include "core/target.hpp"

PQLANE_BEGIN_TARGET

struct Target {
  using Words = WordsX4;
  using Coeffs = CoeffsX16;
  using Rows = CoeffsX16;
  using Block = CoeffsX16;                 // 256-bit lanes for kernels inside one polynomial
  static constexpr int narrow_ops = 4;     // operations of a narrow tile
  static constexpr int narrow_until = 12;  // batches up to this go in narrow tiles, measured to be faster

  // Four states cost about twice one state on general registers.
  template <class F>
  static PQLANE_INLINE void for_each_group(int jobs, F f) {
    int i = 0;
    for (; jobs - i > 2; i += 4) f.template operator()<WordsX4>(i, jobs - i < 4 ? jobs - i : 4);
    for (; i < jobs; ++i) f.template operator()<WordsX1>(i, 1);
  }

  static PQLANE_INLINE unsigned rej_uniform(const std::uint8_t* buffer, std::size_t bytes, std::int16_t* poly,
                                            unsigned count) {
    return rej_uniform_avx2(buffer, bytes, poly, count);
  }
  static PQLANE_INLINE void pack_12(const std::int16_t* poly, std::uint8_t* bytes) {
    pack_12_avx2(poly, bytes);
  }
  static PQLANE_INLINE bool unpack_12(const std::uint8_t* bytes, std::int16_t* poly) {
    return unpack_12_avx2(bytes, poly);
  }
};

PQLANE_END_TARGET
