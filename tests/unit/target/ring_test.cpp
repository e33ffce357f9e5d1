// ring_test.cpp: ML-DSA's transforms and products on lanes against their definitions [FIPS204, section 7].
#include "unit/target/dsa_target_under_test.hpp"

#include "kernels/ring.hpp"
#include "kernels/ring_ntt.hpp"

PQLANE_BEGIN_TARGET

using Ring = DsaTarget::Ring;

std::int64_t mod_ring(std::int64_t a) { return (a % mldsa_q + mldsa_q) % mldsa_q; }

std::vector<std::int32_t> random_row(Random& random, std::int32_t low, std::int32_t high) {
  std::vector<std::int32_t> row(mldsa_n);
  for (auto& value : row) value = random_between(random, low, high);
  return row;
}

// Entry 2 BitRev.. of the transform is the polynomial's value at zeta^(2 BitRev8(i) + 1) [FIPS204,
// section 7.5].
std::vector<std::int64_t> values_at_roots(const std::vector<std::int32_t>& poly) {
  std::vector<std::int64_t> values;
  for (unsigned i = 0; i < mldsa_n; ++i) {
    const std::int64_t root = ring_power(mldsa_zeta, 2 * bit_reverse8(i) + 1);
    std::int64_t value = 0;
    for (std::size_t c = mldsa_n; c-- > 0;) value = mod_ring(value * root + poly[c]);
    values.push_back(value);
  }
  return values;
}

TEST(RingNtt, GivesTheValuesAtTheRoots) {
  Random random(1);
  for (int round = 0; round < 5; ++round) {
    auto poly = random_row(random, -mldsa_q, mldsa_q);
    const auto expected = values_at_roots(poly);
    ring_ntt<Ring>(poly.data());
    for (std::size_t i = 0; i < poly.size(); ++i) {
      ASSERT_EQ(mod_ring(poly[i]), expected[i]) << i;
      ASSERT_LT(std::abs(poly[i]), 9.2 * mldsa_q) << i;
    }
  }
}

TEST(RingNtt, InverseUndoesItAndARowProduct) {
  Random random(2);
  for (int round = 0; round < 20; ++round) {
    const bool extreme = round < 2;
    auto poly = extreme ? std::vector<std::int32_t>(mldsa_n, round == 0 ? mldsa_q : -mldsa_q)
                        : random_row(random, -mldsa_q, mldsa_q);
    const auto before = poly;
    ring_ntt<Ring>(poly.data());
    const std::vector<std::int32_t> one(mldsa_n, 1);  // the transform of 1
    std::vector<std::int32_t> product(mldsa_n);
    ring_row_product<Ring, 1>(one.data(), 0, poly.data(), product.data());
    for (const std::int32_t value : product) ASSERT_LT(std::abs(value), mldsa_q);
    ring_inverse_ntt<Ring, ring_inverse_scale>(product.data());
    for (std::size_t i = 0; i < poly.size(); ++i) {
      ASSERT_EQ(mod_ring(product[i]), mod_ring(before[i])) << i;
      ASSERT_LT(std::abs(product[i]), mldsa_q);
    }
  }
}

// The largest values that the bound of the inverse's sums allows: no lane may overflow.
TEST(RingNtt, InverseKeepsItsBoundsOnExtremes) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int32_t> poly(mldsa_n);
    for (auto& value : poly) value = (round == 0 || (random() & 1)) ? mldsa_q - 1 : 1 - mldsa_q;
    std::vector<std::int32_t> plain = poly;
    ring_inverse_ntt<Ring, ring_inverse_scale>(poly.data());
    for (const std::int32_t value : poly) ASSERT_LT(std::abs(value), mldsa_q);
    // Transforming again must give what was there, times R (the scale's).
    for (auto& value : poly) value = static_cast<std::int32_t>(mod_ring(value));
    ring_ntt<Ring>(poly.data());
    for (std::size_t i = 0; i < poly.size(); ++i) {
      ASSERT_EQ(mod_ring(poly[i]), mod_ring(std::int64_t{plain[i]} * ring_r)) << i;
    }
  }
}

TEST(RingFactor, ProductsAreRightWithinTheirBound) {
  Random random(4);
  for (int round = 0; round < 2000; ++round) {
    const std::int32_t z = random_between(random, 0, mldsa_q - 1);
    const auto factor = broadcast_factor<Ring>(ring_factor(z));
    std::vector<std::int32_t> row(mldsa_n);
    for (auto& value : row) value = static_cast<std::int32_t>(random());
    row[0] = std::numeric_limits<std::int32_t>::min();
    row[1] = std::numeric_limits<std::int32_t>::max();
    for (int i = 0; i < mldsa_n; i += Ring::lanes) {
      std::int32_t out[Ring::lanes];
      Ring::store(out, Ring::multiply_factor(Ring::load(&row[static_cast<std::size_t>(i)]), factor));
      for (int l = 0; l < Ring::lanes; ++l) {
        const std::int64_t a = row[static_cast<std::size_t>(i + l)];
        ASSERT_EQ(mod_ring(out[l]), mod_ring(mod_ring(a) * z));
        ASSERT_GT(out[l], -mldsa_q / 4 - 1);
        ASSERT_LT(out[l], mldsa_q + mldsa_q / 4 + 1);
      }
    }
  }
}

TEST(RingRowProduct, SumsUpToSevenProductsAndAnExtraOne) {
  Random random(5);
  constexpr std::int32_t large = 9 * mldsa_q;
  for (int round = 0; round < 20; ++round) {
    const auto edge = [&](std::int32_t low, std::int32_t high) {
      return round == 0 ? high : round == 1 ? low : random_between(random, low, high);
    };
    std::vector<std::int32_t> a(7 * (mldsa_n + 16)), b(7 * mldsa_n), extra_a(mldsa_n), extra_b(mldsa_n);
    for (auto& value : a) value = edge(0, mldsa_q - 1);
    for (auto* row : {&b, &extra_a, &extra_b}) {
      for (auto& value : *row) value = edge(-large, large);
    }
    std::vector<std::int32_t> row(mldsa_n);
    ring_row_product<Ring, 7>(a.data(), mldsa_n + 16, b.data(), row.data(), extra_a.data(), extra_b.data());
    for (std::size_t i = 0; i < mldsa_n; ++i) {
      std::int64_t sum = mod_ring(mod_ring(extra_a[i]) * mod_ring(extra_b[i]));
      for (std::size_t j = 0; j < 7; ++j) {
        sum += mod_ring(std::int64_t{a[j * (mldsa_n + 16) + i]} * mod_ring(b[j * mldsa_n + i]));
      }
      ASSERT_EQ(mod_ring(std::int64_t{row[i]} * ring_r), mod_ring(sum));
      ASSERT_LT(std::abs(row[i]), mldsa_q);
    }
  }
}

PQLANE_END_TARGET
