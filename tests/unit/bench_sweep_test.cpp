// Sizes and sweeps of bench/sweep.hpp.
#include "bench/sweep.hpp"

#include <gtest/gtest.h>

namespace pqlane::bench {
namespace {

using Values = std::vector<std::uint64_t>;

TEST(BenchSweep, Sizes) {
  EXPECT_EQ(parse_size("0"), 0u);
  EXPECT_EQ(parse_size("1000"), 1000u);
  EXPECT_EQ(parse_size("7k"), 7000u);
  EXPECT_EQ(parse_size("1M"), 1'000'000u);
  EXPECT_EQ(parse_size("4Ki"), 4096u);
  EXPECT_EQ(parse_size("2Mi"), 2'097'152u);
  EXPECT_EQ(parse_size("18446744073709551615"), 18446744073709551615u);
}

TEST(BenchSweep, SizesThatAreRefused) {
  for (const char* text : {"", "k", "-1", "+1", " 1", "1 ", "1K", "1m", "1G", "1kk", "0x10", "1.5k", "1e3",
                           "18446744073709551616", "18446744073709551615k", "99999999999999999999Mi"}) {
    EXPECT_THROW(parse_size(text), UsageError) << "'" << text << "'";
  }
}

TEST(BenchSweep, Sweeps) {
  EXPECT_EQ(parse_sweeps("5"), (Values{5}));
  EXPECT_EQ(parse_sweeps("1:1M:x10"), (Values{1, 10, 100, 1000, 10'000, 100'000, 1'000'000}));
  EXPECT_EQ(parse_sweeps("1:100:x4"), (Values{1, 4, 16, 64}));
  EXPECT_EQ(parse_sweeps("1k:2k:+500"), (Values{1000, 1500, 2000}));
  EXPECT_EQ(parse_sweeps("1:4"), (Values{1, 2, 3, 4}));
  EXPECT_EQ(parse_sweeps("3:3:x2"), (Values{3}));
  EXPECT_EQ(parse_sweeps("3:4:+100"), (Values{3}));
  EXPECT_EQ(parse_sweeps("4Ki,1,1:3"), (Values{4096, 1, 2, 3}));
  EXPECT_EQ(parse_sweeps("1:all", 3), (Values{1, 2, 3}));
  EXPECT_EQ(parse_sweeps("all", 8), (Values{8}));
  // The last step must not wrap around.
  EXPECT_EQ(parse_sweeps("18446744073709551614:18446744073709551615:+1").size(), 2u);
  EXPECT_EQ(parse_sweeps("9223372036854775808:18446744073709551615:x2").size(), 1u);
}

TEST(BenchSweep, SweepsThatAreRefused) {
  for (const char* text : {"", ",", "1,", "1:", ":1", "1:2:", "1:2:3", "1:2:x", "1:2:x1", "0:2:x2", "1:2:+0",
                           "2:1", "1:2:*2", "1:2:x2:x2", "1:1M", "all", "1:all"}) {
    EXPECT_THROW(parse_sweeps(text), UsageError) << "'" << text << "'";
  }
}

TEST(BenchSweep, Lists) {
  EXPECT_EQ(split_list("a,b"), (std::vector<std::string>{"a", "b"}));
  EXPECT_THROW(split_list("a,,b"), UsageError);
}

}  // namespace
}  // namespace pqlane::bench
