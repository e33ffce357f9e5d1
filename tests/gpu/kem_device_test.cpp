// kem_device_test.cpp: the GPU device against the CPU, where there is a GPU: batch sizes around tiles and
// chunks, strides, shared keys, bad items at random places, several host threads at once.
//
// Skipped without a GPU, unless PQLANE_REQUIRE_GPU is set: then its absence is a failure, so that a run that
// is meant to test a GPU cannot pass without one.
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

class KemDevice : public ::testing::TestWithParam<std::size_t> {
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

  // Keys, ciphertexts and secrets of `count` items on both devices, in rows with `gap` bytes between them;
  // some keys and ciphertexts are damaged. Returns an empty string when all agrees.
  static std::string round_trip(const SchemeInfo& info, std::size_t count, std::size_t gap, unsigned seed) {
    std::mt19937_64 random(seed);
    BatchKey key;
    for (auto& b : key.bytes) b = static_cast<std::uint8_t>(random());
    const auto stride = [&](std::size_t bytes) { return bytes + gap; };
    const std::size_t ek = stride(info.sizes.ek_bytes), dk = stride(info.sizes.dk_bytes),
                      ct = stride(info.sizes.ct_bytes);
    Bytes ek_rows[2], dk_rows[2], ct_rows[2], ss_rows[2], ss_again[2];
    std::vector<pqlane_status> status[2];
    ComputeDevice* devices[2] = {gpu_, cpu_};
    Bytes bad_ek, bad_dk, bad_ct;
    for (int d = 0; d < 2; ++d) {
      ek_rows[d].assign(count * ek, 0xEE);
      dk_rows[d].assign(count * dk, 0xDD);
      ct_rows[d].assign(count * ct, 0xCC);
      ss_rows[d].assign(count * 32, 0xAA);
      ss_again[d].assign(count * 32, 0xBB);
      status[d].assign(count, PQLANE_ERROR_NOT_DONE);
      KemCall keygen{KemOperation::keygen, &info, {}, count, status[d].data()};
      keygen.args.batch_key = &key;
      keygen.args.ek_out = {ek_rows[d].data(), ek};
      keygen.args.dk_out = {dk_rows[d].data(), dk};
      if (devices[d]->run(keygen).status != PQLANE_OK) return "keygen failed";
      if (d == 0) continue;
      if (ek_rows[0] != ek_rows[1] || dk_rows[0] != dk_rows[1]) return "keys differ";
    }
    bad_ek = ek_rows[1];
    bad_dk = dk_rows[1];
    for (std::size_t i = 0; i < count; i += 1 + random() % 40) {
      bad_ek[i * ek + 3] = 0xFF, bad_ek[i * ek + 4] = 0xFF;
      bad_dk[i * dk + info.sizes.dk_bytes - 33] ^= 1;
    }
    for (int d = 0; d < 2; ++d) {
      KemCall encaps{KemOperation::encaps, &info, {}, count, status[d].data()};
      encaps.args.batch_key = &key;
      encaps.args.ek = {bad_ek.data(), ek};
      encaps.args.ct_out = {ct_rows[d].data(), ct};
      encaps.args.ss_out = {ss_rows[d].data(), 32};
      if (devices[d]->run(encaps).status != PQLANE_OK) return "encaps failed";
    }
    if (ct_rows[0] != ct_rows[1] || ss_rows[0] != ss_rows[1] || status[0] != status[1])
      return "ciphertexts differ";
    bad_ct = ct_rows[1];
    for (std::size_t i = 0; i < count; i += 1 + random() % 10)
      bad_ct[i * ct + random() % info.sizes.ct_bytes] ^= 1;
    for (const bool shared_key : {false, true}) {
      BatchOutcome outcome[2];
      for (int d = 0; d < 2; ++d) {
        KemCall decaps{KemOperation::decaps, &info, {}, count, status[d].data()};
        decaps.args.dk = {bad_dk.data() + (shared_key ? (count - 1) * dk : 0), shared_key ? 0 : dk};
        decaps.args.ct = {bad_ct.data(), ct};
        decaps.args.ss_out = {ss_again[d].data(), 32};
        outcome[d] = devices[d]->run(decaps);
      }
      if (ss_again[0] != ss_again[1] || status[0] != status[1]) return "secrets differ";
      if (outcome[0].failed_items != outcome[1].failed_items) return "numbers of failed items differ";
      if (outcome[0].failed_items != 0 && outcome[0].first_failed_item != outcome[1].first_failed_item) {
        return "first failed items differ";
      }
    }
    return {};
  }

  static ComputeDevice *gpu_, *cpu_;
};

ComputeDevice* KemDevice::gpu_ = nullptr;
ComputeDevice* KemDevice::cpu_ = nullptr;

TEST_P(KemDevice, AgreesWithTheCpu) {
  const SchemeInfo& info = kem_schemes()[GetParam()];
  for (const std::size_t count : {1u, 2u, 31u, 32u, 33u, 100u, 4097u, 8193u, 30000u, 110001u}) {
    const std::size_t gap = count % 3 == 0 ? 5 : 0;
    EXPECT_EQ(round_trip(info, count, gap, static_cast<unsigned>(count)), "") << count << " items";
  }
}

TEST_P(KemDevice, ServesSeveralThreads) {
  const SchemeInfo& info = kem_schemes()[GetParam()];
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 3; ++i)
        failures += !round_trip(info, 200 + 3000 * t + i, t, 100 * t + i).empty();
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures.load(), 0);
}

INSTANTIATE_TEST_SUITE_P(Schemes, KemDevice, ::testing::Range(std::size_t{0}, std::size_t{6}),
                         [](const auto& instance) {
                           std::string name = kem_schemes()[instance.param].name;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace pqlane::gpu
