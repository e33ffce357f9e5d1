// dsa_wipe_test.cpp: after a signature call no kept workspace holds eight bytes in a row of a secret that the
// call worked with, and its secret prefix is zero. The search itself is tried on workspaces that nobody
// wiped, where it must find them.
//
// Does not look at stacks, registers, expanded keys or the caller's buffers.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "support/dsa.hpp"
#include "support/secret_search.hpp"

namespace pqlane::test {
namespace {

class DsaWipe : public DsaTest {
 protected:
  static constexpr std::size_t items = 70;

  void SetUp() override {
    DsaTest::SetUp();
    if (IsSkipped()) return;
    signed_ = make_signed(dsa(), items);
    const Bytes key = labelled_bytes("wiped batch key", 32);
    std::memcpy(key_.bytes, key.data(), 32);
    secrets_.add_batch_key(key, items, 32);
    for (std::size_t i = 0; i < items; ++i) {
      const Bytes xi = slice(signed_.seed, 32, i, 1), rnd = slice(signed_.rnd, 32, i, 1);
      secrets_.add("xi", xi);
      secrets_.add("rnd", rnd);
      if (device_name() == "cpu:fake") continue;
      const Bytes sk = slice(signed_.sk, sizes().sk_bytes, i, 1);
      const std::size_t k = (sizes().pk_bytes - 32) / 320, s_bytes = sizes().sk_bytes - 128 - 416 * k;
      secrets_.add("K", slice(sk, 1, 32, 32));
      secrets_.add("packed s1 and s2", slice(sk, 1, 128, s_bytes));
      Bytes seed = xi;
      seed.push_back(static_cast<std::uint8_t>(k));
      seed.push_back(static_cast<std::uint8_t>(s_bytes / (scheme() == PQLANE_ML_DSA_65 ? 128 : 96) - k));
      const Bytes expanded = openssl_xof("SHAKE256", seed, 128);
      ASSERT_EQ(slice(expanded, 1, 96, 32), slice(sk, 1, 32, 32)) << "K is the last part";
      secrets_.add("rho'", slice(expanded, 1, 32, 64));
      Bytes m = slice(sk, 1, 64, 64);  // tr, then M'
      m.push_back(0);
      m.push_back(0);
      m.insert(m.end(), signed_.messages[i].begin(), signed_.messages[i].end());
      const Bytes mu = openssl_xof("SHAKE256", m, 64);
      Bytes nonce = slice(sk, 1, 32, 32);
      nonce.insert(nonce.end(), rnd.begin(), rnd.end());
      nonce.insert(nonce.end(), mu.begin(), mu.end());
      secrets_.add("rho''", openssl_xof("SHAKE256", nonce, 64));
    }
    out_pk_.resize(items * sizes().pk_bytes);
    out_sk_.resize(items * sizes().sk_bytes);
    out_sig_.resize(items * sizes().sig_bytes);
  }

  DsaArgs args(bool seed_form, bool random) {
    DsaArgs a{};
    a.seed = {signed_.seed.data(), 32};
    a.sk = seed_form ? a.seed : ConstView{signed_.sk.data(), sizes().sk_bytes};
    a.rnd = {signed_.rnd.data(), 32};
    a.pk_out = {out_pk_.data(), sizes().pk_bytes};
    a.sk_out = {out_sk_.data(), sizes().sk_bytes};
    a.sig_out = {out_sig_.data(), sizes().sig_bytes};
    const pqlane_strings m = signed_.messages.view();
    a.message = {m.data, m.stride_bytes, m.bytes, m.rows, m.lengths};
    a.seed_form = seed_form;
    if (random) a.batch_key = &key_;
    return a;
  }

  void expect_clean(const CpuDevice& device, const std::string& after) {
    expect_kept_workspaces_clean(device.workspaces(), secrets_, after, [&](const std::uint8_t* block) {
      EXPECT_TRUE(std::all_of(block, block + kernels().secret_bytes, [](std::uint8_t b) { return b == 0; }))
          << after;
    });
  }

  Signed signed_;
  Secrets secrets_;
  BatchKey key_{};
  Bytes out_pk_, out_sk_, out_sig_;
};

TEST_P(DsaWipe, KeptWorkspacesHoldNoSecret) {
  const SchemeInfo& info = *find_scheme(scheme());
  for (const unsigned threads : {1u, 3u}) {
    CpuDevice device(dsa_backend(device_name()), threads, nullptr);
    for (const std::size_t count : {std::size_t{1}, std::size_t{9}, items}) {
      for (const DsaOperation operation : {DsaOperation::keygen, DsaOperation::sign}) {
        for (const int form : {0, 1, 2, 3}) {
          const DsaCall call{operation, &info, args((form & 1) != 0, (form & 2) != 0),
                             nullptr,   count, nullptr};
          ASSERT_EQ(device.run(call).failed_items, 0u);
          expect_clean(device, "operation " + std::to_string(static_cast<int>(operation)) + " on " +
                                   std::to_string(count) + " items, form " + std::to_string(form));
        }
      }
    }
    for (const bool seed_form : {false, true}) {
      ASSERT_NE(device.expand_key(info, DsaOperation::sign, args(seed_form, false).sk.data, seed_form),
                nullptr);
      expect_clean(device, "the making of a signer");
    }
  }
}

// Digests of messages may tell of them.
TEST_P(DsaWipe, KeptWorkspacesHoldNoDigest) {
  CpuDevice device(dsa_backend(device_name()), 1, nullptr);
  Secrets digests;
  for (std::size_t i = 0; i < items; ++i) digests.add("digest", openssl_hash("SHA384", signed_.messages[i]));
  DsaCall call{DsaOperation::sign,
               find_scheme(scheme()),
               args(false, false),
               find_message_hash(PQLANE_HASH_SHA2_384),
               items,
               nullptr};
  call.args.input = DsaInput::prehash;
  call.args.oid = call.hash->oid;
  ASSERT_EQ(device.run(call).failed_items, 0u);
  const void* block = device.workspaces().peek(0);
  ASSERT_NE(block, nullptr);
  const auto* digest_area =
      static_cast<const std::uint8_t*>(block) + (kernels().workspace_bytes + 63) / 64 * 64;
  EXPECT_TRUE(digests.find_in(digest_area, kernels().sign_tile_ops * most_digest_bytes).empty());
}

// The same search on a workspace as a tile function leaves it.
TEST_P(DsaWipe, TheSearchFindsSecretsInAnUnwipedWorkspace) {
  const std::size_t bytes = (kernels().workspace_bytes + 63) / 64 * 64;
  const std::unique_ptr<std::uint8_t, decltype(&std::free)> workspace(
      static_cast<std::uint8_t*>(std::aligned_alloc(64, bytes)), &std::free);
  Bytes status(items);
  const auto kinds_after = [&](DsaTileFunction function, bool seed_form, bool random) {
    std::memset(workspace.get(), 0, bytes);
    std::fill(status.begin(), status.end(), std::uint8_t{0});
    DsaArgs a = args(seed_form, random);
    a.status = status.data();
    function(a, 0, std::min(items, kernels().tile_ops), workspace.get());
    // The documented prefix holds all of them: what lies behind it is public.
    const std::size_t prefix = kernels().secret_bytes;
    for (const auto& [kind, place] : secrets_.find_in(workspace.get() + prefix, bytes - prefix))
      ADD_FAILURE() << kind << " at byte " << place << " behind the secret prefix";
    return secrets_.find_in(workspace.get(), bytes);
  };
  EXPECT_TRUE(kinds_after(kernels().keygen, false, true).contains("derived bytes"));
  const auto keygen = kinds_after(kernels().keygen, false, false);
  EXPECT_TRUE(keygen.contains("xi"));
  const auto sign = kinds_after(kernels().sign, false, false);
  if (device_name() == "cpu:fake") {
    EXPECT_TRUE(sign.contains("rnd"));
  } else {
    EXPECT_TRUE(keygen.contains("rho'"));
    EXPECT_TRUE(sign.contains("K") && sign.contains("rho''"));
    EXPECT_TRUE(kinds_after(kernels().sign, true, false).contains("packed s1 and s2"));
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, DsaWipe,
                         testing::Combine(testing::ValuesIn(dsa_device_names),
                                          testing::ValuesIn(all_dsa_schemes)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
