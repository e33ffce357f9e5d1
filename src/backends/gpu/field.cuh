// field.cuh: arithmetic modulo q = 3329 and the passes of the NTT, on 32-bit registers.
//
// Spec: [FIPS203, algorithms 9 to 12]. Replaces kernels/field.hpp and ntt.hpp on GPUs, where a product
// modulo q by Plantard's method [PLANTARD21, HUANG22] is four instructions and accepts sums of many
// coefficients, so that no layer needs a reduction of its own.
// Bounds: plantard_* take |a z| up to q * 458752 (z centered, so |a| <= 917504 for a constant) and give
// |r| <= 1665. Secrecy: no branch, index or division on data.
#pragma once

#include "backends/gpu/target.cuh"
#include "kernels/ntt.hpp"

namespace pqlane::gpu {

constexpr std::uint32_t inverse_of_q_32() {
  std::uint32_t x = 1;
  for (int i = 0; i < 5; ++i) x *= 2u - static_cast<std::uint32_t>(mlkem_q) * x;
  return x;
}
inline constexpr std::uint32_t q_inverse = inverse_of_q_32();
static_assert(q_inverse * static_cast<std::uint32_t>(mlkem_q) == 1);

// -2^32 mod q: a Plantard product carries the inverse of this.
inline constexpr std::int32_t plantard_r =
    static_cast<std::int32_t>(static_cast<std::uint32_t>(mlkem_q) -
                              static_cast<std::uint32_t>((std::uint64_t{1} << 32) % std::uint64_t{mlkem_q}));

// z * -2^32 mod q, centered.
constexpr std::int32_t plantard_scaled(std::int32_t z) {
  return field_centered(static_cast<std::int32_t>(std::int64_t{z} * plantard_r % mlkem_q));
}

// The constant factor z: times q^-1 modulo 2^32.
constexpr std::uint32_t plantard_factor(std::int32_t z) {
  return static_cast<std::uint32_t>(plantard_scaled(z)) * q_inverse;
}

PQLANE_DEVICE std::int32_t plantard_finish(std::uint32_t product) {
  return (((static_cast<std::int32_t>(product) >> 16) + 8) * mlkem_q) >> 16;
}
// a * z mod q for a constant factor.
PQLANE_DEVICE std::int32_t plantard_multiply(std::int32_t a, std::uint32_t factor) {
  return plantard_finish(static_cast<std::uint32_t>(a) * factor);
}
// a * (-2^32)^-1 mod q.
PQLANE_DEVICE std::int32_t plantard_reduce(std::int32_t a) {
  return plantard_finish(static_cast<std::uint32_t>(a) * q_inverse);
}
// The representative in [0, q).
PQLANE_DEVICE std::int32_t canonical_value(std::int32_t a) {
  const std::int32_t r = plantard_multiply(a, plantard_factor(1));
  return r + ((r >> 31) & mlkem_q);
}

// 128^-1 times -2^32: undoes the transform's factor and one plantard_reduce.
inline constexpr std::int32_t inverse_scale =
    static_cast<std::int32_t>(std::int64_t{field_power(128, mlkem_q - 2)} * plantard_r % mlkem_q);

struct ZetaTable {
  std::uint32_t zeta[128];          // zeta^BitRev7(i) as a factor
  std::uint32_t zeta_inverse[128];  // its inverse as a factor
  std::int32_t base[64];            // zeta^(2 BitRev7(i) + 1) times -2^32, for products of pairs 2 i
};

constexpr ZetaTable make_zeta_table() {
  ZetaTable t{};
  for (unsigned i = 0; i < 128; ++i) {
    const std::int32_t z = field_power(17, bit_reverse7(i));
    t.zeta[i] = plantard_factor(z);
    t.zeta_inverse[i] = plantard_factor(field_power(z, mlkem_q - 2));
    // Pair 2i has zeta^(2 BitRev7(2i) + 1) = zeta^BitRev7(64 + i), pair 2i + 1 its negative.
    if (i >= 64) t.base[i - 64] = plantard_scaled(z);
  }
  return t;
}

PQLANE_DEVICE_TABLE ZetaTable zeta_table = make_zeta_table();

// `Layers` layers of the forward transform on 2^Layers coefficients of two operations; `first` blocks
// exist in the first of these layers, and the coefficients belong to block `block`. Layers recur in the
// template, so that every index is a constant and the array stays in registers.
template <int Layers, int Layer = 0>
PQLANE_DEVICE void forward_layers(std::int32_t (&v)[2][1 << Layers], unsigned first, unsigned block) {
  constexpr int half = 1 << (Layers - 1 - Layer);
  PQLANE_UNROLL
  for (int group = 0; group < (1 << Layer); ++group) {
    const std::uint32_t z = zeta_table.zeta[((first + block) << Layer) + static_cast<unsigned>(group)];
    PQLANE_UNROLL
    for (int i = 0; i < half; ++i) {
      PQLANE_UNROLL
      for (int o = 0; o < 2; ++o) {
        std::int32_t &x = v[o][2 * half * group + i], &y = v[o][2 * half * group + i + half];
        const std::int32_t t = plantard_multiply(y, z);
        y = x - t;
        x += t;
      }
    }
  }
  if constexpr (Layer + 1 < Layers) forward_layers<Layers, Layer + 1>(v, first, block);
}

template <int Layers, int Layer = Layers - 1>
PQLANE_DEVICE void inverse_layers(std::int32_t (&v)[2][1 << Layers], unsigned first, unsigned block) {
  constexpr int half = 1 << (Layers - 1 - Layer);
  PQLANE_UNROLL
  for (int group = 0; group < (1 << Layer); ++group) {
    const std::uint32_t z =
        zeta_table.zeta_inverse[((first + block) << Layer) + static_cast<unsigned>(group)];
    PQLANE_UNROLL
    for (int i = 0; i < half; ++i) {
      PQLANE_UNROLL
      for (int o = 0; o < 2; ++o) {
        std::int32_t &x = v[o][2 * half * group + i], &y = v[o][2 * half * group + i + half];
        const std::int32_t t = x - y;
        x += y;
        y = plantard_multiply(t, z);
      }
    }
  }
  if constexpr (Layer > 0) inverse_layers<Layers, Layer - 1>(v, first, block);
}

// round(2^D x / q) mod 2^D for |x| < q: the quotient by the reciprocal ceil(2^36 / q), exact up to 2^24.
template <int D>
PQLANE_DEVICE std::uint32_t compress_value(std::int32_t x) {
  constexpr std::uint32_t reciprocal =
      static_cast<std::uint32_t>(((std::uint64_t{1} << 36) + mlkem_q - 1) / mlkem_q);
  const auto n = static_cast<std::uint32_t>((x + mlkem_q) * (1 << D) + mlkem_q / 2);
  return (multiply_high(n, reciprocal) >> 4) & ((1u << D) - 1);
}

// round(q y / 2^D).
template <int D>
PQLANE_DEVICE std::int32_t decompress_value(std::uint32_t y) {
  return static_cast<std::int32_t>((y * static_cast<std::uint32_t>(mlkem_q) + (1u << (D - 1))) >> D);
}

}  // namespace pqlane::gpu
