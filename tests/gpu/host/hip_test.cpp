// hip_test.cpp: `hip:N` devices on the fake HIP runtime: the same results with code for tiles of 16
// operations in waves of 64 and 32 threads, what depends on the runtime's version, and reasons why there is
// no device.
#include <cstdlib>
#include <cstring>
#include <thread>

#include "gpu/host/fixture.hpp"
#include "runtime/schemes.hpp"

namespace pqlane::gpu {
namespace {

class HostHip : public HostTest {};

TEST_F(HostHip, AgreesWithTheCpu) {
  const Device gpu("hip:0"), cpu("cpu");
  EXPECT_STREQ(pqlane_device_name(gpu), "hip:0");
  const std::uint64_t before = fake_gpu_get("launches");
  for (const SchemeInfo& scheme : kem_schemes()) {
    SCOPED_TRACE(scheme.name);
    for (const std::size_t count : {1u, 16u, 17u, 33u, 100u}) {
      if (slow_build && count > 17) continue;
      expect_agreement(gpu, cpu, KemInputs(scheme.scheme, count, count % 3), true);
    }
  }
  EXPECT_GT(fake_gpu_get("launches"), before);
}

TEST_F(HostHip, LittleMemoryAndThenTwoThreads) {
  const Device gpu("hip:1"), cpu("cpu");
  const KemInputs inputs[2] = {KemInputs(PQLANE_ML_KEM_512, 90, 2), KemInputs(PQLANE_KYBER_512, 70, 0)};
  fake_gpu_set("memory_bytes", 300'000);
  expect_agreement(gpu, cpu, inputs[0], true);
  fake_gpu_set("memory_bytes", std::uint64_t{1} << 30);
  std::thread other([&] { expect_agreement(gpu, cpu, inputs[1], true); });
  expect_agreement(gpu, cpu, inputs[0], true);
  other.join();
}

TEST_F(HostHip, TooLittleMemoryIsAnError) {
  const Device gpu("hip:0");
  const KemInputs in(PQLANE_ML_KEM_768, 40, 0);
  Rows ek(in.count, in.sizes.ek_bytes, 0, 0), dk(in.count, in.sizes.dk_bytes, 0, 0);
  fake_gpu_set("memory_bytes", 10'000);
  const Reply reply = keygen(gpu, in, 0, ek, dk);
  EXPECT_EQ(reply.status, PQLANE_ERROR_MEMORY);
  EXPECT_NE(reply.error.find("hip:0: hipMalloc: out of memory (hipErrorOutOfMemory)"), std::string::npos)
      << reply.error;
  EXPECT_EQ(reply.items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
}

TEST_F(HostHip, BothVendorsAtOnce) {
  const Device cuda("cuda:0"), hip("hip:0"), cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_768, 50, 1);
  std::thread other([&] { expect_agreement(cuda, cpu, in, true); });
  expect_agreement(hip, cpu, in, true);
  other.join();
}

TEST_F(HostHip, SecretsAreWiped) {
  const Device gpu("hip:0");
  const KemInputs in(PQLANE_ML_KEM_768, 40, 0);
  struct Watched {
    const std::uint8_t* secret;
    std::size_t seen = 0;
  } watched{in.dk.at(3) + 8};
  fake_gpu_after_kernel(
      [](void* data) {
        auto& w = *static_cast<Watched*>(data);
        w.seen += fake_gpu_find(w.secret, 8);
      },
      &watched);
  Rows ss(in.count, 32, 0, 0);
  ASSERT_EQ(decaps(gpu, in, 0, in.dk.in(), in.ct, ss).status, PQLANE_OK);
  EXPECT_GT(watched.seen, 0u);
  EXPECT_EQ(fake_gpu_find(in.dk.at(3) + 8, 8), 0u);
  EXPECT_EQ(fake_gpu_find(in.ss.at(3), 8), 0u);
}

// ---- a process of its own for each --------------------------------------------

// Writes how the HIP devices are listed and what opening one says, and ends.
[[noreturn]] void describe(const char* device_name) {
  for (std::size_t i = 0; i < pqlane_backend_count(); ++i) {
    pqlane_backend_info info{};
    if (pqlane_backend_get(i, &info) != PQLANE_OK) std::exit(2);
    if (std::strncmp(info.device_name, "hip", 3) == 0)
      std::fprintf(stderr, "[%s %d %s]", info.device_name, info.usable, info.reason);
  }
  pqlane_device* device = nullptr;
  const pqlane_status status = pqlane_device_open(device_name, nullptr, &device);
  std::fprintf(stderr, " opening: %d %s", static_cast<int>(status),
               status != PQLANE_OK ? pqlane_last_error() : "");
  pqlane_device_close(device);
  std::exit(0);
}

// Buffers in page-locked memory, in device memory and in neither, as this version tells them apart; ends the
// process with 0 when all results are right.
[[noreturn]] void use_memory_kinds() {
  const Device gpu("hip:0");
  const KemInputs in(PQLANE_ML_KEM_512, 20, 0);
  const std::size_t dk_bytes = in.count * in.sizes.dk_bytes, ct_bytes = in.count * in.sizes.ct_bytes;
  void *dk = nullptr, *ct = nullptr;
  bool good = pqlane_memory_allocate(gpu, PQLANE_MEMORY_DEVICE, dk_bytes, &dk) == PQLANE_OK &&
              pqlane_memory_allocate(gpu, PQLANE_MEMORY_HOST, ct_bytes, &ct) == PQLANE_OK &&
              pqlane_memory_copy(gpu, dk, in.dk.at(0), dk_bytes) == PQLANE_OK;
  std::memcpy(ct, in.ct.at(0), ct_bytes);
  Bytes ss(32 * in.count);
  good = good &&
         pqlane_kem_decaps(gpu, in.scheme, 0, {static_cast<std::uint8_t*>(dk), in.sizes.dk_bytes, in.count},
                           {static_cast<std::uint8_t*>(ct), in.sizes.ct_bytes, in.count},
                           {ss.data(), 32, in.count}, nullptr) == PQLANE_OK;
  good = good && std::memcmp(ss.data(), in.ss.at(0), ss.size()) == 0;
  good = good && pqlane_memory_free(gpu, dk) == PQLANE_OK && pqlane_memory_free(gpu, ct) == PQLANE_OK;
  good = good && fake_gpu_get("misuses") == 0;
  if (!good) std::fprintf(stderr, "%s", pqlane_last_error());
  std::exit(good ? 0 : 1);
}

class HipDeathTest : public ::testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

void with(const char* variable, const char* value) { setenv(variable, value, 1); }

TEST_F(HipDeathTest, Listed) {
  EXPECT_EXIT(describe("hip"), ::testing::ExitedWithCode(0),
              "\\[hip:0 1 fake AMD GPU on the CPU, gfx90a:sramecc\\+:xnack-, code gfx90a, tuning slots=3,[^ "
              "]*, in streams alone\\]\\[hip:1 1 .*\\] "
              "opening: 0");
  EXPECT_EXIT(describe("hip:7"), ::testing::ExitedWithCode(0),
              "opening: 7 .*hip:7.*this machine has hip:0 to hip:1");
}

TEST_F(HipDeathTest, WavesOf32) {
  EXPECT_EXIT((with("FAKE_GPU_GFX", "0x1100"), use_memory_kinds()), ::testing::ExitedWithCode(0), "");
}

TEST_F(HipDeathTest, MemoryKindsOfVersion5) {
  EXPECT_EXIT((with("FAKE_GPU_HIP_VERSION", "50221153"), use_memory_kinds()), ::testing::ExitedWithCode(0),
              "");
}

TEST_F(HipDeathTest, MemoryKindsOfVersion6) {
  EXPECT_EXIT((with("FAKE_GPU_HIP_VERSION", "60241134"), use_memory_kinds()), ::testing::ExitedWithCode(0),
              "");
}

TEST_F(HipDeathTest, Missing) {
  EXPECT_EXIT((with("PQLANE_HIP_DRIVER", "/nonexistent/hip.so"), describe("hip:0")),
              ::testing::ExitedWithCode(0),
              "\\[hip:0 0 no AMD HIP runtime: /nonexistent/hip.so cannot be opened.*PQLANE_HIP_DRIVER.*\\] "
              "opening: 7 device 'hip:0' cannot be used here: no AMD HIP runtime");
  for (const char* name : {"hip:7", "hip:1,2", "hip:all", "hip"}) {
    EXPECT_EXIT((with("PQLANE_HIP_DRIVER", "/nonexistent/hip.so"), describe(name)),
                ::testing::ExitedWithCode(0),
                "opening: 7 device 'hip[:0-9]*' cannot be used here: no AMD HIP runtime");
  }
  EXPECT_EXIT((unsetenv("PQLANE_HIP_DRIVER"), with("LD_LIBRARY_PATH", ""), describe("hip:0")),
              ::testing::ExitedWithCode(0), "\\[hip:[0-9]+ [01] [^]]+\\]");
}

TEST_F(HipDeathTest, LacksFunctions) {
  EXPECT_EXIT((with("PQLANE_HIP_DRIVER", PQLANE_FAKE_OLD_DRIVER), describe("hip:0")),
              ::testing::ExitedWithCode(0),
              "\\[hip:0 0 the AMD HIP runtime is too old: it lacks hip[A-Za-z]*\\]");
}

TEST_F(HipDeathTest, TooOld) {
  EXPECT_EXIT((with("FAKE_GPU_HIP_VERSION", "40321000"), describe("hip:0")), ::testing::ExitedWithCode(0),
              "\\[hip:0 0 the AMD HIP runtime is too old: it is 4.3, and 5.0 is needed\\]");
}

TEST_F(HipDeathTest, NoDevice) {
  EXPECT_EXIT((with("FAKE_GPU_HIP_DEVICES", "0"), describe("hip:0")), ::testing::ExitedWithCode(0),
              "\\[hip:0 0 the AMD HIP runtime sees no GPU: hipInit: no ROCm-capable device is detected "
              "\\(hipErrorNoDevice\\)\\]");
}

TEST_F(HipDeathTest, NoCodeForIt) {
  EXPECT_EXIT((with("FAKE_GPU_GFX", "0x803"), describe("hip:0")), ::testing::ExitedWithCode(0),
              "\\[hip:0 0 fake AMD GPU on the CPU: no code for gfx803:sramecc\\+:xnack- in this build\\]");
}

}  // namespace
}  // namespace pqlane::gpu
