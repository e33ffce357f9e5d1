// fill_test.cpp: fills on the fake GPUs of both vendors against the CPU: all places of memory, chunks and
// slots that are used again, little memory, several GPUs and threads, a lost device; nothing is left behind.
#include <pqlane/random.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "gpu/host/fixture.hpp"
#include "runtime/fill_call.hpp"

namespace pqlane::gpu {
namespace {

constexpr std::uint8_t key[32] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
constexpr double sigma = 3.2;

pqlane_status fill(FillKind kind, pqlane_device* device, std::uint64_t first, void* out, std::size_t count) {
  switch (kind) {
    case FillKind::uniform_u32:
      return pqlane_fill_uniform_u32_at(device, key, first, static_cast<std::uint32_t*>(out), count);
    case FillKind::gaussian_i32:
      return pqlane_fill_gaussian_i32_at(device, key, first, sigma, static_cast<std::int32_t*>(out), count);
    case FillKind::gaussian_f32:
      return pqlane_fill_gaussian_f32_at(device, key, first, 0, 1, static_cast<float*>(out), count);
    case FillKind::gaussian_f64:
      return pqlane_fill_gaussian_f64_at(device, key, first, 0, 1, static_cast<double*>(out), count);
  }
  return PQLANE_ERROR_INTERNAL;
}

using Words = std::vector<std::uint64_t>;  // aligned for every kind

Words filled(FillKind kind, pqlane_device* device, std::uint64_t first, std::size_t count) {
  Words words((count * fill_element_bytes(kind) + 7) / 8 + 1, 0xABABABABABABABABu);
  EXPECT_EQ(fill(kind, device, first, words.data(), count), PQLANE_OK) << pqlane_last_error();
  return words;
}

class HostFill : public HostTest {
 protected:
  const Device cpu_{"cpu"};
};

constexpr FillKind kinds[] = {FillKind::uniform_u32, FillKind::gaussian_i32, FillKind::gaussian_f32,
                              FillKind::gaussian_f64};

TEST_F(HostFill, SmallOnesInOrdinaryMemory) {
  for (const char* name : {"cuda:0", "hip:0"}) {
    const Device gpu(name);
    for (const FillKind kind : kinds) {
      for (const std::size_t count : {1u, 2u, 5u, 4095u, 9000u}) {
        EXPECT_EQ(filled(kind, gpu, count + 1, count), filled(kind, cpu_, count + 1, count)) << count;
      }
    }
  }
}

// 1.3 MB: three chunks side by side; 26 MB of one kind: slots are used again.
TEST_F(HostFill, Chunks) {
  const Device gpu("cuda:0");
  for (const FillKind kind : kinds) {
    const std::size_t count = 1'300'000 / fill_element_bytes(kind) + 1;
    EXPECT_TRUE(filled(kind, gpu, 7, count) == filled(kind, cpu_, 7, count));
  }
  fake_gpu_set("worker", 1);
  EXPECT_TRUE(filled(kinds[0], gpu, 0, 6'600'001) == filled(kinds[0], cpu_, 0, 6'600'001));
}

// The first chunk overwrites the key; later ones must use what it was.
TEST_F(HostFill, AKeyInsideTheOutput) {
  constexpr std::size_t count = 2'000'000;
  std::vector<std::uint32_t> out(count), wanted(count);
  for (const std::size_t place : {std::size_t{0}, count - 8}) {
    const auto fill_over_key = [&](pqlane_device* device, std::vector<std::uint32_t>& words) {
      std::memcpy(&words[place], key, sizeof key);
      const auto* key_inside = reinterpret_cast<const std::uint8_t*>(&words[place]);
      return pqlane_fill_uniform_u32_at(device, key_inside, 0, words.data(), count);
    };
    ASSERT_EQ(pqlane_fill_uniform_u32_at(cpu_, key, 0, wanted.data(), count), PQLANE_OK);
    for (const char* name : {"cuda:0", "cuda:0,1", "hip:0", "cpu"}) {
      const Device device(name);
      ASSERT_EQ(fill_over_key(device, out), PQLANE_OK) << pqlane_last_error();
      EXPECT_TRUE(out == wanted) << name << ", key at " << place;
    }
  }
}

TEST_F(HostFill, LittleMemoryMakesSmallChunks) {
  for (const char* limit : {"memory_bytes", "host_bytes"}) {
    const Device gpu("cuda:0");
    fake_gpu_set(limit, 200'000);
    const std::uint64_t before = fake_gpu_get("launches");
    EXPECT_TRUE(filled(FillKind::gaussian_i32, gpu, 1, 250'000) ==
                filled(FillKind::gaussian_i32, cpu_, 1, 250'000));
    EXPECT_GE(fake_gpu_get("launches") - before, 6u);
    fake_gpu_set(limit, 20'000);
    const Device smaller("cuda:0");
    Words words(100'000);
    EXPECT_EQ(fill(FillKind::uniform_u32, smaller, 0, words.data(), 100'000), PQLANE_ERROR_MEMORY);
    EXPECT_NE(std::string(pqlane_last_error()).find("cuda:0"), std::string::npos) << pqlane_last_error();
    fake_gpu_set(limit, std::uint64_t{1} << 30);
    EXPECT_EQ(filled(kinds[0], smaller, 0, 100), filled(kinds[0], cpu_, 0, 100));
  }
}

TEST_F(HostFill, PageLockedAndDeviceMemory) {
  for (const char* name : {"cuda:1", "hip:1"}) {
    const Device gpu(name);
    for (const FillKind kind : kinds) {
      const std::size_t size = fill_element_bytes(kind), count = 30'001;
      for (const pqlane_memory place : {PQLANE_MEMORY_HOST, PQLANE_MEMORY_DEVICE}) {
        void* memory = nullptr;
        ASSERT_EQ(pqlane_memory_allocate(gpu, place, 8 * 30'008, &memory), PQLANE_OK);
        for (const std::size_t shift : {0u, 1u, 4u}) {
          auto* out = static_cast<std::uint8_t*>(memory) + shift * size;
          const std::uint64_t objects = fake_gpu_get("objects");
          ASSERT_EQ(fill(kind, gpu, shift, out, count), PQLANE_OK) << pqlane_last_error();
          if (shift != 0) {
            EXPECT_EQ(fake_gpu_get("objects"), objects) << "allocations after the first call";
          }
          Words found((count * size + 7) / 8 + 1, 0xABABABABABABABABu);
          ASSERT_EQ(pqlane_memory_copy(gpu, found.data(), out, count * size), PQLANE_OK);
          EXPECT_TRUE(found == filled(kind, cpu_, shift, count)) << name << ", " << place << ", " << shift;
        }
        EXPECT_EQ(pqlane_memory_free(gpu, memory), PQLANE_OK);
      }
    }
  }
}

TEST_F(HostFill, MemoryOfAnotherGpuIsRefused) {
  const Device gpu("cuda:0"), other("cuda:1");
  void* memory = nullptr;
  ASSERT_EQ(pqlane_memory_allocate(other, PQLANE_MEMORY_DEVICE, 400, &memory), PQLANE_OK);
  EXPECT_EQ(fill(kinds[0], gpu, 0, memory, 100), PQLANE_ERROR_DEVICE);
  EXPECT_NE(std::string(pqlane_last_error()).find("GPU 1"), std::string::npos) << pqlane_last_error();
  EXPECT_EQ(pqlane_memory_free(other, memory), PQLANE_OK);
}

TEST_F(HostFill, SeveralGpusAndAuto) {
  const Device all("cuda:all"), either("auto");
  EXPECT_TRUE(filled(kinds[0], all, 5, 250'001) == filled(kinds[0], cpu_, 5, 250'001));
  EXPECT_EQ(filled(kinds[3], all, 5, 100), filled(kinds[3], cpu_, 5, 100));
  EXPECT_EQ(filled(kinds[3], either, 5, 100), filled(kinds[3], cpu_, 5, 100));
  const Device gpu("cuda:0");
  void* memory = nullptr;
  ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_DEVICE, 400, &memory), PQLANE_OK);
  const std::uint64_t before = fake_gpu_get("launches");
  EXPECT_EQ(fill(kinds[0], either, 9, memory, 100), PQLANE_OK) << pqlane_last_error();
  EXPECT_EQ(fake_gpu_get("launches"), before + 1);
  Words found(51, 0xABABABABABABABABu);
  ASSERT_EQ(pqlane_memory_copy(gpu, found.data(), memory, 400), PQLANE_OK);
  EXPECT_EQ(found, filled(kinds[0], cpu_, 9, 100));
  EXPECT_EQ(pqlane_memory_free(gpu, memory), PQLANE_OK);
}

TEST_F(HostFill, SeveralHostThreads) {
  const Device gpu("cuda:0");
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 8; ++t) {  // more than there are slots
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t count = 10'000 * i + 100 * t + 1;
        EXPECT_TRUE(filled(kinds[t % 4], gpu, t, count) == filled(kinds[t % 4], cpu_, t, count));
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_F(HostFill, ALostDeviceIsAnError) {
  for (const unsigned launch : {1u, 3u}) {
    const Device gpu("cuda:0");
    fake_gpu_set("lost_at_launch", launch);
    Words words(150'000);
    EXPECT_EQ(fill(kinds[0], gpu, 0, words.data(), 300'000), PQLANE_ERROR_DEVICE);
    fake_gpu_set("lost_at_launch", 0);
    EXPECT_EQ(fill(kinds[0], gpu, 0, words.data(), 10), PQLANE_ERROR_DEVICE);
  }
  const Device gpu("cuda:0");
  EXPECT_EQ(filled(kinds[0], gpu, 0, 100), filled(kinds[0], cpu_, 0, 100));
}

// The numbers are secrets of whoever has the key: none is left in the device's or page-locked memory.
TEST_F(HostFill, NumbersAreWiped) {
  struct Watch {
    std::uint64_t word;
    std::size_t seen = 0;
  };
  for (const std::size_t count : {100u, 300'000u}) {
    const Device gpu("cuda:0");
    const Words expected = filled(kinds[0], cpu_, 0, count);
    Watch watch{expected[count / 4]};
    fake_gpu_after_kernel(
        [](void* data) {
          auto& w = *static_cast<Watch*>(data);
          w.seen = std::max(w.seen, fake_gpu_find(&w.word, sizeof w.word));
        },
        &watch);
    EXPECT_TRUE(filled(kinds[0], gpu, 0, count) == expected);
    fake_gpu_after_kernel(nullptr, nullptr);
    EXPECT_GT(watch.seen, 0u) << "the search is blind";
    for (std::size_t i = 0; i + 1 < expected.size(); i += expected.size() / 25) {
      EXPECT_EQ(fake_gpu_find(&expected[i], 8), 0u) << i << " of " << count;
    }
  }
}

}  // namespace
}  // namespace pqlane::gpu
