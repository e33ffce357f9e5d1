// faults_test.cpp: what the GPU device does when the driver refuses: too little memory, a lost device, a
// driver that is missing, too old or without a GPU.
#include <cstdlib>
#include <cstring>

#include "gpu/host/fixture.hpp"

namespace pqlane::gpu {
namespace {

class HostFaults : public HostTest {};

TEST_F(HostFaults, TooLittleMemoryIsAnError) {
  const Device cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_512, 100, 0);
  Rows ek(in.count, in.sizes.ek_bytes, 0, 0), dk(in.count, in.sizes.dk_bytes, 0, 0);
  for (const char* kind : {"memory_bytes", "host_bytes"}) {
    const Device gpu("cuda:0");
    fake_gpu_set(kind, 10'000);
    const Reply reply = keygen(gpu, in, 0, ek, dk);
    EXPECT_EQ(reply.status, PQLANE_ERROR_MEMORY);
    EXPECT_NE(reply.error.find("cuda:0"), std::string::npos) << reply.error;
    EXPECT_NE(reply.error.find("out of memory"), std::string::npos) << reply.error;
    EXPECT_EQ(reply.items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
    fake_gpu_set(kind, std::uint64_t{1} << 30);
    expect_agreement(gpu, cpu, in, false);  // the device still works
  }
}

// The device is lost at a launch in each of the chunks in turn.
TEST_F(HostFaults, ALostDeviceLeavesItemsUndone) {
  const Device cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_512, 200, 3);
  Rows wanted_ct(in.count, in.sizes.ct_bytes, 3, 0x11), wanted_ss(in.count, 32, 3, 0x22);
  const Reply wanted = encaps(cpu, in, in.bad_ek.in(), wanted_ct, wanted_ss);
  std::size_t done_before = 0;
  bool some_done = false;
  for (const unsigned launch : {1u, 5u, 10u, 16u}) {
    SCOPED_TRACE(launch);
    const Device gpu("cuda:0");
    fake_gpu_set("memory_bytes", 400'000);  // room for 64 operations: four chunks of four kernels
    fake_gpu_set("lost_at_launch", launch);
    Rows ct(in.count, in.sizes.ct_bytes, 3, 0x11), ss(in.count, 32, 3, 0x22);
    const Reply reply = encaps(gpu, in, in.bad_ek.in(), ct, ss);
    EXPECT_EQ(reply.status, PQLANE_ERROR_DEVICE);
    EXPECT_NE(reply.error.find("CUDA_ERROR_LAUNCH_FAILED"), std::string::npos) << reply.error;
    std::size_t done = 0;
    while (done < in.count && reply.items[done] != PQLANE_ERROR_NOT_DONE) ++done;
    for (std::size_t i = 0; i < in.count; ++i) {
      ASSERT_EQ(reply.items[i], i < done ? wanted.items[i] : PQLANE_ERROR_NOT_DONE) << i;
      if (i >= done) continue;
      EXPECT_EQ(std::memcmp(ct.at(i), wanted_ct.at(i), in.sizes.ct_bytes), 0) << i;
      EXPECT_EQ(std::memcmp(ss.at(i), wanted_ss.at(i), 32), 0) << i;
    }
    EXPECT_LT(done, in.count);
    EXPECT_GE(done, done_before);
    done_before = done;
    some_done = some_done || done > 0;
    // Every later call says so as well, and does nothing.
    fake_gpu_set("lost_at_launch", 0);
    const Reply later = encaps(gpu, in, in.bad_ek.in(), ct, ss);
    EXPECT_EQ(later.status, PQLANE_ERROR_DEVICE);
    EXPECT_EQ(later.items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
  }
  EXPECT_TRUE(some_done);
  // Opened again, after the lost context was released, it works.
  const Device gpu("cuda:0");
  expect_agreement(gpu, cpu, in, false);
}

// One of several GPUs is lost: the call ends with an error or is finished by the others; what is done is
// right.
TEST_F(HostFaults, OneOfSeveralGpusIsLost) {
  const Device cpu("cpu"), gpus("cuda:0,1");
  const KemInputs in(PQLANE_ML_KEM_512, 300, 0);
  fake_gpu_set("lost_device", 1);
  fake_gpu_set("lost_at_launch", 2);
  Rows ek(in.count, in.sizes.ek_bytes, 0, 0), dk(in.count, in.sizes.dk_bytes, 0, 0);
  const Reply reply = keygen(gpus, in, 0, ek, dk);
  fake_gpu_set("lost_device", 0);
  for (std::size_t i = 0; i < in.count; ++i) {
    if (reply.items[i] == PQLANE_ERROR_NOT_DONE) {
      EXPECT_EQ(reply.status, PQLANE_ERROR_DEVICE);
      continue;
    }
    EXPECT_EQ(reply.items[i], PQLANE_OK);
    ASSERT_EQ(std::memcmp(ek.at(i), in.ek.at(i), in.sizes.ek_bytes), 0) << i;
    ASSERT_EQ(std::memcmp(dk.at(i), in.dk.at(i), in.sizes.dk_bytes), 0) << i;
  }
}

// ---- drivers that cannot be used --------------------------------------------
// A process opens one driver once, so each case has a process of its own.

void list_gpus() {
  for (std::size_t i = 0; i < pqlane_backend_count(); ++i) {
    pqlane_backend_info info{};
    if (pqlane_backend_get(i, &info) != PQLANE_OK) std::exit(2);
    if (std::strncmp(info.device_name, "cuda", 4) == 0)
      std::fprintf(stderr, "[%s %d %s]", info.device_name, info.usable, info.reason);
  }
}

pqlane_status open_gpu(const char* device_name) {
  pqlane_device* device = nullptr;
  const pqlane_status status = pqlane_device_open(device_name, nullptr, &device);
  std::fprintf(stderr, " opening: %d %s", static_cast<int>(status),
               status != PQLANE_OK ? pqlane_last_error() : "");
  pqlane_device_close(device);
  return status;
}

// Writes how the GPUs are listed and what opening one says, and ends.
[[noreturn]] void describe_gpus(const char* device_name) {
  list_gpus();
  open_gpu(device_name);
  std::exit(0);
}

// The same, and compares some keys with the CPU's.
[[noreturn]] void use_gpu(const char* device_name) {
  list_gpus();
  if (open_gpu(device_name) != PQLANE_OK) std::exit(0);
  const Device gpu(device_name);
  const KemInputs in(PQLANE_ML_KEM_512, 5, 0);
  Rows ek(in.count, in.sizes.ek_bytes, 0, 0), dk(in.count, in.sizes.dk_bytes, 0, 0);
  const Reply reply = keygen(gpu, in, 0, ek, dk);
  std::fprintf(stderr, " keygen: %d same: %d", static_cast<int>(reply.status), ek == in.ek && dk == in.dk);
  std::exit(0);
}

class DriverDeathTest : public ::testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

void with(const char* variable, const char* value) { setenv(variable, value, 1); }

TEST_F(DriverDeathTest, Missing) {
  EXPECT_EXIT(
      (with("PQLANE_CUDA_DRIVER", "/nonexistent/driver.so"), describe_gpus("cuda:0")),
      ::testing::ExitedWithCode(0),
      "\\[cuda:0 0 no NVIDIA driver: /nonexistent/driver.so cannot be opened.*PQLANE_CUDA_DRIVER.*\\] "
      "opening: 7 device 'cuda:0' cannot be used here: no NVIDIA driver");
}

TEST_F(DriverDeathTest, LacksFunctions) {
  EXPECT_EXIT((with("PQLANE_CUDA_DRIVER", PQLANE_FAKE_OLD_DRIVER), describe_gpus("cuda:0")),
              ::testing::ExitedWithCode(0),
              "\\[cuda:0 0 the NVIDIA driver is too old: it lacks cu[A-Za-z]*\\] opening: 7 .*it lacks");
}

// A batch still runs, in streams.
TEST_F(DriverDeathTest, LacksGraphs) {
  EXPECT_EXIT(
      (with("PQLANE_CUDA_DRIVER", PQLANE_FAKE_DRIVER_WITHOUT_GRAPHS), use_gpu("cuda:0")),
      ::testing::ExitedWithCode(0),
      "graph_ops=0,[^ ]*, no graphs: the driver lacks cuGraph[A-Za-z]*\\].* opening: 0  keygen: 0 same: 1");
}

TEST_F(DriverDeathTest, TooOld) {
  EXPECT_EXIT(
      (with("FAKE_GPU_VERSION", "10020"), describe_gpus("cuda:0")), ::testing::ExitedWithCode(0),
      "\\[cuda:0 0 the NVIDIA driver is too old: it knows CUDA 10.2, and 11.0 is needed\\] opening: 7 ");
}

TEST_F(DriverDeathTest, NoDevice) {
  EXPECT_EXIT((with("FAKE_GPU_DEVICES", "0"), describe_gpus("cuda:0")), ::testing::ExitedWithCode(0),
              "\\[cuda:0 0 the NVIDIA driver sees no GPU: cuInit: no CUDA-capable device is detected "
              "\\(CUDA_ERROR_NO_DEVICE\\)\\] opening: 7 ");
}

TEST_F(DriverDeathTest, NoCodeForIt) {
  EXPECT_EXIT((with("FAKE_GPU_CAPABILITY", "52"), describe_gpus("cuda:0")), ::testing::ExitedWithCode(0),
              "\\[cuda:0 0 fake GPU on the CPU: no code for compute capability 5.2 in this build\\]");
}

TEST_F(DriverDeathTest, SeveralGpus) {
  EXPECT_EXIT((with("FAKE_GPU_DEVICES", "2"), describe_gpus("cuda:1")), ::testing::ExitedWithCode(0),
              "\\[cuda:0 1 fake GPU on the CPU, compute capability 9.0, code compute_75, tuning slots=3,[^ "
              "]*\\]\\[cuda:1 1 .*\\] "
              "opening: 0");
  EXPECT_EXIT((with("FAKE_GPU_DEVICES", "2"), describe_gpus("cuda:2")), ::testing::ExitedWithCode(0),
              "opening: 7 .*cuda:2");
}

}  // namespace
}  // namespace pqlane::gpu
