// registry_test.cpp: which backend a device name or PQLANE_BACKEND chooses, and the words of a refusal. That
// the chosen backend's code runs is shown by cross/backend_forcing_test.cpp.
#include "runtime/backend_registry.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "runtime/cpu_backends.hpp"
#include "runtime/last_error.hpp"
#include "support/environment.hpp"

namespace pqlane {
namespace {

TEST(Registry, NamesEveryBackendOfTheBuild) {
  const auto entries = registered_backends();
  ASSERT_GE(entries.size(), 3u);
  EXPECT_STREQ(entries[0].device_name, "cpu:scalar");
  EXPECT_STREQ(entries[1].device_name, "cpu:avx2");
  EXPECT_STREQ(entries[2].device_name, "cpu:avx512");
  EXPECT_EQ(entries[0].backend, &scalar_backend);
#if defined(PQLANE_HAVE_AVX2)
  EXPECT_EQ(entries[1].backend, &avx2_backend);
#endif
#if defined(PQLANE_HAVE_AVX512)
  EXPECT_EQ(entries[2].backend, &avx512_backend);
#endif
  EXPECT_TRUE(entries[0].usable);
  for (const RegisteredBackend& entry : entries) {
    EXPECT_STRNE(entry.reason, "") << entry.device_name;
    if (entry.usable) {
      ASSERT_NE(entry.backend, nullptr);
    }
    if (entry.backend == nullptr) continue;
    EXPECT_EQ(std::string("cpu:") + entry.backend->name, entry.device_name);
    for (const KemBackend* kem : entry.backend->kem) EXPECT_GT(kem->tile_ops, 0u);
  }
}

TEST(Registry, EveryNameAndEveryForcingChoosesItsEntry) {
  for (const RegisteredBackend& entry : registered_backends()) {
    const std::string name = entry.device_name, short_name = name.substr(4);
    const test::EnvironmentVariable forced("PQLANE_BACKEND", short_name);
    for (const std::string& wanted : {name, std::string("cpu")}) {
      const RegisteredBackend* chosen = choose_backend(wanted);
      if (entry.usable) {
        EXPECT_EQ(chosen, &entry) << wanted;
      } else {
        EXPECT_EQ(chosen, nullptr) << wanted;
        const std::string origin = wanted == "cpu" ? "PQLANE_BACKEND=" + short_name : "device '" + name + "'";
        EXPECT_EQ(last_error(), origin + " cannot run here: " + entry.reason);
      }
    }
  }
}

TEST(Registry, WithoutForcingTheBestUsableOne) {
  for (const char* value : {static_cast<const char*>(nullptr), ""}) {
    const test::EnvironmentVariable forced("PQLANE_BACKEND", value);
    const RegisteredBackend* best = nullptr;
    for (const RegisteredBackend& entry : registered_backends()) {
      if (entry.usable) best = &entry;
    }
    EXPECT_EQ(choose_backend("cpu"), best);
  }
}

TEST(Registry, ForcingDoesNotTouchAFullName) {
  const test::EnvironmentVariable forced("PQLANE_BACKEND", "no-such-backend");
  EXPECT_EQ(choose_backend("cpu:scalar"), &registered_backends()[0]);
}

// The refusal names what was asked for, where that came from, and what there is.
void expect_unknown(const std::string& wanted, const std::string& origin, const std::string& known) {
  EXPECT_EQ(choose_backend(wanted), nullptr) << origin;
  EXPECT_EQ(last_error(), origin + " is unknown; " + known);
}

TEST(Registry, UnknownNames) {
  for (const std::string name : {"sse2", "AVX2", "cpu:scalar", " scalar"}) {
    const test::EnvironmentVariable forced("PQLANE_BACKEND", name);
    expect_unknown("cpu", "PQLANE_BACKEND=" + name, "known backends: scalar, avx2, avx512");
  }
  for (const std::string name : {"", "cpu:", "gpu", "CPU", "cpu:sse2", "cpu:avx2 "}) {
    expect_unknown(name, "device '" + name + "'",
                   "known devices: cpu, cpu:scalar, cpu:avx2, cpu:avx512, cuda:N, cuda:all, hip:N, hip:all, "
                   "omp:N, omp:host, auto");
  }
}

}  // namespace
}  // namespace pqlane
