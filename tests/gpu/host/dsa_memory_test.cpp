// dsa_memory_test.cpp: ML-DSA on the fake GPUs: arrays in the GPU's memory, what is refused, large messages,
// secrets, faults.
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "gpu/host/dsa_fixture.hpp"
#include "runtime/gpu_device.hpp"
#include "runtime/gpu_dsa_work.hpp"

namespace pqlane::gpu {
namespace {

class HostDsaMemory : public HostTest {
 protected:
  Variable tuning_{"PQLANE_GPU_TUNING", "sign_slots=24"};
};

// Memory of a device or page-locked memory, with contents.
class Block {
 public:
  Block(pqlane_device* device, pqlane_memory kind, const Bytes& contents, std::size_t offset = 0)
      : device_(device), offset_(offset) {
    EXPECT_EQ(pqlane_memory_allocate(device, kind, contents.size() + offset, &memory_), PQLANE_OK);
    EXPECT_EQ(pqlane_memory_copy(device, data(), contents.data(), contents.size()), PQLANE_OK);
  }
  ~Block() { EXPECT_EQ(pqlane_memory_free(device_, memory_), PQLANE_OK); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  std::uint8_t* data() const { return static_cast<std::uint8_t*>(memory_) + offset_; }
  Bytes contents(std::size_t bytes) const {
    Bytes copy(bytes);
    EXPECT_EQ(pqlane_memory_copy(device_, copy.data(), data(), bytes), PQLANE_OK);
    return copy;
  }

 private:
  pqlane_device* device_;
  void* memory_ = nullptr;
  std::size_t offset_;
};

// Keys, randomness, messages and signatures where they are fast, in all kinds of input that rows can give.
TEST_F(HostDsaMemory, ArraysInFastMemory) {
  const Device gpu("cuda:1"), cpu("cpu");
  const DsaInputs in(PQLANE_ML_DSA_44, slow_build ? 3 : 7, 0, false);
  Statuses wanted_items(in.count, PQLANE_OK);
  wanted_items[2] = PQLANE_ERROR_SIGNATURE;
  // Messages of many lengths in rows of one distance.
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i < in.count; ++i) lengths.push_back((7 * i) % 42);
  pqlane_strings ragged = even_strings(in.even);
  ragged.lengths = lengths.data();
  const DsaForm forms[] = {
      {"pure", options_of(PQLANE_DSA_PURE), even_strings(in.even)},
      {"ragged", options_of(PQLANE_DSA_PURE), ragged},
      {"prehash", options_of(PQLANE_DSA_PREHASH, PQLANE_HASH_SHAKE_128), ragged},
      {"internal", options_of(PQLANE_DSA_INTERNAL), even_strings(in.even)},
      {"mu", options_of(PQLANE_DSA_MU), even_strings(in.mu)},
  };
  for (const pqlane_memory kind : {PQLANE_MEMORY_HOST, PQLANE_MEMORY_DEVICE}) {
    const Block pk(gpu, kind, in.pk.bytes), sk(gpu, kind, in.sk.bytes), rnd(gpu, kind, in.rnd.bytes);
    for (DsaForm form : forms) {
      SCOPED_TRACE(form.name + (kind == PQLANE_MEMORY_HOST ? ", page-locked" : ", on the device"));
      if (form.options.input == PQLANE_DSA_PURE) form.options.context = in.contexts.view();
      Rows wanted(in.count, in.sizes.sig_bytes, 0, 0);
      ASSERT_EQ(dsa_sign(cpu, in, form, in.sk.in(), wanted).status, PQLANE_OK);
      const Rows& rows = form.options.input == PQLANE_DSA_MU ? in.mu : in.even;
      const Block message(gpu, kind, rows.bytes, 3), sig(gpu, kind, Bytes(wanted.bytes.size()), 5);
      pqlane_strings strings = form.message;
      strings.data = message.data();
      ASSERT_EQ(
          pqlane_dsa_sign_derand(gpu, in.scheme, &form.options, {sk.data(), in.sizes.sk_bytes, in.count},
                                 strings, {rnd.data(), in.sizes.rnd_bytes, in.count},
                                 {sig.data(), in.sizes.sig_bytes, in.count}, nullptr),
          PQLANE_OK)
          << pqlane_last_error();
      const Bytes made = sig.contents(in.count * in.sizes.sig_bytes);
      EXPECT_EQ(std::memcmp(made.data(), wanted.at(0), made.size()), 0);

      wanted.at(2)[50] ^= 1;
      const Block spoilt(gpu, kind, wanted.bytes, 1);
      Statuses items(in.count, PQLANE_ERROR_INTERNAL);
      EXPECT_EQ(pqlane_dsa_verify(gpu, in.scheme, &form.options, {pk.data(), in.sizes.pk_bytes, in.count},
                                  strings, {spoilt.data(), in.sizes.sig_bytes, in.count}, items.data()),
                PQLANE_ERROR_ITEMS);
      EXPECT_EQ(items, wanted_items);
    }
  }
}

TEST_F(HostDsaMemory, KeysMadeOnTheDevice) {
  const Device gpu("cuda:0");
  const DsaInputs in(PQLANE_ML_DSA_65, slow_build ? 2 : 5, 0, false);
  const Block seed(gpu, PQLANE_MEMORY_DEVICE, in.seed.bytes),
      pk(gpu, PQLANE_MEMORY_DEVICE, Bytes(in.pk.bytes.size())),
      sk(gpu, PQLANE_MEMORY_DEVICE, Bytes(in.sk.bytes.size()));
  ASSERT_EQ(pqlane_dsa_keygen_derand(gpu, in.scheme, 0, {seed.data(), in.sizes.seed_bytes, in.count},
                                     {pk.data(), in.sizes.pk_bytes, in.count},
                                     {sk.data(), in.sizes.sk_bytes, in.count}, nullptr),
            PQLANE_OK);
  EXPECT_EQ(pk.contents(in.pk.bytes.size()), in.pk.bytes);
  EXPECT_EQ(sk.contents(in.sk.bytes.size()), in.sk.bytes);
}

TEST_F(HostDsaMemory, WhatIsRefused) {
  const Device gpu("cuda:0");
  const DsaInputs in(PQLANE_ML_DSA_44, 2, 0, false);
  const Block there(gpu, PQLANE_MEMORY_DEVICE, in.sk.bytes), odd(gpu, PQLANE_MEMORY_DEVICE, in.sk.bytes, 8);
  Rows sig(in.count, in.sizes.sig_bytes, 0, 0);
  const std::uint8_t* const pointers[] = {nullptr, there.data()};
  const std::size_t lengths[] = {0, 10};
  const auto sign = [&](const std::uint8_t* sk, pqlane_strings message, pqlane_strings context) {
    pqlane_dsa_options options = options_of(PQLANE_DSA_PURE);
    options.context = context;
    options.deterministic = 1;
    Statuses items(in.count, PQLANE_ERROR_INTERNAL);
    const pqlane_status status = pqlane_dsa_sign(gpu, in.scheme, &options, {sk, in.sizes.sk_bytes, in.count},
                                                 message, sig.out(), items.data());
    EXPECT_EQ(items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
    return status;
  };
  const pqlane_strings none{}, sound = even_strings(in.even);
  EXPECT_EQ(sign(in.sk.at(0), {nullptr, 0, 0, pointers, lengths, in.count}, none), PQLANE_ERROR_OPTION);
  EXPECT_NE(std::string(pqlane_last_error()).find("message: strings given by pointers"), std::string::npos);
  EXPECT_EQ(sign(in.sk.at(0), sound, {there.data(), 8, 8, nullptr, nullptr, in.count}), PQLANE_ERROR_OPTION);
  EXPECT_NE(std::string(pqlane_last_error()).find("context must be in host memory"), std::string::npos);
  EXPECT_EQ(sign(odd.data(), sound, none), PQLANE_ERROR_LENGTH);
  EXPECT_NE(std::string(pqlane_last_error()).find("sk: in device memory"), std::string::npos);
}

// Chunks have as many operations as their messages leave room for; only lengths are read here.
TEST_F(HostDsaMemory, LargeMessagesMakeShortChunks) {
  std::string why_not;
  const Driver* driver = Driver::cuda(why_not);
  ASSERT_NE(driver, nullptr) << why_not;
  GpuContext context(*driver, 0);
  constexpr std::size_t mega = std::size_t{1} << 20;
  const std::size_t lengths[] = {0, 30 * mega, 30 * mega, 30 * mega, 100 * mega, 5, 5, 5};
  const std::uint8_t start = 0;
  DsaCall call{DsaOperation::verify, find_scheme(PQLANE_ML_DSA_44), {}, nullptr, 8, nullptr};
  call.args.message = {&start, 0, 0, nullptr, lengths};
  call.args.input = DsaInput::internal;
  DsaWork work(call, context);
  work.lay_out(32, {});
  const std::size_t expected[] = {3, 1, 1, 3};
  std::size_t first = 0;
  for (const std::size_t length : expected) {
    ASSERT_EQ(work.chunk_length(first, 32), length) << first;
    first += length;
  }
  EXPECT_EQ(first, call.count);
  EXPECT_EQ(work.chunk_length(0, 2), 2u);
  EXPECT_EQ(work.region(static_cast<std::size_t>(DsaBuffer::head)).fixed_bytes, 100 * mega);

  // Of one length: rows while they are short, and when there is one for all.
  const auto length_with = [&](std::size_t bytes, std::size_t stride) {
    call.count = 64;
    call.args.message = {&start, stride, bytes, nullptr, nullptr};
    DsaWork rows(call, context);
    rows.lay_out(64, {});
    return rows.chunk_length(0, std::min<std::size_t>(64, rows.sizes().most));
  };
  EXPECT_EQ(length_with(30 * mega, 30 * mega), 2u);
  EXPECT_EQ(length_with(30 * mega, 0), 64u);
  EXPECT_EQ(length_with(2 * mega, 2 * mega), 32u);
}

TEST_F(HostDsaMemory, AMessageLongerThanMemoryIsAnError) {
  const Device gpu("cuda:0"), cpu("cpu");
  const DsaInputs in(PQLANE_ML_DSA_44, 2, 0, false);
  const Bytes large(500'000, 7);
  const DsaForm form{
      "large", options_of(PQLANE_DSA_PURE), {large.data(), 0, large.size(), nullptr, nullptr, 2}};
  for (const char* kind : {"memory_bytes", "host_bytes"}) {
    SCOPED_TRACE(kind);
    Rows sig(in.count, in.sizes.sig_bytes, 0, 0);
    fake_gpu_set(kind, 450'000);
    const Device small("cuda:0");
    const Reply reply = dsa_sign(small, in, form, in.sk.in(), sig);
    EXPECT_EQ(reply.status, PQLANE_ERROR_MEMORY);
    EXPECT_NE(reply.error.find("out of memory"), std::string::npos) << reply.error;
    EXPECT_EQ(reply.items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
    fake_gpu_set(kind, std::uint64_t{1} << 30);
  }
  if (!slow_build) expect_same_signatures(gpu, cpu, in, form, in.sk.in(), in.pk.in());
}

// ---- secrets and faults -------------------------------------------------------

struct Secret {
  const char* name;
  Bytes bytes;
  std::size_t seen = 0;  // most places at once, while kernels ran
};

class HostDsaSecrets : public HostDsaMemory {
 protected:
  static void watch(std::vector<Secret>& secrets) {
    fake_gpu_after_kernel(
        [](void* data) {
          for (Secret& secret : *static_cast<std::vector<Secret>*>(data))
            secret.seen = std::max(secret.seen, fake_gpu_find(secret.bytes.data(), secret.bytes.size()));
        },
        &secrets);
  }
  static void expect_gone(const std::vector<Secret>& secrets) {
    for (const Secret& secret : secrets) {
      EXPECT_GT(secret.seen, 0u) << secret.name << ": the search is blind";
      EXPECT_EQ(fake_gpu_find(secret.bytes.data(), secret.bytes.size()), 0u) << secret.name << " is left";
    }
  }
  static Bytes part(const Rows& rows, std::size_t item, std::size_t from, std::size_t bytes) {
    return Bytes(rows.at(item) + from, rows.at(item) + from + bytes);
  }
  static Bytes shake256(const Bytes& input) {
    Bytes output(64);
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    EXPECT_EQ(EVP_DigestInit_ex(context, EVP_shake256(), nullptr), 1);
    EXPECT_EQ(EVP_DigestUpdate(context, input.data(), input.size()), 1);
    EXPECT_EQ(EVP_DigestFinalXOF(context, output.data(), output.size()), 1);
    EVP_MD_CTX_free(context);
    return output;
  }
  // Of item 1 when its mu is signed: K, s1, t0, rnd, rho'' = H(K || rnd || mu).
  static std::vector<Secret> signing_secrets(const DsaInputs& in) {
    Bytes input = part(in.sk, 1, 32, 32);
    for (const Rows* rows : {&in.rnd, &in.mu})
      input.insert(input.end(), rows->at(1), rows->at(1) + rows->row_bytes);
    return {{"K", part(in.sk, 1, 32, 32)},
            {"s1", part(in.sk, 1, 128, 32)},
            {"rnd", part(in.rnd, 1, 0, 32)},
            {"rho''", shake256(input)}};
  }
};

TEST_F(HostDsaSecrets, AreWiped) {
  const Device gpu("cuda:0");
  const DsaInputs in(PQLANE_ML_DSA_44, 3, 0, false);
  Rows pk(in.count, in.sizes.pk_bytes, 0, 0), sk(in.count, in.sizes.sk_bytes, 0, 0),
      sig(in.count, in.sizes.sig_bytes, 0, 0);
  std::vector<Secret> secrets = {{"xi", part(in.seed, 1, 0, 32)}, {"K", part(in.sk, 1, 32, 32)}};
  watch(secrets);
  ASSERT_EQ(dsa_keygen(gpu, in, 0, pk, sk).status, PQLANE_OK);
  expect_gone(secrets);

  DsaForm form{"mu", options_of(PQLANE_DSA_MU), even_strings(in.mu)};
  secrets = signing_secrets(in);
  ASSERT_EQ(dsa_sign(gpu, in, form, in.sk.in(), sig).status, PQLANE_OK);
  expect_gone(secrets);

  secrets = signing_secrets(in);
  secrets.push_back({"xi", part(in.seed, 1, 0, 32)});
  form.options.key_seed = 1;
  ASSERT_EQ(dsa_sign(gpu, in, form, in.seed.in(), sig).status, PQLANE_OK);
  expect_gone(secrets);
}

TEST_F(HostDsaSecrets, AreWipedInManyChunks) {
  const Variable tuning("PQLANE_GPU_TUNING",
                        "dsa_chunk_ops=32,sign_chunk_ops=32,dsa_cut_ops=32,slots=2,sign_slots=1");
  const Device gpu("cuda:0");
  const DsaInputs in(PQLANE_ML_DSA_44, slow_build ? 34 : 70, 0, false);
  Rows sig(in.count, in.sizes.sig_bytes, 0, 0);
  const DsaForm form{"mu", options_of(PQLANE_DSA_MU), even_strings(in.mu)};
  std::vector<Secret> secrets = signing_secrets(in);
  secrets.push_back({"the last K", part(in.sk, in.count - 1, 32, 32)});
  watch(secrets);
  ASSERT_EQ(dsa_sign(gpu, in, form, in.sk.in(), sig).status, PQLANE_OK);
  expect_gone(secrets);
}

TEST_F(HostDsaSecrets, AreWipedFromTheHostWhenTheDeviceIsLost) {
  const DsaInputs in(PQLANE_ML_DSA_44, 3, 0, false);
  const DsaForm form{"mu", options_of(PQLANE_DSA_MU), even_strings(in.mu)};
  for (const unsigned launch : {2u, 9u}) {
    const Device gpu("cuda:0");
    Rows sig(in.count, in.sizes.sig_bytes, 0, 0);
    std::vector<Secret> secrets = signing_secrets(in);
    fake_gpu_set("lost_at_launch", launch);
    watch(secrets);
    const Reply reply = dsa_sign(gpu, in, form, in.sk.in(), sig);
    EXPECT_EQ(reply.status, PQLANE_ERROR_DEVICE);
    EXPECT_NE(reply.error.find("CUDA_ERROR_LAUNCH_FAILED"), std::string::npos) << reply.error;
    EXPECT_EQ(reply.items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
    EXPECT_GT(secrets[0].seen, 0u);
    for (const Secret& secret : secrets)
      EXPECT_EQ(fake_gpu_find_host(secret.bytes.data(), secret.bytes.size()), 0u) << secret.name;
    fake_gpu_set("lost_at_launch", 0);
  }
}

TEST_F(HostDsaMemory, LittleMemoryMakesSmallChunks) {
  const Device gpu("cuda:0"), cpu("cpu");
  const DsaInputs in(PQLANE_ML_DSA_44, slow_build ? 40 : 150, 0, false);
  fake_gpu_set("memory_bytes", 2'000'000);
  const std::uint64_t before = fake_gpu_get("launches");
  Rows sig(in.count, in.sizes.sig_bytes, 0, 0), pk(in.count, in.sizes.pk_bytes, 0, 0), sk = in.sk;
  ASSERT_EQ(dsa_keygen(gpu, in, 0, pk, sk).status, PQLANE_OK) << pqlane_last_error();
  EXPECT_TRUE(pk == in.pk && sk == in.sk);
  EXPECT_GT(fake_gpu_get("launches") - before, 5u) << "one chunk";
}

}  // namespace
}  // namespace pqlane::gpu
