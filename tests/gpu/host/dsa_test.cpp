// dsa_test.cpp: ML-DSA on the fake GPUs against the scalar backend: keys, every form of message and key,
// items that are refused, many chunks, key objects, several GPUs.
#include <cstring>
#include <set>
#include <string>

#include "backends/gpu/dsa_args.hpp"
#include "gpu/host/dsa_fixture.hpp"
#include "support/trace_file.hpp"

namespace pqlane::gpu {
namespace {

// Few attempts side by side: the emulator would make them one after the other.
class HostDsa : public HostTest {
 protected:
  Variable tuning_{"PQLANE_GPU_TUNING", "sign_slots=24"};
};

class HostDsaSchemes : public HostDsa, public ::testing::WithParamInterface<pqlane_scheme> {};

TEST_P(HostDsaSchemes, Keys) {
  const Device gpu("cuda:0"), cpu("cpu:scalar");
  const DsaInputs in(GetParam(), slow_build ? 5 : 35, 3, false);
  const std::uint64_t before = fake_gpu_get("launches");
  for (const unsigned flags : {0u, unsigned{PQLANE_KEY_SEED}}) {
    Rows pk[2], sk[2];
    Reply reply[2];
    for (int d = 0; d < 2; ++d) {
      pk[d] = Rows(in.count, in.sizes.pk_bytes, 3, 0x11);
      sk[d] = Rows(in.count, flags != 0 ? in.sizes.seed_bytes : in.sizes.sk_bytes, 3, 0x22);
      reply[d] = dsa_keygen(d == 0 ? gpu : cpu, in, flags, pk[d], sk[d]);
    }
    EXPECT_EQ(reply[0].status, PQLANE_OK) << reply[0].error;
    EXPECT_EQ(reply[0], reply[1]);
    EXPECT_TRUE(pk[0] == pk[1]);
    EXPECT_TRUE(sk[0] == sk[1]);
  }
  EXPECT_GT(fake_gpu_get("launches"), before) << "the kernels ran on the fake driver";
}

TEST_P(HostDsaSchemes, EveryFormOfMessage) {
  const Device gpu("cuda:0"), cpu("cpu:scalar");
  const DsaInputs in(GetParam(), slow_build ? 9 : 20, 5, true);
  for (const DsaForm& form : in.forms())
    expect_same_signatures(gpu, cpu, in, form, in.bad_sk.in(), in.pk.in());
}

TEST_P(HostDsaSchemes, EveryFormOfKey) {
  const Device gpu("cuda:0"), cpu("cpu:scalar");
  const DsaInputs in(GetParam(), slow_build ? 3 : 12, 0, false);
  DsaForm form = in.forms()[0];
  expect_same_signatures(gpu, cpu, in, form, in.sk.shared(1), in.pk.shared(1));
  form.options.key_seed = 1;
  expect_same_signatures(gpu, cpu, in, form, in.seed.in(), in.pk.in());
  expect_same_signatures(gpu, cpu, in, form, in.seed.shared(2), in.pk.shared(2));
}

INSTANTIATE_TEST_SUITE_P(Schemes, HostDsaSchemes,
                         ::testing::Values(PQLANE_ML_DSA_44, PQLANE_ML_DSA_65, PQLANE_ML_DSA_87),
                         [](const auto& instance) {
                           std::string name = pqlane_scheme_name(instance.param);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// Each slot is used again, and some operations need more rounds than are launched at first.
TEST_F(HostDsa, ManyChunks) {
  const Variable tuning("PQLANE_GPU_TUNING",
                        "dsa_chunk_ops=32,sign_chunk_ops=32,dsa_cut_ops=32,slots=2,sign_slots=1");
  const Device gpu("cuda:0"), cpu("cpu");
  const DsaInputs in(PQLANE_ML_DSA_44, slow_build ? 70 : 170, 1, false);
  const DsaForm form = in.forms()[0];
  const std::uint64_t before = fake_gpu_get("launches");
  Rows wanted(in.count, in.sizes.sig_bytes, 1, 0), sig = wanted;
  ASSERT_EQ(dsa_sign(cpu, in, form, in.sk.in(), wanted).status, PQLANE_OK);
  ASSERT_EQ(dsa_sign(gpu, in, form, in.sk.in(), sig).status, PQLANE_OK);
  EXPECT_TRUE(sig == wanted);
  // Four kernels before the rounds of five.
  const std::uint64_t chunks = (in.count + 31) / 32,
                      least = chunks * (4 + 5 * std::uint64_t{dsa_most_rounds});
  EXPECT_GT(fake_gpu_get("launches") - before, least) << "no operation needed more rounds";
  EXPECT_EQ(dsa_verify(gpu, in, form, in.pk.in(), wanted).status, PQLANE_OK);
}

TEST_F(HostDsa, OnAmdDevices) {
  const Device gpu("hip:0"), cpu("cpu:scalar");
  const DsaInputs in(PQLANE_ML_DSA_65, slow_build ? 3 : 10, 0, true);
  expect_same_signatures(gpu, cpu, in, in.forms()[0], in.bad_sk.in(), in.pk.in());
  expect_same_signatures(gpu, cpu, in, in.forms()[4], in.sk.shared(0), in.pk.shared(0));
}

TEST_F(HostDsa, SeveralGpus) {
  if (slow_build) GTEST_SKIP() << "too long in a sanitizer build";
  const Device gpus("cuda:0,2");
  const DsaInputs in(PQLANE_ML_DSA_44, 520, 0, false);
  Rows pk(in.count, in.sizes.pk_bytes, 0, 0), sk(in.count, in.sizes.sk_bytes, 0, 0);
  ASSERT_EQ(dsa_keygen(gpus, in, 0, pk, sk).status, PQLANE_OK);
  EXPECT_TRUE(pk == in.pk && sk == in.sk);
  EXPECT_STREQ(pqlane_last_device(), "cuda:0, cuda:2");
  pqlane_dsa_verifier* verifier = nullptr;
  ASSERT_EQ(pqlane_dsa_verifier_open(gpus, in.scheme, in.pk.at(0), in.sizes.pk_bytes, &verifier), PQLANE_OK);
  pqlane_dsa_verifier_free(verifier);
}

// Every phase, copy and wipe lies in the call.
TEST_F(HostDsa, ATraceHasEveryPhase) {
  const Device gpu("cuda:0");
  const DsaInputs in(PQLANE_ML_DSA_44, 3, 0, false);
  Rows sig(in.count, in.sizes.sig_bytes, 0, 0);
  const test::TraceFile trace =
      test::trace_of([&] { EXPECT_EQ(dsa_sign(gpu, in, in.forms()[0], in.sk.in(), sig).status, PQLANE_OK); });
  const auto calls = trace.named("sign");
  ASSERT_EQ(calls.size(), 1u);
  const double clock_error_us = trace.json.at("otherData").at("device_clock_error_us");
  for (const char* name :
       {"start_signing", "sample_matrix", "unpack_sk", "fill_queue", "sample_mask", "commit", "challenge",
        "respond", "collect", "copy_sk_in", "copy_rnd_in", "copy_message_ends_in", "copy_messages_in",
        "copy_sig_out", "copy_status_out", "wipe_secrets", "pack_messages", "unpack_sig", "wipe_sk"}) {
    const auto spans = trace.named(name);
    EXPECT_FALSE(spans.empty()) << name;
    for (const test::TraceSpan& span : spans) EXPECT_TRUE(calls[0].holds(span, clock_error_us + 1)) << name;
  }
}

TEST_F(HostDsa, RandomisedCallsFitEachOther) {
  const Device gpu("cuda:0"), cpu("cpu");
  const DsaInputs in(PQLANE_ML_DSA_44, slow_build ? 4 : 10, 0, false);
  const DsaForm form = in.forms()[0];
  Rows pk(in.count, in.sizes.pk_bytes, 0, 0), sk(in.count, in.sizes.sk_bytes, 0, 0),
      sig(in.count, in.sizes.sig_bytes, 0, 0), again = sig;
  ASSERT_EQ(pqlane_dsa_keygen(gpu, in.scheme, 0, pk.out(), sk.out(), nullptr), PQLANE_OK);
  ASSERT_EQ(pqlane_dsa_sign(gpu, in.scheme, &form.options, sk.in(), form.message, sig.out(), nullptr),
            PQLANE_OK);
  ASSERT_EQ(pqlane_dsa_sign(gpu, in.scheme, &form.options, sk.in(), form.message, again.out(), nullptr),
            PQLANE_OK);
  EXPECT_EQ(dsa_verify(cpu, in, form, pk.in(), sig).status, PQLANE_OK);
  EXPECT_EQ(dsa_verify(gpu, in, form, pk.in(), again).status, PQLANE_OK);
  std::set<std::string> starts;
  for (std::size_t i = 0; i < in.count; ++i) {
    for (const Rows* rows : {&pk, &sig, &again}) starts.emplace(rows->at(i), rows->at(i) + 32);
  }
  EXPECT_EQ(starts.size(), 3 * in.count);
}

TEST_F(HostDsa, KeyObjects) {
  const Device gpu("cuda:0"), cpu("cpu");
  const DsaInputs in(PQLANE_ML_DSA_65, 6, 0, false);
  DsaForm form = in.forms()[3];  // deterministic
  Rows wanted(in.count, in.sizes.sig_bytes, 0, 0);
  ASSERT_EQ(dsa_sign(cpu, in, form, in.sk.shared(0), wanted).status, PQLANE_OK);
  pqlane_dsa_signer* signer = nullptr;
  pqlane_dsa_verifier* verifier = nullptr;
  const struct {
    const std::uint8_t* key;
    std::size_t bytes;
  } keys[] = {{in.sk.at(0), in.sizes.sk_bytes}, {in.seed.at(0), in.sizes.seed_bytes}};
  for (const auto& key : keys) {
    ASSERT_EQ(pqlane_dsa_signer_open(gpu, in.scheme, key.key, key.bytes, &signer), PQLANE_OK)
        << pqlane_last_error();
    Rows sig(in.count, in.sizes.sig_bytes, 0, 0);
    EXPECT_EQ(pqlane_dsa_signer_sign(signer, &form.options, form.message, sig.out(), nullptr), PQLANE_OK);
    EXPECT_TRUE(sig == wanted);
    pqlane_dsa_signer_free(signer);
  }
  Bytes bad(in.sk.at(0), in.sk.at(0) + in.sizes.sk_bytes);
  bad[130] = 0xFF;
  EXPECT_EQ(pqlane_dsa_signer_open(gpu, in.scheme, bad.data(), bad.size(), &signer), PQLANE_ERROR_SK_RANGE);
  EXPECT_EQ(signer, nullptr);

  ASSERT_EQ(pqlane_dsa_verifier_open(gpu, in.scheme, in.pk.at(0), in.sizes.pk_bytes, &verifier), PQLANE_OK);
  wanted.at(4)[7] ^= 1;
  form.options.deterministic = 0;
  Statuses items(in.count, PQLANE_ERROR_INTERNAL), expected(in.count, PQLANE_OK);
  expected[4] = PQLANE_ERROR_SIGNATURE;
  EXPECT_EQ(pqlane_dsa_verifier_verify(verifier, &form.options, form.message, wanted.in(), items.data()),
            PQLANE_ERROR_ITEMS);
  EXPECT_EQ(items, expected);
  pqlane_dsa_verifier_free(verifier);
}

}  // namespace
}  // namespace pqlane::gpu
