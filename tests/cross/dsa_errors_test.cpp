// dsa_errors_test.cpp: signature calls that are refused as a whole, with their words; and devices without
// signatures.
#include <gtest/gtest.h>

#include "runtime/auto_device.hpp"
#include "runtime/multi_device.hpp"
#include "support/dsa.hpp"

namespace pqlane::test {
namespace {

constexpr pqlane_scheme scheme = PQLANE_ML_DSA_44;
constexpr std::size_t count = 4;

class DsaErrors : public testing::Test {
 protected:
  static void expect_refused(pqlane_status got, pqlane_status wanted, const std::string& words) {
    EXPECT_EQ(got, wanted) << words;
    EXPECT_EQ(std::string(pqlane_last_error()), words);
  }
  pqlane_status sign(const pqlane_dsa_options* options, const pqlane_strings& m) {
    return pqlane_dsa_sign(device.get(), scheme, options, sk_in, m, sig_out, status);
  }

  const DevicePointer device = open_dsa_device("cpu:fake");
  const pqlane_dsa_sizes sizes = find_scheme(scheme)->dsa_sizes;
  Bytes pk = Bytes(count * sizes.pk_bytes), sk = Bytes(count * sizes.sk_bytes),
        sig = Bytes(count * sizes.sig_bytes), rnd = Bytes(32 * count);
  const pqlane_in pk_in = packed_in(pk, sizes.pk_bytes), sk_in = packed_in(sk, sizes.sk_bytes),
                  sig_in = packed_in(sig, sizes.sig_bytes), rnd_in = packed_in(rnd, 32);
  const pqlane_out sig_out = {sig.data(), sizes.sig_bytes, count};
  const Rows messages = mixed_messages(count);
  pqlane_status status[count + 1] = {};
};

TEST_F(DsaErrors, SchemesOfTheOtherKind) {
  expect_refused(
      pqlane_dsa_sign(device.get(), PQLANE_ML_KEM_768, nullptr, sk_in, messages.view(), sig_out, status),
      PQLANE_ERROR_SCHEME, "ml-kem-768 is a KEM, not a signature scheme");
  pqlane_dsa_sizes dsa{};
  expect_refused(pqlane_dsa_get_sizes(PQLANE_KYBER_512, &dsa), PQLANE_ERROR_SCHEME,
                 "kyber-512 is a KEM, not a signature scheme");
  pqlane_kem_sizes kem{};
  expect_refused(pqlane_kem_get_sizes(scheme, &kem), PQLANE_ERROR_SCHEME,
                 "ml-dsa-44 is a signature scheme, not a KEM");
  const pqlane_out out = {sk.data(), 32, 1};
  expect_refused(pqlane_kem_keygen(device.get(), scheme, 0, out, out, nullptr), PQLANE_ERROR_SCHEME,
                 "ml-dsa-44 is a signature scheme, not a KEM");
  expect_refused(pqlane_dsa_get_sizes(static_cast<pqlane_scheme>(99), &dsa), PQLANE_ERROR_SCHEME,
                 "unknown scheme 99");
}

TEST_F(DsaErrors, Options) {
  pqlane_dsa_options o = dsa_options();
  o.struct_bytes = 8;
  expect_refused(sign(&o, messages.view()), PQLANE_ERROR_OPTION,
                 "options.struct_bytes is 8, not " + std::to_string(sizeof o));
  o = dsa_options(static_cast<pqlane_dsa_input>(9));
  expect_refused(sign(&o, messages.view()), PQLANE_ERROR_OPTION, "unknown input 9");
  o = dsa_options(PQLANE_DSA_PREHASH, static_cast<pqlane_hash>(13));
  expect_refused(sign(&o, messages.view()), PQLANE_ERROR_OPTION, "unknown hash 13 for HashML-DSA");
  o = dsa_options(PQLANE_DSA_PREHASH);
  expect_refused(sign(&o, messages.view()), PQLANE_ERROR_OPTION, "unknown hash 0 for HashML-DSA");
  o = dsa_options(PQLANE_DSA_PURE, PQLANE_HASH_SHA2_256);
  expect_refused(sign(&o, messages.view()), PQLANE_ERROR_OPTION,
                 "hash has no meaning without PQLANE_DSA_PREHASH");
  const Bytes context(3);
  for (const pqlane_dsa_input input : {PQLANE_DSA_MU, PQLANE_DSA_INTERNAL}) {
    o = dsa_options(input);
    o.context = shared_string(context, count);
    expect_refused(sign(&o, messages.view()), PQLANE_ERROR_OPTION,
                   "context has no meaning where the message is mu or M'");
  }
  o = dsa_options();
  o.deterministic = 1;
  expect_refused(
      pqlane_dsa_sign_derand(device.get(), scheme, &o, sk_in, messages.view(), rnd_in, sig_out, status),
      PQLANE_ERROR_OPTION, "deterministic has no meaning for this call");
  expect_refused(pqlane_dsa_verify(device.get(), scheme, &o, pk_in, messages.view(), sig_in, status),
                 PQLANE_ERROR_OPTION, "deterministic has no meaning for this call");
  o = dsa_options();
  o.key_seed = 1;
  expect_refused(pqlane_dsa_verify(device.get(), scheme, &o, pk_in, messages.view(), sig_in, status),
                 PQLANE_ERROR_OPTION, "key_seed has no meaning for this call");
  std::uint16_t attempts[count] = {};
  o = dsa_options();
  o.attempts = attempts;
  expect_refused(pqlane_dsa_verify(device.get(), scheme, &o, pk_in, messages.view(), sig_in, status),
                 PQLANE_ERROR_OPTION, "attempts has no meaning for this call");
  const pqlane_out pk_out = {pk.data(), sizes.pk_bytes, count}, sk_out = {sk.data(), sizes.sk_bytes, count};
  expect_refused(
      pqlane_dsa_keygen(device.get(), scheme, PQLANE_KEY_SEED | PQLANE_KEY_CHECKED, pk_out, sk_out, status),
      PQLANE_ERROR_OPTION, "flags 2 are unknown or have no meaning for keygen");
}

TEST_F(DsaErrors, CountsAndLengths) {
  expect_refused(sign(nullptr, mixed_messages(3).view()), PQLANE_ERROR_COUNT,
                 "sig has 4 items, but message has 3");
  const Bytes context(3);
  pqlane_dsa_options o = dsa_options();
  o.context = shared_string(context, 3);
  expect_refused(sign(&o, messages.view()), PQLANE_ERROR_COUNT, "context has 3 items, but the batch has 4");
  o.context.count = 0;  // a context that would be left out unnoticed
  expect_refused(sign(&o, messages.view()), PQLANE_ERROR_COUNT, "context has 0 items, but the batch has 4");
  const Bytes block(100);
  expect_refused(sign(nullptr, {block.data(), 20, 21, nullptr, nullptr, count}), PQLANE_ERROR_LENGTH,
                 "message has a stride of 20 bytes, but item 0 has 21");
  const std::size_t lengths[count] = {1, 20, 25, 3};
  expect_refused(sign(nullptr, {block.data(), 20, 0, nullptr, lengths, count}), PQLANE_ERROR_LENGTH,
                 "message has a stride of 20 bytes, but item 2 has 25");
  const std::size_t huge = SIZE_MAX / 3000;
  expect_refused(pqlane_dsa_verify(device.get(), scheme, nullptr, {pk.data(), 0, 1},
                                   {block.data(), SIZE_MAX / 1000, 1, nullptr, nullptr, huge},
                                   {sig.data(), 0, 1}, nullptr),
                 PQLANE_ERROR_COUNT, "message: " + std::to_string(huge) + " items exceed the address space");
  expect_refused(
      pqlane_dsa_sign_one(device.get(), scheme, nullptr, sk.data(), 32, nullptr, 0, sig.data(), 2420),
      PQLANE_ERROR_LENGTH, "sk has 32 bytes, not 2560");
  expect_refused(
      pqlane_dsa_verify_one(device.get(), scheme, nullptr, pk.data(), 1312, nullptr, 0, sig.data(), 2419),
      PQLANE_ERROR_LENGTH, "sig has 2419 bytes, not 2420");
}

TEST_F(DsaErrors, NullPointers) {
  expect_refused(pqlane_dsa_sign(nullptr, scheme, nullptr, sk_in, messages.view(), sig_out, status),
                 PQLANE_ERROR_NULL, "device is null");
  expect_refused(pqlane_dsa_sign(device.get(), scheme, nullptr, {nullptr, sizes.sk_bytes, count},
                                 messages.view(), sig_out, status),
                 PQLANE_ERROR_NULL, "sk is null, but the batch has 4 items");
  expect_refused(pqlane_dsa_signer_sign(nullptr, nullptr, messages.view(), sig_out, status),
                 PQLANE_ERROR_NULL, "signer is null");
  expect_refused(pqlane_dsa_verifier_verify(nullptr, nullptr, messages.view(), sig_in, status),
                 PQLANE_ERROR_NULL, "verifier is null");
  expect_refused(pqlane_dsa_signer_open(device.get(), scheme, sk.data(), sk.size(), nullptr),
                 PQLANE_ERROR_NULL, "signer is null");
  // One item: its failure is the call's.
  EXPECT_EQ(pqlane_dsa_sign_one(device.get(), scheme, nullptr, sk.data(), 2560, nullptr, 1, sig.data(), 2420),
            PQLANE_ERROR_NULL);
  // A batch of none needs nothing.
  EXPECT_EQ(
      pqlane_dsa_sign(device.get(), scheme, nullptr, {nullptr, 2560, 0}, {}, {nullptr, 2420, 0}, nullptr),
      PQLANE_OK);
  EXPECT_EQ(pqlane_dsa_sign_one(device.get(), scheme, nullptr, sk.data(), 2560, nullptr, 0, sig.data(), 2420),
            PQLANE_OK);
}

TEST_F(DsaErrors, Overlap) {
  const auto overlaps = [&](const std::string& what, pqlane_status got) {
    expect_refused(got, PQLANE_ERROR_OVERLAP, what + " overlap");
  };
  Bytes block(count * 4000 + 4000);
  const pqlane_out out = {block.data() + 1000, 4000, count};  // records of which sig is a part
  const auto sign_at = [&](const pqlane_strings& m, const pqlane_dsa_options* o = nullptr,
                           pqlane_status* s = nullptr) {
    return pqlane_dsa_sign(device.get(), scheme, o, sk_in, m, out, s);
  };
  EXPECT_EQ(sign_at({block.data(), 4000, 1000, nullptr, nullptr, count}), PQLANE_OK);
  overlaps("sig and message", sign_at({block.data(), 4000, 1001, nullptr, nullptr, count}));
  overlaps("sig and message", sign_at({block.data() + 1500, 0, 1, nullptr, nullptr, count}));
  const std::size_t fits[count] = {1000, 1000, 0, 1000}, too_long[count] = {1000, 1000, 1001, 5};
  EXPECT_EQ(sign_at({block.data(), 4000, 0, nullptr, fits, count}), PQLANE_OK);
  overlaps("sig and message", sign_at({block.data(), 4000, 0, nullptr, too_long, count}));
  // Rows in any order, each tested by itself.
  const std::uint8_t* rows[count] = {block.data() + 3420, block.data(), block.data() + 15420,
                                     block.data() + 8000};
  const std::size_t between[count] = {1580, 1000, 4000, 1000};
  EXPECT_EQ(sign_at({nullptr, 0, 0, rows, between, count}), PQLANE_OK);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t one_more[count];
    std::copy_n(between, count, one_more);
    ++one_more[i];
    const pqlane_strings m{nullptr, 0, 0, rows, one_more, count};
    if (i == 2) {  // behind the last signature
      EXPECT_EQ(sign_at(m), PQLANE_OK);
    } else {
      overlaps("sig and message", sign_at(m));
    }
    const std::uint8_t* earlier[count];
    std::copy_n(rows, count, earlier);
    if (i == 0 || i == 2) {
      --earlier[i];
      overlaps("sig and message", sign_at({nullptr, 0, 0, earlier, between, count}));
    }
  }
  pqlane_dsa_options o = dsa_options();
  o.context = {block.data() + 1000, 0, 1, nullptr, nullptr, count};
  overlaps("sig and context", sign_at(messages.view(), &o));
  // The array of attempts: one without gaps, apart from all others.
  o = dsa_options();
  o.attempts = reinterpret_cast<std::uint16_t*>(block.data() + 1000 + 2418);
  overlaps("sig and attempts", sign_at(messages.view(), &o));
  o.attempts = reinterpret_cast<std::uint16_t*>(sk.data() + 2);
  overlaps("sk and attempts", sign_at(messages.view(), &o));
  pqlane_status shared[count] = {};
  o.attempts = reinterpret_cast<std::uint16_t*>(shared) + 1;
  overlaps("status and attempts", sign_at(messages.view(), &o, shared));
  o.attempts = reinterpret_cast<std::uint16_t*>(block.data() + 2);
  overlaps("attempts and message", sign_at({block.data(), 0, 3, nullptr, nullptr, count}, &o));
  EXPECT_EQ(sign_at({block.data(), 0, 2, nullptr, nullptr, count}, &o), PQLANE_OK);
  // The arrays themselves: lengths of 0 that are part of an output.
  std::fill(block.begin(), block.end(), std::uint8_t{0});
  const pqlane_strings lengths_inside{
      block.data(), 4000, 0, nullptr, reinterpret_cast<const std::size_t*>(block.data() + 1000), count};
  overlaps("sig and message.lengths", sign_at(lengths_inside));
  pqlane_status statuses[16] = {};
  const std::uint8_t* inside[count] = {nullptr, nullptr, nullptr,
                                       reinterpret_cast<const std::uint8_t*>(statuses) + 15};
  const std::size_t one[count] = {0, 0, 0, 1};
  overlaps("status and message", sign_at({nullptr, 0, 0, inside, one, count}, nullptr, statuses));
  overlaps("status and message.rows",
           sign_at({nullptr, 0, 0, rows, between, count}, nullptr, reinterpret_cast<pqlane_status*>(rows)));
}

TEST_F(DsaErrors, DevicesWithoutSignaturesSaySo) {
  CpuBackend none = *registered_backends()[0].backend;
  none.dsa = nullptr;
  const RegisteredBackend entry = {"cpu:none", &none, true, ""};
  pqlane_device bare;
  bare.device = std::make_unique<CpuDevice>(entry, 1, nullptr);
  const std::string words = "cpu:none does not do ml-dsa-44 yet";
  expect_refused(pqlane_dsa_sign(&bare, scheme, nullptr, sk_in, messages.view(), sig_out, status),
                 PQLANE_ERROR_SCHEME, words);
  pqlane_dsa_signer* signer = nullptr;
  expect_refused(pqlane_dsa_signer_open(&bare, scheme, sk.data(), sizes.sk_bytes, &signer),
                 PQLANE_ERROR_SCHEME, words);
  std::vector<std::unique_ptr<ComputeDevice>> parts;
  parts.push_back(std::make_unique<CpuDevice>(entry, 1, nullptr));
  pqlane_device joined;
  joined.device = std::make_unique<MultiDevice>("two:0,1", std::move(parts));
  expect_refused(pqlane_dsa_sign(&joined, scheme, nullptr, sk_in, messages.view(), sig_out, status),
                 PQLANE_ERROR_SCHEME, words);
}

// Without a GPU "auto" is the CPU, and refuses memory that a CPU cannot reach.
TEST_F(DsaErrors, AutoWithoutAGpuIsTheCpu) {
  const auto no_gpu = []() -> std::unique_ptr<ComputeDevice> { return nullptr; };
  pqlane_device handle;
  handle.device = std::make_unique<AutoDevice>(std::make_unique<CpuDevice>(fake_dsa::backend(), 1, nullptr),
                                               no_gpu, [&](const void* p) { return p == pk.data(); });
  const Dsa fake(device.get(), scheme), by_auto(&handle, scheme);
  const Signed s = make_signed(fake, 20), a = make_signed(by_auto, 20);
  EXPECT_EQ(a.sig, s.sig);
  EXPECT_STREQ(pqlane_last_device(), "cpu:fake");
  pqlane_dsa_signer* signer = nullptr;
  EXPECT_EQ(pqlane_dsa_signer_open(&handle, scheme, sk.data(), sizes.sk_bytes, &signer), PQLANE_OK);
  pqlane_dsa_signer_free(signer);
  EXPECT_EQ(pqlane_dsa_verify(&handle, scheme, nullptr, pk_in, messages.view(), sig_in, status),
            PQLANE_ERROR_DEVICE);
  EXPECT_EQ(std::string(pqlane_last_error()), "an array is in the memory of a GPU that cannot be used");
}

}  // namespace
}  // namespace pqlane::test
