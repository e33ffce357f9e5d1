// device_memory_test.cpp: page-locked and device memory, streams and events of the caller, several GPUs and
// auto, through the C interface on a GPU. Skipped without one, as kem_device_test.cpp.
#include <gtest/gtest.h>
#include <pqlane/pqlane.hpp>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/gpu_context.hpp"
#include "runtime/gpu_registry.hpp"

namespace pqlane::gpu {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr pqlane_scheme scheme = PQLANE_ML_KEM_768;

// A GPU when there is one, else why the test is skipped.
bool gpu_missing(std::string& reason) {
  reason = gpu_rows().front().reason;
  return !gpu_rows().front().usable;
}

#define NEEDS_GPU()                                                       \
  do {                                                                    \
    std::string reason;                                                   \
    if (gpu_missing(reason)) {                                            \
      if (std::getenv("PQLANE_REQUIRE_GPU") != nullptr) FAIL() << reason; \
      GTEST_SKIP() << reason;                                             \
    }                                                                     \
  } while (0)

// Keys and messages of a batch, and what the CPU makes of them.
struct Expected {
  explicit Expected(std::size_t count) : items(count) {
    const Device cpu("cpu");
    EXPECT_TRUE(cpu.kem_keygen_derand(scheme, seed = labelled(64, 1), ek, dk));
    EXPECT_TRUE(cpu.kem_encaps_derand(scheme, ek, m = labelled(32, 2), ct, ss));
  }
  Bytes labelled(std::size_t size, std::uint8_t label) const {
    Bytes bytes(items * size);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::uint8_t>((i * 2654435761u >> 13) + label);
    return bytes;
  }
  std::size_t items;
  pqlane_kem_sizes sizes = kem_sizes(scheme);
  Bytes seed, m;
  Bytes ek = Bytes(items * sizes.ek_bytes), dk = Bytes(items * sizes.dk_bytes);
  Bytes ct = Bytes(items * sizes.ct_bytes), ss = Bytes(items * sizes.ss_bytes);
};

Memory place(const Device& device, pqlane_memory kind, const Bytes& bytes) {
  Memory memory(device.handle(), kind, bytes.size());
  device.copy(memory.data(), bytes.data(), bytes.size());
  return memory;
}
Bytes read(const Device& device, const Memory& memory) {
  Bytes bytes(memory.size());
  device.copy(bytes.data(), memory.data(), bytes.size());
  return bytes;
}
std::span<std::uint8_t> view(const Memory& memory) { return {memory.data(), memory.size()}; }

TEST(GpuMemory, EveryPlaceGivesTheSameBytes) {
  NEEDS_GPU();
  const Device device("cuda:0");
  for (const std::size_t items : {1u, 33u, 1000u}) {
    const Expected expected(items);
    for (const pqlane_memory kind : {PQLANE_MEMORY_HOST, PQLANE_MEMORY_DEVICE}) {
      SCOPED_TRACE(std::to_string(items) + " items in memory " + std::to_string(kind));
      const Memory seed = place(device, kind, expected.seed), m = place(device, kind, expected.m);
      const Memory ek(device.handle(), kind, expected.ek.size()),
          dk(device.handle(), kind, expected.dk.size());
      const Memory ct(device.handle(), kind, expected.ct.size()),
          ss(device.handle(), kind, expected.ss.size());
      ASSERT_TRUE(device.kem_keygen_derand(scheme, view(seed), view(ek), view(dk)));
      EXPECT_EQ(read(device, ek), expected.ek);
      EXPECT_EQ(read(device, dk), expected.dk);
      ASSERT_TRUE(device.kem_encaps_derand(scheme, view(ek), view(m), view(ct), view(ss)));
      EXPECT_EQ(read(device, ct), expected.ct);
      EXPECT_EQ(read(device, ss), expected.ss);
      ASSERT_EQ(pqlane_memory_clear(device.handle(), ss.data(), ss.size()), PQLANE_OK);
      ASSERT_TRUE(device.kem_decaps(scheme, view(dk), view(ct), view(ss)));
      EXPECT_EQ(read(device, ss), expected.ss);
      // Keys on the device and ciphertexts in ordinary memory, and the other way round.
      Bytes out(expected.ss.size());
      ASSERT_TRUE(device.kem_decaps(scheme, view(dk), expected.ct, out));
      EXPECT_EQ(out, expected.ss);
      ASSERT_EQ(pqlane_memory_clear(device.handle(), ss.data(), ss.size()), PQLANE_OK);
      ASSERT_TRUE(device.kem_decaps(scheme, expected.dk, view(ct), view(ss)));
      EXPECT_EQ(read(device, ss), expected.ss);
    }
  }
}

TEST(GpuMemory, OneKeyOfTheDeviceServesAll) {
  NEEDS_GPU();
  const Device device("cuda:0");
  const Expected expected(70);
  const std::size_t ek_bytes = expected.sizes.ek_bytes;
  Bytes same(expected.ek.size());
  for (std::size_t i = 0; i < expected.items; ++i)
    std::memcpy(&same[i * ek_bytes], expected.ek.data(), ek_bytes);
  Bytes ct(expected.ct.size()), ss(expected.ss.size());
  ASSERT_TRUE(Device("cpu").kem_encaps_derand(scheme, same, expected.m, ct, ss));
  const Memory ek =
      place(device, PQLANE_MEMORY_DEVICE,
            Bytes(expected.ek.begin(), expected.ek.begin() + static_cast<std::ptrdiff_t>(ek_bytes)));
  const Memory ct_there(device.handle(), PQLANE_MEMORY_DEVICE, ct.size());
  Bytes ss_there(ss.size());
  ASSERT_TRUE(
      device.kem_encaps_derand(scheme, BatchIn::shared(view(ek)), expected.m, view(ct_there), ss_there));
  EXPECT_EQ(read(device, ct_there), ct);
  EXPECT_EQ(ss_there, ss);
}

TEST(GpuMemory, BadItemsInDeviceMemoryAreFlaggedAndOthersDone) {
  NEEDS_GPU();
  const Device device("cuda:0");
  const Expected expected(500);
  Bytes ek = expected.ek;
  for (const std::size_t bad : {0u, 77u, 499u})
    ek[bad * expected.sizes.ek_bytes + 1] = 0xff, ek[bad * expected.sizes.ek_bytes] = 0xff;
  const Memory there = place(device, PQLANE_MEMORY_DEVICE, ek);
  const Memory ct(device.handle(), PQLANE_MEMORY_DEVICE, expected.ct.size());
  Bytes ss(expected.ss.size());
  const Result result = device.kem_encaps_derand(scheme, view(there), expected.m, view(ct), ss);
  EXPECT_EQ(result.status, PQLANE_ERROR_ITEMS);
  EXPECT_EQ(result.failed(), 3u);
  for (const std::size_t bad : {0u, 77u, 499u}) EXPECT_EQ(result.items[bad], PQLANE_ERROR_EK_MODULUS);
  const Bytes ct_here = read(device, ct);
  for (std::size_t i = 0; i < expected.items; ++i) {
    const bool bad = i == 0 || i == 77 || i == 499;
    EXPECT_EQ(std::memcmp(&ct_here[i * 1088], bad ? Bytes(1088).data() : &expected.ct[i * 1088], 1088), 0)
        << i;
    EXPECT_EQ(std::memcmp(&ss[i * 32], bad ? Bytes(32).data() : &expected.ss[i * 32], 32), 0) << i;
  }
}

TEST(GpuMemory, RowsThatDoNotFitTheDeviceAreRefused) {
  NEEDS_GPU();
  const Device device("cuda:0");
  const Expected expected(4);
  const Memory ek(device.handle(), PQLANE_MEMORY_DEVICE, expected.ek.size() + 64);
  Bytes ct = expected.ct, ss = expected.ss;
  const auto encaps = [&](std::size_t offset, std::size_t stride) {
    return pqlane_kem_encaps(device.handle(), scheme, 0, {ek.data() + offset, stride, 4},
                             {ct.data(), 1088, 4}, {ss.data(), 32, 4}, nullptr);
  };
  EXPECT_EQ(encaps(8, 1184), PQLANE_ERROR_LENGTH);
  EXPECT_NE(std::string(pqlane_last_error()).find("ek"), std::string::npos) << pqlane_last_error();
  EXPECT_EQ(encaps(0, 1192), PQLANE_ERROR_LENGTH);
  EXPECT_EQ(encaps(16, 1184), PQLANE_OK) << pqlane_last_error();
}

// A stream of a program that uses the driver itself.
struct CallersStream {
  CallersStream() {
    driver.make_current(driver.retain_context(0));
    stream = driver.make_stream();
  }
  ~CallersStream() {
    driver.destroy_stream(stream);
    driver.make_current(nullptr);
    driver.release_context(0);
  }
  std::string why_not;
  const Driver& driver = *Driver::cuda(why_not);
  Stream stream = nullptr;
};

// Work of a stream before, the batch, work of the stream after, and only then a wait for the stream.
TEST(GpuStreams, ABatchTakesItsPlaceInTheCallersStream) {
  NEEDS_GPU();
  const Device device("cuda:0");
  const CallersStream callers;
  const Driver& driver = callers.driver;
  const Stream stream = callers.stream;
  for (const std::size_t items : {32u, 20000u}) {
    const Expected expected(items);
    const Memory dk_host = place(device, PQLANE_MEMORY_HOST, expected.dk),
                 ct_host = place(device, PQLANE_MEMORY_HOST, expected.ct),
                 ss_host(device.handle(), PQLANE_MEMORY_HOST, expected.ss.size());
    const Memory dk(device.handle(), PQLANE_MEMORY_DEVICE, expected.dk.size()),
        ct(device.handle(), PQLANE_MEMORY_DEVICE, expected.ct.size()),
        ss(device.handle(), PQLANE_MEMORY_DEVICE, expected.ss.size());
    const auto there = [](const Memory& memory) { return reinterpret_cast<std::byte*>(memory.data()); };
    driver.copy_to_device(there(dk), dk_host.data(), dk.size(), stream);
    driver.copy_to_device(there(ct), ct_host.data(), ct.size(), stream);
    Job job = device.kem_decaps_async(scheme, view(dk), view(ct), view(ss), KeyForm::Expanded, false,
                                      StreamOptions{stream, nullptr});
    driver.copy_to_host(ss_host.data(), there(ss), ss.size(), stream);
    driver.synchronize(stream);
    EXPECT_EQ(read(device, ss_host), expected.ss);
    EXPECT_TRUE(job.wait());
  }
}

TEST(GpuStreams, ABatchWaitsForAnEvent) {
  NEEDS_GPU();
  const Device device("cuda:0");
  const CallersStream callers;
  const Driver& driver = callers.driver;
  const Stream stream = callers.stream;
  const Event event = driver.make_event();
  const Expected expected(5000);
  const Memory dk_host = place(device, PQLANE_MEMORY_HOST, expected.dk);
  const Memory dk(device.handle(), PQLANE_MEMORY_DEVICE, expected.dk.size());
  driver.copy_to_device(reinterpret_cast<std::byte*>(dk.data()), dk_host.data(), dk.size(), stream);
  driver.record(event, stream);
  Bytes ss(expected.ss.size());
  Job job = device.kem_decaps_async(scheme, view(dk), expected.ct, ss, KeyForm::Expanded, false,
                                    StreamOptions{nullptr, event});
  ASSERT_TRUE(job.wait());
  EXPECT_EQ(ss, expected.ss);
  driver.destroy_event(event);
}

TEST(GpuJoined, AllGpusTogetherGiveTheSameBytes) {
  NEEDS_GPU();
  const Device device("cuda:all");
  const Expected expected(20011);
  Bytes ek(expected.ek.size()), dk(expected.dk.size());
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(device.kem_keygen_derand(scheme, expected.seed, ek, dk));
    EXPECT_EQ(ek, expected.ek);
    EXPECT_EQ(dk, expected.dk);
  }
}

TEST(GpuJoined, AutoUsesTheGpuForDataThatIsThere) {
  NEEDS_GPU();
  const Device device("auto");
  const Expected expected(40);
  Bytes ek(expected.ek.size()), dk(expected.dk.size());
  ASSERT_TRUE(device.kem_keygen_derand(scheme, expected.seed, ek, dk));
  EXPECT_EQ(std::string(pqlane_last_device()).substr(0, 4), "cpu:");
  const Memory seed = place(device, PQLANE_MEMORY_DEVICE, expected.seed);
  ASSERT_TRUE(device.kem_keygen_derand(scheme, view(seed), ek, dk));
  EXPECT_STREQ(pqlane_last_device(), "cuda:0");
  EXPECT_EQ(ek, expected.ek);
  EXPECT_EQ(dk, expected.dk);
}

TEST(GpuNames, UnknownOnesAreRefused) {
  for (const char* name : {"cuda:99", "cuda:0,0", "cuda:", "cuda:0,", "cuda:x", "cuda:0,99"}) {
    pqlane_device* device = nullptr;
    EXPECT_EQ(pqlane_device_open(name, nullptr, &device), PQLANE_ERROR_DEVICE) << name;
    EXPECT_EQ(device, nullptr);
    EXPECT_STRNE(pqlane_last_error(), "") << name;
  }
}

}  // namespace
}  // namespace pqlane::gpu
