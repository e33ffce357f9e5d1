// mldsa_digest_test.cpp: ML-DSA against digests of many computed values, embedded here, so that they hold
// without any vector file. All values are computed as batches, on every backend.
//
// 10,000 rounds run with PQLANE_FULL=1.
#include <gtest/gtest.h>

#include "support/dsa.hpp"
#include "support/kem_kat.hpp"

namespace pqlane::test {
namespace {

// The accumulated test that C2SP's CCTV describes: two SHAKE128 instances; the first, of nothing, gives the
// seed of every round; the second absorbs pk and the deterministic signature of the empty message.
struct AccumulatedDigest {
  pqlane_scheme scheme;
  std::size_t rounds;
  const char* digest;
};

constexpr AccumulatedDigest accumulated[] = {
    {PQLANE_ML_DSA_44, 100, "d51148e1f9f4fa1a723a6cf42e25f2a99eb5c1b378b3d2dbbd561b1203beeae4"},
    {PQLANE_ML_DSA_65, 100, "8358a1843220194417cadbc2651295cd8fc65125b5a5c1a239a16dc8b57ca199"},
    {PQLANE_ML_DSA_87, 100, "8c3ad714777622b8f21ce31bb35f71394f23bc0fcf3c78ace5d608990f3b061b"},
    {PQLANE_ML_DSA_44, 10000, "e7fd21f6a59bcba60d65adc44404bb29a7c00e5d8d3ec06a732c00a306a7d143"},
    {PQLANE_ML_DSA_65, 10000, "5ff5e196f0b830c3b10a9eb5358e7c98a3a20136cb677f3ae3b90175c3ace329"},
    {PQLANE_ML_DSA_87, 10000, "80a8cf39317f7d0be0e24972c51ac152bd2a3e09bc0c32ce29dd82c4e7385e60"},
};

// Rounds of one batch; bounds memory, and is no multiple of any tile.
constexpr std::size_t batch_rounds = 1003;

void expect_accumulated(pqlane_device* device, const AccumulatedDigest& known) {
  const Dsa dsa(device, known.scheme);
  const pqlane_dsa_sizes& s = dsa.sizes();
  const Bytes seeds = openssl_xof("SHAKE128", {}, 32 * known.rounds), empty;
  OpensslHash accumulator("SHAKE128");
  for (std::size_t first = 0; first < known.rounds; first += batch_rounds) {
    const std::size_t count = std::min(batch_rounds, known.rounds - first);
    const Answer keys = dsa.keygen(slice(seeds, 32, first, count));
    ASSERT_NO_FATAL_FAILURE(expect_all_ok(keys));
    const pqlane_strings messages = shared_string(empty, count);
    const Answer sigs = dsa.sign(keys.second, messages, Bytes(32 * count));
    ASSERT_NO_FATAL_FAILURE(expect_all_ok(sigs));
    ASSERT_NO_FATAL_FAILURE(expect_all_ok(dsa.verify(keys.first, messages, sigs.first)));
    for (std::size_t i = 0; i < count; ++i) {
      accumulator.absorb(slice(keys.first, s.pk_bytes, i, 1));
      accumulator.absorb(slice(sigs.first, s.sig_bytes, i, 1));
    }
  }
  EXPECT_EQ(to_hex(accumulator.finish_xof(32)), known.digest);
}

class MlDsaDigest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped() && registered_backend(GetParam()).backend->dsa == nullptr)
      GTEST_SKIP() << GetParam() << " has no ML-DSA";
  }
  void expect_all(std::size_t rounds) const {
    for (const AccumulatedDigest& known : accumulated) {
      SCOPED_TRACE(find_scheme(known.scheme)->name);
      if (known.rounds == rounds) {
        ASSERT_NO_FATAL_FAILURE(expect_accumulated(device_.get(), known));
      }
    }
  }
};

TEST_P(MlDsaDigest, Accumulated100Rounds) { expect_all(100); }

TEST_P(MlDsaDigest, Accumulated10000Rounds) {
  if (!full_run()) GTEST_SKIP() << "PQLANE_FULL=1 runs it";
  expect_all(10000);
}

INSTANTIATE_TEST_SUITE_P(Backends, MlDsaDigest, testing::ValuesIn(all_device_names), device_param_name);

}  // namespace
}  // namespace pqlane::test
