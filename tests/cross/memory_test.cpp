// memory_test.cpp: a device needs little memory, however large the batch, and none anew once it is warm;
// when memory is short, a C function says so.
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

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "pqlane/dsa.h"
#include "support/kem.hpp"

namespace {

std::atomic<bool> counting{false};
std::atomic<std::size_t> calls{0}, bytes_asked{0};
// While counting, the memory is short after so many calls.
constexpr std::size_t never = std::size_t{1} << 60;
std::atomic<std::size_t> granted{never};

// Whether the allocation may be made; if not, errno says so, as the C library itself relies on.
bool note(std::size_t bytes) {
  if (!counting.load(std::memory_order_relaxed)) return true;
  bytes_asked.fetch_add(bytes, std::memory_order_relaxed);
  if (calls.fetch_add(1, std::memory_order_relaxed) < granted.load(std::memory_order_relaxed)) return true;
  errno = ENOMEM;
  return false;
}

}  // namespace

extern "C" {

// glibc's own functions under their second names.
void* __libc_malloc(std::size_t);                 // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void*, std::size_t);         // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier)

__attribute__((visibility("default"))) void* malloc(std::size_t bytes) noexcept {
  return note(bytes) ? __libc_malloc(bytes) : nullptr;
}
__attribute__((visibility("default"))) void* calloc(std::size_t count, std::size_t bytes) noexcept {
  return note(count * bytes) ? __libc_calloc(count, bytes) : nullptr;
}
__attribute__((visibility("default"))) void* realloc(void* old, std::size_t bytes) noexcept {
  return note(bytes) ? __libc_realloc(old, bytes) : nullptr;
}
__attribute__((visibility("default"))) void* aligned_alloc(std::size_t alignment,
                                                           std::size_t bytes) noexcept {
  return note(bytes) ? __libc_memalign(alignment, bytes) : nullptr;
}
__attribute__((visibility("default"))) int posix_memalign(void** out, std::size_t alignment,
                                                          std::size_t bytes) noexcept {
  *out = note(bytes) ? __libc_memalign(alignment, bytes) : nullptr;
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

// A call of each operation on ML-DSA-44, with a key an item, with a signer and a verifier.
struct DsaBuffers {
  explicit DsaBuffers(std::size_t items)
      : count(items),
        seed(items * 32),
        pk(items * 1312),
        sk(items * 2560),
        sig(items * 2420),
        lengths(items) {
    for (std::size_t i = 0; i < items; ++i) lengths[i] = i % 200;
  }
  void make_keys(pqlane_device* device) {
    ok = pqlane_dsa_keygen_derand(device, scheme, 0, {seed.data(), 32, count}, {pk.data(), 1312, count},
                                  {sk.data(), 2560, count}, nullptr) == PQLANE_OK;
    ok = ok && pqlane_dsa_signer_open(device, scheme, sk.data(), 2560, &signer) == PQLANE_OK;
    ok = ok && pqlane_dsa_verifier_open(device, scheme, pk.data(), 1312, &verifier) == PQLANE_OK;
  }
  void run(pqlane_device* device) {
    const pqlane_strings message = {text.data(), 0, 0, nullptr, lengths.data(), count};
    const pqlane_in sigs = {sig.data(), 2420, count};
    const pqlane_out sigs_out = {sig.data(), 2420, count};
    pqlane_dsa_options hashed{
        sizeof(pqlane_dsa_options), PQLANE_DSA_PREHASH, PQLANE_HASH_SHA2_512, 0, 0, {}, nullptr};
    ok = ok && pqlane_dsa_keygen(device, scheme, 0, {pk.data(), 1312, count}, {sk.data(), 2560, count},
                                 nullptr) == PQLANE_OK;
    ok = ok && pqlane_dsa_sign(device, scheme, &hashed, {sk.data(), 2560, count}, message, sigs_out,
                               nullptr) == PQLANE_OK;
    ok = ok && pqlane_dsa_verify(device, scheme, &hashed, {pk.data(), 1312, count}, message, sigs, nullptr) ==
                   PQLANE_OK;
    ok = ok && pqlane_dsa_signer_sign(signer, nullptr, message, sigs_out, nullptr) == PQLANE_OK;
    ok = ok && pqlane_dsa_verifier_verify(verifier, nullptr, message, sigs, nullptr) == PQLANE_OK;
  }
  ~DsaBuffers() {
    pqlane_dsa_signer_free(signer);
    pqlane_dsa_verifier_free(verifier);
  }
  static constexpr pqlane_scheme scheme = PQLANE_ML_DSA_44;
  std::size_t count;
  Bytes seed, pk, sk, sig, text = Bytes(200, 5);
  std::vector<std::size_t> lengths;
  pqlane_dsa_signer* signer = nullptr;
  pqlane_dsa_verifier* verifier = nullptr;
  bool ok = true;
};

TEST_P(Memory, WarmDevicesAllocateNothingForSignatures) {
  if (!registered_backend(GetParam()).usable) GTEST_SKIP() << registered_backend(GetParam()).reason;
  for (const unsigned threads : {1u, 4u}) {
    const DevicePointer device = open_device(GetParam(), threads);
    DsaBuffers buffers(150);
    buffers.make_keys(device.get());
    for (int i = 0; i < 5; ++i) buffers.run(device.get());
    Usage warm{1, 1};
    for (int i = 0; i < 10 && warm.calls != 0; ++i) warm = measure([&] { buffers.run(device.get()); });
    EXPECT_EQ(warm.calls, 0u) << threads << " threads: " << warm.bytes << " bytes";
    EXPECT_TRUE(buffers.ok);
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

// Makes a call again and again, with memory for its first 0, 1, 2 .. allocations only, until that is enough.
// No exception may come out, and a failure has a text. Returns how often the memory was short.
template <class Call>
std::size_t starve(const char* what, pqlane_status wanted, Call call) {
  for (std::size_t n = 0; n < 1000; ++n) {
    pqlane_status status = PQLANE_OK;
    bool thrown = false;
    granted = n;
    const Usage usage = measure([&] {
      try {
        status = call();
      } catch (...) {
        thrown = true;
      }
    });
    granted = never;
    EXPECT_FALSE(thrown) << what << ": an exception after " << n << " allocations";
    if (usage.calls <= n) {
      EXPECT_EQ(status, wanted) << what;
      return n;
    }
    EXPECT_TRUE(status == wanted || status == PQLANE_ERROR_MEMORY) << what << ": " << status;
    if (status != PQLANE_OK) {
      EXPECT_STRNE(pqlane_last_error(), "") << what << " after " << n;
    }
  }
  ADD_FAILURE() << what << " always asks for more memory";
  return 0;
}

TEST(MemoryShort, NoExceptionLeavesTheInterface) {
  pqlane_kem_sizes sizes;
  pqlane_backend_info info;
  pqlane_scheme scheme;
  pqlane_device* device = nullptr;
  std::uint8_t bytes[64];
  std::uint64_t done = 0;
  const std::size_t backends = pqlane_backend_count();  // looks for GPUs once
  // The thread's generator, whose destructor the C library registers, or else ends the process.
  ASSERT_EQ(pqlane_random_bytes(bytes, sizeof bytes), PQLANE_OK);
  EXPECT_GT(starve("scheme_by_name", PQLANE_ERROR_SCHEME,
                   [&] { return pqlane_scheme_by_name("a name that needs memory", &scheme); }),
            0u);
  starve("scheme_by_name", PQLANE_ERROR_NULL, [&] { return pqlane_scheme_by_name(nullptr, &scheme); });
  EXPECT_GT(starve("kem_get_sizes", PQLANE_ERROR_SCHEME,
                   [&] { return pqlane_kem_get_sizes(static_cast<pqlane_scheme>(123456789), &sizes); }),
            0u);
  starve("kem_get_sizes", PQLANE_ERROR_NULL, [&] { return pqlane_kem_get_sizes(PQLANE_KYBER_512, nullptr); });
  EXPECT_GT(starve("backend_get", PQLANE_ERROR_OPTION,
                   [&] { return pqlane_backend_get(std::size_t{1} << 60, &info); }),
            0u);
  starve("backend_get", PQLANE_ERROR_NULL, [&] { return pqlane_backend_get(0, nullptr); });
  starve("backend_count", PQLANE_OK,
         [&] { return pqlane_backend_count() == backends ? PQLANE_OK : PQLANE_ERROR_INTERNAL; });
  starve("random_bytes", PQLANE_ERROR_NULL, [&] { return pqlane_random_bytes(nullptr, 1); });
  starve("random_bytes", PQLANE_OK, [&] { return pqlane_random_bytes(bytes, sizeof bytes); });
  EXPECT_GT(starve("device_open", PQLANE_ERROR_DEVICE,
                   [&] { return pqlane_device_open("cpu:none", nullptr, &device); }),
            0u);
  EXPECT_GT(starve("device_open", PQLANE_OK,
                   [&] {
                     pqlane_device_close(device);
                     return pqlane_device_open("cpu:scalar", nullptr, &device);
                   }),
            0u);
  ASSERT_NE(device, nullptr);
  starve("measure_keccak", PQLANE_OK, [&] { return pqlane_measure_keccak(device, 1, &done); });
  starve("measure_keccak", PQLANE_ERROR_NULL, [&] { return pqlane_measure_keccak(device, 1, nullptr); });
  pqlane_device_close(device);
}

TEST(MemoryShort, MemoryOfDevicesAndJobsSaySo) {
  const DevicePointer device = open_device("cpu:scalar", 1);
  pqlane_device* const d = device.get();
  Buffers b(3);
  b.run(d);
  void* memory = nullptr;
  EXPECT_GT(starve("memory_allocate", PQLANE_OK,
                   [&] { return pqlane_memory_allocate(d, PQLANE_MEMORY_HOST, 100, &memory); }),
            0u);
  EXPECT_GT(starve("memory_allocate", PQLANE_ERROR_OPTION,
                   [&] {
                     void* none = nullptr;
                     return pqlane_memory_allocate(d, static_cast<pqlane_memory>(77), 100, &none);
                   }),
            0u);
  starve("memory_free", PQLANE_ERROR_OPTION, [&] { return pqlane_memory_free(d, b.ek.data()); });
  starve("memory_clear", PQLANE_ERROR_NULL, [&] { return pqlane_memory_clear(d, nullptr, 1); });
  starve("memory_copy", PQLANE_ERROR_NULL, [&] { return pqlane_memory_copy(d, memory, nullptr, 1); });
  EXPECT_EQ(pqlane_memory_free(d, memory), PQLANE_OK);

  const auto job_status = [&](bool bad_item) {
    if (bad_item) std::fill_n(b.ek.begin(), 3, std::uint8_t{0xFF});
    pqlane_job* job = nullptr;
    pqlane_status status = pqlane_kem_encaps_async(d, PQLANE_ML_KEM_768, 0, {b.ek.data(), 1184, b.count},
                                                   {b.ct.data(), 1088, b.count}, {b.ss.data(), 32, b.count},
                                                   nullptr, nullptr, &job);
    if (job == nullptr) return status;
    status = pqlane_job_wait(job);
    if (status != PQLANE_OK && *pqlane_last_error() == '\0') status = PQLANE_ERROR_INTERNAL;
    pqlane_job_free(job);
    return status;
  };
  ASSERT_EQ(job_status(false), PQLANE_OK);  // starts the thread of the jobs
  for (const bool bad_item : {false, true}) {
    const pqlane_status wanted = bad_item ? PQLANE_ERROR_ITEMS : PQLANE_OK;
    for (std::size_t n = 0; n < 40; ++n) {
      granted = n;
      pqlane_status status = PQLANE_ERROR_INTERNAL;
      bool thrown = false;
      (void)measure([&] {
        try {
          status = job_status(bad_item);
        } catch (...) {
          thrown = true;
        }
      });
      granted = never;
      EXPECT_FALSE(thrown) << "an exception after " << n << " allocations";
      EXPECT_TRUE(status == wanted || status == PQLANE_ERROR_MEMORY) << status << " after " << n;
    }
    EXPECT_EQ(job_status(bad_item), wanted);
  }
}

TEST(MemoryShort, KemCallsSaySo) {
  const DevicePointer device = open_device("cpu:scalar", 1);
  Buffers b(3);
  pqlane_device* const d = device.get();
  const pqlane_scheme scheme = PQLANE_ML_KEM_768;
  b.run(d);
  const auto ek = [&] { return pqlane_in{b.ek.data(), 1184, b.count}; };
  const auto encaps = [&](pqlane_device* on) {
    return pqlane_kem_encaps(on, scheme, 0, ek(), {b.ct.data(), 1088, b.count}, {b.ss.data(), 32, b.count},
                             nullptr);
  };
  // The workspace of a cold device.
  const DevicePointer cold = open_device("cpu:scalar", 1);
  EXPECT_GT(starve("encaps", PQLANE_OK, [&] { return encaps(cold.get()); }), 0u);
  EXPECT_GT(starve("keygen_one", PQLANE_ERROR_LENGTH,
                   [&] { return pqlane_kem_keygen_one(d, scheme, 0, b.ek.data(), 1, b.dk.data(), 2400); }),
            0u);
  EXPECT_GT(
      starve("check_ek", PQLANE_ERROR_SCHEME,
             [&] { return pqlane_kem_check_ek(d, PQLANE_KYBER_768, {b.ek.data(), 1184, b.count}, nullptr); }),
      0u);
  EXPECT_GT(starve("decaps", PQLANE_ERROR_OPTION,
                   [&] {
                     return pqlane_kem_decaps(d, scheme, 1u << 20, {b.dk.data(), 2400, b.count},
                                              {b.ct.data(), 1088, b.count}, {b.ss.data(), 32, b.count},
                                              nullptr);
                   }),
            0u);
  // A failed item is told as such, though there is no memory to name it.
  std::fill_n(b.ek.begin(), 3, std::uint8_t{0xFF});
  EXPECT_GT(starve("encaps with a bad item", PQLANE_ERROR_ITEMS, [&] { return encaps(d); }), 0u);
  for (std::size_t n = 0; n < 2; ++n) {
    granted = n;
    pqlane_status status = PQLANE_OK;
    (void)measure([&] { status = encaps(d); });
    granted = never;
    EXPECT_EQ(status, PQLANE_ERROR_ITEMS);
  }
}

TEST(MemoryShort, SignatureCallsSaySo) {
  const DevicePointer device = open_device("cpu:scalar", 1);
  DsaBuffers b(3);
  b.make_keys(device.get());
  b.run(device.get());
  ASSERT_TRUE(b.ok);
  const pqlane_strings message = {b.text.data(), 0, 5, nullptr, nullptr, 3};
  const auto verify = [&](pqlane_device* on) {
    return pqlane_dsa_verify(on, DsaBuffers::scheme, nullptr, {b.pk.data(), 1312, 3}, message,
                             {b.sig.data(), 2420, 3}, nullptr);
  };
  b.sig[7] ^= 1;
  const DevicePointer cold = open_device("cpu:scalar", 1);
  EXPECT_GT(starve("verify", PQLANE_ERROR_ITEMS, [&] { return verify(cold.get()); }), 0u);
  pqlane_dsa_signer* signer = nullptr;
  EXPECT_GT(starve("signer_open", PQLANE_OK,
                   [&] {
                     pqlane_dsa_signer_free(signer);
                     return pqlane_dsa_signer_open(device.get(), DsaBuffers::scheme, b.sk.data(), 2560,
                                                   &signer);
                   }),
            0u);
  pqlane_dsa_signer_free(signer);
  pqlane_hash hash{};
  EXPECT_GT(starve("hash_by_name", PQLANE_ERROR_OPTION,
                   [&] { return pqlane_hash_by_name("a name that needs memory", &hash); }),
            0u);
}

INSTANTIATE_TEST_SUITE_P(Backends, Memory, testing::ValuesIn(all_device_names),
                         [](const auto& name) { return std::string(name.param).substr(4); });

}  // namespace
}  // namespace pqlane::test

#endif  // PQLANE_COUNTS_MALLOC
