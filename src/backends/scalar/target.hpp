// target.hpp (scalar): which lanes and kernels the schemes use on this target.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/scalar/lanes.hpp"
#include "codec/twelve_bit.hpp"
#include "core/target.hpp"
#include "sampling/rej_uniform.hpp"

PQLANE_BEGIN_TARGET

struct Target {
  using Words = WordsX1;                  // Keccak lanes of a full group
  using Coeffs = CoeffsX1;                // lanes of a tile
  using Rows = CoeffsX1;                  // lanes inside one polynomial
  static constexpr int narrow_ops = 0;    // no narrow tiles: polynomials in memory order
  static constexpr int narrow_until = 0;  // batches up to this go in narrow tiles

  // Calls f.template operator()<W>(first, count) for groups of jobs that cover 0..jobs - 1.
  template <class F>
  static PQLANE_INLINE void for_each_group(int jobs, F f) {
    for (int i = 0; i < jobs; ++i) f.template operator()<WordsX1>(i, 1);
  }

  static PQLANE_INLINE unsigned rej_uniform(const std::uint8_t* buffer, std::size_t bytes, std::int16_t* poly,
                                            unsigned count) {
    return rej_uniform_portable(buffer, bytes, poly, count);
  }
  static PQLANE_INLINE void pack_12(const std::int16_t* poly, std::uint8_t* bytes) {
    pack_12_portable(poly, bytes);
  }
  static PQLANE_INLINE bool unpack_12(const std::uint8_t* bytes, std::int16_t* poly) {
    return unpack_12_portable(bytes, poly);
  }
};

PQLANE_END_TARGET
