// fill_device_test.cpp: fills on the GPU device against the CPU, where there is a GPU: ordinary, page-locked
// and device memory, chunks, several threads. Skipped without one, unless PQLANE_REQUIRE_GPU is set.
#include <gtest/gtest.h>
#include <pqlane/random.h>

#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "runtime/fill_call.hpp"
#include "runtime/gpu_registry.hpp"

namespace pqlane::gpu {
namespace {

class FillDevice : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!gpu_rows().front().usable) {
      const std::string reason = gpu_rows().front().reason;
      if (std::getenv("PQLANE_REQUIRE_GPU") != nullptr) FAIL() << reason;
      GTEST_SKIP() << reason;
    }
    ASSERT_EQ(pqlane_device_open("cuda:0", nullptr, &gpu_), PQLANE_OK) << pqlane_last_error();
    ASSERT_EQ(pqlane_device_open("cpu", nullptr, &cpu_), PQLANE_OK);
    for (std::size_t i = 0; i < sizeof key_; ++i) key_[i] = static_cast<std::uint8_t>(5 * i + 1);
  }
  void TearDown() override {
    pqlane_device_close(gpu_);
    pqlane_device_close(cpu_);
  }

  FillKind kind() const { return static_cast<FillKind>(GetParam()); }
  std::size_t size() const { return fill_element_bytes(kind()); }
  pqlane_status fill(pqlane_device* device, std::uint64_t first, void* out, std::size_t count) const {
    switch (kind()) {
      case FillKind::uniform_u32:
        return pqlane_fill_uniform_u32_at(device, key_, first, static_cast<std::uint32_t*>(out), count);
      case FillKind::gaussian_i32:
        return pqlane_fill_gaussian_i32_at(device, key_, first, 3.2, static_cast<std::int32_t*>(out), count);
      case FillKind::gaussian_f32:
        return pqlane_fill_gaussian_f32_at(device, key_, first, 0.5f, 1.25f, static_cast<float*>(out), count);
      case FillKind::gaussian_f64:
        return pqlane_fill_gaussian_f64_at(device, key_, first, 0.5, 1.25, static_cast<double*>(out), count);
    }
    return PQLANE_ERROR_INTERNAL;
  }
  using Words = std::vector<std::uint64_t>;  // aligned for every kind
  Words on_cpu(std::uint64_t first, std::size_t count) const {
    Words words(count + 1);
    EXPECT_EQ(fill(cpu_, first, words.data(), count), PQLANE_OK);
    return words;
  }

  pqlane_device *gpu_ = nullptr, *cpu_ = nullptr;
  std::uint8_t key_[32];
};

TEST_P(FillDevice, OrdinaryMemory) {
  for (const std::size_t count : {1u, 3u, 4096u, 100001u, 3000000u, 9000001u}) {
    for (const std::uint64_t first :
         {std::uint64_t{0}, std::uint64_t{1} << 40, ~std::uint64_t{0} - 9000004}) {
      Words words(count + 1);
      ASSERT_EQ(fill(gpu_, first + count % 4, words.data(), count), PQLANE_OK) << pqlane_last_error();
      ASSERT_TRUE(words == on_cpu(first + count % 4, count)) << first << ", " << count;
    }
  }
}

TEST_P(FillDevice, PageLockedAndDeviceMemory) {
  const std::size_t most = 9000001;
  for (const pqlane_memory place : {PQLANE_MEMORY_HOST, PQLANE_MEMORY_DEVICE}) {
    void* memory = nullptr;
    ASSERT_EQ(pqlane_memory_allocate(gpu_, place, (most + 4) * size(), &memory), PQLANE_OK);
    for (const std::size_t count : {std::size_t{1}, std::size_t{70000}, most}) {
      for (const std::size_t shift : {0u, 1u, 2u, 3u}) {
        auto* out = static_cast<std::uint8_t*>(memory) + shift * size();
        ASSERT_EQ(fill(gpu_, 2 * shift, out, count), PQLANE_OK) << pqlane_last_error();
        Words words(count + 1);
        ASSERT_EQ(pqlane_memory_copy(gpu_, words.data(), out, count * size()), PQLANE_OK);
        ASSERT_TRUE(words == on_cpu(2 * shift, count)) << place << ", " << count << ", " << shift;
      }
    }
    EXPECT_EQ(pqlane_memory_free(gpu_, memory), PQLANE_OK);
  }
}

TEST_P(FillDevice, ServesSeveralThreads) {
  const Words whole = on_cpu(0, 2000000);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t first = 4 * (1000 * t + i), count = 200000 * t + 3 * i + 1;
        Words words(count + 1);
        EXPECT_EQ(fill(gpu_, first, words.data(), count), PQLANE_OK);
        EXPECT_EQ(
            std::memcmp(words.data(), reinterpret_cast<const std::uint8_t*>(whole.data()) + first * size(),
                        count * size()),
            0);
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

INSTANTIATE_TEST_SUITE_P(Kinds, FillDevice, ::testing::Range(0, 4));

}  // namespace
}  // namespace pqlane::gpu
