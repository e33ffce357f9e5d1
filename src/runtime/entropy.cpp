// entropy.cpp: entropy of the operating system (Linux), and a CTR_DRBG a thread [SP800-90A].
#include "runtime/entropy.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>

#include "core/zeroize.hpp"
#include "runtime/drbg.hpp"

namespace pqlane {

namespace {

// ---- the operating system's entropy ----------------------------------------

// Waits until the kernel has seeded its pool, which /dev/urandom alone does not wait for.
bool wait_for_kernel_pool() {
  const int fd = open("/dev/random", O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return false;
  }
  struct pollfd readable = {fd, POLLIN, 0};
  int got;
  do {
    got = poll(&readable, 1, -1);
  } while (got < 0 && errno == EINTR);
  close(fd);
  return got == 1 && (readable.revents & POLLIN) != 0;
}

// Linux's list of devices: character device 1:9 is urandom. A file or another device in its place
// is refused.
bool is_urandom(int fd) {
  struct stat info;
  return fstat(fd, &info) == 0 && S_ISCHR(info.st_mode) && info.st_rdev == makedev(1, 9);
}

bool read_device(const char* device, std::uint8_t* out, std::size_t count) {
  if (!wait_for_kernel_pool()) {
    return false;
  }
  const int fd = open(device, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return false;
  }
  bool good = is_urandom(fd);
  while (good && count != 0) {
    const ssize_t got = read(fd, out, count);
    if (got > 0) {
      out += got;
      count -= static_cast<std::size_t>(got);
    } else if (got == 0 || errno != EINTR) {
      good = false;
    }
  }
  close(fd);
  return good;
}

bool read_entropy(entropy_test::GetrandomFunction getrandom_function, const char* device, std::uint8_t* out,
                  std::size_t count) {
  while (count != 0) {
    const ssize_t got = getrandom_function(out, count, 0);
    if (got > 0 && static_cast<std::size_t>(got) <= count) {
      out += got;
      count -= static_cast<std::size_t>(got);
    } else if (got < 0 && errno == ENOSYS) {
      return read_device(device, out, count);
    } else if (got >= 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

// ---- the generator of a thread ---------------------------------------------

std::atomic<entropy_test::EntropySource> entropy_source{os_entropy};
std::atomic<bool> use_wipe_on_fork{true};
std::atomic<bool> use_process_number{true};
std::atomic<std::uint64_t> fork_count{0};
std::atomic<std::uint64_t> generators_made{0};

void count_fork() { fork_count.fetch_add(1, std::memory_order_relaxed); }

bool watch_forks() {
  static const bool watching = pthread_atfork(nullptr, nullptr, count_fork) == 0;
  return watching;
}

// One page. All bytes zero (as after a fork) means: not live.
struct Generator {
  std::uint64_t live;
  std::uint64_t fork_count;
  std::uint64_t requests;  // since the last seeding
  std::uint64_t bytes;
  pid_t process;
  bool compare_process;  // the kernel does not zero this page in a child
  alignas(CtrDrbgAes256) std::uint8_t drbg_storage[sizeof(CtrDrbgAes256)];

  CtrDrbgAes256& drbg() { return *std::launder(reinterpret_cast<CtrDrbgAes256*>(drbg_storage)); }
};

thread_local Generator* thread_generator = nullptr;
thread_local bool thread_ended = false;  // its generator has been taken down for good

std::size_t mapping_bytes() {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (sizeof(Generator) + page - 1) / page * page;
}

// Asks the kernel to zero the page in children. Advice -1 is never valid: an emulator that agrees to it
// agrees to anything, and its answer means nothing.
bool zero_page_on_fork(void* page, std::size_t bytes) {
#if defined(MADV_WIPEONFORK)
  return madvise(page, bytes, -1) != 0 && madvise(page, bytes, MADV_WIPEONFORK) == 0;
#else
  static_cast<void>(page);
  static_cast<void>(bytes);
  return false;
#endif
}

Generator* map_generator() {
  const std::size_t bytes = mapping_bytes();
  void* page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    return nullptr;
  }
  static_cast<void>(madvise(page, bytes, MADV_DONTDUMP));  // a kernel without it still works
  return static_cast<Generator*>(page);
}

void unmap_generator(Generator* generator) {
  if (generator->live != 0) {
    generator->drbg().~CtrDrbgAes256();
  }
  wipe(generator, sizeof *generator);
  munmap(generator, mapping_bytes());
}

void end_generator_of_thread() {
  if (thread_generator != nullptr) {
    unmap_generator(thread_generator);
    thread_generator = nullptr;
  }
}

// Takes the generator down at the end of its thread.
struct ThreadEnd {
  ~ThreadEnd() {
    end_generator_of_thread();
    thread_ended = true;
  }
  void touch() const {}
};
thread_local const ThreadEnd thread_end;

// Seeds an unused or wiped generator. The personalization only keeps two generators apart that got the
// same entropy; it need not be secret.
bool start(Generator& generator) {
  generator.compare_process = true;
  if (use_wipe_on_fork.load(std::memory_order_relaxed) && zero_page_on_fork(&generator, mapping_bytes())) {
    generator.compare_process = !watch_forks();
  } else {
    watch_forks();
  }
  generator.compare_process &= use_process_number.load(std::memory_order_relaxed);
  generator.fork_count = fork_count.load(std::memory_order_relaxed);
  generator.process = getpid();

  std::uint8_t personalization[32] = "pqlane generator";
  const std::uint64_t number = generators_made.fetch_add(1, std::memory_order_relaxed);
  const auto process = static_cast<std::uint64_t>(generator.process);
  std::memcpy(personalization + 16, &number, sizeof number);
  std::memcpy(personalization + 24, &process, sizeof process);

  std::uint8_t entropy[CtrDrbgAes256::seed_bytes];
  bool good = entropy_source.load()(entropy, sizeof entropy);
  if (good) {
    auto* drbg = new (generator.drbg_storage) CtrDrbgAes256();
    good = drbg->instantiate(entropy, personalization) == DrbgResult::ok;
    generator.requests = 0;
    generator.bytes = 0;
    generator.live = good ? 1 : 0;
  }
  wipe(entropy, sizeof entropy);
  return good;
}

bool reseed(Generator& generator) {
  std::uint8_t entropy[CtrDrbgAes256::seed_bytes];
  const bool good =
      entropy_source.load()(entropy, sizeof entropy) && generator.drbg().reseed(entropy) == DrbgResult::ok;
  wipe(entropy, sizeof entropy);
  if (good) {
    generator.requests = 0;
    generator.bytes = 0;
  }
  return good;
}

// Whether this process made the state, and not one that it was forked from.
bool own_state(const Generator& generator) {
  return generator.live != 0 && generator.fork_count == fork_count.load(std::memory_order_relaxed) &&
         (!generator.compare_process || generator.process == getpid());
}

bool generate(Generator& generator, std::uint8_t* out, std::size_t count) {
  while (count != 0) {
    if (!own_state(generator)) {
      if (generator.live != 0) {
        generator.drbg().~CtrDrbgAes256();
        wipe(&generator, sizeof generator);
      }
      if (!start(generator)) {
        return false;
      }
    }
    if ((generator.requests >= reseed_after_requests || generator.bytes >= reseed_after_bytes) &&
        !reseed(generator)) {
      return false;
    }
    const std::size_t n = std::min(count, CtrDrbgAes256::max_request_bytes);
    if (generator.drbg().generate({out, n}) != DrbgResult::ok) {
      return false;
    }
    ++generator.requests;
    generator.bytes += n;
    out += n;
    count -= n;
  }
  return true;
}

}  // namespace

bool os_entropy(std::uint8_t* out, std::size_t count) {
  return entropy_test::os_entropy_from(getrandom, "/dev/urandom", out, count);
}

pqlane_status fill_random(std::uint8_t* out, std::size_t count) {
  if (count == 0) {
    return PQLANE_OK;
  }
  if (out == nullptr) {
    return PQLANE_ERROR_NULL;
  }
  Generator* generator = thread_generator;
  if (generator == nullptr) {
    generator = map_generator();
    if (generator == nullptr) {
      wipe(out, count);
      return PQLANE_ERROR_MEMORY;
    }
    if (!thread_ended) {
      thread_end.touch();  // the first use of a thread_local registers its destructor
      thread_generator = generator;
    }
  }
  const bool good = generate(*generator, out, count);
  if (thread_ended) {  // called by a destructor that runs after ours: a generator for this call only
    unmap_generator(generator);
  }
  if (!good) {
    wipe(out, count);
  }
  return good ? PQLANE_OK : PQLANE_ERROR_ENTROPY;
}

pqlane_status make_batch_key(BatchKey& key) { return fill_random(key.bytes, sizeof key.bytes); }

namespace entropy_test {

bool os_entropy_from(GetrandomFunction getrandom_function, const char* device, std::uint8_t* out,
                     std::size_t count) {
  const bool good = read_entropy(getrandom_function, device, out, count);
  if (!good) {
    wipe(out, count);
  }
  return good;
}

void set_source(EntropySource source) { entropy_source.store(source == nullptr ? os_entropy : source); }

void set_fork_defences(bool wipe_page_on_fork, bool compare_process_number) {
  use_wipe_on_fork.store(wipe_page_on_fork);
  use_process_number.store(compare_process_number);
}

void end_thread_generator() { end_generator_of_thread(); }

const void* thread_generator_page() { return thread_generator; }

}  // namespace entropy_test

}  // namespace pqlane
