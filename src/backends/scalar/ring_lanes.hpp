// ring_lanes.hpp (scalar): one 32-bit coefficient, and sixteen 8-bit ones as the baseline's vectors have
// them.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/target.hpp"
#include "kernels/ring.hpp"

PQLANE_BEGIN_TARGET

struct RingX1 {
  static constexpr int lanes = 1;
  using V = std::int32_t;
  struct Factor {
    V value, quotient;
  };
  struct Sum {
    std::int64_t value;
  };
  static PQLANE_INLINE V load(const std::int32_t* p) { return *p; }
  static PQLANE_INLINE void store(std::int32_t* p, V a) { *p = a; }
  static PQLANE_INLINE V load_bytes(const std::int8_t* p) { return *p; }
  static PQLANE_INLINE V set1(std::int32_t a) { return a; }
  static PQLANE_INLINE V add(V a, V b) { return a + b; }
  static PQLANE_INLINE V sub(V a, V b) { return a - b; }
  static PQLANE_INLINE V mullo(V a, V b) {
    return static_cast<V>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
  }
  static PQLANE_INLINE V and2(V a, V b) { return a & b; }
  static PQLANE_INLINE V or2(V a, V b) { return a | b; }
  static PQLANE_INLINE V and_not(V a, V b) { return ~a & b; }  // b where a is not
  static PQLANE_INLINE V absolute(V a) { return (a ^ (a >> 31)) - (a >> 31); }
  // All ones where a == b, or where a > b (|a - b| < 2^31).
  static PQLANE_INLINE V equal(V a, V b) {
    const V d = a ^ b;
    return ((d | -d) >> 31) ^ -1;
  }
  static PQLANE_INLINE V greater(V a, V b) { return (b - a) >> 31; }
  template <int N>
  static PQLANE_INLINE V srai(V a) {
    return a >> N;
  }
  template <int N>
  static PQLANE_INLINE V slli(V a) {
    return static_cast<V>(static_cast<std::uint32_t>(a) << N);
  }
  // Bit l says whether lane l's sign is set.
  static PQLANE_INLINE std::uint32_t signs(V a) { return static_cast<std::uint32_t>(a) >> 31; }

  static PQLANE_INLINE Factor factor(std::int32_t value, std::int32_t quotient) { return {value, quotient}; }
  static PQLANE_INLINE V multiply_factor(V a, const Factor& z) {
    const auto floored = static_cast<V>((std::int64_t{a} * z.quotient) >> 32);
    // Both products wrap; their difference is small.
    return static_cast<V>(static_cast<std::uint32_t>(mullo(a, z.value)) -
                          static_cast<std::uint32_t>(mullo(floored, mldsa_q)));
  }
  static PQLANE_INLINE V montgomery(V a, V b) { return reduce(multiply(a, b)); }
  static PQLANE_INLINE Sum multiply(V a, V b) { return {std::int64_t{a} * b}; }
  static PQLANE_INLINE void multiply_add(Sum& s, V a, V b) { s.value += std::int64_t{a} * b; }
  static PQLANE_INLINE V reduce(const Sum& s) {
    const std::int32_t m = mullo(static_cast<V>(s.value), static_cast<std::int32_t>(ring_q_inverse()));
    return static_cast<V>((s.value - std::int64_t{m} * mldsa_q) >> 32);
  }
};

// Sixteen bytes; GCC's vector types are part of every target's baseline.
struct BytesX16 {
  static constexpr int lanes = 16;
  typedef std::int8_t V __attribute__((vector_size(16)));
  static PQLANE_INLINE V load(const std::int8_t* p) {
    V v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  static PQLANE_INLINE void store(std::int8_t* p, V a) { std::memcpy(p, &a, sizeof a); }
  static PQLANE_INLINE V add(V a, V b) { return a + b; }
};

PQLANE_END_TARGET
