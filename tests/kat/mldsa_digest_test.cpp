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

// ---- NIST's known-answer texts of 100 records ----

// The hedged texts, of ML-DSA-65 too, are compared item by item through the files (PQLANE_VECTORS).
// single, all: liboqs tests/KATs/sig/kats.json; rsp: crypto-condor.
constexpr NistDigests hedged_texts[] = {
    {"Dilithium2", PQLANE_ML_DSA_44, "9a196e7fb32fbc93757dc2d8dc1924460eab66303c0c08aeb8b798fb8d8f8cf3",
     "54322d25c05b96941aec73eb3ee27a975d38a34bfb53ef4cb9fd4a8e9cab554c",
     "1d29c3b4ec68e3455f87f49b3386a2a6fc5e167c76e476c4770317ffbb97d242"},
    {"Dilithium5", PQLANE_ML_DSA_87, "4537905d2aabcf302fab2f242baed293459ecda7c230e6a67063b02c7e2840ed",
     "12382114979d5b64436aebfe6db02d61c07859429233105e936752cb77cc585a", nullptr},
};
// rsp: cloudflare/circl.
constexpr NistDigests deterministic_texts[] = {
    {"Dilithium2", PQLANE_ML_DSA_44, nullptr, nullptr,
     "14f92c48abc0d63ea263cce3c83183c8360c6ede7cbd5b65bd7c6f31e38f0ea5"},
    {"Dilithium5", PQLANE_ML_DSA_87, nullptr, nullptr,
     "35e2ce3d88b3311517bf8d41aa2cd24aa0fbda2bb8052ca8af4ad8d7c7344074"},
};

// Records of NIST's PQCgenKAT: the outer generator gives a record's seed of 48 bytes and its message of
// 33 (i + 1) bytes; the inner one, from that seed, xi and then rnd.
struct NistRecords {
  static constexpr std::size_t count = 100;
  Bytes drbg_seed, seed, rnd;
  Rows messages;

  explicit NistRecords(bool hedged) {
    const auto append = [](Bytes& to, const Bytes& bytes) {
      to.insert(to.end(), bytes.begin(), bytes.end());
    };
    std::vector<Bytes> texts;
    CtrDrbgAes256 outer;
    start(outer, counting_bytes(48));
    for (std::size_t i = 0; i < count; ++i) {
      const Bytes record_seed = draw(outer, 48);
      texts.push_back(draw(outer, 33 * (i + 1)));
      CtrDrbgAes256 inner;
      start(inner, record_seed);
      append(drbg_seed, record_seed);
      append(seed, draw(inner, 32));
      append(rnd, hedged ? draw(inner, 32) : Bytes(32));
    }
    messages = Rows(std::move(texts));
  }

  // Record i with its key and its signature, without the empty line behind it.
  std::string text(std::size_t i, const Bytes& pk, const Bytes& sk, const Bytes& sig) const {
    const std::string message = upper_hex(messages[i]);
    return "count = " + std::to_string(i) + "\nseed = " + upper_hex(slice(drbg_seed, 48, i, 1)) +
           "\nmlen = " + std::to_string(messages[i].size()) + "\nmsg = " + message +
           "\npk = " + upper_hex(pk) + "\nsk = " + upper_hex(sk) +
           "\nsmlen = " + std::to_string(sig.size() + messages[i].size()) + "\nsm = " + upper_hex(sig) +
           message + "\n";
  }
};

void expect_nist_texts(pqlane_device* device, const NistDigests& known, bool hedged) {
  SCOPED_TRACE(find_scheme(known.scheme)->name);
  const NistRecords records(hedged);
  const Dsa dsa(device, known.scheme);
  const pqlane_dsa_sizes& s = dsa.sizes();
  const Answer keys = dsa.keygen(records.seed);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(keys));
  const Answer sigs = dsa.sign(keys.second, records.messages.view(), records.rnd);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(sigs));
  std::string first, all, rsp = std::string("# ") + known.name + "\n\n";
  for (std::size_t i = 0; i < NistRecords::count; ++i) {
    const std::string record =
        records.text(i, slice(keys.first, s.pk_bytes, i, 1), slice(keys.second, s.sk_bytes, i, 1),
                     slice(sigs.first, s.sig_bytes, i, 1));
    if (i == 0) first = record;
    all += (i == 0 ? "" : "\n") + record;
    rsp += record + "\n";
  }
  const auto expect_digest = [](const std::string& text, const char* digest) {
    if (digest != nullptr) {
      EXPECT_EQ(sha256_hex(text), digest);
    }
  };
  expect_digest(first, known.single);
  expect_digest(all, known.all);
  expect_digest(rsp, known.rsp);
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

TEST_P(MlDsaDigest, NistKnownAnswers) {
  for (const NistDigests& known : hedged_texts) expect_nist_texts(device_.get(), known, true);
  for (const NistDigests& known : deterministic_texts) expect_nist_texts(device_.get(), known, false);
}

TEST_P(MlDsaDigest, Accumulated10000Rounds) {
  if (!full_run()) GTEST_SKIP() << "PQLANE_FULL=1 runs it";
  expect_all(10000);
}

INSTANTIATE_TEST_SUITE_P(Backends, MlDsaDigest, testing::ValuesIn(all_device_names), device_param_name);

}  // namespace
}  // namespace pqlane::test
