// async_test.cpp: asynchronous calls on the fake GPUs: jobs side by side, and a caller's stream and event,
// whose work runs only when somebody waits for it.
#include <pthread.h>

#include <atomic>
#include <cstring>
#include <memory>

#include "gpu/host/fake_cuda.hpp"
#include "gpu/host/fixture.hpp"

namespace pqlane::gpu {
namespace {

class HostAsync : public HostTest, public ::testing::WithParamInterface<int> {
 protected:
  void SetUp() override {
    HostTest::SetUp();
    fake_gpu_set("worker", static_cast<std::uint64_t>(GetParam()));
  }
};

TEST_P(HostAsync, JobsSideBySide) {
  const Device gpu("cuda:0"), cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_512, 50, 2);
  Rows wanted(in.count, 32, 2, 0x33);
  const Reply reply = decaps(cpu, in, 0, in.bad_dk.in(), in.bad_ct, wanted);
  constexpr std::size_t jobs = 6;
  std::vector<Rows> ss(jobs, Rows(in.count, 32, 2, 0x33));
  std::vector<Statuses> items(jobs, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
  std::atomic<int> finished{0};
  const pqlane_async options{
      sizeof options, [](void* user, pqlane_status, const char*) { ++*static_cast<std::atomic<int>*>(user); },
      &finished, nullptr, nullptr};
  pqlane_job* handles[jobs] = {};
  for (std::size_t j = 0; j < jobs; ++j) {
    ASSERT_EQ(pqlane_kem_decaps_async(gpu, in.scheme, 0, in.bad_dk.in(), in.bad_ct.in(), ss[j].out(),
                                      items[j].data(), &options, &handles[j]),
              PQLANE_OK);
  }
  for (std::size_t j = jobs; j-- > 0;) {
    EXPECT_EQ(pqlane_job_wait(handles[j]), reply.status);
    EXPECT_EQ(items[j], reply.items);
    EXPECT_TRUE(ss[j] == wanted);
    pqlane_job_free(handles[j]);
  }
  EXPECT_EQ(finished.load(), static_cast<int>(jobs));
}

// Private keys and ciphertexts are copied up on the caller's stream before the job, secrets down after it,
// and nobody waits for anything in between.
TEST_P(HostAsync, InACallersStream) {
  const KemInputs in(PQLANE_ML_KEM_768, 40, 0);
  const Device gpu("cuda:1"), cpu("cpu");
  const auto address = [](void* p) {
    return static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(p));
  };
  const std::size_t bytes[3] = {in.count * in.sizes.dk_bytes, in.count * in.sizes.ct_bytes, in.count * 32};
  void *host[3], *device[3], *context = nullptr, *stream = nullptr, *other = nullptr, *event = nullptr;
  for (int b = 0; b < 3; ++b) {
    ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_HOST, bytes[b], &host[b]), PQLANE_OK);
    ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_DEVICE, bytes[b], &device[b]), PQLANE_OK);
  }
  std::memcpy(host[0], in.bad_dk.at(0), bytes[0]);
  std::memcpy(host[1], in.bad_ct.at(0), bytes[1]);
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 1), 0);
  ASSERT_EQ(cuCtxSetCurrent(context), 0);
  ASSERT_EQ(cuStreamCreate(&stream, 1), 0);
  ASSERT_EQ(cuStreamCreate(&other, 1), 0);
  ASSERT_EQ(cuEventCreate(&event, 0), 0);
  ASSERT_EQ(cuMemcpyHtoDAsync_v2(address(device[0]), host[0], bytes[0], stream), 0);
  ASSERT_EQ(cuMemcpyHtoDAsync_v2(address(device[1]), host[1], bytes[1], other), 0);
  ASSERT_EQ(cuEventRecord(event, other), 0);
  Statuses items(in.count, PQLANE_ERROR_NOT_DONE);
  const pqlane_async options{sizeof options, nullptr, nullptr, stream, event};
  pqlane_job* job = nullptr;
  ASSERT_EQ(pqlane_kem_decaps_async(
                gpu, in.scheme, 0, {static_cast<std::uint8_t*>(device[0]), in.sizes.dk_bytes, in.count},
                {static_cast<std::uint8_t*>(device[1]), in.sizes.ct_bytes, in.count},
                {static_cast<std::uint8_t*>(device[2]), 32, in.count}, items.data(), &options, &job),
            PQLANE_OK)
      << pqlane_last_error();
  ASSERT_EQ(cuCtxSetCurrent(context), 0);
  ASSERT_EQ(cuMemcpyDtoHAsync_v2(host[2], address(device[2]), bytes[2], stream), 0);
  ASSERT_EQ(cuStreamSynchronize(stream), 0);

  Rows wanted(in.count, 32, 0, 0);
  const Reply reply = decaps(cpu, in, 0, in.bad_dk.in(), in.bad_ct, wanted);
  EXPECT_EQ(std::memcmp(host[2], wanted.at(0), bytes[2]), 0);
  EXPECT_EQ(pqlane_job_wait(job), reply.status);
  EXPECT_EQ(items, reply.items);
  pqlane_job_free(job);
  ASSERT_EQ(cuCtxSetCurrent(context), 0);
  EXPECT_EQ(cuEventDestroy_v2(event), 0);
  EXPECT_EQ(cuStreamDestroy_v2(stream), 0);
  EXPECT_EQ(cuStreamDestroy_v2(other), 0);
  for (int b = 0; b < 3; ++b) {
    EXPECT_EQ(pqlane_memory_free(gpu, host[b]), PQLANE_OK);
    EXPECT_EQ(pqlane_memory_free(gpu, device[b]), PQLANE_OK);
  }
  EXPECT_EQ(cuCtxSetCurrent(nullptr), 0);
  EXPECT_EQ(cuDevicePrimaryCtxRelease_v2(1), 0);
}

// Without a thread to wait for it nothing may be queued on the caller's stream.
TEST_P(HostAsync, NoThreadForAJob) {
  const KemInputs in(PQLANE_ML_KEM_512, 32, 0);
  const std::size_t ek_bytes = in.count * in.sizes.ek_bytes, dk_bytes = in.count * in.sizes.dk_bytes;
  const Device gpu("cuda:0"), cpu("cpu");
  void *ek = nullptr, *dk = nullptr, *context = nullptr, *stream = nullptr;
  ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_HOST, ek_bytes, &ek), PQLANE_OK);
  ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_HOST, dk_bytes, &dk), PQLANE_OK);
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), 0);
  ASSERT_EQ(cuCtxSetCurrent(context), 0);
  ASSERT_EQ(cuStreamCreate(&stream, 1), 0);

  pthread_attr_t usual, impossible;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_attr_init(&impossible), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&impossible, std::size_t{1} << 50),
            0);  // more than there are addresses
  ASSERT_EQ(pthread_setattr_default_np(&impossible), 0);
  pqlane_job* job = nullptr;
  for (void* where : {stream, static_cast<void*>(nullptr)}) {
    const pqlane_async options{sizeof options, nullptr, nullptr, where, nullptr};
    EXPECT_EQ(pqlane_kem_keygen_async(
                  gpu, in.scheme, 0, {static_cast<std::uint8_t*>(ek), in.sizes.ek_bytes, in.count},
                  {static_cast<std::uint8_t*>(dk), in.sizes.dk_bytes, in.count}, nullptr, &options, &job),
              PQLANE_ERROR_MEMORY);
    EXPECT_EQ(job, nullptr);
    EXPECT_STREQ(pqlane_last_error(), "no thread can be started for the job");
  }
  EXPECT_EQ(pthread_setattr_default_np(&usual), 0);
  pthread_attr_destroy(&usual);
  pthread_attr_destroy(&impossible);

  ASSERT_EQ(cuCtxSetCurrent(context), 0);
  EXPECT_EQ(cuStreamSynchronize(stream), 0);
  EXPECT_EQ(Bytes(static_cast<std::uint8_t*>(dk), static_cast<std::uint8_t*>(dk) + dk_bytes),
            Bytes(dk_bytes));
  expect_agreement(gpu, cpu, in, false);
  EXPECT_EQ(pqlane_memory_free(gpu, ek), PQLANE_OK);
  EXPECT_EQ(pqlane_memory_free(gpu, dk), PQLANE_OK);
  ASSERT_EQ(cuCtxSetCurrent(context), 0);
  EXPECT_EQ(cuStreamDestroy_v2(stream), 0);
  EXPECT_EQ(cuCtxSetCurrent(nullptr), 0);
  EXPECT_EQ(cuDevicePrimaryCtxRelease_v2(0), 0);
}

INSTANTIATE_TEST_SUITE_P(Work, HostAsync, ::testing::Values(0, 1), [](const auto& instance) {
  return std::string(instance.param == 0 ? "when_waited_for" : "as_it_comes");
});

}  // namespace
}  // namespace pqlane::gpu
