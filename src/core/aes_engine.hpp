// aes_engine.hpp: what an AES engine offers to aes.cpp; not for other users.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

// `schedule` is 64-byte aligned. `counter` makes E(c), E(c + 1), .. for c = hi 2^64 + lo; `indexed` makes
// E(LE64(prefix) || LE64(first)), E(LE64(prefix) || LE64(first + 1)), ..
struct AesEngineFunctions {
  std::size_t schedule_bytes;
  void (*expand_key)(const std::uint8_t* key, std::uint8_t* schedule);
  void (*encrypt)(const std::uint8_t* schedule, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t blocks);
  void (*counter)(const std::uint8_t* schedule, std::uint64_t hi, std::uint64_t lo, std::uint8_t* out,
                  std::size_t blocks);
  void (*indexed)(const std::uint8_t* schedule, std::uint64_t prefix, std::uint64_t first, std::uint8_t* out,
                  std::size_t blocks);
};

extern const AesEngineFunctions aes_portable_functions;
#if defined(__x86_64__)
extern const AesEngineFunctions aes_ni_functions;
#endif

// A 128-bit counter in two halves.
struct AesCounter {
  std::uint64_t hi;
  std::uint64_t lo;
};

// c + n modulo 2^128. The counter may be secret (CTR_DRBG's V), so the carry out of bit 63 is computed,
// not branched on. The empty statement hides lo's origin: g++ 12 otherwise ends loops over counters by
// comparing lo instead of the index, which leaks nothing but looks like a secret-dependent branch.
static inline AesCounter aes_advance_counter(AesCounter c, std::uint64_t n) {
  std::uint64_t lo = c.lo + n;
  __asm__("" : "+r"(lo));
  const std::uint64_t carry = ((c.lo & n) | ((c.lo | n) & ~lo)) >> 63;
  return AesCounter{c.hi + carry, lo};
}

static inline std::uint64_t aes_load_be64(const std::uint8_t* p) {
  std::uint64_t x = 0;
  for (int i = 0; i < 8; ++i) {
    x = (x << 8) | p[i];
  }
  return x;
}

static inline void aes_store_be64(std::uint8_t* p, std::uint64_t x) {
  for (int i = 0; i < 8; ++i) {
    p[i] = static_cast<std::uint8_t>(x >> (56 - 8 * i));
  }
}

}  // namespace pqlane
