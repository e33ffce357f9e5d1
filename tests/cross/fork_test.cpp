// fork_test.cpp: a forked child closes its parent's devices without waiting for threads that it does not
// have, and works with devices of its own.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "support/kem.hpp"

namespace pqlane::test {
namespace {

constexpr std::size_t count = 500;
constexpr unsigned deadline_seconds = 60;  // of the child; it needs some milliseconds

// A round trip of one batch.
bool works(pqlane_device* device) {
  const pqlane_scheme scheme = PQLANE_ML_KEM_512;
  Bytes ek(count * 800), dk(count * 1632), ct(count * 768), sent(count * 32), opened(count * 32);
  return pqlane_kem_keygen(device, scheme, 0, {ek.data(), 800, count}, {dk.data(), 1632, count}, nullptr) ==
             PQLANE_OK &&
         pqlane_kem_encaps(device, scheme, 0, {ek.data(), 800, count}, {ct.data(), 768, count},
                           {sent.data(), 32, count}, nullptr) == PQLANE_OK &&
         pqlane_kem_decaps(device, scheme, 0, {dk.data(), 1632, count}, {ct.data(), 768, count},
                           {opened.data(), 32, count}, nullptr) == PQLANE_OK &&
         sent == opened;
}

TEST(Fork, AChildMayCloseItsParentsDevices) {
  DevicePointer many = open_device("cpu", 4), one = open_device("cpu", 1);
  ASSERT_TRUE(works(many.get()));  // its threads have started, and wait for work
  ASSERT_TRUE(works(one.get()));
  pqlane_job* job = nullptr;  // one of them has a thread for jobs too
  Bytes ek(800), dk(1632);
  ASSERT_EQ(pqlane_kem_keygen_async(many.get(), PQLANE_ML_KEM_512, 0, {ek.data(), 800, 1},
                                    {dk.data(), 1632, 1}, nullptr, nullptr, &job),
            PQLANE_OK);
  ASSERT_EQ(pqlane_job_wait(job), PQLANE_OK);
  pqlane_job_free(job);
  for (int round = 0; round < 3; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(deadline_seconds);
      pqlane_device_close(many.release());
      pqlane_device_close(one.release());
      const DevicePointer own = open_device("cpu", 1);
      _exit(works(own.get()) ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_FALSE(WIFSIGNALED(status)) << "signal " << WTERMSIG(status) << ": it hung or crashed";
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_TRUE(works(many.get()));  // the parent's device is as before
  }
}

}  // namespace
}  // namespace pqlane::test
