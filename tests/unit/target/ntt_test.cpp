// ntt_test.cpp: the transform against its definition: reduction modulo every
// X^2 - zeta^(2 BitRev7(i) + 1) [FIPS203, section 4.3], with the documented bounds on extreme inputs.
#include "kernels/ntt.hpp"

#include <cstdlib>

#include "unit/target/target_under_test.hpp"
#if PQLANE_TARGET_LEVEL >= 1
#include "kernels/ntt_row.hpp"
#endif

PQLANE_BEGIN_TARGET

using Poly = std::vector<int>;  // 256 integers

unsigned reverse_7_bits(unsigned i) {
  unsigned r = 0;
  for (unsigned b = 0; b < 7; ++b) {
    if (i & (1u << b)) r |= 64u >> b;
  }
  return r;
}

// gamma_i = zeta^(2 BitRev7(i) + 1), zeta = 17.
int gamma_of(unsigned i) { return power_mod_q(17, 2 * reverse_7_bits(i) + 1); }

// f modulo X^2 - gamma_i for every i: X^2j becomes gamma_i^j.
Poly transform(const Poly& f) {
  Poly result(n);
  for (unsigned i = 0; i < 128; ++i) {
    const int gamma = gamma_of(i);
    std::int64_t even = 0, odd = 0;
    int power = 1;
    for (std::size_t j = 0; j < 128; ++j) {
      even += std::int64_t{power} * mod_q(f[2 * j]);
      odd += std::int64_t{power} * mod_q(f[2 * j + 1]);
      power = mod_q(std::int64_t{power} * gamma);
    }
    result[2 * i] = mod_q(even);
    result[2 * i + 1] = mod_q(odd);
  }
  return result;
}

// `count` polynomials with coefficients in [-bound, bound]: random, all at one border, signs that alternate
// with every period of a butterfly, random signs, single terms.
std::vector<Poly> trial_polys(int bound, std::size_t count, unsigned seed) {
  Random random(seed);
  std::vector<Poly> polys;
  for (const int sign : {1, -1}) polys.push_back(Poly(n, sign * bound));
  for (std::size_t period = 1; period <= 128; period *= 2) {
    Poly f(n);
    for (std::size_t i = 0; i < n; ++i) f[i] = (i / period) % 2 == 0 ? bound : -bound;
    polys.push_back(f);
  }
  while (polys.size() < count) {
    Poly f(n);
    switch (polys.size() % 3) {
      case 0:
        for (int& c : f) c = random_between(random, -bound, bound);
        break;
      case 1:
        for (int& c : f) c = random() % 2 == 0 ? bound : -bound;
        break;
      default: f[random() % n] = random() % 2 == 0 ? bound : -bound;
    }
    polys.push_back(f);
  }
  return polys;
}

// Runs `kernel` on tiles of these polynomials; returns what it made of each.
template <class C, class F>
std::vector<Poly> run_tiles(const std::vector<Poly>& polys, F kernel) {
  constexpr auto lanes = static_cast<std::size_t>(C::lanes);
  std::vector<Poly> results;
  for (std::size_t first = 0; first < polys.size(); first += lanes) {
    std::vector<std::int16_t> tile(n * lanes);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t l = 0; l < lanes; ++l) {
        tile[i * lanes + l] = coeff(polys[(first + l) % polys.size()][i]);
      }
    }
    kernel(tile.data());
    for (std::size_t l = 0; l < lanes && first + l < polys.size(); ++l) {
      Poly f(n);
      for (std::size_t i = 0; i < n; ++i) f[i] = tile[i * lanes + l];
      results.push_back(f);
    }
  }
  return results;
}

void expect_forward(const std::vector<Poly>& inputs, const std::vector<Poly>& results) {
  ASSERT_EQ(inputs.size(), results.size());
  for (std::size_t p = 0; p < inputs.size(); ++p) {
    const Poly expected = transform(inputs[p]);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(mod_q(results[p][i]), expected[i]) << "polynomial " << p << " at " << i;
      ASSERT_LE(std::abs(results[p][i]), 8 * q) << "polynomial " << p << " at " << i;
    }
  }
}

// The kernel's results times 128^-1 Scale^-1 transform back to its inputs.
void expect_inverse(const std::vector<Poly>& inputs, const std::vector<Poly>& results, std::int64_t scale) {
  ASSERT_EQ(inputs.size(), results.size());
  const int undo = power_mod_q(mod_q(128 * scale), q - 2);
  for (std::size_t p = 0; p < inputs.size(); ++p) {
    Poly f(n);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_LE(std::abs(results[p][i]), 1970) << "polynomial " << p << " at " << i;
      f[i] = mod_q(std::int64_t{results[p][i]} * undo);
    }
    const Poly back = transform(f);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(back[i], mod_q(inputs[p][i])) << "polynomial " << p << " at " << i;
    }
  }
}

template <class C>
class Ntt : public testing::Test {};
TYPED_TEST_SUITE(Ntt, AllCoeffs);

TYPED_TEST(Ntt, ForwardIsReductionModuloTheQuadratics) {
  const auto inputs = trial_polys(q, 160, 5);
  const auto results = run_tiles<TypeParam>(inputs, [](std::int16_t* tile) { ntt<TypeParam>(tile); });
  expect_forward(inputs, results);
}

// Noise: |a| <= eta1 <= 3.
TYPED_TEST(Ntt, ForwardOfSmallCoefficients) {
  const auto inputs = trial_polys(3, 160, 27);
  const auto results = run_tiles<TypeParam>(inputs, [](std::int16_t* tile) { ntt<TypeParam, true>(tile); });
  expect_forward(inputs, results);
}

TYPED_TEST(Ntt, ForwardOfEverySingleTerm) {
  std::vector<Poly> inputs;
  for (std::size_t i = 0; i < n; ++i) {
    Poly f(n);
    f[i] = 1;
    inputs.push_back(f);
  }
  expect_forward(inputs, run_tiles<TypeParam>(inputs, [](std::int16_t* tile) { ntt<TypeParam>(tile); }));
}

TYPED_TEST(Ntt, InverseUndoesForward) {
  const auto inputs = trial_polys(3018, 160, 6);
  const auto run = [&]<std::int32_t Scale>() {
    const auto results =
        run_tiles<TypeParam>(inputs, [](std::int16_t* tile) { inverse_ntt<TypeParam, Scale>(tile); });
    expect_inverse(inputs, results, Scale);
  };
  run.template operator()<1>();
  run.template operator()<3328>();
  run.template operator()<inverse_ntt_scale>();
}

TEST(NttConstants, ScaleIsRDividedBy128) {
  EXPECT_EQ(mod_q(std::int64_t{inverse_ntt_scale} * 128), 65536 % q);
  EXPECT_EQ(power_mod_q(17, 128), q - 1);  // zeta is a primitive 256th root of unity
  for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(bit_reverse7(i), reverse_7_bits(i));
}

#if PQLANE_TARGET_LEVEL >= 1
template <class F>
std::vector<Poly> run_rows(const std::vector<Poly>& polys, F kernel) {
  std::vector<Poly> results;
  for (const Poly& poly : polys) {
    alignas(64) std::int16_t row[n];
    for (std::size_t i = 0; i < n; ++i) row[i] = coeff(poly[i]);
    kernel(row);
    results.emplace_back(row, row + n);
  }
  return results;
}

TEST(NttRow, ForwardIsReductionModuloTheQuadratics) {
  auto inputs = trial_polys(q, 160, 7);
  for (std::size_t i = 0; i < n; ++i) {
    Poly f(n);
    f[i] = 1;
    inputs.push_back(f);
  }
  expect_forward(inputs, run_rows(inputs, [](std::int16_t* row) { ntt_row<Target::Block>(row); }));
}

TEST(NttRow, InverseUndoesForward) {
  const auto inputs = trial_polys(3018, 160, 8);
  expect_inverse(inputs, run_rows(inputs, [](std::int16_t* row) { inverse_ntt_row<Target::Block, 1>(row); }),
                 1);
  expect_inverse(
      inputs,
      run_rows(inputs, [](std::int16_t* row) { inverse_ntt_row<Target::Block, inverse_ntt_scale>(row); }),
      inverse_ntt_scale);
}
#endif

PQLANE_END_TARGET
