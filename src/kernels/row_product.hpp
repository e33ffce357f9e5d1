// row_product.hpp: one row of a matrix-vector product in the NTT domain, polynomials in memory order.
//
// Spec: [FIPS203, algorithms 11 and 12]: sums of MultiplyNTTs. A polynomial is 128 pairs; a product of
// pairs modulo X^2 - gamma is (a0 b0 + a1 b1 gamma, a0 b1 + a1 b0). With the second operand kept as the
// two pairs (b0, b1 gamma) and (b1, b0) (a factor), each result is one multiply-add of 16-bit pairs into
// 32 bits, exact over all k terms, and is reduced once.
// Shapes: a[256] in [0, 4096), factor[2][256], out[256].
// Bounds: prepare_factor takes any 16-bit value and gives |b0|, |b1| <= 2165, |b1 gamma| <= 1720. The second
// of a pair is the larger sum, a0 b1 + a1 b0: |out| <= 4 * 4096 * (2165 + 2165) / 2^16 + q / 2 <= 2747, times
// R^-1, below the 3018 that the inverse NTT takes. Secrecy: no branch or index on data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/target.hpp"
#include "kernels/field.hpp"
#include "kernels/ntt.hpp"

PQLANE_BEGIN_TARGET

inline constexpr int factor_coeffs = 2 * mlkem_n;

// gamma_i = zeta^(2 BitRev7(i) + 1) [FIPS203, algorithm 11] at the odd places 2i + 1.
struct GammaTable {
  alignas(64) std::int16_t value[mlkem_n];
  alignas(64) std::int16_t value_q_inverse[mlkem_n];
};

constexpr GammaTable make_gamma_table() {
  GammaTable table{};
  for (unsigned i = 0; i < 128; ++i) {
    const MontgomeryFactor gamma = montgomery_factor(field_power(17, 2 * bit_reverse7(i) + 1));
    table.value[2 * i + 1] = gamma.value;
    table.value_q_inverse[2 * i + 1] = gamma.value_q_inverse;
  }
  return table;
}

inline constexpr GammaTable gamma_table = make_gamma_table();

template <class C>
PQLANE_INLINE void prepare_factor(const std::int16_t* b, std::int16_t* factor) {
  if constexpr (C::lanes == 1) {
    for (int i = 0; i < mlkem_n; i += 2) {
      const auto b0 = barrett_reduce<C>(b[i]), b1 = barrett_reduce<C>(b[i + 1]);
      factor[i] = b0;
      factor[i + 1] =
          montgomery_multiply<C>(b1, gamma_table.value[i + 1], gamma_table.value_q_inverse[i + 1]);
      factor[mlkem_n + i] = b1;
      factor[mlkem_n + i + 1] = b0;
    }
  } else {
    for (int i = 0; i < mlkem_n; i += C::lanes) {
      const auto v = barrett_reduce<C>(C::load(b + i));
      const auto scaled =
          montgomery_multiply<C>(v, C::load(gamma_table.value + i), C::load(gamma_table.value_q_inverse + i));
      C::store(factor + i, C::blend_odd(v, scaled));
      C::store(factor + mlkem_n + i, C::swap_pairs(v));
    }
  }
}

// out = sum over j < K of a_j * b_j, times R^-1; a_j = a + j * a_stride, its factor at j * factor_coeffs.
template <class C, int K>
PQLANE_INLINE void row_product(const std::int16_t* a, std::size_t a_stride, const std::int16_t* factors,
                               std::int16_t* out) {
  if constexpr (C::lanes == 1) {
    for (std::size_t i = 0; i < mlkem_n; ++i) {
      const std::size_t even = i & ~std::size_t{1}, place = even + (i & 1) * mlkem_n;
      std::int32_t sum = 0;
      for (std::size_t j = 0; j < K; ++j) {
        sum += a[j * a_stride + even] * factors[j * factor_coeffs + place] +
               a[j * a_stride + even + 1] * factors[j * factor_coeffs + place + 1];
      }
      const auto low = static_cast<std::int16_t>(sum * montgomery_q_inverse());
      out[i] = static_cast<std::int16_t>((sum - low * mlkem_q) >> 16);
    }
  } else {
    for (int i = 0; i < mlkem_n; i += C::lanes) {
      auto v = C::load(a + i);
      auto even = C::madd(v, C::load(factors + i));
      auto odd = C::madd(v, C::load(factors + mlkem_n + i));
#pragma GCC unroll 4
      for (int j = 1; j < K; ++j) {
        v = C::load(a + static_cast<std::size_t>(j) * a_stride + i);
        even = C::add32(even, C::madd(v, C::load(factors + j * factor_coeffs + i)));
        odd = C::add32(odd, C::madd(v, C::load(factors + j * factor_coeffs + mlkem_n + i)));
      }
      const auto low = C::mullo(C::low_halves(even, odd), C::set1(montgomery_q_inverse()));
      C::store(out + i, C::sub(C::high_halves(even, odd), C::mulhi(low, C::set1(mlkem_q))));
    }
  }
}

PQLANE_END_TARGET
