// backend_forcing_test.cpp: PQLANE_BACKEND decides which backend's code runs. Proof: each backend's table
// gets functions that count their calls and go on to the real ones; after a call only the forced backend's
// counts have moved. The tables are constants of other translation units; their page is made writable for the
// test.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <utility>

#include "runtime/cpu_backends.hpp"
#include "support/environment.hpp"
#include "support/kem.hpp"

namespace pqlane::test {
namespace {

constexpr std::size_t backend_count = 3, scheme_count = 6;

struct Counted {
  const KemBackend* original = nullptr;
  KemBackend replaced{};
  std::atomic<int> keygen{0}, encaps{0}, decaps{0}, check_ek{0}, check_dk{0};
};

Counted counted[backend_count][scheme_count];
std::uint64_t (*original_keccak[backend_count])(std::uint64_t);
std::atomic<int> keccak_calls[backend_count];

// Counting functions of scheme S on backend B.
template <std::size_t B, std::size_t S>
void install_counters(const KemBackend* original) {
  Counted& c = counted[B][S];
  c.original = original;
  c.replaced = *original;
  c.replaced.keygen = [](const KemArgs& a, std::size_t f, std::size_t n, void* w) {
    counted[B][S].keygen.fetch_add(1);
    counted[B][S].original->keygen(a, f, n, w);
  };
  c.replaced.encaps = [](const KemArgs& a, std::size_t f, std::size_t n, void* w) {
    counted[B][S].encaps.fetch_add(1);
    counted[B][S].original->encaps(a, f, n, w);
  };
  c.replaced.decaps = [](const KemArgs& a, std::size_t f, std::size_t n, void* w) {
    counted[B][S].decaps.fetch_add(1);
    counted[B][S].original->decaps(a, f, n, w);
  };
  c.replaced.check_ek = [](const KemArgs& a, std::size_t f, std::size_t n, void* w) {
    counted[B][S].check_ek.fetch_add(1);
    counted[B][S].original->check_ek(a, f, n, w);
  };
  c.replaced.check_dk = [](const KemArgs& a, std::size_t f, std::size_t n, void* w) {
    counted[B][S].check_dk.fetch_add(1);
    counted[B][S].original->check_dk(a, f, n, w);
  };
}

template <std::size_t B>
std::uint64_t counting_keccak(std::uint64_t permutations) {
  keccak_calls[B].fetch_add(1);
  return original_keccak[B](permutations);
}

template <std::size_t B, std::size_t... S>
void install_backend(const CpuBackend& backend, std::index_sequence<S...>) {
  (install_counters<B, S>(backend.kem[S]), ...);
}

// Overwrites a table that is constant to everybody else.
void overwrite(const CpuBackend& table, const CpuBackend& content) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(&table) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(&table + 1) + page - 1) / page * page;
  ASSERT_EQ(mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE), 0);
  auto* bytes = reinterpret_cast<std::uint8_t*>(reinterpret_cast<std::uintptr_t>(&table));
  std::memcpy(bytes, &content, sizeof content);
  ASSERT_EQ(mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ), 0);
}

class BackendForcing : public testing::Test {
 protected:
  void SetUp() override {
    const auto entries = registered_backends();
    ASSERT_GE(entries.size(), backend_count);
    install<0>();
    install<1>();
    install<2>();
  }
  void TearDown() override {
    for (std::size_t b = 0; b < backend_count; ++b) {
      if (registered_backends()[b].backend != nullptr)
        overwrite(*registered_backends()[b].backend, saved_[b]);
    }
  }
  // Calls of backend b's functions for scheme s, the five operations in order; clears them.
  static std::array<int, 5> take_counts(std::size_t b, std::size_t s) {
    Counted& c = counted[b][s];
    return {c.keygen.exchange(0), c.encaps.exchange(0), c.decaps.exchange(0), c.check_ek.exchange(0),
            c.check_dk.exchange(0)};
  }

 private:
  template <std::size_t B>
  void install() {
    const CpuBackend* backend = registered_backends()[B].backend;
    if (backend == nullptr) return;
    saved_[B] = *backend;
    install_backend<B>(*backend, std::make_index_sequence<scheme_count>());
    original_keccak[B] = backend->keccak_permutations;
    CpuBackend counting = *backend;
    for (std::size_t s = 0; s < scheme_count; ++s) counting.kem[s] = &counted[B][s].replaced;
    counting.keccak_permutations = &counting_keccak<B>;
    overwrite(*backend, counting);
  }

  CpuBackend saved_[backend_count]{};
};

// One item of every operation, on every scheme; and the permutations.
void run_everything(pqlane_device* device) {
  for (const SchemeInfo& info : kem_schemes()) {
    const Kem kem(device, info.scheme);
    const Answer keys = kem.keygen(labelled_bytes("seed", 64));
    const Answer sent = kem.encaps(keys.first, labelled_bytes("m", 32));
    const Answer opened = kem.decaps(keys.second, sent.first);
    ASSERT_EQ(opened.first, sent.second);
    if (!info.checks_keys) continue;
    ASSERT_EQ(pqlane_kem_check_ek(device, info.scheme, packed_in(keys.first, info.sizes.ek_bytes), nullptr),
              PQLANE_OK);
    ASSERT_EQ(pqlane_kem_check_dk(device, info.scheme, packed_in(keys.second, info.sizes.dk_bytes), nullptr),
              PQLANE_OK);
  }
  std::uint64_t done = 0;
  ASSERT_EQ(pqlane_measure_keccak(device, 1, &done), PQLANE_OK);
}

TEST_F(BackendForcing, OnlyTheForcedBackendRuns) {
  const auto entries = registered_backends();
  for (std::size_t forced = 0; forced < backend_count; ++forced) {
    if (!entries[forced].usable) continue;
    SCOPED_TRACE(entries[forced].device_name);
    for (const bool by_variable : {true, false}) {
      const EnvironmentVariable variable("PQLANE_BACKEND",
                                         by_variable ? entries[forced].device_name + 4 : nullptr);
      const DevicePointer device = open_device(by_variable ? "cpu" : entries[forced].device_name);
      ASSERT_STREQ(pqlane_device_name(device.get()), entries[forced].device_name);
      ASSERT_NO_FATAL_FAILURE(run_everything(device.get()));
      for (std::size_t b = 0; b < backend_count; ++b) {
        EXPECT_EQ(keccak_calls[b].exchange(0), b == forced ? 1 : 0) << entries[b].device_name;
        for (const SchemeInfo& info : kem_schemes()) {
          const int check = info.checks_keys ? 1 : 0;
          const std::array<int, 5> once = {1, 1, 1, check, check}, never = {};
          EXPECT_EQ(take_counts(b, info.kernel_index), b == forced ? once : never)
              << entries[b].device_name << " " << info.name;
        }
      }
    }
  }
}

// The variable is read when a device is opened; a device that is open keeps its backend.
TEST_F(BackendForcing, HoldsForDevicesOpenedMeanwhile) {
  const EnvironmentVariable scalar("PQLANE_BACKEND", "scalar");
  const DevicePointer device = open_device("cpu");
  const EnvironmentVariable none("PQLANE_BACKEND", static_cast<const char*>(nullptr));
  ASSERT_NO_FATAL_FAILURE(run_everything(device.get()));
  EXPECT_EQ(take_counts(0, 0)[0], 1);
  EXPECT_EQ(keccak_calls[0].exchange(0), 1);
}

TEST(BackendForcingErrors, WrongNameOpensNothing) {
  const EnvironmentVariable variable("PQLANE_BACKEND", "mmx");
  pqlane_device* device = nullptr;
  EXPECT_EQ(pqlane_device_open("cpu", nullptr, &device), PQLANE_ERROR_DEVICE);
  EXPECT_EQ(device, nullptr);
  EXPECT_EQ(
      std::string(pqlane_last_error()).rfind("PQLANE_BACKEND=mmx is unknown; known backends: scalar, ", 0),
      0u);
}

}  // namespace
}  // namespace pqlane::test
