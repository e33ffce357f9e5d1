// field.hpp: arithmetic modulo q = 3329 on lanes of 16-bit signed coefficients.
//
// Spec: [FIPS203, section 2.4.5]; Montgomery form with R = 2^16 [MONTGOMERY85].
// Bounds are stated for |a| as absolute values; arithmetic never overflows inside them.
// Secrecy: no branch, index or division.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "params/mlkem.hpp"

PQLANE_BEGIN_TARGET

constexpr std::int32_t field_power(std::int32_t base, unsigned exponent) {
  std::int32_t r = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) r = r * base % mlkem_q;
    base = base * base % mlkem_q;
  }
  return r;
}

// Representative in (-q/2, q/2).
constexpr std::int16_t field_centered(std::int32_t a) {
  a = ((a % mlkem_q) + mlkem_q) % mlkem_q;
  return static_cast<std::int16_t>(a > mlkem_q / 2 ? a - mlkem_q : a);
}

constexpr std::int32_t montgomery_r = 65536 % mlkem_q;

// q^-1 mod 2^16 by Newton's iteration, as a signed 16-bit value.
constexpr std::int16_t montgomery_q_inverse() {
  std::uint32_t x = 1;
  for (int i = 0; i < 4; ++i) x = x * (2u - static_cast<std::uint32_t>(mlkem_q) * x);
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(x));
}
static_assert(static_cast<std::uint16_t>(montgomery_q_inverse() * mlkem_q) == 1);

// A constant factor: z * R mod q centered, and z * R * q^-1 mod 2^16 that saves a multiplication.
struct MontgomeryFactor {
  std::int16_t value;
  std::int16_t value_q_inverse;
};

constexpr MontgomeryFactor montgomery_factor(std::int32_t z) {
  const std::int16_t v = field_centered(static_cast<std::int32_t>(std::int64_t{z} * montgomery_r % mlkem_q));
  return {v, static_cast<std::int16_t>(static_cast<std::uint16_t>(v * montgomery_q_inverse()))};
}

// a * z mod q for the factor z. |result| <= |a| * 1664 / 2^16 + q / 2 <= 2497 for every 16-bit a.
template <class C>
PQLANE_INLINE typename C::V montgomery_multiply(typename C::V a, typename C::V z, typename C::V z_q_inverse) {
  const auto high = C::mulhi(a, z);
  const auto low = C::mullo(a, z_q_inverse);
  return C::sub(high, C::mulhi(low, C::set1(mlkem_q)));
}

template <class C>
PQLANE_INLINE typename C::V montgomery_multiply(typename C::V a, MontgomeryFactor z) {
  return montgomery_multiply<C>(a, C::set1(z.value), C::set1(z.value_q_inverse));
}

// Same class modulo q with |result| <= 2165, for every 16-bit a: the quotient a / q is taken as
// round(10 a / 2^15), 2^15 / 10 = 3276.8, which is off by at most 1.6% of a / q plus one half.
template <class C>
PQLANE_INLINE typename C::V barrett_reduce(typename C::V a) {
  const auto quotient = C::mulhrs(a, C::set1(10));
  return C::sub(a, C::mullo(quotient, C::set1(mlkem_q)));
}
inline constexpr int barrett_bound = 2165;

// Adds q to negative values: |a| < q gives [0, q).
template <class C>
PQLANE_INLINE typename C::V add_q_if_negative(typename C::V a) {
  return C::add(a, C::and2(C::template srai<15>(a), C::set1(mlkem_q)));
}

// The representative in [0, q) of any 16-bit a. After the Barrett step |a| < q.
template <class C>
PQLANE_INLINE typename C::V canonical(typename C::V a) {
  return add_q_if_negative<C>(barrett_reduce<C>(a));
}

PQLANE_END_TARGET
