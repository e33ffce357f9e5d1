// ring.hpp: arithmetic modulo q = 8380417 on lanes of 32-bit signed coefficients.
//
// Spec: [FIPS204, section 2.4]; Montgomery form with R = 2^32 [MONTGOMERY85].
// A Ring lane type has V, load, store, set1, add, sub, .. and the steps that need 64-bit products:
//   multiply_factor(a, z)      a z for a factor z, see RingFactor; between -q / 4 and 5 q / 4 for any a
//   montgomery(a, z)           a z R^-1 for numbers |a z| < 2^31 q; |result| < q
//   Sum, multiply_add, reduce  sums of 64-bit products, and their value times R^-1
// Secrecy: no branch, index or division.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "params/mldsa.hpp"

PQLANE_BEGIN_TARGET

constexpr std::int32_t ring_power(std::int64_t base, unsigned exponent) {
  std::int64_t r = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) r = r * base % mldsa_q;
    base = base * base % mldsa_q;
  }
  return static_cast<std::int32_t>(r);
}

// R = 2^32 mod q.
constexpr std::int32_t ring_r = static_cast<std::int32_t>((std::int64_t{1} << 32) % mldsa_q);

// q^-1 mod 2^32 by Newton's iteration.
constexpr std::uint32_t ring_q_inverse() {
  std::uint32_t x = 1;
  for (int i = 0; i < 5; ++i) x = x * (2u - static_cast<std::uint32_t>(mldsa_q) * x);
  return x;
}
static_assert(ring_q_inverse() * static_cast<std::uint32_t>(mldsa_q) == 1);

// A constant factor z, centered, and z 2^32 / q, rounded. With them a product modulo q needs no double-width
// reduction: a z - q floor(a quotient / 2^32), in 32 bits [BARRETT86]. The rounding of the quotient, at most
// 1/2, changes that by at most |a| q / 2^33, so that the result lies in (-|a| q / 2^33, q + |a| q / 2^33).
struct RingFactor {
  std::int32_t value;
  std::int32_t quotient;
};

constexpr RingFactor ring_factor(std::int64_t z) {
  z %= mldsa_q;
  if (z < 0) z += mldsa_q;
  if (z > mldsa_q / 2) z -= mldsa_q;
  const std::int64_t twice = z * (std::int64_t{1} << 33) / mldsa_q;  // towards 0
  return {static_cast<std::int32_t>(z), static_cast<std::int32_t>((twice + (z < 0 ? -1 : 1)) / 2)};
}

// A factor in all lanes.
template <class R>
PQLANE_INLINE typename R::Factor broadcast_factor(RingFactor z) {
  return R::factor(z.value, z.quotient);
}

// |a| < q gives [0, q).
template <class R>
PQLANE_INLINE typename R::V ring_canonical(typename R::V a) {
  return R::add(a, R::and2(R::template srai<31>(a), R::set1(mldsa_q)));
}

// Row = sum over j of a[j] b[j], times R^-1; all in the NTT domain and memory order, polynomial j of a at
// a + j * a_stride. With `extra_a`, extra_a times extra_b is added. |a| < q, |b| < 9.2q and |extra| < 9.2q
// give sums below 2^54 = 2^31 q for up to 7 terms and the extra one; |row| < q.
template <class R, int Terms>
PQLANE_INLINE void ring_row_product(const std::int32_t* a, std::size_t a_stride, const std::int32_t* b,
                                    std::int32_t* row, const std::int32_t* extra_a = nullptr,
                                    const std::int32_t* extra_b = nullptr) {
  for (int i = 0; i < mldsa_n; i += R::lanes) {
    typename R::Sum sum = R::multiply(R::load(a + i), R::load(b + i));
#pragma GCC unroll 8
    for (int j = 1; j < Terms; ++j) {
      R::multiply_add(sum, R::load(a + static_cast<std::size_t>(j) * a_stride + i),
                      R::load(b + j * mldsa_n + i));
    }
    if (extra_a != nullptr) R::multiply_add(sum, R::load(extra_a + i), R::load(extra_b + i));
    R::store(row + i, R::reduce(sum));
  }
}

PQLANE_END_TARGET
