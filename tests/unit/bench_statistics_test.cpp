// Order statistics of bench/statistics.hpp against values worked out by hand.
#include "bench/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace pqlane::bench {
namespace {

std::vector<double> one_to(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(BenchStatistics, PercentilesInterpolate) {
  const std::vector<double> values = one_to(11);
  EXPECT_DOUBLE_EQ(percentile(values, 0), 1);
  EXPECT_DOUBLE_EQ(percentile(values, 0.1), 2);
  EXPECT_DOUBLE_EQ(percentile(values, 0.5), 6);
  EXPECT_DOUBLE_EQ(percentile(values, 0.95), 10.5);
  EXPECT_DOUBLE_EQ(percentile(values, 1), 11);
  EXPECT_DOUBLE_EQ(percentile({4, 8}, 0.5), 6);
  EXPECT_DOUBLE_EQ(percentile({7}, 0.99), 7);
}

// Ranks of the distribution-free 95% interval of the median, from the binomial distribution: for n = 6
// the range (97%), n = 10 the second and ninth (98%), n = 20 the sixth and fifteenth (96%), n = 100 the
// 40th and 61st (96%).
TEST(BenchStatistics, MedianIntervalHasTheTabulatedRanks) {
  const auto expect_ranks = [](int n, double low, double high) {
    const auto interval = median_interval(one_to(n));
    EXPECT_DOUBLE_EQ(interval.first, low) << n;
    EXPECT_DOUBLE_EQ(interval.second, high) << n;
  };
  expect_ranks(1, 1, 1);
  expect_ranks(5, 1, 5);
  expect_ranks(6, 1, 6);
  expect_ranks(9, 2, 8);
  expect_ranks(10, 2, 9);
  expect_ranks(20, 6, 15);
  expect_ranks(100, 40, 61);
}

TEST(BenchStatistics, OutliersAreCountedAndKept) {
  std::vector<double> values{10, 11, 12, 13, 14, 15, 16, 17};
  EXPECT_EQ(count_outliers(values), 0u);
  values.push_back(40);
  values.insert(values.begin(), -20);
  EXPECT_EQ(count_outliers(values), 2u);
  EXPECT_EQ(count_outliers({1, 1, 100}), 0u);
  const Summary summary = summarise({40, 10, 12, 11, 13, 14, 15});
  EXPECT_EQ(summary.outliers, 1u);
  EXPECT_DOUBLE_EQ(summary.median, 13);
  EXPECT_DOUBLE_EQ(summary.ci95_high, 40);
}

TEST(BenchStatistics, ReservoirHoldsAllThenAnEvenSample) {
  Reservoir small(1000);
  for (int i = 0; i < 500; ++i) small.add(i);
  EXPECT_EQ(small.sorted().size(), 500u);
  EXPECT_DOUBLE_EQ(percentile(small.sorted(), 1), 499);

  Reservoir reservoir(2000);
  for (int i = 0; i < 200'000; ++i) reservoir.add(i);
  const std::vector<double> sample = reservoir.sorted();
  ASSERT_EQ(sample.size(), 2000u);
  EXPECT_EQ(reservoir.seen(), 200'000u);
  // The median of 2000 uniform values has a standard deviation of 1.1% of the range.
  EXPECT_NEAR(percentile(sample, 0.5), 100'000, 8'000);
  EXPECT_NEAR(percentile(sample, 0.99), 198'000, 2'000);
}

}  // namespace
}  // namespace pqlane::bench
