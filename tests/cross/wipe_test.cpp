// wipe_test.cpp: after a call no kept workspace holds eight bytes in a row of a secret that the call worked
// with. The search itself is tried on workspaces that nobody wiped, where it must find them.
//
// Does not look at stacks, registers or the caller's buffers. scrub_on_free.cpp keeps the test's own freed
// values out of the search.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "runtime/device.hpp"
#include "runtime/kem_call.hpp"
#include "support/kem.hpp"
#include "support/secret_search.hpp"

namespace pqlane::test {
namespace {

// Coefficients of an encoded vector as 16-bit words, as kernels hold them.
Bytes decoded_words(const std::uint8_t* encoded, std::size_t bytes) {
  Bytes words;
  for (std::size_t i = 0; i + 3 <= bytes; i += 3) {
    const unsigned a = encoded[i] | (encoded[i + 1] & 15u) << 8,
                   b = encoded[i + 1] >> 4 | unsigned{encoded[i + 2]} << 4;
    for (const unsigned v : {a, b}) {
      words.push_back(static_cast<std::uint8_t>(v));
      words.push_back(static_cast<std::uint8_t>(v >> 8));
    }
  }
  return words;
}

class Wipe : public KemTest {
 protected:
  static constexpr std::size_t items = 70;

  void SetUp() override {
    KemTest::SetUp();
    if (IsSkipped()) return;
    reference_ = make_reference(scheme(), items);
    const pqlane_kem_sizes& s = info().sizes;
    const std::size_t s_hat_bytes = s.ek_bytes - 32;
    for (std::size_t i = 0; i < items; ++i) {
      const Bytes seed = slice(reference_.seed, 64, i, 1), dk = slice(reference_.dk, s.dk_bytes, i, 1);
      const Bytes m = slice(reference_.m, 32, i, 1), hash_of_ek = slice(dk, 1, s.dk_bytes - 64, 32);
      secrets_.add("d", slice(seed, 32, 0, 1));
      secrets_.add("z", slice(seed, 32, 1, 1));
      secrets_.add("shared secret", slice(reference_.ss, 32, i, 1));
      secrets_.add("rejection secret", slice(reference_.bad_ss, 32, i, 1));
      secrets_.add("encoded s_hat", slice(dk, 1, 0, s_hat_bytes));
      secrets_.add("s_hat", decoded_words(dk.data(), s_hat_bytes));
      // sigma; m, K and r as the variant derives them
      const bool ml_kem = info().checks_keys;
      Bytes d = slice(seed, 32, 0, 1);
      if (ml_kem) d.push_back(static_cast<std::uint8_t>(s_hat_bytes / 384));
      secrets_.add("sigma", slice(openssl_hash("SHA3-512", d), 32, 1, 1));
      Bytes message = ml_kem ? m : openssl_hash("SHA3-256", m);
      secrets_.add("m", m);
      secrets_.add("m", message);
      message.insert(message.end(), hash_of_ek.begin(), hash_of_ek.end());
      const Bytes k_and_r = openssl_hash("SHA3-512", message);
      secrets_.add("K", slice(k_and_r, 32, 0, 1));
      secrets_.add("r", slice(k_and_r, 32, 1, 1));
    }
    const Bytes key = labelled_bytes("wiped batch key", 32);
    std::memcpy(key_.bytes, key.data(), 32);
    secrets_.add_batch_key(key, items, 64);
    for (Bytes* out : {&out_ek_, &out_dk_, &out_ct_, &out_ss_}) out->resize(items * 4096);
  }

  KemArgs args(bool seed_form, bool rejected, bool random) {
    const pqlane_kem_sizes& s = info().sizes;
    KemArgs a{};
    a.seed = {reference_.seed.data(), 64};
    a.ek = {reference_.ek.data(), s.ek_bytes};
    a.dk = seed_form ? a.seed : ConstView{reference_.dk.data(), s.dk_bytes};
    a.ct = {rejected ? reference_.bad_ct.data() : reference_.ct.data(), s.ct_bytes};
    a.m = {reference_.m.data(), 32};
    a.ek_out = {out_ek_.data(), s.ek_bytes};
    a.dk_out = {out_dk_.data(), s.dk_bytes};
    a.ct_out = {out_ct_.data(), s.ct_bytes};
    a.ss_out = {out_ss_.data(), s.ss_bytes};
    a.seed_form = seed_form;
    if (random) a.batch_key = &key_;
    return a;
  }

  Reference reference_{};
  Secrets secrets_;
  BatchKey key_{};
  Bytes out_ek_, out_dk_, out_ct_, out_ss_;
};

struct Case {
  KemOperation operation;
  bool seed_form, rejected, random;
};
constexpr Case cases[] = {
    {KemOperation::keygen, false, false, false},  {KemOperation::keygen, true, false, false},
    {KemOperation::keygen, false, false, true},   {KemOperation::encaps, false, false, false},
    {KemOperation::encaps, false, false, true},   {KemOperation::decaps, false, false, false},
    {KemOperation::decaps, false, true, false},   {KemOperation::decaps, true, false, false},
    {KemOperation::check_dk, false, false, false}};

TEST_P(Wipe, KeptWorkspacesHoldNoSecret) {
  for (const unsigned threads : {1u, 3u}) {
    CpuDevice device(registered_backend(device_name()), threads, nullptr);
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, tile_ops(), tile_ops() + 1, items}) {
      for (const Case& c : cases) {
        if (c.operation == KemOperation::check_dk && !info().checks_keys) continue;
        const KemCall call{c.operation, &info(), args(c.seed_form, c.rejected, c.random), count, nullptr};
        ASSERT_EQ(device.run(call).failed_items, 0u);
        expect_kept_workspaces_clean(device.workspaces(), secrets_,
                                     "operation " + std::to_string(static_cast<int>(c.operation)) + " on " +
                                         std::to_string(count) + " items, " + std::to_string(threads) +
                                         " threads, seed form " + std::to_string(c.seed_form),
                                     [](const std::uint8_t*) {});
      }
    }
  }
}

// The same search on a workspace as a tile function leaves it: unwiped, it shows secrets of every operation.
TEST_P(Wipe, TheSearchFindsSecretsInAnUnwipedWorkspace) {
  const std::size_t bytes = (kernels().workspace_bytes() + 63) / 64 * 64;
  const std::unique_ptr<void, decltype(&std::free)> workspace(std::aligned_alloc(64, bytes), &std::free);
  std::uint8_t status[64] = {};
  for (const std::size_t count : {std::size_t{1}, tile_ops()}) {
    const auto kinds_after = [&](const Case& c, KemTileFunction function) {
      std::memset(workspace.get(), 0, bytes);
      KemArgs a = args(c.seed_form, c.rejected, c.random);
      a.status = status;
      function(a, 0, count, workspace.get());
      return secrets_.find_in(workspace.get(), bytes);
    };
    const auto keygen = kinds_after(cases[0], kernels().keygen),
               random = kinds_after(cases[2], kernels().keygen);
    const auto encaps = kinds_after(cases[3], kernels().encaps),
               decaps = kinds_after(cases[5], kernels().decaps);
    const auto seed_decaps = kinds_after(cases[7], kernels().decaps);
    EXPECT_TRUE(keygen.contains("z") && keygen.contains("sigma") && keygen.contains("s_hat"));
    EXPECT_TRUE(random.contains("derived bytes"));
    EXPECT_TRUE(encaps.contains("m") && encaps.contains("r"));
    EXPECT_TRUE(decaps.contains("m") && decaps.contains("r") && decaps.contains("z"));
    EXPECT_TRUE(seed_decaps.contains("encoded s_hat"));
    EXPECT_TRUE(encaps.contains("shared secret") && decaps.contains("shared secret"));
    // The documented prefix holds all of them: what lies behind it is public.
    const std::size_t prefix = kernels().secret_bytes(count);
    ASSERT_LE(prefix, kernels().workspace_bytes());
    const auto* base = static_cast<const std::uint8_t*>(workspace.get());
    EXPECT_TRUE(secrets_.find_in(base + prefix, bytes - prefix).empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, Wipe,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::Values(PQLANE_ML_KEM_512, PQLANE_ML_KEM_768,
                                                          PQLANE_KYBER_1024)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
