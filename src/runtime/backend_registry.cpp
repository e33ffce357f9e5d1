// backend_registry.cpp: detection by the compiler's cpuid support, which also asks whether the operating
// system saves the registers.
#include "runtime/backend_registry.hpp"

#include <array>
#include <cstdlib>
#include <string_view>

#include "runtime/cpu_backends.hpp"
#include "runtime/last_error.hpp"

namespace pqlane {
namespace {

using BackendTable = std::array<RegisteredBackend, 3>;

#if defined(__x86_64__)
// The first feature of a backend's set that this CPU or operating system lacks, or null.
const char* missing_avx2() {
  if (!__builtin_cpu_supports("avx2")) return "the CPU or the operating system lacks AVX2";
  if (!__builtin_cpu_supports("bmi2")) return "the CPU lacks BMI2";
  if (!__builtin_cpu_supports("popcnt")) return "the CPU lacks POPCNT";
  return nullptr;
}

const char* missing_avx512() {
  if (missing_avx2() != nullptr) return missing_avx2();
  if (!__builtin_cpu_supports("avx512f")) return "the CPU or the operating system lacks AVX-512F";
  if (!__builtin_cpu_supports("avx512bw")) return "the CPU lacks AVX-512BW";
  if (!__builtin_cpu_supports("avx512dq")) return "the CPU lacks AVX-512DQ";
  if (!__builtin_cpu_supports("avx512vl")) return "the CPU lacks AVX-512VL";
  if (!__builtin_cpu_supports("avx512vbmi")) return "the CPU lacks AVX-512VBMI";
  if (!__builtin_cpu_supports("avx512vbmi2")) return "the CPU lacks AVX-512VBMI2";
  return nullptr;
}
#endif

RegisteredBackend make_entry(const char* name, const CpuBackend* backend, const char* missing,
                             const char* found) {
  if (backend == nullptr) return {name, nullptr, false, "not part of this build"};
  if (missing != nullptr) return {name, backend, false, missing};
  return {name, backend, true, found};
}

BackendTable detect() {
  const CpuBackend *avx2 = nullptr, *avx512 = nullptr;
  const char *avx2_missing = nullptr, *avx512_missing = nullptr;
#if defined(PQLANE_HAVE_AVX2)
  avx2 = &avx2_backend;
  avx2_missing = missing_avx2();
#endif
#if defined(PQLANE_HAVE_AVX512)
  avx512 = &avx512_backend;
  avx512_missing = missing_avx512();
#endif
  return {make_entry("cpu:scalar", &scalar_backend, nullptr, "runs everywhere"),
          make_entry("cpu:avx2", avx2, avx2_missing, "AVX2, BMI2 found"),
          make_entry("cpu:avx512", avx512, avx512_missing, "AVX-512 F, BW, DQ, VL, VBMI, VBMI2 found")};
}

std::string known_devices() {
  std::string list = "cpu";
  for (const RegisteredBackend& entry : registered_backends()) list += std::string(", ") + entry.device_name;
  return list + ", cuda:N, cuda:all, hip:N, hip:all, omp:N, omp:host, auto";
}

// What PQLANE_BACKEND may say.
std::string known_backends() {
  std::string list;
  for (const RegisteredBackend& entry : registered_backends()) {
    list +=
        (list.empty() ? "" : ", ") + std::string(entry.device_name).substr(std::string_view("cpu:").size());
  }
  return list;
}

}  // namespace

std::span<const RegisteredBackend> registered_backends() {
  static const BackendTable table = detect();
  return table;
}

const RegisteredBackend* choose_backend(const std::string& device_name) {
  std::string wanted = device_name;
  std::string origin = "device '" + device_name + "'";
  if (device_name == "cpu") {
    const char* forced = std::getenv("PQLANE_BACKEND");
    if (forced != nullptr && *forced != '\0') {
      wanted = std::string("cpu:") + forced;
      origin = std::string("PQLANE_BACKEND=") + forced;
    } else {
      const RegisteredBackend* best = nullptr;
      for (const RegisteredBackend& entry : registered_backends()) {
        if (entry.usable) best = &entry;
      }
      return best;
    }
  }
  for (const RegisteredBackend& entry : registered_backends()) {
    if (wanted != entry.device_name) continue;
    if (entry.usable) return &entry;
    fail(PQLANE_ERROR_DEVICE, origin + " cannot run here: " + entry.reason);
    return nullptr;
  }
  const std::string known =
      wanted == device_name ? "known devices: " + known_devices() : "known backends: " + known_backends();
  fail(PQLANE_ERROR_DEVICE, origin + " is unknown; " + known);
  return nullptr;
}

}  // namespace pqlane
