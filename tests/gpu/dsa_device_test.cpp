// dsa_device_test.cpp: ML-DSA on the GPU device against the CPU, where there is a GPU: batch sizes around
// blocks and chunks, strides, shared and damaged keys, ragged messages, tampered signatures, several host
// threads.
//
// Skipped without a GPU, unless PQLANE_REQUIRE_GPU is set (kem_device_test.cpp).
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "runtime/device.hpp"
#include "runtime/gpu_registry.hpp"
#include "runtime/schemes.hpp"

namespace pqlane::gpu {
namespace {

using Bytes = std::vector<std::uint8_t>;

class DsaDevice : public ::testing::TestWithParam<std::size_t> {
 protected:
  static void SetUpTestSuite() {
    if (!gpu_rows().front().usable) return;
    gpu_ = open_gpu_device("cuda:0", 0).release();
    cpu_ = new CpuDevice(*choose_backend("cpu"), 0, nullptr);
  }
  static void TearDownTestSuite() {
    delete gpu_;
    delete cpu_;
    gpu_ = nullptr;
    cpu_ = nullptr;
  }
  void SetUp() override {
    if (gpu_ != nullptr) return;
    const std::string reason = gpu_rows().front().reason;
    if (std::getenv("PQLANE_REQUIRE_GPU") != nullptr) FAIL() << reason;
    GTEST_SKIP() << reason;
  }

  // Runs the same call on both devices; `set_outputs(call, d)` points it to outputs of device d. True when
  // the outcomes and statuses agree.
  template <class SetOutputs>
  static bool both(DsaCall call, std::vector<pqlane_status> (&status)[2], SetOutputs set_outputs) {
    BatchOutcome outcome[2];
    ComputeDevice* devices[2] = {gpu_, cpu_};
    for (int d = 0; d < 2; ++d) {
      status[d].assign(call.count, PQLANE_ERROR_NOT_DONE);
      call.status = status[d].data();
      set_outputs(call, d);
      outcome[d] = devices[d]->run(call);
      if (outcome[d].status != PQLANE_OK) return false;
    }
    return status[0] == status[1] && outcome[0].failed_items == outcome[1].failed_items &&
           (outcome[0].failed_items == 0 || outcome[0].first_failed_item == outcome[1].first_failed_item);
  }

  // Keys, signatures and verdicts of `count` items on both devices, in rows with `gap` bytes between them;
  // some keys and signatures are damaged. Returns an empty string when all agrees.
  static std::string round_trip(const SchemeInfo& info, std::size_t count, std::size_t gap, unsigned seed) {
    std::mt19937_64 random(seed);
    BatchKey key;
    for (auto& b : key.bytes) b = static_cast<std::uint8_t>(random());
    const pqlane_dsa_sizes& sizes = info.dsa_sizes;
    const std::size_t pk = sizes.pk_bytes + gap, sk = sizes.sk_bytes + gap, sig = sizes.sig_bytes + gap;
    Bytes pks[2], sks[2], sigs[2];
    for (int d = 0; d < 2; ++d) {
      pks[d].assign(count * pk, 0xEE);
      sks[d].assign(count * sk, 0xDD);
      sigs[d].assign(count * sig, 0xCC);
    }
    std::vector<pqlane_status> status[2];
    DsaCall call{DsaOperation::keygen, &info, {}, nullptr, count, nullptr};
    call.args.batch_key = &key;
    const bool made = both(call, status, [&](DsaCall& c, int d) {
      c.args.pk_out = {pks[d].data(), pk};
      c.args.sk_out = {sks[d].data(), sk};
    });
    if (!made || pks[0] != pks[1] || sks[0] != sks[1]) return "keys differ";

    Bytes text(2000);
    for (auto& b : text) b = static_cast<std::uint8_t>(random());
    std::vector<const std::uint8_t*> starts;
    std::vector<std::size_t> lengths;
    for (std::size_t i = 0; i < count; ++i) {
      lengths.push_back(random() % 300);
      starts.push_back(text.data() + random() % 1700);
      if (random() % 50 == 0) sks[1][i * sk + 128 + random() % 100] = 0xFF;  // out of range
    }
    call = {DsaOperation::sign, &info, {}, nullptr, count, nullptr};
    call.args.input = DsaInput::pure;
    call.args.batch_key = &key;
    call.args.message = {nullptr, 0, 0, starts.data(), lengths.data()};
    call.args.context = {text.data(), 0, 17, nullptr, nullptr};
    call.args.sk = {sks[1].data(), sk};
    if (!both(call, status, [&](DsaCall& c, int d) { c.args.sig_out = {sigs[d].data(), sig}; }) ||
        sigs[0] != sigs[1])
      return "signatures differ";

    for (std::size_t i = 0; i < count; i += 1 + random() % 10)
      sigs[1][i * sig + random() % sizes.sig_bytes] ^= 1;
    call.operation = DsaOperation::verify;
    call.args.batch_key = nullptr;
    call.args.sig = {sigs[1].data(), sig};
    for (const bool shared_key : {false, true}) {
      call.args.pk = {pks[1].data() + (shared_key ? (count - 1) * pk : 0), shared_key ? 0 : pk};
      if (!both(call, status, [](DsaCall&, int) {})) return "verdicts differ";
    }
    return {};
  }

  static ComputeDevice *gpu_, *cpu_;
};

ComputeDevice* DsaDevice::gpu_ = nullptr;
ComputeDevice* DsaDevice::cpu_ = nullptr;

TEST_P(DsaDevice, AgreesWithTheCpu) {
  const SchemeInfo& info = dsa_schemes()[GetParam()];
  for (const std::size_t count : {1u, 2u, 31u, 33u, 129u, 4097u, 8193u, 70001u}) {
    const std::size_t gap = count % 3 == 0 ? 5 : 0;
    EXPECT_EQ(round_trip(info, count, gap, static_cast<unsigned>(count)), "") << count << " items";
  }
}

TEST_P(DsaDevice, ServesSeveralThreads) {
  const SchemeInfo& info = dsa_schemes()[GetParam()];
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 2; ++i)
        failures += !round_trip(info, 100 + 700 * t + i, t, 100 * t + i).empty();
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures.load(), 0);
}

INSTANTIATE_TEST_SUITE_P(Schemes, DsaDevice, ::testing::Range(std::size_t{0}, std::size_t{3}),
                         [](const auto& instance) {
                           std::string name = dsa_schemes()[instance.param].name;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace pqlane::gpu
