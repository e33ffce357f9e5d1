// dsa_keys_test.cpp: signers and verifiers give what the plain calls give, from several threads at once;
// every backend and every number of threads gives the scalar backend's bytes.
#include <gtest/gtest.h>

#include <thread>

#include "support/dsa.hpp"

namespace pqlane::test {
namespace {

struct FreeSigner {
  void operator()(pqlane_dsa_signer* signer) const { pqlane_dsa_signer_free(signer); }
};
struct FreeVerifier {
  void operator()(pqlane_dsa_verifier* verifier) const { pqlane_dsa_verifier_free(verifier); }
};

class DsaKeys : public DsaTest {
 protected:
  std::unique_ptr<pqlane_dsa_signer, FreeSigner> signer(const Bytes& sk) const {
    pqlane_dsa_signer* opened = nullptr;
    EXPECT_EQ(pqlane_dsa_signer_open(device_.get(), scheme(), sk.data(), sk.size(), &opened), PQLANE_OK)
        << pqlane_last_error();
    return std::unique_ptr<pqlane_dsa_signer, FreeSigner>(opened);
  }
  std::unique_ptr<pqlane_dsa_verifier, FreeVerifier> verifier(const Bytes& pk) const {
    pqlane_dsa_verifier* opened = nullptr;
    EXPECT_EQ(pqlane_dsa_verifier_open(device_.get(), scheme(), pk.data(), pk.size(), &opened), PQLANE_OK)
        << pqlane_last_error();
    return std::unique_ptr<pqlane_dsa_verifier, FreeVerifier>(opened);
  }
  Answer sign(pqlane_dsa_signer* signer, const pqlane_strings& message,
              const pqlane_dsa_options& options) const {
    return run_guarded(message.count, sizes().sig_bytes, 1,
                       [&](pqlane_out sig, pqlane_out, pqlane_status* status) {
                         return pqlane_dsa_signer_sign(signer, &options, message, sig, status);
                       });
  }
  Answer verify(pqlane_dsa_verifier* verifier, const pqlane_strings& message, const Bytes& sig,
                const pqlane_dsa_options& options) const {
    return run_guarded(message.count, 1, 1, [&](pqlane_out, pqlane_out, pqlane_status* status) {
      return pqlane_dsa_verifier_verify(verifier, &options, message, packed_in(sig, sizes().sig_bytes),
                                        status);
    });
  }
};

TEST_P(DsaKeys, SignersAndVerifiersEqualThePlainCallsFromFourThreads) {
  constexpr std::size_t count = 23;
  const Answer key = dsa().keygen(labelled_bytes("one xi", 32));
  const Rows messages = mixed_messages(count), contexts = mixed_contexts(count);
  pqlane_dsa_options options = dsa_options(), hashed = dsa_options(PQLANE_DSA_PREHASH, PQLANE_HASH_SHA2_512);
  options.context = hashed.context = contexts.view();
  options.deterministic = hashed.deterministic = 1;
  pqlane_dsa_options given_rnd = options, given_rnd_hashed = hashed;
  given_rnd.deterministic = given_rnd_hashed.deterministic = 0;
  const Bytes zero(32 * count);
  const Bytes wanted = dsa().sign(key.second, messages.view(), zero, given_rnd).first,
              wanted_hashed = dsa().sign(key.second, messages.view(), zero, given_rnd_hashed).first;
  ASSERT_NE(wanted, wanted_hashed);
  const auto expanded = signer(key.second), seed = signer(labelled_bytes("one xi", 32));
  const auto checker = verifier(key.first);
  ASSERT_TRUE(expanded && seed && checker);
  pqlane_dsa_options plain = options;
  plain.deterministic = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const auto& mine = t % 2 == 0 ? expanded : seed;
      EXPECT_EQ(sign(mine.get(), messages.view(), options).first, wanted);
      EXPECT_EQ(sign(mine.get(), messages.view(), hashed).first, wanted_hashed);
      EXPECT_EQ(verify(checker.get(), messages.view(), wanted, plain).call, PQLANE_OK);
      Bytes bad = wanted;
      bad[3 * sizes().sig_bytes + 40] ^= 1;
      const Answer refused = verify(checker.get(), messages.view(), bad, plain);
      EXPECT_EQ(refused.call, PQLANE_ERROR_ITEMS);
      for (std::size_t i = 0; i < count; ++i)
        EXPECT_EQ(refused.items[i], i == 3 ? PQLANE_ERROR_SIGNATURE : PQLANE_OK);
    });
  }
  for (std::thread& thread : threads) thread.join();
  // Hedged: two signatures of one message differ, and both hold.
  const Answer once = sign(expanded.get(), messages.view(), plain),
               again = sign(seed.get(), messages.view(), plain);
  EXPECT_NE(once.first, again.first);
  EXPECT_EQ(verify(checker.get(), messages.view(), once.first, plain).call, PQLANE_OK);
  EXPECT_EQ(verify(checker.get(), messages.view(), again.first, plain).call, PQLANE_OK);
}

TEST_P(DsaKeys, BadKeysOpenNothing) {
  const Answer key = dsa().keygen(labelled_bytes("one xi", 32));
  Bytes bad = key.second;
  std::fill_n(bad.begin() + 128, 8, std::uint8_t{0xFF});
  bad.back() = 0xFF;
  pqlane_dsa_signer* opened = reinterpret_cast<pqlane_dsa_signer*>(&bad);
  EXPECT_EQ(pqlane_dsa_signer_open(device_.get(), scheme(), bad.data(), bad.size(), &opened),
            PQLANE_ERROR_SK_RANGE);
  EXPECT_EQ(opened, nullptr);
  EXPECT_STREQ(pqlane_last_error(), pqlane_status_text(PQLANE_ERROR_SK_RANGE));
  EXPECT_EQ(pqlane_dsa_signer_open(device_.get(), scheme(), key.second.data(), 31, &opened),
            PQLANE_ERROR_LENGTH);
  EXPECT_EQ(std::string(pqlane_last_error()),
            "sk has 31 bytes, not " + std::to_string(sizes().sk_bytes) + " or, as a seed, 32");
  pqlane_dsa_verifier* verifier = nullptr;
  EXPECT_EQ(pqlane_dsa_verifier_open(device_.get(), scheme(), key.first.data(), 32, &verifier),
            PQLANE_ERROR_LENGTH);
  EXPECT_EQ(pqlane_dsa_verifier_open(device_.get(), PQLANE_ML_KEM_512, key.first.data(), 800, &verifier),
            PQLANE_ERROR_SCHEME);
  pqlane_dsa_signer_free(nullptr);
  pqlane_dsa_verifier_free(nullptr);
}

TEST_P(DsaKeys, ThreadsGiveTheBytesOfOne) {
  constexpr std::size_t count = 200;
  const Signed one = make_signed(dsa(), count);
  for (const unsigned threads : {3u, 16u}) {
    const DevicePointer device = open_dsa_device(device_name(), threads);
    const Dsa many(device.get(), scheme());
    const Signed s = make_signed(many, count);
    EXPECT_EQ(s.pk, one.pk);
    EXPECT_EQ(s.sk, one.sk);
    EXPECT_EQ(s.sig, one.sig);
    Bytes bad = s.sig;
    for (const std::size_t i : {150u, 199u, 77u}) bad[i * sizes().sig_bytes] ^= 1;
    const Answer verified = many.verify(s.pk, s.messages.view(), bad);
    EXPECT_EQ(verified.call, PQLANE_ERROR_ITEMS);
    EXPECT_NE(verified.error.find("item 77: "), std::string::npos) << verified.error;
    EXPECT_NE(verified.error.find("(3 of 200 items failed)"), std::string::npos) << verified.error;
  }
}

class DsaEqual : public DsaTest {};

TEST_P(DsaEqual, EqualsTheScalarBackend) {
  const DevicePointer device = open_device("cpu:scalar");
  const Dsa scalar(device.get(), scheme());
  for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 33u, 200u}) {
    SCOPED_TRACE(count);
    const Signed wanted = make_signed(scalar, count), got = make_signed(dsa(), count);
    ASSERT_NO_FATAL_FAILURE(expect_equal(got.pk, wanted.pk, sizes().pk_bytes, "pk"));
    ASSERT_NO_FATAL_FAILURE(expect_equal(got.sk, wanted.sk, sizes().sk_bytes, "sk"));
    ASSERT_NO_FATAL_FAILURE(expect_equal(got.sig, wanted.sig, sizes().sig_bytes, "sig"));
    Bytes bad = wanted.sig;
    for (std::size_t i = 0; i < count; i += 3) bad[(i + 1) * sizes().sig_bytes - 1] ^= 0x80;
    EXPECT_EQ(dsa().verify(got.pk, got.messages.view(), bad).items,
              scalar.verify(got.pk, got.messages.view(), bad).items);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, DsaEqual,
                         testing::Combine(testing::Values("cpu:avx2", "cpu:avx512"),
                                          testing::ValuesIn(all_dsa_schemes)),
                         kem_param_name);

INSTANTIATE_TEST_SUITE_P(Backends, DsaKeys,
                         testing::Combine(testing::ValuesIn(dsa_device_names),
                                          testing::ValuesIn(all_dsa_schemes)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
