// entropy_test.cpp: the generator of the process: seeding, reseeding, failures, threads, forks, wiping.
#include "runtime/entropy.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "runtime/drbg.hpp"
#include "unit/hex.hpp"

namespace pqlane {
namespace {

using test::Bytes;
using test::to_hex;

std::atomic<int> source_calls{0};

bool counting_source(std::uint8_t* out, std::size_t count) {
  ++source_calls;
  return os_entropy(out, count);
}

bool failing_source(std::uint8_t* out, std::size_t count) {
  ++source_calls;
  std::memset(out, 0xaa, count);
  return false;
}

bool constant_source(std::uint8_t* out, std::size_t count) {
  std::memset(out, 0x11, count);
  return true;
}

class EntropyTest : public testing::Test {
 protected:
  void SetUp() override { restore(); }
  void TearDown() override { restore(); }
  static void restore() {
    entropy_test::set_source(nullptr);
    entropy_test::set_fork_defences(true, true);
    entropy_test::end_thread_generator();
    source_calls = 0;
  }
};

std::string draw_hex() {
  Bytes out(32);
  EXPECT_EQ(fill_random(out.data(), out.size()), PQLANE_OK);
  return to_hex(out);
}

// ---- requests --------------------------------------------------------------

TEST_F(EntropyTest, FillsExactlyWhatWasAsked) {
  for (const std::size_t count : {1u, 31u, 32u, 65535u, 65536u, 65537u, 300000u}) {
    Bytes out(count + 64);
    std::size_t never_set = 0;  // positions that stay zero in all of 16 fillings
    Bytes seen(count + 64);
    for (int i = 0; i < 16; ++i) {
      ASSERT_EQ(fill_random(out.data(), count), PQLANE_OK);
      for (std::size_t j = 0; j < out.size(); ++j) {
        seen[j] = static_cast<std::uint8_t>(seen[j] | out[j]);
      }
    }
    for (std::size_t j = 0; j < count; ++j) {
      never_set += seen[j] == 0;
    }
    EXPECT_EQ(never_set, 0u) << count;  // 2^-128 a byte when random
    EXPECT_EQ(Bytes(seen.begin() + static_cast<std::ptrdiff_t>(count), seen.end()), Bytes(64)) << count;
  }
}

TEST_F(EntropyTest, EmptyAndNullRequests) {
  entropy_test::set_source(counting_source);
  EXPECT_EQ(fill_random(nullptr, 0), PQLANE_OK);
  EXPECT_EQ(fill_random(nullptr, 1), PQLANE_ERROR_NULL);
  EXPECT_EQ(source_calls, 0);
}

TEST_F(EntropyTest, BatchKeysDiffer) {
  std::set<std::string> keys;
  for (int i = 0; i < 5000; ++i) {
    BatchKey key = {};
    ASSERT_EQ(make_batch_key(key), PQLANE_OK);
    keys.insert(to_hex(key.bytes));
  }
  EXPECT_EQ(keys.size(), 5000u);
}

// ---- seeding ---------------------------------------------------------------

TEST_F(EntropyTest, ReseedsAfterRequests) {
  entropy_test::set_source(counting_source);
  for (std::uint64_t i = 0; i < reseed_after_requests; ++i) {
    draw_hex();
    ASSERT_EQ(source_calls, 1);
  }
  draw_hex();
  EXPECT_EQ(source_calls, 2);
  for (std::uint64_t i = 1; i < reseed_after_requests; ++i) {
    draw_hex();
  }
  EXPECT_EQ(source_calls, 2);
  draw_hex();
  EXPECT_EQ(source_calls, 3);
}

TEST_F(EntropyTest, ReseedsAfterBytes) {
  entropy_test::set_source(counting_source);
  Bytes out(reseed_after_bytes);
  ASSERT_EQ(fill_random(out.data(), out.size()), PQLANE_OK);
  EXPECT_EQ(source_calls, 1);
  ASSERT_EQ(fill_random(out.data(), out.size()), PQLANE_OK);
  EXPECT_EQ(source_calls, 2);
  Bytes large(5 * reseed_after_bytes);
  ASSERT_EQ(fill_random(large.data(), large.size()), PQLANE_OK);
  EXPECT_EQ(source_calls, 7);
}

// Reseeding goes into the state: two processes with the same state part when only the entropy differs.
TEST_F(EntropyTest, ReseedingChangesTheStream) {
  entropy_test::set_source(constant_source);
  entropy_test::set_fork_defences(false, false);
  for (std::uint64_t i = 0; i < reseed_after_requests; ++i) {
    draw_hex();
  }
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const auto child = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  ASSERT_GE(child, 0);
  if (child == 0) {
    entropy_test::set_source(os_entropy);
    std::uint8_t out[32];
    const bool good = fill_random(out, sizeof out) == PQLANE_OK && write(pipe_ends[1], out, 32) == 32;
    _exit(good ? 0 : 1);
  }
  Bytes of_child(32);
  EXPECT_EQ(read(pipe_ends[0], of_child.data(), 32), 32);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_NE(to_hex(of_child), draw_hex());
}

TEST_F(EntropyTest, FailureAtTheFirstSeeding) {
  entropy_test::set_source(failing_source);
  for (const std::size_t count : {std::size_t{1}, std::size_t{32}, std::size_t{200000}}) {
    Bytes out(count, 0x77);
    EXPECT_EQ(fill_random(out.data(), count), PQLANE_ERROR_ENTROPY);
    EXPECT_EQ(out, Bytes(count));
  }
  BatchKey key;
  std::memset(key.bytes, 0x77, sizeof key.bytes);
  EXPECT_EQ(make_batch_key(key), PQLANE_ERROR_ENTROPY);
  EXPECT_EQ(Bytes(key.bytes, key.bytes + 32), Bytes(32));
  EXPECT_EQ(source_calls, 4);  // every call tries again
  entropy_test::set_source(nullptr);
  EXPECT_NE(draw_hex(), to_hex(Bytes(32)));
}

TEST_F(EntropyTest, FailureAtAReseeding) {
  for (std::uint64_t i = 0; i < reseed_after_requests; ++i) {
    draw_hex();
  }
  entropy_test::set_source(failing_source);
  for (int i = 0; i < 3; ++i) {
    Bytes out(32, 0x77);
    EXPECT_EQ(fill_random(out.data(), out.size()), PQLANE_ERROR_ENTROPY);
    EXPECT_EQ(out, Bytes(32));
  }
  EXPECT_EQ(source_calls, 3);
  entropy_test::set_source(counting_source);
  draw_hex();
  EXPECT_EQ(source_calls, 4);
}

// A large request that fails on the way gives back nothing.
TEST_F(EntropyTest, FailureInTheMiddleOfARequest) {
  draw_hex();
  entropy_test::set_source(failing_source);
  Bytes out(2 * reseed_after_bytes, 0x77);
  EXPECT_EQ(fill_random(out.data(), out.size()), PQLANE_ERROR_ENTROPY);
  EXPECT_EQ(source_calls, 1);
  EXPECT_TRUE(std::all_of(out.begin(), out.end(), [](std::uint8_t b) { return b == 0; }));
}

// ---- threads ---------------------------------------------------------------

// Also with a source that gives every thread the same bytes.
TEST_F(EntropyTest, ThreadsGetDifferentBytes) {
  for (const auto source : {static_cast<entropy_test::EntropySource>(nullptr), &constant_source}) {
    entropy_test::set_source(source);
    constexpr std::size_t threads = 8;
    constexpr std::size_t draws = 50;
    std::vector<std::vector<std::string>> drawn(threads);
    std::vector<std::thread> running;
    for (std::size_t t = 0; t < threads; ++t) {
      running.emplace_back([&drawn, t] {
        for (std::size_t i = 0; i < draws; ++i) {
          drawn[t].push_back(draw_hex());
        }
      });
    }
    for (auto& thread : running) {
      thread.join();
    }
    std::set<std::string> all;
    for (const auto& one : drawn) {
      all.insert(one.begin(), one.end());
    }
    EXPECT_EQ(all.size(), threads * draws);
  }
}

TEST_F(EntropyTest, ThreadEndUnmapsTheState) {
  const void* page = nullptr;
  bool mapped_before = false;
  const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto mapped = [&] {
    unsigned char resident;
    return mincore(const_cast<void*>(page), page_bytes, &resident) == 0;
  };
  std::thread([&] {
    draw_hex();
    page = entropy_test::thread_generator_page();
    mapped_before = page != nullptr && mapped();
  }).join();
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(mapped_before);
  EXPECT_FALSE(mapped());
}

// The text of /proc/self/statm up to the first space: pages of address space in use. Allocates nothing.
std::uint64_t mapped_pages() {
  char text[64] = {};
  const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const bool good = fd >= 0 && read(fd, text, sizeof text - 1) > 0;
  close(fd);
  return good ? std::strtoull(text, nullptr, 10) : 0;
}

struct LateResult {
  bool filled = false;
  std::uint64_t pages_before = 0;
  std::uint64_t pages_after = 0;
  const void* page = nullptr;
};

struct LateCaller {
  LateResult* result = nullptr;
  ~LateCaller() {
    std::uint8_t out[32] = {};
    const std::uint8_t zero[32] = {};
    result->pages_before = mapped_pages();
    result->filled = fill_random(out, sizeof out) == PQLANE_OK && std::memcmp(out, zero, sizeof out) != 0;
    result->pages_after = mapped_pages();
    result->page = entropy_test::thread_generator_page();
  }
};

// A destructor of the thread that runs after the generator's still gets bytes, and no page stays.
TEST_F(EntropyTest, CallAfterTheThreadsGeneratorIsGone) {
  LateResult result;
  std::thread([&result] {
    thread_local LateCaller late;
    late.result = &result;  // constructed first, so destroyed last
    draw_hex();
  }).join();
  EXPECT_TRUE(result.filled);
  EXPECT_EQ(result.page, nullptr);
  EXPECT_NE(result.pages_before, 0u);
  EXPECT_EQ(result.pages_after, result.pages_before);
}

// ---- forks -----------------------------------------------------------------

pid_t library_fork() { return fork(); }

// fork without the C library: no pthread_atfork handler runs.
pid_t raw_fork() { return static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }

// What `children` children and then the parent draw from one common state.
std::vector<std::string> draw_in_family(pid_t (*fork_function)(), int children) {
  std::vector<std::string> drawn;
  draw_hex();
  for (int i = 0; i < children; ++i) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) {
      ADD_FAILURE() << "no pipe";
      return drawn;
    }
    const pid_t child = fork_function();
    if (child == 0) {
      std::uint8_t out[32];
      const bool good = fill_random(out, sizeof out) == PQLANE_OK && write(pipe_ends[1], out, 32) == 32;
      _exit(good ? 0 : 1);
    }
    Bytes of_child(32);
    close(pipe_ends[1]);
    EXPECT_EQ(read(pipe_ends[0], of_child.data(), 32), 32);
    close(pipe_ends[0]);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    drawn.push_back(to_hex(of_child));
  }
  drawn.push_back(draw_hex());
  return drawn;
}

std::size_t different_in_family(pid_t (*fork_function)()) {
  const std::vector<std::string> drawn = draw_in_family(fork_function, 3);
  return std::set<std::string>(drawn.begin(), drawn.end()).size();
}

bool kernel_zeroes_pages_on_fork() {
  const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const bool can = page != MAP_FAILED && madvise(page, bytes, MADV_WIPEONFORK) == 0;
  munmap(page, bytes);
  return can;
}

TEST_F(EntropyTest, ChildrenNeverRepeat) {
  EXPECT_EQ(different_in_family(library_fork), 4u);
  EXPECT_EQ(different_in_family(raw_fork), 4u);
}

// Each defence alone. First without any: the family repeats, so the other tests can fail.
TEST_F(EntropyTest, WithoutDefencesAFamilyRepeats) {
  entropy_test::set_fork_defences(false, false);
  EXPECT_EQ(different_in_family(raw_fork), 1u);
}

TEST_F(EntropyTest, ForkCounterAlone) {
  entropy_test::set_fork_defences(false, false);
  EXPECT_EQ(different_in_family(library_fork), 4u);
}

TEST_F(EntropyTest, ProcessNumberAlone) {
  entropy_test::set_fork_defences(false, true);
  EXPECT_EQ(different_in_family(raw_fork), 4u);
}

TEST_F(EntropyTest, ZeroedPageAlone) {
  if (!kernel_zeroes_pages_on_fork()) {
    GTEST_SKIP() << "this kernel has no MADV_WIPEONFORK";
  }
  entropy_test::set_fork_defences(true, false);
  EXPECT_EQ(different_in_family(raw_fork), 4u);
}

// A child that cannot seed anew fails; it does not go on with the parent's state.
TEST_F(EntropyTest, ChildWithoutEntropyFails) {
  draw_hex();
  entropy_test::set_source(failing_source);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::uint8_t out[32];
    _exit(fill_random(out, sizeof out));
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), PQLANE_ERROR_ENTROPY);
  draw_hex();  // the parent needs no new seed
}

// ---- the operating system's entropy ----------------------------------------

constexpr const char* urandom = "/dev/urandom";

ssize_t getrandom_missing(void*, std::size_t, unsigned) {
  errno = ENOSYS;
  return -1;
}
ssize_t getrandom_refused(void*, std::size_t, unsigned) {
  errno = EPERM;
  return -1;
}
ssize_t getrandom_nothing(void*, std::size_t, unsigned) { return 0; }

int halting_calls = 0;
// Interrupted every other time; else one byte, which tells its place.
ssize_t getrandom_halting(void* out, std::size_t, unsigned) {
  if (++halting_calls % 2 != 0) {
    errno = EINTR;
    return -1;
  }
  *static_cast<std::uint8_t*>(out) = static_cast<std::uint8_t>(halting_calls / 2);
  return 1;
}
// A first part, then an error.
ssize_t getrandom_breaking(void* out, std::size_t, unsigned) {
  if (halting_calls++ == 0) {
    std::memset(out, 0x55, 8);
    return 8;
  }
  errno = EIO;
  return -1;
}

TEST(OsEntropy, GivesBytes) {
  Bytes a(1000), b(1000);
  ASSERT_TRUE(os_entropy(a.data(), a.size()));
  ASSERT_TRUE(os_entropy(b.data(), b.size()));
  EXPECT_NE(a, b);
  EXPECT_NE(a, Bytes(1000));
}

TEST(OsEntropy, ShortReadsAndInterrupts) {
  halting_calls = 0;
  Bytes out(48);
  ASSERT_TRUE(entropy_test::os_entropy_from(getrandom_halting, urandom, out.data(), out.size()));
  EXPECT_EQ(out, test::counting_bytes(48, 1));
}

TEST(OsEntropy, FallsBackToTheDeviceOnlyWithoutTheCall) {
  Bytes a(100), b(100);
  ASSERT_TRUE(entropy_test::os_entropy_from(getrandom_missing, urandom, a.data(), a.size()));
  ASSERT_TRUE(entropy_test::os_entropy_from(getrandom_missing, urandom, b.data(), b.size()));
  EXPECT_NE(a, b);
  EXPECT_FALSE(entropy_test::os_entropy_from(getrandom_refused, urandom, a.data(), a.size()));
  EXPECT_FALSE(entropy_test::os_entropy_from(getrandom_nothing, urandom, a.data(), a.size()));
}

TEST(OsEntropy, RefusesOtherFilesAndFailures) {
  for (const char* device : {"/dev/zero", "/dev/null", "/proc/self/exe", "/nonexistent", "/"}) {
    Bytes out(48, 0x77);
    EXPECT_FALSE(entropy_test::os_entropy_from(getrandom_missing, device, out.data(), out.size())) << device;
    EXPECT_EQ(out, Bytes(48)) << device;
  }
  halting_calls = 0;
  Bytes out(48, 0x77);
  EXPECT_FALSE(entropy_test::os_entropy_from(getrandom_breaking, urandom, out.data(), out.size()));
  EXPECT_EQ(out, Bytes(48));
}

}  // namespace
}  // namespace pqlane
