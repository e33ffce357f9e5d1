// dsa_target.hpp (scalar): lanes and kernels of ML-DSA on this target.
#pragma once

#include "backends/scalar/ring_lanes.hpp"
#include "backends/scalar/target.hpp"
#include "codec/bit_rows.hpp"
#include "core/target.hpp"
#include "sampling/dsa_sampling.hpp"

PQLANE_BEGIN_TARGET

struct DsaTarget : Target {
  using Ring = RingX1;
  using Bytes = BytesX16;

  static PQLANE_INLINE unsigned rej_ntt(const std::uint8_t* buffer, std::size_t bytes, std::int32_t* poly,
                                        unsigned count) {
    return rej_ntt_portable(buffer, bytes, poly, count);
  }
  template <int Eta>
  static PQLANE_INLINE unsigned rej_bounded(const std::uint8_t* buffer, std::size_t bytes, std::int8_t* poly,
                                            unsigned count) {
    return rej_bounded_portable<Eta>(buffer, bytes, poly, count);
  }
  template <int D>
  static PQLANE_INLINE void pack(const std::int32_t* row, std::uint8_t* bytes) {
    pack_row_portable<D>(row, bytes);
  }
  template <int D>
  static PQLANE_INLINE void unpack(const std::uint8_t* bytes, std::int32_t* row) {
    unpack_row_portable<D>(bytes, row);
  }
};

PQLANE_END_TARGET
