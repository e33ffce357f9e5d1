// Keccak permutations an operation, against counts that were made independently of the formula.
#include "bench/permutations.hpp"

#include <gtest/gtest.h>

namespace pqlane::bench {
namespace {

double count(pqlane_scheme scheme, Op op, bool randomness = false, bool checked = false) {
  return keccak_permutations(scheme, op, {randomness, checked});
}

double shared_count(pqlane_scheme scheme, Op op) {
  return keccak_permutations(scheme, op, {false, false, KeyReuse::cached_key});
}

TEST(BenchPermutations, MlKem) {
  EXPECT_EQ(count(PQLANE_ML_KEM_512, Op::keygen), 27);
  EXPECT_EQ(count(PQLANE_ML_KEM_512, Op::encaps), 26);
  EXPECT_EQ(count(PQLANE_ML_KEM_512, Op::decaps), 32);
  EXPECT_EQ(count(PQLANE_ML_KEM_512, Op::decaps, false, true), 26);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::keygen), 43);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::encaps), 44);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::decaps), 53);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::decaps, false, true), 44);
  EXPECT_EQ(count(PQLANE_ML_KEM_1024, Op::keygen), 69);
  EXPECT_EQ(count(PQLANE_ML_KEM_1024, Op::encaps), 70);
  EXPECT_EQ(count(PQLANE_ML_KEM_1024, Op::decaps), 82);
  EXPECT_EQ(count(PQLANE_ML_KEM_1024, Op::decaps, false, true), 70);
}

TEST(BenchPermutations, RandomnessInsideIsOneMore) {
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::keygen, true), 44);
  EXPECT_EQ(count(PQLANE_ML_KEM_768, Op::encaps, true), 45);
}

// Round 3, counted by hand for k = 3: encaps hashes m (1), pk (9), m || H(pk) (1), ct (1088 bytes, 9
// blocks of 136: the last one is padding) and the key (1), beside 27 for A and 7 for the noise; decaps
// does not hash pk or m. For k = 4, ct has 1568 bytes, 12 blocks; for k = 2, 768 bytes, 6 blocks.
TEST(BenchPermutations, Round3Kyber) {
  EXPECT_EQ(count(PQLANE_KYBER_768, Op::keygen), 43);
  EXPECT_EQ(count(PQLANE_KYBER_768, Op::encaps), 1 + 9 + 1 + 9 + 1 + 27 + 7);
  EXPECT_EQ(count(PQLANE_KYBER_768, Op::decaps), 1 + 9 + 1 + 27 + 7);
  EXPECT_EQ(count(PQLANE_KYBER_1024, Op::encaps), 1 + 12 + 1 + 12 + 1 + 48 + 9);
  EXPECT_EQ(count(PQLANE_KYBER_512, Op::encaps), 1 + 6 + 1 + 6 + 1 + 12 + 7);
  EXPECT_EQ(count(PQLANE_KYBER_512, Op::decaps), 1 + 6 + 1 + 12 + 7);
}

// ML-DSA by hand, for messages of 32 bytes. keygen: 1 for the seeds, 5 for each of k l polynomials of A, 2
// for each of k + l secret ones, and tr, the hash of pk (1312, 1952, 2592 bytes in blocks of 136: 10, 15,
// 20).
TEST(BenchPermutations, MlDsaKeygen) {
  EXPECT_EQ(count(PQLANE_ML_DSA_44, Op::keygen), 1 + 16 * 5 + 8 * 2 + 10);
  EXPECT_EQ(count(PQLANE_ML_DSA_65, Op::keygen), 1 + 30 * 5 + 11 * 2 + 15);
  EXPECT_EQ(count(PQLANE_ML_DSA_87, Op::keygen), 1 + 56 * 5 + 15 * 2 + 20);
}

// sign: A, mu and rho'', and for an attempt 5 for each of l masks, c~ (mu and w1: 832, 832, 1088 bytes), and
// SampleInBall. verify: A, tr, mu, SampleInBall, c~.
TEST(BenchPermutations, MlDsaSignAndVerify) {
  EXPECT_NEAR(count(PQLANE_ML_DSA_44, Op::sign), 80 + 2 + 4.25 * (20 + 7 + 1), 1e-9);
  EXPECT_NEAR(count(PQLANE_ML_DSA_65, Op::sign), 150 + 2 + 5.1 * (25 + 7 + 1), 1e-9);
  EXPECT_NEAR(count(PQLANE_ML_DSA_87, Op::sign), 280 + 2 + 3.85 * (35 + 9 + 1), 1e-9);
  EXPECT_EQ(count(PQLANE_ML_DSA_44, Op::verify), 80 + 10 + 1 + 1 + 7);
  EXPECT_EQ(count(PQLANE_ML_DSA_65, Op::verify), 150 + 15 + 1 + 1 + 7);
  EXPECT_EQ(count(PQLANE_ML_DSA_87, Op::verify), 280 + 20 + 1 + 1 + 9);
  EXPECT_NEAR(shared_count(PQLANE_ML_DSA_44, Op::sign), 2 + 4.25 * 28, 1e-9);
  EXPECT_EQ(shared_count(PQLANE_ML_DSA_44, Op::verify), 9);
  EXPECT_EQ(count(PQLANE_ML_DSA_44, Op::encaps), 0);
}

TEST(BenchPermutations, ALongMessageIsHashedInBlocks) {
  // 64 + 2 + 70 bytes fill a block of 136, and the padding takes another.
  const auto verify = [](std::size_t bytes) {
    return keccak_permutations(PQLANE_ML_DSA_44, Op::verify, {false, false, KeyReuse::none, bytes});
  };
  EXPECT_EQ(verify(69), verify(32));
  EXPECT_EQ(verify(70), verify(32) + 1);
}

TEST(BenchPermutations, UnknownSchemeHasNone) {
  EXPECT_EQ(count(static_cast<pqlane_scheme>(99), Op::keygen), 0);
}

}  // namespace
}  // namespace pqlane::bench
