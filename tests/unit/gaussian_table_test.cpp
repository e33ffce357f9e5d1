// gaussian_table_test.cpp: the cumulative tables against values made with 300-bit arithmetic, against the C
// library's erf, and against the table of the plain-LWE scheme.
#include "runtime/gaussian_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace pqlane {
namespace {

// nearest(2^63 erf((k + 1/2) / (sigma sqrt 2))), by mpmath with 300 bits; 3.2 is the double next to it.
TEST(GaussianTable, KnownEntries) {
  const GaussianTable one = {3531859022844245747u, 7990996692767347042u, 9108823929806795194u,
                             9219080787769704726u, 9223309360848197792u, 9223371686559176928u,
                             9223372036113954458u, 9223372036854187192u, 9223372036854775633u};
  EXPECT_EQ(make_gaussian_table(1.0), one);
  const GaussianTable half = {6296699171631786405u, 9198470813339691173u, 9223366749066591026u,
                              9223372036831167434u, 9223372036854775806u};
  EXPECT_EQ(make_gaussian_table(0.5), half);
  const GaussianTable t = make_gaussian_table(3.2);
  ASSERT_EQ(t.size(), 29u);
  EXPECT_EQ(t.front(), 1145211075642349959u);
  EXPECT_EQ(t[13], 9223145455055816616u);
  EXPECT_EQ(t.back(), 9223372036854775803u);
}

TEST(GaussianTable, AgreesWithErf) {
  for (const double sigma : {0.04, 0.0527, 0.06, 0.1, 0.158, 0.2, 0.3, 1.0, 2.75, 3.2, 17.5, 101.37, 128.0}) {
    const GaussianTable table = make_gaussian_table(sigma);
    std::uint64_t before = 0;
    for (std::size_t k = 0; k < table.size(); ++k) {
      const long double z = (static_cast<long double>(k) + 0.5L) / (sigma * std::sqrt(2.0L));
      const long double complement = std::ldexp(std::erfc(z), 63);
      const long double found = static_cast<long double>((std::uint64_t{1} << 63) - table[k]);
      EXPECT_NEAR(static_cast<double>(found / complement), 1.0,
                  1e-15 + 0.51 / static_cast<double>(complement))
          << sigma << ", " << k;
      EXPECT_GE(table[k], before);  // the last ones are equal
      before = table[k];
    }
    // The next would be 2^63: less than half a unit is left.
    const long double z = (static_cast<long double>(table.size()) + 0.5L) / (sigma * std::sqrt(2.0L));
    EXPECT_LE(std::ldexp(std::erfc(z), 63), 0.5L);
  }
}

// The same distribution to 31 bits, clamped to 6, is the noise table of the plain-LWE scheme.
TEST(GaussianTable, RoundsToThe31BitTable) {
  const std::uint64_t lwe[6] = {822325010, 1860548903, 2120813339, 2146484514, 2147469055, 2147483566};
  const GaussianTable table = make_gaussian_table(1.0);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ((table[k] + (std::uint64_t{1} << 31)) >> 32, lwe[k]);
}

TEST(GaussianTable, NarrowOnesAreEmpty) {
  EXPECT_TRUE(make_gaussian_table(0.0).empty());
  EXPECT_TRUE(make_gaussian_table(1e-300).empty());
  EXPECT_TRUE(make_gaussian_table(0.05).empty());
}

TEST(GaussianTable, TheStoreGivesTheSame) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 60; ++i) {
        const double sigma = 0.5 + (i * 7 + t) % 20;  // more than are kept
        EXPECT_EQ(*find_gaussian_table(sigma), make_gaussian_table(sigma));
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace pqlane
