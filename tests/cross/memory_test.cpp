// memory_test.cpp: a device needs little memory, however large the batch, and none anew once it is warm.
//
// Counts every malloc of the process by taking the C library's allocation functions over; glibc only, and not
// in sanitizer builds, which take them over themselves.
#include <gtest/gtest.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define PQLANE_COUNTS_MALLOC 0
#endif
#endif
#if !defined(PQLANE_COUNTS_MALLOC)
#define PQLANE_COUNTS_MALLOC 1
#endif
#else
#define PQLANE_COUNTS_MALLOC 0
#endif

#if PQLANE_COUNTS_MALLOC

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "support/kem.hpp"

namespace {

std::atomic<bool> counting{false};
std::atomic<std::size_t> calls{0}, bytes_asked{0};

void note(std::size_t bytes) {
  if (!counting.load(std::memory_order_relaxed)) return;
  calls.fetch_add(1, std::memory_order_relaxed);
  bytes_asked.fetch_add(bytes, std::memory_order_relaxed);
}

}  // namespace

extern "C" {

// glibc's own functions under their second names.
void* __libc_malloc(std::size_t);                 // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void*, std::size_t);         // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier)

__attribute__((visibility("default"))) void* malloc(std::size_t bytes) noexcept {
  note(bytes);
  return __libc_malloc(bytes);
}
__attribute__((visibility("default"))) void* calloc(std::size_t count, std::size_t bytes) noexcept {
  note(count * bytes);
  return __libc_calloc(count, bytes);
}
__attribute__((visibility("default"))) void* realloc(void* old, std::size_t bytes) noexcept {
  note(bytes);
  return __libc_realloc(old, bytes);
}
__attribute__((visibility("default"))) void* aligned_alloc(std::size_t alignment,
                                                           std::size_t bytes) noexcept {
  note(bytes);
  return __libc_memalign(alignment, bytes);
}
__attribute__((visibility("default"))) int posix_memalign(void** out, std::size_t alignment,
                                                          std::size_t bytes) noexcept {
  note(bytes);
  *out = __libc_memalign(alignment, bytes);
  return *out != nullptr ? 0 : ENOMEM;
}

}  // extern "C"

namespace pqlane::test {
namespace {

struct Usage {
  std::size_t calls, bytes;
};

template <class F>
Usage measure(F f) {
  calls = 0;
  bytes_asked = 0;
  counting = true;
  f();
  counting = false;
  return {calls.load(), bytes_asked.load()};
}

TEST(Memory, TheCounterSeesAllocations) {
  void* volatile kept = nullptr;
  const Usage plain = measure([&] { kept = std::malloc(1000); });
  std::free(kept);
  EXPECT_EQ(plain.calls, 1u);
  EXPECT_EQ(plain.bytes, 1000u);
  const Usage library = measure([] { const DevicePointer device = open_device("cpu:scalar", 3); });
  EXPECT_GT(library.calls, 0u);
}

class Memory : public testing::TestWithParam<const char*> {};

// A call of each operation on ML-KEM-768; the buffers belong to the caller.
struct Buffers {
  explicit Buffers(std::size_t items)
      : count(items),
        seed(items * 64),
        m(items * 32),
        ek(items * 1184),
        dk(items * 2400),
        ct(items * 1088),
        ss(items * 32) {}
  void run(pqlane_device* device) {
    const pqlane_scheme scheme = PQLANE_ML_KEM_768;
    ok = ok && pqlane_kem_keygen_derand(device, scheme, 0, {seed.data(), 64, count}, {ek.data(), 1184, count},
                                        {dk.data(), 2400, count}, nullptr) == PQLANE_OK;
    ok = ok && pqlane_kem_encaps(device, scheme, 0, {ek.data(), 1184, count}, {ct.data(), 1088, count},
                                 {ss.data(), 32, count}, nullptr) == PQLANE_OK;
    ok = ok && pqlane_kem_decaps(device, scheme, 0, {dk.data(), 2400, count}, {ct.data(), 1088, count},
                                 {ss.data(), 32, count}, nullptr) == PQLANE_OK;
    ok = ok && pqlane_kem_check_dk(device, scheme, {dk.data(), 2400, count}, nullptr) == PQLANE_OK;
  }
  std::size_t count;
  Bytes seed, m, ek, dk, ct, ss;
  bool ok = true;
};

TEST_P(Memory, WarmDevicesAllocateNothingAndColdOnesLittle) {
  if (!registered_backend(GetParam()).usable) GTEST_SKIP() << registered_backend(GetParam()).reason;
  for (const unsigned threads : {1u, 4u}) {
    Buffers small(50), large(1000);
    const DevicePointer device = open_device(GetParam(), threads);
    const Usage cold = measure([&] { large.run(device.get()); });
    EXPECT_LE(cold.bytes, std::size_t{64} << 20) << threads << " threads";
    // A worker that came late to the first call has its workspace by now, or gets it in one of these.
    for (int i = 0; i < 20; ++i) small.run(device.get());
    Usage warm{1, 1};
    for (int i = 0; i < 10 && warm.calls != 0; ++i) warm = measure([&] { large.run(device.get()); });
    EXPECT_EQ(warm.calls, 0u) << threads << " threads: " << warm.bytes << " bytes";
    EXPECT_TRUE(small.ok && large.ok);
  }
}

// What a cold device asks for does not grow with the batch.
TEST_P(Memory, DoesNotGrowWithTheBatch) {
  if (!registered_backend(GetParam()).usable) GTEST_SKIP() << registered_backend(GetParam()).reason;
  Buffers small(64), large(1000);
  const DevicePointer first = open_device(GetParam()), second = open_device(GetParam());
  std::uint8_t warm;  // the thread's random generator is set up once, by whichever call comes first
  ASSERT_EQ(pqlane_random_bytes(&warm, 1), PQLANE_OK);
  const Usage few = measure([&] { small.run(first.get()); });
  const Usage many = measure([&] { large.run(second.get()); });
  EXPECT_EQ(few.calls, many.calls);
  EXPECT_EQ(few.bytes, many.bytes);
  EXPECT_GT(few.bytes, 0u);
  EXPECT_TRUE(small.ok && large.ok);
}

INSTANTIATE_TEST_SUITE_P(Backends, Memory, testing::ValuesIn(all_device_names),
                         [](const auto& name) { return std::string(name.param).substr(4); });

}  // namespace
}  // namespace pqlane::test

#endif  // PQLANE_COUNTS_MALLOC
