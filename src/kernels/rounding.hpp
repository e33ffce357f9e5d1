// rounding.hpp: high and low parts of coefficients modulo q = 8380417, on lanes, and hints.
//
// Spec: [FIPS204, algorithms 35 to 40]. Bounds: r in [0, q).
// tests/unit/target/rounding_test.cpp compares every r with the standard's text.
// Secrecy: no branch, index or division.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "kernels/ring.hpp"

PQLANE_BEGIN_TARGET

template <class R>
struct Rounded {
  typename R::V high, low;
};

// r = high 2^13 + low, low in (-2^12, 2^12].
template <class R>
PQLANE_INLINE Rounded<R> power2round(typename R::V r) {
  const auto high = R::template srai<mldsa_d>(R::add(r, R::set1((1 << (mldsa_d - 1)) - 1)));
  return {high, R::sub(r, R::template slli<mldsa_d>(high))};
}

// r = high 2 gamma2 + low modulo q, low in (-gamma2, gamma2], but [-gamma2, ..) where r is near q and high
// wraps to 0. The quotient is taken from r / 128 rounded up, 2 gamma2 being a multiple of 128, by a product
// with 128 2^S / (2 gamma2), rounded.
template <class R, std::int32_t Gamma2>
PQLANE_INLINE Rounded<R> decompose(typename R::V r) {
  constexpr std::int32_t step = 2 * Gamma2, top = (mldsa_q - 1) / step;
  static_assert(step % 128 == 0);
  constexpr int shift = step / 128 < 2048 ? 24 : 22;  // keeps the product below 2^30
  constexpr std::int32_t scale = ((1 << shift) + step / 256) / (step / 128);
  const auto units = R::template srai<7>(R::add(r, R::set1(127)));
  const auto rounded =
      R::template srai<shift>(R::add(R::mullo(units, R::set1(scale)), R::set1(1 << (shift - 1))));
  const auto wraps = R::equal(rounded, R::set1(top));  // r is above q - 1 - gamma2
  const auto low = R::add(R::sub(r, R::mullo(rounded, R::set1(step))), wraps);
  return {R::and_not(wraps, rounded), low};
}

// 1 where adding ct0 to w - c s2 changes its high bits: low is the low part of w - c s2 plus ct0, without a
// new rounding, and high that of w. All ones instead of 1.
template <class R, std::int32_t Gamma2>
PQLANE_INLINE typename R::V make_hint(typename R::V low, typename R::V high) {
  const auto gamma2 = R::set1(Gamma2), minus = R::set1(-Gamma2), zero = R::set1(0);
  const auto outside = R::or2(R::greater(low, gamma2), R::greater(minus, low));
  return R::or2(outside, R::and_not(R::equal(high, zero), R::equal(low, minus)));
}

// The high part of r, one up or down where the hint (0 or 1) says so.
template <class R, std::int32_t Gamma2>
PQLANE_INLINE typename R::V use_hint(typename R::V hint, typename R::V r) {
  constexpr std::int32_t m = (mldsa_q - 1) / (2 * Gamma2);
  const auto parts = decompose<R, Gamma2>(r);
  const auto zero = R::set1(0), one = R::set1(1);
  // +1 where low > 0, else -1, where there is a hint.
  const auto up = R::and2(R::greater(parts.low, zero), R::set1(2));
  const auto change = R::and2(R::sub(zero, hint), R::sub(up, one));
  auto high = R::add(parts.high, change);
  high = R::add(high, R::and2(R::template srai<31>(high), R::set1(m)));  // -1 becomes m - 1
  return R::and_not(R::equal(high, R::set1(m)), high);                   // m becomes 0
}

PQLANE_END_TARGET
