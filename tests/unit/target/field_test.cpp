// field_test.cpp: arithmetic modulo q on lanes against integers, on every 16-bit input.
#include "kernels/field.hpp"

#include <cstdlib>

#include "unit/target/target_under_test.hpp"

PQLANE_BEGIN_TARGET

template <class C>
class Field : public testing::Test {};
TYPED_TEST_SUITE(Field, AllCoeffs);

TYPED_TEST(Field, BarrettOfEveryInputIsSmallAndCongruent) {
  const auto inputs = all_values();
  const auto results = map_coeffs<TypeParam>(inputs, [](auto a) { return barrett_reduce<TypeParam>(a); });
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ASSERT_EQ(mod_q(results[i]), mod_q(inputs[i])) << inputs[i];
    ASSERT_LE(std::abs(results[i]), barrett_bound) << inputs[i];
  }
}

TYPED_TEST(Field, CanonicalOfEveryInput) {
  const auto inputs = all_values();
  const auto results = map_coeffs<TypeParam>(inputs, [](auto a) { return canonical<TypeParam>(a); });
  for (std::size_t i = 0; i < inputs.size(); ++i) ASSERT_EQ(results[i], mod_q(inputs[i])) << inputs[i];
}

TYPED_TEST(Field, AddQIfNegative) {
  std::vector<std::int16_t> inputs;
  for (int a = 1 - q; a < q; ++a) inputs.push_back(coeff(a));
  const auto results = map_coeffs<TypeParam>(inputs, [](auto a) { return add_q_if_negative<TypeParam>(a); });
  for (std::size_t i = 0; i < inputs.size(); ++i) ASSERT_EQ(results[i], mod_q(inputs[i])) << inputs[i];
}

template <class C>
void expect_products(const std::vector<std::int16_t>& inputs, int z) {
  const MontgomeryFactor factor = montgomery_factor(z);
  ASSERT_LE(std::abs(factor.value), q / 2);
  const auto results = map_coeffs<C>(inputs, [&](auto a) { return montgomery_multiply<C>(a, factor); });
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ASSERT_EQ(mod_q(results[i]), mod_q(std::int64_t{inputs[i]} * z)) << inputs[i] << " * " << z;
    // |a| 1664 / 2^16 + q / 2
    ASSERT_LE(65536 * std::abs(results[i]), 1664 * std::abs(int{inputs[i]}) + 32768 * q)
        << inputs[i] << " * " << z;
    ASSERT_LE(std::abs(results[i]), 2497) << inputs[i] << " * " << z;
  }
}

TYPED_TEST(Field, MontgomeryProductOfEveryInput) {
  for (const int z : {0, 1, 2, 17, 1664, 1665, 3327, 3328, montgomery_r, 2642}) {
    ASSERT_NO_FATAL_FAILURE(expect_products<TypeParam>(all_values(), z));
  }
}

TYPED_TEST(Field, MontgomeryProductOfEveryFactor) {
  Random random(1);
  std::vector<std::int16_t> inputs = {-32768, -32767, -q, -1, 0, 1, q - 1, q, 32767};
  while (inputs.size() < 32) inputs.push_back(static_cast<std::int16_t>(random()));
  for (int z = 0; z < q; ++z) ASSERT_NO_FATAL_FAILURE(expect_products<TypeParam>(inputs, z));
}

TEST(FieldConstants, FollowFromQ) {
  EXPECT_EQ(montgomery_r, 65536 % q);
  EXPECT_EQ((static_cast<unsigned>(montgomery_q_inverse()) * static_cast<unsigned>(q)) & 0xFFFF, 1u);
  for (const int base : {2, 17, 3328}) {
    for (unsigned e = 0; e < 300; ++e)
      ASSERT_EQ(field_power(base, e), power_mod_q(base, e)) << base << "^" << e;
  }
}

PQLANE_END_TARGET
