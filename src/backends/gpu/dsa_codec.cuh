// dsa_codec.cuh: eight neighbouring values of D bits in 8 D bits [FIPS204, algorithms 16 to 19]; a thread's
// run.
//
// Unit is the size of an access in bytes, 1, 2 or 4; the address is a multiple of it, and D too.
// Secrecy: no branch or index on data.
#pragma once

#include "backends/gpu/target.cuh"

namespace pqlane::gpu {

template <int D>
inline constexpr int widest_unit = D % 4 == 0   ? 4
                                   : D % 2 == 0 ? 2
                                                : 1;

template <int Unit>
struct UnitType {
  using Type = std::uint8_t;
};
template <>
struct UnitType<2> {
  using Type = std::uint16_t;
};
template <>
struct UnitType<4> {
  using Type = std::uint32_t;
};

template <int D, int Unit>
PQLANE_DEVICE void unpack_eight(const std::uint8_t* p, std::int32_t (&v)[8]) {
  using Type = typename UnitType<Unit>::Type;
  static_assert(D % Unit == 0);
  const auto* in = reinterpret_cast<const Type*>(p);
  std::uint32_t words[(D + 3) / 4 + 1] = {};
  PQLANE_UNROLL
  for (int i = 0; i < D / Unit; ++i) {
    words[i * Unit / 4] |= std::uint32_t{in[i]} << (i * Unit % 4 * 8);
  }
  PQLANE_UNROLL
  for (int i = 0; i < 8; ++i) {
    const int word = i * D / 32, shift = i * D % 32;
    std::uint32_t value = words[word] >> shift;
    if (shift + D > 32) value |= words[word + 1] << (32 - shift);
    v[i] = static_cast<std::int32_t>(value & ((1u << D) - 1));
  }
}

template <int D, int Unit>
PQLANE_DEVICE void pack_eight(const std::int32_t (&v)[8], std::uint8_t* p) {
  using Type = typename UnitType<Unit>::Type;
  static_assert(D % Unit == 0);
  std::uint32_t words[(D + 3) / 4 + 1] = {};
  PQLANE_UNROLL
  for (int i = 0; i < 8; ++i) {
    const int word = i * D / 32, shift = i * D % 32;
    const auto value = static_cast<std::uint32_t>(v[i]);
    words[word] |= value << shift;
    if (shift + D > 32) words[word + 1] |= value >> (32 - shift);
  }
  auto* out = reinterpret_cast<Type*>(p);
  PQLANE_UNROLL
  for (int i = 0; i < D / Unit; ++i) {
    out[i] = static_cast<Type>(words[i * Unit / 4] >> (i * Unit % 4 * 8));
  }
}

}  // namespace pqlane::gpu
