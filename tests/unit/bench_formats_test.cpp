// The forms of other benchmarks: the statistics of cuPQC's by hand-made values, names of wolfCrypt's.
#include "bench/formats.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pqlane::bench {
namespace {

TEST(BenchFormats, CupqcStatisticsLeaveOutliersOut) {
  EXPECT_FALSE(cupqc_statistics({}));
  // Fewer than 4 values are all kept, and the deviation is that of the population.
  EXPECT_DOUBLE_EQ(cupqc_statistics({1, 2, 300})->mean, 101);
  EXPECT_DOUBLE_EQ(cupqc_statistics({2, 4})->std, 1);
  // n = 4: the quartiles are values 1 and 4, so nothing can be outside.
  EXPECT_DOUBLE_EQ(cupqc_statistics({1, 1, 1, 1000})->mean, 250.75);
  // n = 20: values 5 and 16, here 5 and 16 themselves; the fences are -11.5 and 32.5.
  std::vector<double> values;
  for (int i = 1; i <= 18; ++i) values.push_back(i);
  values.push_back(32.5);
  values.push_back(32.6);
  const MeanStd found = *cupqc_statistics(values);
  EXPECT_DOUBLE_EQ(found.mean, (18 * 19 / 2 + 32.5) / 19);
  double squares = 0;
  for (std::size_t i = 0; i < 19; ++i) squares += (values[i] - found.mean) * (values[i] - found.mean);
  EXPECT_NEAR(found.std, std::sqrt(squares / 19), 1e-12);
  std::swap(values.front(), values.back());
  EXPECT_DOUBLE_EQ(cupqc_statistics(values)->mean, found.mean) << "in any order";
}

TEST(BenchFormats, CupqcFiles) {
  EXPECT_TRUE(cupqc_belongs(CupqcFile::kem_results, PQLANE_ML_KEM_512, 2));
  EXPECT_TRUE(cupqc_belongs(CupqcFile::kem_latency, PQLANE_ML_KEM_512, 1));
  EXPECT_TRUE(cupqc_belongs(CupqcFile::dsa_results, PQLANE_ML_DSA_44, 10'000));
  EXPECT_FALSE(cupqc_belongs(CupqcFile::dsa_results, PQLANE_ML_KEM_512, 2));
  EXPECT_FALSE(cupqc_belongs(CupqcFile::kem_results, PQLANE_ML_KEM_512, 1));
}

Row row_of(const char* scheme, Op op) {
  Row row;
  row.work = {PQLANE_ML_KEM_512, op, 100};
  row.peer = PeerWork{scheme, "OpenSSL 3", "", 32};
  row.calls = 200;
  row.seconds = 1.5;
  return row;
}

TEST(BenchFormats, WolfcryptRows) {
  SuiteResult result;
  result.rows = {row_of("rsa-2048", Op::sign),      row_of("rsa-3072", Op::verify),
                 row_of("ffdhe-2048", Op::agree),   row_of("x25519", Op::keygen),
                 row_of("ecdsa-p-384", Op::verify), row_of("ml-kem-1024", Op::encaps)};
  EXPECT_EQ(
      wolfcrypt_text(result),
      "RSA     2048  private     20000 ops took 1.500 sec, avg 0.075 ms, 13333.333 ops/sec\n"
      "RSA     3072   public     20000 ops took 1.500 sec, avg 0.075 ms, 13333.333 ops/sec\n"
      "DH      2048    agree     20000 ops took 1.500 sec, avg 0.075 ms, 13333.333 ops/sec\n"
      "CURVE  25519  key gen     20000 ops took 1.500 sec, avg 0.075 ms, 13333.333 ops/sec\n"
      "ECDSA [      SECP384R1]   384   verify     20000 ops took 1.500 sec, avg 0.075 ms, 13333.333 ops/sec\n"
      "ML-KEM 1024   256    encap     20000 ops took 1.500 sec, avg 0.075 ms, 13333.333 ops/sec\n");
}

}  // namespace
}  // namespace pqlane::bench
