// results_test.cpp: the GPU device on the fake driver gives what the CPU gives: all operations and schemes,
// batches around a tile, chunks, several slots, several host threads, other places of the buffers.
#include <cstring>
#include <thread>

#include "gpu/host/fixture.hpp"

namespace pqlane::gpu {
namespace {

class HostResults : public HostTest, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(HostResults, SmallBatches) {
  const pqlane_scheme scheme = pqlane_scheme_at(GetParam());
  const Device gpu("cuda:0"), cpu("cpu");
  for (const std::size_t count : {0u, 1u, 31u, 32u, 33u}) {
    SCOPED_TRACE(count);
    const std::uint64_t before = fake_gpu_get("launches");
    expect_agreement(gpu, cpu, KemInputs(scheme, count, count % 2 == 0 ? 0 : 5), true);
    EXPECT_EQ(fake_gpu_get("launches") > before, count != 0) << "the kernels ran on the fake driver";
  }
}

TEST_P(HostResults, AThousandItems) {
  const Device gpu("cuda:0"), cpu("cpu");
  expect_agreement(gpu, cpu, KemInputs(pqlane_scheme_at(GetParam()), slow_build ? 200 : 1000, 3), false);
}

INSTANTIATE_TEST_SUITE_P(Schemes, HostResults, ::testing::Range(std::size_t{0}, std::size_t{6}),
                         [](const auto& instance) {
                           std::string name = pqlane_scheme_name(pqlane_scheme_at(instance.param));
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

class HostPipeline : public HostTest {};

TEST_F(HostPipeline, RandomisedCallsFitEachOther) {
  const Device gpu("cuda:0"), cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_768, 40, 0);
  Rows ek(in.count, in.sizes.ek_bytes, 0, 0), dk(in.count, in.sizes.dk_bytes, 0, 0),
      ct(in.count, in.sizes.ct_bytes, 0, 0), ss(in.count, 32, 0, 0), again(in.count, 32, 0, 1);
  ASSERT_EQ(pqlane_kem_keygen(gpu, in.scheme, 0, ek.out(), dk.out(), nullptr), PQLANE_OK);
  ASSERT_EQ(pqlane_kem_encaps(gpu, in.scheme, 0, ek.in(), ct.out(), ss.out(), nullptr), PQLANE_OK);
  ASSERT_EQ(pqlane_kem_decaps(cpu, in.scheme, 0, dk.in(), ct.in(), again.out(), nullptr), PQLANE_OK);
  EXPECT_TRUE(ss.bytes == again.bytes || std::memcmp(ss.at(0), again.at(0), 32 * in.count) == 0);
  for (std::size_t i = 1; i < in.count; ++i) {
    EXPECT_NE(std::memcmp(ek.at(0), ek.at(i), 32), 0);
    EXPECT_NE(std::memcmp(ss.at(0), ss.at(i), 32), 0);
  }
}

// A batch larger than the least that is cut: several slots, whose work runs in random order.
TEST_F(HostPipeline, SeveralSlots) {
  if (slow_build) GTEST_SKIP() << "too long in a sanitizer build; SlotsAreUsedAgain has several slots too";
  const Device gpu("cuda:0"), cpu("cpu");
  expect_agreement(gpu, cpu, KemInputs(PQLANE_ML_KEM_512, 8200, 0), false);
}

// More chunks than slots, so that each slot is used again.
TEST_F(HostPipeline, SlotsAreUsedAgain) {
  constexpr std::size_t count = 131'100;
  const Device gpu("cuda:0"), cpu("cpu");
  KemInputs in(PQLANE_ML_KEM_512, 1000, 0);
  Rows ek(count, in.sizes.ek_bytes, 0, 0);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(ek.at(i), in.ek.at(i % in.count), in.sizes.ek_bytes);
  for (std::size_t i = 5; i < count; i += 997) ek.at(i)[1] = ek.at(i)[2] = 0xFF;
  in.bad_ek = ek;
  in.count = count;
  const std::uint64_t before = fake_gpu_get("launches");
  EXPECT_EQ(check(gpu, in, false), check(cpu, in, false));
  EXPECT_GT(fake_gpu_get("launches") - before, 3u);
}

TEST_F(HostPipeline, LittleMemoryMakesSmallChunks) {
  const Device cpu("cpu");
  const KemInputs in(PQLANE_KYBER_512, 500, 1);
  fake_gpu_set("peak_device_bytes", 0);
  std::uint64_t launches[2];
  for (const int limited : {0, 1}) {
    const Device gpu("cuda:0");
    if (limited != 0) fake_gpu_set("memory_bytes", fake_gpu_get("peak_device_bytes") / 3);
    const std::uint64_t before = fake_gpu_get("launches");
    expect_agreement(gpu, cpu, in, false);
    launches[limited] = fake_gpu_get("launches") - before;
  }
  EXPECT_GE(launches[1], 3 * launches[0]);
}

TEST_F(HostPipeline, LittlePageLockedMemoryMakesSmallChunks) {
  const Device gpu("cuda:0"), cpu("cpu");
  const KemInputs in(PQLANE_KYBER_512, 500, 1);
  fake_gpu_set("host_bytes", 300'000);
  expect_agreement(gpu, cpu, in, false);
}

void serve_two_threads() {
  const Device gpu("cuda:0"), cpu("cpu");
  const KemInputs inputs[2] = {KemInputs(PQLANE_ML_KEM_512, 90, 2), KemInputs(PQLANE_ML_KEM_768, 70, 0)};
  std::vector<std::thread> threads;
  for (const KemInputs& in : inputs) {
    threads.emplace_back([&] {
      for (int i = 0; i < 3; ++i) expect_agreement(gpu, cpu, in, true);
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_F(HostPipeline, TwoHostThreads) { serve_two_threads(); }

TEST_F(HostPipeline, TwoHostThreadsAndWorkAtOnce) {
  fake_gpu_set("worker", 1);
  serve_two_threads();
}

TEST_F(HostPipeline, SeveralGpus) {
  const Device gpus("cuda:all"), pair("cuda:0,2"), cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_512, 400, 0);
  expect_agreement(gpus, cpu, in, false);
  expect_agreement(pair, cpu, in, false);
}

// Buffers in memory of the device and in page-locked memory, side by side with ordinary ones.
TEST_F(HostPipeline, BuffersInFastMemory) {
  const Device gpu("cuda:1"), cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_768, 70, 0);
  const std::size_t dk_bytes = in.count * in.sizes.dk_bytes, ct_bytes = in.count * in.sizes.ct_bytes,
                    ss_bytes = in.count * 32;
  Bytes expected(ss_bytes);
  Rows ss(in.count, 32, 0, 0);
  const Reply wanted = decaps(cpu, in, 0, in.bad_dk.in(), in.bad_ct, ss);
  for (int places = 0; places < 27; ++places) {
    SCOPED_TRACE(places);
    const std::size_t bytes[3] = {dk_bytes, ct_bytes, ss_bytes};
    const std::uint8_t* contents[3] = {in.bad_dk.at(0), in.bad_ct.at(0), nullptr};
    void* memory[3] = {};
    Bytes ordinary[3];
    std::uint8_t* data[3];
    for (int b = 0, rest = places; b < 3; ++b, rest /= 3) {
      ordinary[b].resize(bytes[b]);
      data[b] = ordinary[b].data();
      if (rest % 3 != 0) {
        const pqlane_memory kind = rest % 3 == 1 ? PQLANE_MEMORY_HOST : PQLANE_MEMORY_DEVICE;
        ASSERT_EQ(pqlane_memory_allocate(gpu, kind, bytes[b], &memory[b]), PQLANE_OK);
        data[b] = static_cast<std::uint8_t*>(memory[b]);
      }
      if (contents[b] != nullptr) {
        ASSERT_EQ(pqlane_memory_copy(gpu, data[b], contents[b], bytes[b]), PQLANE_OK);
      }
    }
    Statuses items(in.count, PQLANE_ERROR_NOT_DONE);
    EXPECT_EQ(
        pqlane_kem_decaps(gpu, in.scheme, 0, {data[0], in.sizes.dk_bytes, in.count},
                          {data[1], in.sizes.ct_bytes, in.count}, {data[2], 32, in.count}, items.data()),
        wanted.status);
    EXPECT_EQ(items, wanted.items);
    ASSERT_EQ(pqlane_memory_copy(gpu, expected.data(), data[2], ss_bytes), PQLANE_OK);
    EXPECT_EQ(std::memcmp(expected.data(), ss.at(0), ss_bytes), 0);
    for (void* block : memory) EXPECT_EQ(pqlane_memory_free(gpu, block), PQLANE_OK);
  }
}

}  // namespace
}  // namespace pqlane::gpu
