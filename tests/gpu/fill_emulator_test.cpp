// fill_emulator_test.cpp: every fill kernel, run by the emulator, against the scalar backend: parts that
// begin and end anywhere in blocks and tiles, aligned for whole blocks or not, far indices, nothing written
// outside.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "gpu/emulated_fill.hpp"
#include "runtime/device.hpp"
#include "runtime/gaussian_table.hpp"

namespace pqlane::gpu {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr FillKind kinds[] = {FillKind::uniform_u32, FillKind::gaussian_i32, FillKind::gaussian_f32,
                              FillKind::gaussian_f64};

class FillEmulator : public ::testing::TestWithParam<std::size_t> {
 protected:
  FillEmulator() : cpu_(registered_backends()[0], 1, nullptr), table_(make_gaussian_table(3.2)) {
    for (std::size_t i = 0; i < sizeof key_; ++i) key_[i] = static_cast<std::uint8_t>(31 * i + 200);
  }

  // The elements on both, with margins that stay; `shift` moves the first element from a 64-byte boundary.
  void compare(std::uint64_t first, std::size_t count, std::size_t shift) {
    const FillKind kind = kinds[GetParam()];
    const std::size_t size = fill_element_bytes(kind), margin = 64;
    std::vector<std::uint64_t> memory[2];
    Bytes bytes[2];
    for (int d = 0; d < 2; ++d) {
      bytes[d].assign(2 * margin + (count + shift) * size + 64, 0xC7);
      std::uint8_t* base = bytes[d].data();
      base += (64 - reinterpret_cast<std::uintptr_t>(base) % 64) % 64;
      void* out = base + margin + shift * size;
      FillCall call{kind, key_, first, count, out};
      call.mean = 0.375;
      call.sigma = 1.5;
      call.table = table_.data();
      call.table_entries = table_.size();
      if (d == 0) {
        run_emulated_fill(call, first, count, out, first + count);
      } else {
        ASSERT_EQ(cpu_.fill(call).status, PQLANE_OK);
      }
      bytes[d].erase(bytes[d].begin(), bytes[d].begin() + (base - bytes[d].data()));
      bytes[d].resize(2 * margin + (count + shift) * size);
    }
    ASSERT_TRUE(bytes[0] == bytes[1]) << first << ", " << count << ", " << shift;
  }

  std::uint8_t key_[32];
  CpuDevice cpu_;
  GaussianTable table_;
};

TEST_P(FillEmulator, PartsOfBlocks) {
  for (std::uint64_t first = 0; first < 6; ++first) {
    for (const std::size_t count : {1u, 2u, 3u, 5u, 9u}) {
      compare(first, count, 0);
      compare(first, count, first);
    }
  }
}

TEST_P(FillEmulator, PartsOfTiles) {
  for (const std::size_t count : {511u, 512u, 2047u, 4096u, 4097u, 9001u}) {
    compare(0, count, 0);
    compare(0, count, 1);
    compare(4090, count, 2);
  }
}

TEST_P(FillEmulator, EveryBitOfTheIndex) {
  for (int bit = 3; bit < 64; ++bit) compare((std::uint64_t{1} << bit) - 3, 6, 1);
  compare(~std::uint64_t{0} - 5000, 5000, 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, FillEmulator, ::testing::Range(std::size_t{0}, std::size(kinds)),
                         [](const auto& instance) {
                           return std::string(fill_kernel_name(kinds[instance.param])).substr(7);
                         });

}  // namespace
}  // namespace pqlane::gpu
