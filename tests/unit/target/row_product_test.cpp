// row_product_test.cpp: sums of products modulo X^2 - gamma_i against schoolbook multiplication
// [FIPS203, algorithms 11 and 12].
#include "kernels/row_product.hpp"

#include <algorithm>
#include <cstdlib>

#include "unit/target/target_under_test.hpp"

PQLANE_BEGIN_TARGET

using Rows = Target::Rows;

// Inputs whose Barrett representatives are the largest and the least, and the borders of 16 bits.
std::vector<std::int16_t> extreme_operands() {
  const auto inputs = all_values();
  const auto reduced = map_coeffs<Rows>(inputs, [](auto a) { return barrett_reduce<Rows>(a); });
  const auto largest = std::max_element(reduced.begin(), reduced.end()) - reduced.begin();
  const auto least = std::min_element(reduced.begin(), reduced.end()) - reduced.begin();
  return {inputs[static_cast<std::size_t>(largest)], inputs[static_cast<std::size_t>(least)], -32768, 32767};
}

int gamma_at(std::size_t pair) {
  unsigned reversed = 0;
  for (unsigned b = 0; b < 7; ++b) reversed |= (static_cast<unsigned>(pair) >> b & 1u) << (6 - b);
  return power_mod_q(17, 2 * reversed + 1);
}

// out[i] R = sum of a_j b_j in pair i / 2.
template <std::size_t K>
void expect_product(const std::vector<std::int16_t>& a, std::size_t a_stride,
                    const std::vector<std::int16_t>& b) {
  alignas(64) std::int16_t factors[K * factor_coeffs];
  alignas(64) std::int16_t out[n];
  for (std::size_t j = 0; j < K; ++j) prepare_factor<Rows>(b.data() + j * n, factors + j * factor_coeffs);
  row_product<Rows, static_cast<int>(K)>(a.data(), a_stride, factors, out);
  for (std::size_t pair = 0; pair < n / 2; ++pair) {
    static const auto gammas = [] {
      std::vector<int> g(n / 2);
      for (std::size_t i = 0; i < g.size(); ++i) g[i] = gamma_at(i);
      return g;
    }();
    std::int64_t even = 0, odd = 0;
    for (std::size_t j = 0; j < K; ++j) {
      const std::int64_t a0 = a[j * a_stride + 2 * pair], a1 = a[j * a_stride + 2 * pair + 1];
      const std::int64_t b0 = b[j * n + 2 * pair], b1 = b[j * n + 2 * pair + 1];
      even += a0 * b0 + a1 * mod_q(b1 * gammas[pair]);
      odd += a0 * b1 + a1 * b0;
    }
    ASSERT_EQ(mod_q(std::int64_t{out[2 * pair]} * 65536), mod_q(even)) << "k " << K << " pair " << pair;
    ASSERT_EQ(mod_q(std::int64_t{out[2 * pair + 1]} * 65536), mod_q(odd)) << "k " << K << " pair " << pair;
    ASSERT_LE(std::abs(out[2 * pair]), 2635);      // 4 * 4096 * (2165 + 1720) / 2^16 + q / 2
    ASSERT_LE(std::abs(out[2 * pair + 1]), 2747);  // 4 * 4096 * (2165 + 2165) / 2^16 + q / 2
  }
}

template <std::size_t K>
void try_products() {
  Random random(9);
  const auto extremes = extreme_operands();
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t stride = trial % 2 == 0 ? n : n + 32;
    std::vector<std::int16_t> a(K * stride), b(K * n);
    for (std::int16_t& c : a) c = coeff(trial < 100 ? random_between(random, 0, 4095) : 4095);
    for (std::int16_t& c : b) {
      c = trial % 4 < 2 ? static_cast<std::int16_t>(random()) : extremes[random() % extremes.size()];
    }
    if (trial >= 196) std::fill(b.begin(), b.end(), extremes[static_cast<std::size_t>(trial - 196)]);
    ASSERT_NO_FATAL_FAILURE(expect_product<K>(a, stride, b)) << "trial " << trial;
  }
}

TEST(RowProduct, TwoTerms) { try_products<2>(); }
TEST(RowProduct, ThreeTerms) { try_products<3>(); }
TEST(RowProduct, FourTerms) { try_products<4>(); }

// The second of a pair comes within 2% of its bound: largest operands, one of them varied so that the low
// half of the sum takes many values.
TEST(RowProduct, SecondOfAPairComesNearItsBound) {
  constexpr std::size_t k = 4;
  const std::int16_t largest = extreme_operands()[0];
  const std::vector<std::int16_t> b(n, largest);
  alignas(64) std::int16_t factors[k * factor_coeffs];
  alignas(64) std::int16_t out[n];
  for (std::size_t j = 0; j < k; ++j) prepare_factor<Rows>(b.data(), factors + j * factor_coeffs);
  int most = 0;
  for (int first = 0; first < 4096; first += n / 2) {
    std::vector<std::int16_t> a(k * n, 4095);
    for (std::size_t pair = 0; pair < n / 2; ++pair) a[2 * pair] = coeff(first + static_cast<int>(pair));
    row_product<Rows, static_cast<int>(k)>(a.data(), n, factors, out);
    for (std::size_t i = 1; i < n; i += 2) most = std::max(most, std::abs(int{out[i]}));
  }
  EXPECT_GT(most, 2700);
  EXPECT_LE(most, 2747);
}

// Every 16-bit value in every place of a pair.
TEST(RowProduct, FactorOfEveryValue) {
  const auto inputs = all_values();
  alignas(64) std::int16_t factor[factor_coeffs];
  for (std::size_t shift = 0; shift < 2; ++shift) {
    for (std::size_t first = 0; first < inputs.size(); first += n) {
      std::vector<std::int16_t> b(n);
      for (std::size_t i = 0; i < n; ++i) b[i] = inputs[(first + i + shift) % inputs.size()];
      prepare_factor<Rows>(b.data(), factor);
      for (std::size_t i = 0; i < n; i += 2) {
        ASSERT_EQ(mod_q(factor[i]), mod_q(b[i]));
        ASSERT_EQ(mod_q(factor[i + 1]), mod_q(std::int64_t{b[i + 1]} * gamma_at(i / 2)));
        ASSERT_EQ(mod_q(factor[n + i]), mod_q(b[i + 1]));
        ASSERT_EQ(mod_q(factor[n + i + 1]), mod_q(b[i]));
        ASSERT_LE(std::abs(factor[i]), barrett_bound);
        ASSERT_LE(std::abs(factor[i + 1]), 1720);  // 2165 * 1664 / 2^16 + q / 2
      }
    }
  }
}

PQLANE_END_TARGET
