// lwe_api.hpp: what the shared object of the OpenMP target backend offers: LWE-KEM for one set and n on a
// device.
//
// The object is opened at run time (runtime/omp_device.cpp) and linked with nothing of the library.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

inline constexpr unsigned omp_lwe_version = 1;
inline constexpr int omp_host_device = -1;

struct OmpLweApi {
  unsigned version;
  int (*device_count)();
  int (*host_threads)();
  // Whether a target region on that device really leaves the host.
  bool (*leaves_host)(int device);
  // Null when memory is short. `bits`: 14 or 16.
  void* (*create)(int device, unsigned bits, std::size_t n);
  void (*destroy)(void* engine);
  // Overwrites secrets in the device's memory; the matrix stays.
  void (*forget)(void* engine);
  // Makes A of rho unless it is there; 15 round keys of 16 bytes under rho, or null for SHAKE128.
  void (*start)(void* engine, const std::uint8_t* rho, const std::uint8_t* round_keys);
  void (*make_t)(void* engine, const std::uint8_t* sigma, std::uint8_t* packed_t);
  bool (*load_t)(void* engine, const std::uint8_t* packed_t);  // false: an entry is not below q
  // The ciphertext stays on the device, and is copied to `ct` where that is not null.
  void (*encrypt)(void* engine, const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct);
  void (*decrypt)(void* engine, const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m);
  // Not 0 when the ciphertext of the last encrypt and that of the last decrypt differ: one number leaves the
  // device.
  std::uint64_t (*difference)(void* engine);
  void (*tree_hash)(void* engine, const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash);
};

}  // namespace pqlane

// The only symbol that the object exports.
extern "C" const pqlane::OmpLweApi* pqlane_omp_lwe();
