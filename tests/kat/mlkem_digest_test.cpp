// mlkem_digest_test.cpp: ML-KEM against digests of many computed values, embedded here, so that they hold
// without any vector file. All values are computed as batches, on every backend.
//
// 10,000 rounds run on the best backend, and on all with PQLANE_FULL=1.
#include <gtest/gtest.h>

#include "support/kem_kat.hpp"

namespace pqlane::test {
namespace {

// The accumulated test that C2SP's CCTV describes, on the final FIPS 203: two SHAKE128 instances; the first,
// of nothing, gives for every round d, z, m and a random ciphertext; the second absorbs ek, [dk], ct, K and
// the rejection secret of the random ciphertext.
struct AccumulatedDigest {
  pqlane_scheme scheme;
  std::size_t rounds;
  const char* with_dk;     // also in BoringSSL's tests (768 and 1024, 10,000 rounds)
  const char* without_dk;  // also in Go's crypto/mlkem (768); the others computed with liboqs
};

constexpr AccumulatedDigest accumulated[] = {
    {PQLANE_ML_KEM_512, 100, "449120c6e320ef3e9fbfa2316e5f2d2e1e6dd37d8ff5d086d5d2db7d42aff0a1",
     "86b1b4703b8ffef6f7f3290c6dbce4ad954498a0673ded401a94828e8c519a59"},
    {PQLANE_ML_KEM_768, 100, "8d65b902f28edc683cebee2872962fd165a4d197c9e24ec74caa4470270df0b7",
     "1114b1b6699ed191734fa339376afa7e285c9e6acf6ff0177d346696ce564415"},
    {PQLANE_ML_KEM_1024, 100, "c3ffe9ebecfa479c142656cbfbc6417efa05b77e994fe538eef4daed166363df",
     "800018fec3e2723f73f1d657fe239b4d5d8782efaade297e8cd448e54cc2ac00"},
    {PQLANE_ML_KEM_512, 10000, "705dcffc87f4e67e35a09dcaa31772e86f3341bd3ccf1e78a5fef99ae6a35a13",
     "e0112db334d4240ca6feed5b0beab1318925edd4ff7d840c2ebe6d61971fc14c"},
    {PQLANE_ML_KEM_768, 10000, "f959d18d3d1180121433bf0e05f11e7908cf9d03edc150b2b07cb90bef5bc1c1",
     "8a518cc63da366322a8e7a818c7a0d63483cb3528d34a4cf42f35d5ad73f22fc"},
    {PQLANE_ML_KEM_1024, 10000, "e3bf82b013307b2e9d47dde791ff6dfc82e694e6382404abdb948b908b75bad5",
     "f1a3925c9cf8538bb104c56efb2f5ecb74cc3df25087460b73f6c873e96bcb6a"},
};

// Rounds of one batch; bounds memory, and is no multiple of any tile.
constexpr std::size_t batch_rounds = 1003;

void expect_accumulated(pqlane_device* device, const AccumulatedDigest& known) {
  const pqlane_kem_sizes& s = find_scheme(known.scheme)->sizes;
  const Kem kem(device, known.scheme);
  const std::size_t round_bytes = 96 + s.ct_bytes;
  const Bytes stream = openssl_xof("SHAKE128", {}, known.rounds * round_bytes);
  OpensslHash with_dk("SHAKE128"), without_dk("SHAKE128");
  for (std::size_t first = 0; first < known.rounds; first += batch_rounds) {
    const std::size_t count = std::min(batch_rounds, known.rounds - first);
    Exchanges e{count, {}, {}, {}, {}, {}, {}, {}};
    Bytes random_ct;
    for (std::size_t i = first; i < first + count; ++i) {
      const auto round = stream.begin() + static_cast<std::ptrdiff_t>(i * round_bytes);
      e.seed.insert(e.seed.end(), round, round + 64);
      e.m.insert(e.m.end(), round + 64, round + 96);
      random_ct.insert(random_ct.end(), round + 96, round + static_cast<std::ptrdiff_t>(round_bytes));
    }
    ASSERT_NO_FATAL_FAILURE(run_exchanges(device, known.scheme, e));
    const Answer rejected = kem.decaps(e.dk, random_ct);
    ASSERT_NO_FATAL_FAILURE(expect_all_ok(rejected));
    for (std::size_t i = 0; i < count; ++i) {
      with_dk.absorb(slice(e.ek, s.ek_bytes, i, 1));
      with_dk.absorb(slice(e.dk, s.dk_bytes, i, 1));
      without_dk.absorb(slice(e.ek, s.ek_bytes, i, 1));
      for (OpensslHash* hash : {&with_dk, &without_dk}) {
        hash->absorb(slice(e.ct, s.ct_bytes, i, 1));
        hash->absorb(slice(e.ss, s.ss_bytes, i, 1));
        hash->absorb(slice(rejected.first, s.ss_bytes, i, 1));
      }
    }
  }
  EXPECT_EQ(to_hex(with_dk.finish_xof(32)), known.with_dk);
  EXPECT_EQ(to_hex(without_dk.finish_xof(32)), known.without_dk);
}

class MlKemDigest : public DeviceTest {};

TEST_P(MlKemDigest, Accumulated100Rounds) {
  for (const AccumulatedDigest& known : accumulated) {
    SCOPED_TRACE(find_scheme(known.scheme)->name);
    if (known.rounds == 100) {
      ASSERT_NO_FATAL_FAILURE(expect_accumulated(device_.get(), known));
    }
  }
}

TEST_P(MlKemDigest, Accumulated10000Rounds) {
  if (!is_best() && !full_run()) GTEST_SKIP() << "not the best backend; PQLANE_FULL=1 runs it";
  for (const AccumulatedDigest& known : accumulated) {
    SCOPED_TRACE(find_scheme(known.scheme)->name);
    if (known.rounds == 10000) {
      ASSERT_NO_FATAL_FAILURE(expect_accumulated(device_.get(), known));
    }
  }
}

// single, all: liboqs tests/KATs/kem/kats.json. rsp: the files of cloudflare/circl, whose header lines still
// say Kyber.
constexpr NistDigests nist_digests[] = {
    {"Kyber512", PQLANE_ML_KEM_512, "c70041a761e01cd6426fa60e9fd6a4412c2be817386c8d0f3334898082512782",
     "74b470e797cbdbd589a31d387d36c72aad5033446ab5159bf4014c24652b1173",
     "a30184edee53b3b009356e1e31d7f9e93ce82550e3c622d7192e387b0cc84f2e"},
    {"Kyber768", PQLANE_ML_KEM_768, "5352539586b6c3df58be6158a6250aeff402bd73060b0a3de68850ac074c17c3",
     "e5d6911117c708d8342702db222f66bef5ac5b0314fb8bc36eb22a536c9b34fb",
     "729367b590637f4a93c68d5e4a4d2e2b4454842a52c9eec503e3a0d24cb66471"},
};

TEST_P(MlKemDigest, NistKnownAnswers) {
  for (const NistDigests& known : nist_digests) expect_nist_digests(device_.get(), known);
}

// The known-answer text of mlkem-native (its META.yml): coins = SHAKE256 of the bytes 32 .. 95, then 100
// times coins = SHAKE256(coins), d || z and m from them; lower-case hexadecimal lines.
void expect_native_digest(pqlane_device* device, pqlane_scheme scheme, const char* digest) {
  Bytes coins = openssl_xof("SHAKE256", counting_bytes(64, 32), 96);
  Exchanges e{100, {}, {}, {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < e.count; ++i) {
    coins = openssl_xof("SHAKE256", coins, 96);
    e.seed.insert(e.seed.end(), coins.begin(), coins.begin() + 64);
    e.m.insert(e.m.end(), coins.begin() + 64, coins.end());
  }
  ASSERT_NO_FATAL_FAILURE(run_exchanges(device, scheme, e));
  const pqlane_kem_sizes& s = find_scheme(scheme)->sizes;
  std::string text;
  for (std::size_t i = 0; i < e.count; ++i) {
    text += "pk = " + to_hex(slice(e.ek, s.ek_bytes, i, 1)) +
            "\nsk = " + to_hex(slice(e.dk, s.dk_bytes, i, 1)) +
            "\nct = " + to_hex(slice(e.ct, s.ct_bytes, i, 1)) +
            "\nss = " + to_hex(slice(e.ss, s.ss_bytes, i, 1)) + "\n";
  }
  EXPECT_EQ(sha256_hex(text), digest) << find_scheme(scheme)->name;
}

TEST_P(MlKemDigest, NativeKnownAnswers) {
  expect_native_digest(device_.get(), PQLANE_ML_KEM_512,
                       "0a2d61707a68c0cac7b2a5005def19994e4e2a25cf8dc512b1254cbaa25473c0");
  expect_native_digest(device_.get(), PQLANE_ML_KEM_768,
                       "8cff42556667edbd0fec7d0b2666d7710d80db71b684f8b4852a37ece2a4c844");
}

INSTANTIATE_TEST_SUITE_P(Backends, MlKemDigest, testing::ValuesIn(all_device_names), device_param_name);

}  // namespace
}  // namespace pqlane::test
