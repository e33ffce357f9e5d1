// kem_equal_test.cpp: every backend gives the scalar backend's bytes, for every parameter set and for batches
// of many sizes around those of tiles and lanes.
#include <gtest/gtest.h>

#include <set>

#include "support/kem.hpp"

namespace pqlane::test {
namespace {

class KemEqual : public KemTest {
 protected:
  // All operations on the first `count` items.
  void expect_equal_batch(const Reference& reference, std::size_t count) const {
    SCOPED_TRACE("batch of " + std::to_string(count));
    const auto head = [&](const Bytes& packed) { return first_items(packed, reference, count); };
    const pqlane_kem_sizes& sizes = info().sizes;
    const Answer keys = kem().keygen(head(reference.seed));
    ASSERT_NO_FATAL_FAILURE(expect_all_ok(keys));
    ASSERT_NO_FATAL_FAILURE(expect_equal(keys.first, head(reference.ek), sizes.ek_bytes, "ek"));
    ASSERT_NO_FATAL_FAILURE(expect_equal(keys.second, head(reference.dk), sizes.dk_bytes, "dk"));
    const Answer seed_keys = kem().keygen(head(reference.seed), PQLANE_KEY_SEED);
    ASSERT_NO_FATAL_FAILURE(expect_all_ok(seed_keys));
    ASSERT_NO_FATAL_FAILURE(
        expect_equal(seed_keys.first, head(reference.ek), sizes.ek_bytes, "ek, seed form"));
    ASSERT_NO_FATAL_FAILURE(
        expect_equal(seed_keys.second, head(reference.seed), sizes.seed_bytes, "seed as dk"));
    const Answer sent = kem().encaps(head(reference.ek), head(reference.m));
    ASSERT_NO_FATAL_FAILURE(expect_all_ok(sent));
    ASSERT_NO_FATAL_FAILURE(expect_equal(sent.first, head(reference.ct), sizes.ct_bytes, "ct"));
    ASSERT_NO_FATAL_FAILURE(expect_equal(sent.second, head(reference.ss), sizes.ss_bytes, "ss"));
    for (const unsigned flags :
         {0u, PQLANE_KEY_CHECKED, PQLANE_KEY_SEED, PQLANE_KEY_SEED | PQLANE_KEY_CHECKED}) {
      SCOPED_TRACE("decaps with flags " + std::to_string(flags));
      const Bytes keys_in = head(flags & PQLANE_KEY_SEED ? reference.seed : reference.dk);
      const Answer received = kem().decaps(keys_in, head(reference.ct), flags);
      ASSERT_NO_FATAL_FAILURE(expect_all_ok(received));
      ASSERT_NO_FATAL_FAILURE(
          expect_equal(received.first, head(reference.ss), sizes.ss_bytes, "decapsulated ss"));
      const Answer rejected = kem().decaps(keys_in, head(reference.bad_ct), flags);
      ASSERT_NO_FATAL_FAILURE(expect_all_ok(rejected));
      ASSERT_NO_FATAL_FAILURE(
          expect_equal(rejected.first, head(reference.bad_ss), sizes.ss_bytes, "rejection ss"));
    }
  }
};

TEST_P(KemEqual, BatchSizes) {
  const std::size_t tile = tile_ops();
  const Reference reference = make_reference(scheme(), tile + 1 > 9 ? tile + 1 : 9);
  for (const std::size_t count : std::set<std::size_t>{0, 1, tile - 1, tile, tile + 1, 8, 9}) {
    ASSERT_NO_FATAL_FAILURE(expect_equal_batch(reference, count));
  }
}

// Several tiles for each thread; sanitizer builds are slow, and see the same paths with fewer items.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t large_batch = 200;
#else
constexpr std::size_t large_batch = 1000;
#endif
TEST_P(KemEqual, LargeBatch) { expect_equal_batch(make_reference(scheme(), large_batch), large_batch); }

INSTANTIATE_TEST_SUITE_P(Backends, KemEqual,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::ValuesIn(all_kem_schemes)),
                         kem_param_name);

class KemEverySize : public KemEqual {};

TEST_P(KemEverySize, From2To40) {
  const Reference reference = make_reference(scheme(), 40);
  for (std::size_t count = 2; count <= 40; ++count)
    ASSERT_NO_FATAL_FAILURE(expect_equal_batch(reference, count));
}

INSTANTIATE_TEST_SUITE_P(Backends, KemEverySize,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::Values(PQLANE_ML_KEM_512, PQLANE_KYBER_1024)),
                         kem_param_name);

// A ciphertext that differs in any one byte is rejected; a lane must not look at its neighbours'.
class KemTamper : public KemTest {};

TEST_P(KemTamper, EveryByteOfTheCiphertextCounts) {
  const Reference reference = make_reference(scheme(), 1);
  const std::size_t bytes = info().sizes.ct_bytes, secret = info().sizes.ss_bytes;
  Bytes cts;
  for (std::size_t i = 0; i < 2 * bytes; ++i) {  // tampered and honest ones in turn
    cts.insert(cts.end(), reference.ct.begin(), reference.ct.end());
    if (i % 2 == 0) cts[i * bytes + i / 2] ^= static_cast<std::uint8_t>(1u << (i / 2 % 8));
  }
  const Answer answer = kem().decaps({reference.dk.data(), 0, 1}, packed_in(cts, bytes), 2 * bytes);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(answer));
  std::set<std::string> rejections;
  for (std::size_t i = 0; i < 2 * bytes; ++i) {
    const Bytes ss = slice(answer.first, secret, i, 1);
    ASSERT_EQ(ss == reference.ss, i % 2 == 1) << "byte " << i / 2;
    if (i % 2 == 0) rejections.insert(to_hex(ss));
  }
  EXPECT_EQ(rejections.size(), bytes);
}

INSTANTIATE_TEST_SUITE_P(Backends, KemTamper,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::Values(PQLANE_ML_KEM_768, PQLANE_KYBER_512)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
