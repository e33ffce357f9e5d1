// lanes.hpp (scalar): one operation at a time on general registers; the reference for all others.
//
// Lane types are the only place where instructions are chosen: kernels are templates over them.
// A `Words` type holds 64-bit Keccak words, a `Coeffs` type 16-bit coefficients.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/target.hpp"

PQLANE_BEGIN_TARGET

// One Keccak word.
struct WordsX1 {
  static constexpr int lanes = 1;
#if defined(__BMI__)
  static constexpr bool few_registers = false;  // with and-not, one state fits well enough
#else
  static constexpr bool few_registers = true;
#endif
  using V = std::uint64_t;
  static PQLANE_INLINE V load(const std::uint64_t* p) { return *p; }
  static PQLANE_INLINE void store(std::uint64_t* p, V a) { *p = a; }
  static PQLANE_INLINE V set1(std::uint64_t a) { return a; }
  static PQLANE_INLINE V xor2(V a, V b) { return a ^ b; }
  static PQLANE_INLINE V xor3(V a, V b, V c) { return a ^ b ^ c; }
  static PQLANE_INLINE V chi(V a, V b, V c) { return a ^ (~b & c); }
  template <int N>
  static PQLANE_INLINE V rol(V a) {
    if constexpr (N == 0) return a;
    return (a << (N % 64)) | (a >> ((64 - N) % 64));
  }
  static PQLANE_INLINE void transpose(V (&)[1]) {}
};

// One coefficient. Arithmetic wraps at 16 bits, as in the vector types.
struct CoeffsX1 {
  static constexpr int lanes = 1;
  using V = std::int16_t;
  static PQLANE_INLINE V load(const std::int16_t* p) { return *p; }
  static PQLANE_INLINE void store(std::int16_t* p, V a) { *p = a; }
  static PQLANE_INLINE V set1(std::int16_t a) { return a; }
  static PQLANE_INLINE V add(V a, V b) { return static_cast<V>(a + b); }
  static PQLANE_INLINE V sub(V a, V b) { return static_cast<V>(a - b); }
  static PQLANE_INLINE V mullo(V a, V b) { return static_cast<V>(a * b); }
  static PQLANE_INLINE V mulhi(V a, V b) { return static_cast<V>((a * b) >> 16); }
  static PQLANE_INLINE V mulhu(V a, V b) {
    return static_cast<V>((std::uint32_t{static_cast<std::uint16_t>(a)} * static_cast<std::uint16_t>(b)) >>
                          16);
  }
  static PQLANE_INLINE V mulhrs(V a, V b) { return static_cast<V>((a * b + (1 << 14)) >> 15); }
  static PQLANE_INLINE V and2(V a, V b) { return static_cast<V>(a & b); }
  static PQLANE_INLINE V or2(V a, V b) { return static_cast<V>(a | b); }
  template <int N>
  static PQLANE_INLINE V slli(V a) {
    return static_cast<V>(static_cast<std::uint16_t>(a) << N);
  }
  template <int N>
  static PQLANE_INLINE V srli(V a) {
    return static_cast<V>(static_cast<std::uint16_t>(a) >> N);
  }
  template <int N>
  static PQLANE_INLINE V srai(V a) {
    return static_cast<V>(a >> N);
  }
};

PQLANE_END_TARGET
