// Asynchronous calls and device memory through the interfaces, on the CPU.
#include <gtest/gtest.h>
#include <pqlane/pqlane.hpp>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;
using pqlane::Device;
using pqlane::Job;

constexpr pqlane_scheme scheme = PQLANE_ML_KEM_512;
constexpr std::size_t items = 70;

class Async : public testing::Test {
 protected:
  const Device device{"cpu"};
  const pqlane_kem_sizes sizes = pqlane::kem_sizes(scheme);
  Bytes ek = Bytes(items * sizes.ek_bytes), dk = Bytes(items * sizes.dk_bytes);
  Bytes ct = Bytes(items * sizes.ct_bytes), ss = Bytes(items * sizes.ss_bytes), ss_again = ss;
};

TEST_F(Async, RoundTrip) {
  Job keys = device.kem_keygen_async(scheme, ek, dk);
  ASSERT_TRUE(keys.wait());
  Job sent = device.kem_encaps_async(scheme, ek, ct, ss);
  const pqlane::Result result = sent.wait();
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.items.size(), items);
  EXPECT_EQ(result.failed(), 0u);
  EXPECT_TRUE(sent.finished());
  ASSERT_TRUE(device.kem_decaps_async(scheme, dk, ct, ss_again).wait());
  EXPECT_EQ(ss, ss_again);
}

TEST_F(Async, AResultIsTakenOnce) {
  Job job = device.kem_keygen_async(scheme, ek, dk);
  EXPECT_EQ(job.wait().items.size(), items);
  try {
    const pqlane::Result again = job.wait();
    ADD_FAILURE() << "a second result with " << again.items.size() << " items";
  } catch (const pqlane::Error& error) {
    EXPECT_EQ(error.status(), PQLANE_ERROR_OPTION);
    EXPECT_STREQ(error.what(), "the job's result was taken before");
  }
  EXPECT_TRUE(job.finished());
}

TEST_F(Async, ManyJobsAtOnceGiveResultsOfTheirOwn) {
  ASSERT_TRUE(device.kem_keygen(scheme, ek, dk));
  constexpr std::size_t jobs = 12;
  std::vector<Bytes> cts(jobs, ct), secrets(jobs, ss);
  std::vector<Job> running;
  for (std::size_t j = 0; j < jobs; ++j)
    running.push_back(device.kem_encaps_async(scheme, ek, cts[j], secrets[j]));
  for (Job& job : running) ASSERT_TRUE(job.wait());
  for (std::size_t j = 0; j < jobs; ++j) {
    ASSERT_TRUE(device.kem_decaps(scheme, dk, cts[j], ss_again));
    EXPECT_EQ(secrets[j], ss_again);
    for (std::size_t k = 0; k < j; ++k) EXPECT_NE(secrets[j], secrets[k]);
  }
}

TEST_F(Async, ABadItemIsTheJobsResultAndNamed) {
  ASSERT_TRUE(device.kem_keygen(scheme, ek, dk));
  ek[5 * sizes.ek_bytes] = ek[5 * sizes.ek_bytes + 1] = 0xff;
  Job job = device.kem_encaps_async(scheme, ek, ct, ss);
  const pqlane::Result result = job.wait();
  EXPECT_EQ(result.status, PQLANE_ERROR_ITEMS);
  EXPECT_NE(std::string(pqlane_last_error()).find("item 5"), std::string::npos) << pqlane_last_error();
  EXPECT_EQ(result.items[5], PQLANE_ERROR_EK_MODULUS);
  EXPECT_EQ(result.failed(), 1u);
}

struct Seen {
  std::mutex mutex;  // several jobs may end at once
  std::atomic<int> calls{0};
  pqlane_status result = PQLANE_ERROR_INTERNAL;
  std::string message;
  std::thread::id thread;
};
void note(void* user, pqlane_status result, const char* message) {
  auto* seen = static_cast<Seen*>(user);
  const std::lock_guard lock(seen->mutex);
  seen->result = result;
  seen->message = message;
  seen->thread = std::this_thread::get_id();
  ++seen->calls;
}

TEST_F(Async, FinishedIsCalledOnceOnAnotherThread) {
  Seen seen;
  const pqlane_async options{sizeof(pqlane_async), note, &seen, nullptr, nullptr};
  ASSERT_EQ(pqlane_kem_keygen_async(device.handle(), scheme, 0, {ek.data(), sizes.ek_bytes, items},
                                    {dk.data(), sizes.dk_bytes, items}, nullptr, &options, nullptr),
            PQLANE_OK);
  while (seen.calls == 0) std::this_thread::yield();
  EXPECT_EQ(seen.result, PQLANE_OK);
  EXPECT_EQ(seen.message, "");
  EXPECT_NE(seen.thread, std::this_thread::get_id());

  Bytes bad_ek(ek.size(), 0xff);
  pqlane_job* job = nullptr;
  ASSERT_EQ(pqlane_kem_encaps_async(device.handle(), scheme, 0, {bad_ek.data(), sizes.ek_bytes, items},
                                    {ct.data(), sizes.ct_bytes, items}, {ss.data(), sizes.ss_bytes, items},
                                    nullptr, &options, &job),
            PQLANE_OK);
  EXPECT_EQ(pqlane_job_wait(job), PQLANE_ERROR_ITEMS);
  EXPECT_EQ(seen.calls, 2);
  EXPECT_EQ(seen.result, PQLANE_ERROR_ITEMS);
  EXPECT_EQ(seen.message, pqlane_last_error());
  pqlane_job_free(job);
}

TEST_F(Async, ClosingADeviceWaitsForItsJobs) {
  Seen seen;
  const pqlane_async options{sizeof(pqlane_async), note, &seen, nullptr, nullptr};
  {
    const Device other("cpu");
    for (int j = 0; j < 20; ++j) {
      ASSERT_EQ(pqlane_kem_check_ek(other.handle(), scheme, {ek.data(), sizes.ek_bytes, 0}, nullptr),
                PQLANE_OK);
      static Bytes keys[20][2];
      keys[j][0].resize(ek.size());
      keys[j][1].resize(dk.size());
      ASSERT_EQ(
          pqlane_kem_keygen_async(other.handle(), scheme, 0, {keys[j][0].data(), sizes.ek_bytes, items},
                                  {keys[j][1].data(), sizes.dk_bytes, items}, nullptr, &options, nullptr),
          PQLANE_OK);
    }
  }
  EXPECT_EQ(seen.calls, 20);
}

TEST_F(Async, AnEmptyBatchFinishes) {
  pqlane_job* job = nullptr;
  ASSERT_EQ(pqlane_kem_keygen_async(device.handle(), scheme, 0, {nullptr, sizes.ek_bytes, 0},
                                    {nullptr, sizes.dk_bytes, 0}, nullptr, nullptr, &job),
            PQLANE_OK);
  const std::string ran_before = pqlane_last_device();
  EXPECT_EQ(pqlane_job_wait(job), PQLANE_OK);
  EXPECT_EQ(pqlane_last_device(), ran_before);
  pqlane_job_free(job);
}

TEST_F(Async, BadCallsStartNothing) {
  const pqlane_out ek_out{ek.data(), sizes.ek_bytes, items}, dk_out{dk.data(), sizes.dk_bytes, items};
  pqlane_job* job = nullptr;
  const auto keygen = [&](pqlane_out first, const pqlane_async* options, pqlane_job** handle) {
    return pqlane_kem_keygen_async(device.handle(), scheme, 0, first, dk_out, nullptr, options, handle);
  };
  EXPECT_EQ(keygen({nullptr, sizes.ek_bytes, items}, nullptr, &job), PQLANE_ERROR_NULL);
  EXPECT_EQ(keygen(ek_out, nullptr, nullptr), PQLANE_ERROR_NULL);
  pqlane_async options{sizeof(pqlane_async) - 1, note, nullptr, nullptr, nullptr};
  EXPECT_EQ(keygen(ek_out, &options, &job), PQLANE_ERROR_OPTION);
  int object = 0;
  for (const pqlane_async& with_gpu_things :
       {pqlane_async{sizeof(pqlane_async), nullptr, nullptr, &object, nullptr},
        pqlane_async{sizeof(pqlane_async), nullptr, nullptr, nullptr, &object}}) {
    EXPECT_EQ(keygen(ek_out, &with_gpu_things, &job), PQLANE_ERROR_OPTION);
    EXPECT_NE(std::string(pqlane_last_error()).find("stream"), std::string::npos);
  }
  EXPECT_EQ(job, nullptr);
  int finished = 0;
  EXPECT_EQ(pqlane_job_wait(nullptr), PQLANE_ERROR_NULL);
  EXPECT_EQ(pqlane_job_poll(nullptr, &finished), PQLANE_ERROR_NULL);
  pqlane_job_free(nullptr);
}

TEST_F(Async, MemoryIsZeroedAndUsable) {
  for (const pqlane_memory kind : {PQLANE_MEMORY_HOST, PQLANE_MEMORY_DEVICE}) {
    const pqlane::Memory keys(device.handle(), kind, ek.size());
    Bytes copied(ek.size(), 0xff);
    device.copy(copied.data(), keys.data(), copied.size());
    EXPECT_EQ(copied, Bytes(ek.size()));
    const std::span<std::uint8_t> view(keys.data(), keys.size());
    ASSERT_TRUE(device.kem_keygen(scheme, view, dk));
    ASSERT_TRUE(device.kem_encaps(scheme, view, ct, ss));
    ASSERT_TRUE(device.kem_decaps(scheme, dk, ct, ss_again));
    EXPECT_EQ(ss, ss_again);
    ASSERT_EQ(pqlane_memory_clear(device.handle(), keys.data(), keys.size()), PQLANE_OK);
    device.copy(copied.data(), keys.data(), copied.size());
    EXPECT_EQ(copied, Bytes(ek.size()));
  }
}

TEST_F(Async, MemoryCallsRefuse) {
  void* memory = &memory;
  EXPECT_EQ(pqlane_memory_allocate(nullptr, PQLANE_MEMORY_HOST, 1, &memory), PQLANE_ERROR_NULL);
  EXPECT_EQ(pqlane_memory_allocate(device.handle(), static_cast<pqlane_memory>(9), 1, &memory),
            PQLANE_ERROR_OPTION);
  EXPECT_EQ(memory, nullptr);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their allocators end the program
  EXPECT_EQ(pqlane_memory_allocate(device.handle(), PQLANE_MEMORY_HOST, SIZE_MAX / 2, &memory),
            PQLANE_ERROR_MEMORY);
#endif
  EXPECT_EQ(pqlane_memory_free(device.handle(), ek.data()), PQLANE_ERROR_OPTION);
  EXPECT_EQ(pqlane_memory_free(device.handle(), nullptr), PQLANE_OK);
  ASSERT_EQ(pqlane_memory_allocate(device.handle(), PQLANE_MEMORY_HOST, 0, &memory), PQLANE_OK);
  EXPECT_EQ(pqlane_memory_free(device.handle(), memory), PQLANE_OK);
  EXPECT_EQ(pqlane_memory_free(device.handle(), memory), PQLANE_ERROR_OPTION);
  EXPECT_EQ(pqlane_memory_copy(device.handle(), nullptr, ek.data(), 1), PQLANE_ERROR_NULL);
}

TEST_F(Async, LastDeviceNamesWhatRan) {
  const Device scalar("cpu:scalar"), best("auto");
  ASSERT_TRUE(scalar.kem_keygen(scheme, ek, dk));
  EXPECT_STREQ(pqlane_last_device(), "cpu:scalar");
  ASSERT_TRUE(best.kem_keygen(scheme, ek, dk));
  EXPECT_STRNE(pqlane_last_device(), "auto");
  EXPECT_STRNE(pqlane_last_device(), "");
  EXPECT_EQ(best.name(), "auto");

  Job job = scalar.kem_keygen_async(scheme, ek, dk);
  EXPECT_STRNE(pqlane_last_device(), "cpu:scalar");  // a job that nobody has waited for says nothing
  ASSERT_TRUE(job.wait());
  EXPECT_STREQ(pqlane_last_device(), "cpu:scalar");
  std::string in_new_thread;
  std::thread([&] {
    Job other = best.kem_keygen_async(scheme, ek, dk);
    if (other.wait()) in_new_thread = pqlane_last_device();
  }).join();
  EXPECT_NE(in_new_thread, "");
  EXPECT_STREQ(pqlane_last_device(), "cpu:scalar");
}

}  // namespace
