// Keccak permutations an operation, against counts that were made independently of the formula.
#include "bench/permutations.hpp"

#include <gtest/gtest.h>

namespace pqlane::bench {
namespace {

unsigned count(pqlane_scheme scheme, Op op, bool randomness = false, bool checked = false) {
  return keccak_permutations(scheme, op, {randomness, checked});
}

TEST(BenchPermutations, MlKem) {
  EXPECT_EQ(count(PQLANE_ML_KEM_512, Op::keygen), 27u);
  EXPECT_EQ(count(PQLANE_ML_KEM_512, Op::encaps), 26u);
  EXPECT_EQ(count(PQLANE_ML_KEM_512, Op::decaps), 32u);
  EXPECT_EQ(count(PQLANE_ML_KEM_512, Op::decaps, false, true), 26u);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::keygen), 43u);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::encaps), 44u);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::decaps), 53u);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::decaps, false, true), 44u);
  EXPECT_EQ(count(PQLANE_ML_KEM_1024, Op::keygen), 69u);
  EXPECT_EQ(count(PQLANE_ML_KEM_1024, Op::encaps), 70u);
  EXPECT_EQ(count(PQLANE_ML_KEM_1024, Op::decaps), 82u);
  EXPECT_EQ(count(PQLANE_ML_KEM_1024, Op::decaps, false, true), 70u);
}

TEST(BenchPermutations, RandomnessInsideIsOneMore) {
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::keygen, true), 44u);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::encaps, true), 45u);
}

// Round 3, counted by hand for k = 3: encaps hashes m (1), pk (9), m || H(pk) (1), ct (1088 bytes, 9
// blocks of 136: the last one is padding) and the key (1), beside 27 for A and 7 for the noise; decaps
// does not hash pk or m. For k = 4, ct has 1568 bytes, 12 blocks; for k = 2, 768 bytes, 6 blocks.
TEST(BenchPermutations, Round3Kyber) {
  EXPECT_EQ(count(PQLANE_KYBER_768, Op::keygen), 43u);
  EXPECT_EQ(count(PQLANE_KYBER_768, Op::encaps), 1u + 9 + 1 + 9 + 1 + 27 + 7);
  EXPECT_EQ(count(PQLANE_KYBER_768, Op::decaps), 1u + 9 + 1 + 27 + 7);
  EXPECT_EQ(count(PQLANE_KYBER_1024, Op::encaps), 1u + 12 + 1 + 12 + 1 + 48 + 9);
  EXPECT_EQ(count(PQLANE_KYBER_512, Op::encaps), 1u + 6 + 1 + 6 + 1 + 12 + 7);
  EXPECT_EQ(count(PQLANE_KYBER_512, Op::decaps), 1u + 6 + 1 + 12 + 7);
}

TEST(BenchPermutations, UnknownSchemeHasNone) {
  EXPECT_EQ(count(static_cast<pqlane_scheme>(7), Op::keygen), 0u);
}

}  // namespace
}  // namespace pqlane::bench
