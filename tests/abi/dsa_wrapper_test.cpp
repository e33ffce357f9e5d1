// dsa_wrapper_test.cpp: the C++ wrapper of signatures: counts and strides from spans, what throws and what is
// a Result.
#include <gtest/gtest.h>

#include <array>
#include <pqlane/dsa.hpp>
#include <type_traits>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;
using pqlane::BatchIn;
using pqlane::Device;
using pqlane::DsaOptions;
using pqlane::Error;
using pqlane::KeyForm;
using pqlane::Signer;
using pqlane::Strings;
using pqlane::Verifier;

constexpr pqlane_scheme scheme = PQLANE_ML_DSA_44;

static_assert(!std::is_copy_constructible_v<Signer> && std::is_nothrow_move_constructible_v<Signer>);
static_assert(!std::is_copy_constructible_v<Verifier> && std::is_nothrow_move_constructible_v<Verifier>);

template <class Call>
pqlane_status status_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "");
    return error.status();
  }
  return PQLANE_OK;
}

class DsaWrapper : public testing::Test {
 protected:
  static constexpr std::size_t items = 5;
  void SetUp() override { ASSERT_TRUE(pqlane::dsa_keygen_derand(device, scheme, seeds, pk, sk)); }

  const Device device{"cpu"};
  const pqlane_dsa_sizes sizes = pqlane::dsa_sizes(scheme);
  Bytes seeds = Bytes(items * 32, 9), pk = Bytes(items * sizes.pk_bytes), sk = Bytes(items * sizes.sk_bytes);
  Bytes sig = Bytes(items * sizes.sig_bytes), sig_again = sig;
  const std::vector<Bytes> messages = {{}, {1}, {2, 3}, Bytes(500, 4), {5}};
};

TEST_F(DsaWrapper, RoundTripOfABatchOfAnyLengths) {
  ASSERT_TRUE(pqlane::dsa_sign(device, scheme, sk, messages, sig));
  EXPECT_TRUE(pqlane::dsa_verify(device, scheme, pk, messages, sig));
  const std::vector<std::span<const std::uint8_t>> spans(messages.begin(), messages.end());
  const std::span<const std::span<const std::uint8_t>> view = spans;
  EXPECT_TRUE(pqlane::dsa_verify(device, scheme, pk, view, sig));
  sig[2 * sizes.sig_bytes] ^= 1;
  const pqlane::Result result = pqlane::dsa_verify(device, scheme, pk, messages, sig);
  EXPECT_EQ(result.status, PQLANE_ERROR_ITEMS);
  EXPECT_EQ(result.failed(), 1u);
  EXPECT_EQ(result.items[2], PQLANE_ERROR_SIGNATURE);
}

TEST_F(DsaWrapper, PackedAndSharedMessages) {
  const Bytes packed = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, one = {7, 8};
  const DsaOptions fixed{.deterministic = true};
  ASSERT_TRUE(pqlane::dsa_sign(device, scheme, sk, Strings::packed(packed, 2), sig, fixed));
  EXPECT_TRUE(pqlane::dsa_verify(device, scheme, pk, Strings::packed(packed, 2), sig));
  ASSERT_TRUE(pqlane::dsa_sign(device, scheme, sk, Strings::shared(one), sig_again, fixed));
  EXPECT_TRUE(pqlane::dsa_verify(device, scheme, pk, Strings::shared(one), sig_again));
  const auto third = [&](const Bytes& all) {
    return Bytes(all.begin() + static_cast<std::ptrdiff_t>(3 * sizes.sig_bytes),
                 all.begin() + static_cast<std::ptrdiff_t>(4 * sizes.sig_bytes));
  };
  EXPECT_EQ(third(sig), third(sig_again));
  EXPECT_EQ(status_of([&] { Strings::packed(packed, 3); }), PQLANE_ERROR_LENGTH);
}

// Bytes, attempts and keys stay where they are until the jobs have ended; the jobs keep pointers and lengths.
TEST_F(DsaWrapper, Jobs) {
  ASSERT_TRUE(pqlane::dsa_keygen_async(device, scheme, pk, sk).wait());
  std::array<std::uint16_t, items> attempts{};
  pqlane::Job signing = pqlane::dsa_sign_async(device, scheme, sk, messages, sig, {.attempts = attempts});
  ASSERT_TRUE(signing.wait());
  for (const std::uint16_t a : attempts) EXPECT_GT(a, 0u);
  const Signer signer(device, scheme, std::span(sk).first(sizes.sk_bytes));
  const Verifier verifier(device, scheme, std::span(pk).first(sizes.pk_bytes));
  pqlane::Job checking = pqlane::dsa_verify_async(device, scheme, pk, messages, sig),
              by_one_key = signer.sign_async(messages, sig_again);
  EXPECT_TRUE(by_one_key.wait());
  EXPECT_TRUE(checking.wait());
  sig_again[3 * sizes.sig_bytes] ^= 1;
  const pqlane::Result result = verifier.verify_async(messages, sig_again).wait();
  EXPECT_EQ(result.failed(), 1u);
  EXPECT_EQ(result.items[3], PQLANE_ERROR_SIGNATURE);
  EXPECT_NE(std::string(pqlane_last_error()).find("item 3"), std::string::npos) << pqlane_last_error();

  Bytes nothing;
  const pqlane::Result none =
      pqlane::dsa_sign_async(device, scheme, nothing, std::vector<Bytes>(), nothing).wait();
  EXPECT_TRUE(none.ok());
  int not_an_event = 0;
  EXPECT_EQ(
      status_of([&] {
        (void)pqlane::dsa_sign_async(device, scheme, sk, messages, sig, {}, {nullptr, &not_an_event}).wait();
      }),
      PQLANE_ERROR_OPTION);
  const pqlane_async nobody_told{sizeof nobody_told, nullptr, nullptr, nullptr, nullptr};
  EXPECT_EQ(pqlane_dsa_verify_async(device.handle(), scheme, nullptr, {pk.data(), sizes.pk_bytes, items}, {},
                                    {sig.data(), sizes.sig_bytes, items}, nullptr, &nobody_told, nullptr),
            PQLANE_ERROR_COUNT);
}

TEST_F(DsaWrapper, SignerAndVerifier) {
  const std::span<const std::uint8_t> one_sk(sk.data(), sizes.sk_bytes), one_pk(pk.data(), sizes.pk_bytes);
  const Signer signer(device, scheme, one_sk), from_seed(device, scheme, std::span(seeds).first(32));
  const Verifier verifier(device, scheme, one_pk);
  const Bytes context = {1, 2, 3};
  const DsaOptions hashed{.input = PQLANE_DSA_PREHASH,
                          .hash = pqlane::hash_by_name("SHAKE-256"),
                          .deterministic = true,
                          .context = Strings::shared(context)};
  const DsaOptions check{
      .input = PQLANE_DSA_PREHASH, .hash = PQLANE_HASH_SHAKE_256, .context = Strings::shared(context)};
  ASSERT_TRUE(signer.sign(messages, sig, hashed));
  ASSERT_TRUE(from_seed.sign(messages, sig_again, hashed));
  EXPECT_EQ(sig, sig_again);
  EXPECT_TRUE(verifier.verify(messages, sig, check));
  EXPECT_EQ(verifier.verify(messages, sig).failed(), items);
  EXPECT_TRUE(pqlane::dsa_verify(device, scheme, BatchIn::shared(one_pk), messages, sig, check));
  EXPECT_EQ(status_of([&] { Signer(device, scheme, one_sk.first(100)); }), PQLANE_ERROR_LENGTH);
  EXPECT_EQ(status_of([&] { Verifier(device, PQLANE_ML_KEM_512, one_pk); }), PQLANE_ERROR_SCHEME);
}

TEST_F(DsaWrapper, AttemptsOfEachItem) {
  std::vector<std::uint16_t> attempts(items), again(items), fewer(items - 1);
  ASSERT_TRUE(
      pqlane::dsa_sign(device, scheme, sk, messages, sig, {.deterministic = true, .attempts = attempts}));
  for (const std::uint16_t n : attempts) EXPECT_GE(n, 1);
  const std::span<const std::uint8_t> last(sk.data() + 4 * sizes.sk_bytes, sizes.sk_bytes);
  const Signer signer(device, scheme, last);
  ASSERT_TRUE(signer.sign(messages, sig_again, {.deterministic = true, .attempts = again}));
  EXPECT_EQ(attempts[4], again[4]);
  EXPECT_EQ(
      status_of([&] { (void)pqlane::dsa_sign(device, scheme, sk, messages, sig, {.attempts = fewer}); }),
      PQLANE_ERROR_COUNT);
}

TEST_F(DsaWrapper, SeedsAndGivenRandomness) {
  Bytes made(items * 32), pk_again = pk;
  ASSERT_TRUE(pqlane::dsa_keygen_derand(device, scheme, seeds, pk_again, made, KeyForm::Seed));
  EXPECT_EQ(made, seeds);
  EXPECT_EQ(pk_again, pk);
  const Bytes rnd(items * 32, 3);
  ASSERT_TRUE(
      pqlane::dsa_sign_derand(device, scheme, seeds, messages, rnd, sig, {.key_form = KeyForm::Seed}));
  ASSERT_TRUE(pqlane::dsa_sign_derand(device, scheme, sk, messages, rnd, sig_again));
  EXPECT_EQ(sig, sig_again);
  ASSERT_TRUE(pqlane::dsa_keygen(device, scheme, pk_again, made, KeyForm::Seed));
  EXPECT_NE(pk_again, pk);
}

TEST_F(DsaWrapper, OneOperation) {
  const std::span<const std::uint8_t> one_sk(sk.data(), sizes.sk_bytes), one_pk(pk.data(), sizes.pk_bytes);
  const Bytes one = pqlane::dsa_sign_one(device, scheme, one_sk, messages[3]);
  EXPECT_TRUE(pqlane::dsa_verify_one(device, scheme, one_pk, messages[3], one));
  EXPECT_FALSE(pqlane::dsa_verify_one(device, scheme, one_pk, messages[2], one));
  const Bytes too_long(256);
  EXPECT_EQ(status_of([&] {
              pqlane::dsa_sign_one(device, scheme, one_sk, messages[3],
                                   {.context = Strings::shared(too_long)});
            }),
            PQLANE_ERROR_CONTEXT);
  EXPECT_EQ(status_of([&] { pqlane::dsa_verify_one(device, scheme, one_pk, messages[2], one_sk); }),
            PQLANE_ERROR_LENGTH);
}

TEST_F(DsaWrapper, AWrongCountThrowsBeforeAnythingRuns) {
  const std::vector<Bytes> fewer(messages.begin(), messages.end() - 1);
  EXPECT_EQ(status_of([&] { (void)pqlane::dsa_sign(device, scheme, sk, fewer, sig); }), PQLANE_ERROR_COUNT);
  EXPECT_EQ(status_of([&] { (void)pqlane::dsa_sign(device, scheme, pk, messages, sig); }),
            PQLANE_ERROR_LENGTH);
  EXPECT_EQ(status_of([&] { (void)pqlane::dsa_sign(device, scheme, sk, messages, sig, {.context = fewer}); }),
            PQLANE_ERROR_COUNT);
  EXPECT_EQ(status_of([&] { (void)pqlane::dsa_verify(device, scheme, pk, Strings(), sig); }),
            PQLANE_ERROR_COUNT);
  EXPECT_EQ(sig, Bytes(sig.size()));
}

}  // namespace
