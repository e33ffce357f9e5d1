// target_under_test.hpp: the lanes and kernels of the backend that this test program is compiled for, and
// what the tests of kernels share. Each program is compiled for one instruction set as a whole, see
// tests/CMakeLists.txt; tools/run_with_isa skips it on a CPU without that set.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "core/target.hpp"
#include "params/mlkem.hpp"

#define PQLANE_TEXT(...) #__VA_ARGS__
// clang-format off: it would put spaces into the path
// NOLINTNEXTLINE(bugprone-macro-parentheses): nor can parentheses stand in it
#define PQLANE_TARGET_HEADER_OF(isa) PQLANE_TEXT(backends/isa/target.hpp)
// clang-format on
#include PQLANE_TARGET_HEADER_OF(PQLANE_TARGET)

// 0, 1, 2 for scalar, AVX2, AVX-512: kernels on 256-bit blocks exist from 1 on.
#define PQLANE_LEVEL_scalar 0
#define PQLANE_LEVEL_avx2 1
#define PQLANE_LEVEL_avx512 2
#define PQLANE_LEVEL_OF(isa) PQLANE_LEVEL_##isa
#define PQLANE_LEVEL_OF_EXPANDED(isa) PQLANE_LEVEL_OF(isa)
#define PQLANE_TARGET_LEVEL PQLANE_LEVEL_OF_EXPANDED(PQLANE_TARGET)

PQLANE_BEGIN_TARGET

#if PQLANE_TARGET_LEVEL == 0
using AllWords = testing::Types<WordsX1>;
using AllCoeffs = testing::Types<CoeffsX1>;
#elif PQLANE_TARGET_LEVEL == 1
using AllWords = testing::Types<WordsX4, WordsX1>;
using AllCoeffs = testing::Types<CoeffsX16, CoeffsX1>;
#else
using AllWords = testing::Types<WordsX8, WordsX4>;
using AllCoeffs = testing::Types<CoeffsX32, CoeffsX16>;
#endif

constexpr int q = mlkem_q;
constexpr auto n = static_cast<std::size_t>(mlkem_n);

// The representative of a in [0, q).
constexpr int mod_q(std::int64_t a) { return static_cast<int>((a % q + q) % q); }

constexpr int power_mod_q(std::int64_t base, unsigned exponent) {
  std::int64_t r = 1;
  for (unsigned i = 0; i < exponent; ++i) r = mod_q(r * base);
  return static_cast<int>(r);
}

inline std::int16_t coeff(std::int64_t value) { return static_cast<std::int16_t>(value); }

// f on every value of `inputs`, C::lanes at a time.
template <class C, class F>
std::vector<std::int16_t> map_coeffs(const std::vector<std::int16_t>& inputs, F f) {
  constexpr auto lanes = static_cast<std::size_t>(C::lanes);
  std::vector<std::int16_t> padded = inputs;
  padded.resize((inputs.size() + lanes - 1) / lanes * lanes, 0);
  for (std::size_t i = 0; i < padded.size(); i += lanes) C::store(&padded[i], f(C::load(&padded[i])));
  padded.resize(inputs.size());
  return padded;
}

inline std::vector<std::int16_t> all_values() {
  std::vector<std::int16_t> values(65536);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::int16_t>(static_cast<int>(i) - 32768);
  return values;
}

using Random = std::mt19937_64;

inline int random_between(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

inline std::vector<std::uint8_t> random_bytes(Random& random, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random());
  return bytes;
}

// Bits of a little-endian byte string [FIPS203, algorithm 4].
inline unsigned bit_of(const std::uint8_t* bytes, std::size_t index) {
  return bytes[index / 8] >> (index % 8) & 1u;
}

// ByteEncode_d [FIPS203, algorithm 5] bit by bit.
inline std::vector<std::uint8_t> byte_encode(const std::vector<int>& values, int d) {
  std::vector<std::uint8_t> bytes(values.size() * static_cast<std::size_t>(d) / 8);
  std::size_t bit = 0;
  for (const int value : values) {
    for (int j = 0; j < d; ++j, ++bit) {
      if ((value >> j) & 1) bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] | 1u << (bit % 8));
    }
  }
  return bytes;
}

// The d-bit values of ByteDecode_d [FIPS203, algorithm 6], not reduced.
inline std::vector<int> byte_decode(const std::uint8_t* bytes, std::size_t count, int d) {
  std::vector<int> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (int j = 0; j < d; ++j) {
      const std::size_t bit = i * static_cast<std::size_t>(d) + static_cast<std::size_t>(j);
      values[i] |= static_cast<int>(bit_of(bytes, bit)) << j;
    }
  }
  return values;
}

PQLANE_END_TARGET
