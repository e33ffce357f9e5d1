// keccak_asm_test.cpp: the AVX-512 assembly of Keccak-f[1600] against a plain one [FIPS202].
//
// Left out when the build has no AVX-512 backend; skipped when the CPU or the system offers no AVX-512.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

#if defined(PQLANE_HAVE_AVX512)

extern "C" {
void pqlane_avx512_keccak_f1600_x8(std::uint64_t* state);
void pqlane_avx512_keccak_f1600_x4(std::uint64_t* state);
}

namespace pqlane {
namespace {

using State = std::array<std::uint64_t, 25>;

std::uint64_t rotate(std::uint64_t word, unsigned count) {
  return count == 0 ? word : (word << count) | (word >> (64 - count));
}

// One bit of the round constants: [FIPS202, algorithm 5].
bool constant_bit(int t) {
  unsigned state = 1;
  for (int i = 0; i < t % 255; ++i) {
    state <<= 1;
    if (state & 0x100) state ^= 0x171;
  }
  return (state & 1) != 0;
}

// [FIPS202, algorithms 1 to 4 and 6], step by step.
void keccak_round(State& a, int round) {
  State b{};
  std::uint64_t c[5];
  for (unsigned x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
  for (unsigned i = 0; i < 25; ++i) a[i] ^= c[(i + 4) % 5] ^ rotate(c[(i + 1) % 5], 1);
  State rotated{};
  rotated[0] = a[0];
  unsigned x = 1, y = 0;
  for (unsigned t = 0; t < 24; ++t) {
    rotated[x + 5 * y] = rotate(a[x + 5 * y], (t + 1) * (t + 2) / 2 % 64);
    const unsigned next_y = (2 * x + 3 * y) % 5;
    x = y;
    y = next_y;
  }
  for (x = 0; x < 5; ++x) {
    for (y = 0; y < 5; ++y) b[x + 5 * y] = rotated[(x + 3 * y) % 5 + 5 * x];
  }
  for (y = 0; y < 5; ++y) {
    for (x = 0; x < 5; ++x) a[x + 5 * y] = b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
  }
  for (int j = 0; j <= 6; ++j) {
    if (constant_bit(j + 7 * round)) a[0] ^= std::uint64_t{1} << ((1 << j) - 1);
  }
}

void keccak_plain(State& a) {
  for (int round = 0; round < 24; ++round) keccak_round(a, round);
}

bool cpu_has_avx512() { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"); }

// `lanes` random states, three permutations, with guard words on both sides of the state.
template <std::size_t Lanes>
void compare(void (*permute)(std::uint64_t*)) {
  constexpr std::uint64_t guard = 0xA5A5A5A5A5A5A5A5u;
  constexpr std::size_t words = 25 * Lanes, margin = 8;
  alignas(64) std::uint64_t memory[words + 2 * margin];
  std::mt19937_64 random(1600 + Lanes);
  for (int trial = 0; trial < 200; ++trial) {
    std::array<State, Lanes> expected{};
    for (std::uint64_t& word : memory) word = guard;
    for (std::size_t lane = 0; lane < Lanes; ++lane) {
      for (std::size_t i = 0; i < 25; ++i) {
        // Trial 0 has zero states, so that a published value can be looked at below.
        const std::uint64_t word = trial == 0 ? 0 : random();
        expected[lane][i] = memory[margin + i * Lanes + lane] = word;
      }
    }
    for (int repetition = 0; repetition < 3; ++repetition) {
      permute(memory + margin);
      for (std::size_t lane = 0; lane < Lanes; ++lane) {
        keccak_plain(expected[lane]);
        for (std::size_t i = 0; i < 25; ++i) {
          ASSERT_EQ(memory[margin + i * Lanes + lane], expected[lane][i])
              << "trial " << trial << " repetition " << repetition << " lane " << lane << " word " << i;
        }
      }
    }
    for (std::size_t i = 0; i < margin; ++i) {
      ASSERT_EQ(memory[i], guard);
      ASSERT_EQ(memory[margin + words + i], guard);
    }
  }
}

// First word of Keccak-f[1600] of the zero state, from the Keccak team's intermediate values [FIPS202].
TEST(KeccakAsm, PlainFormGivesThePublishedWord) {
  State zero{};
  keccak_plain(zero);
  EXPECT_EQ(zero[0], 0xF1258F7940E1DDE7u);
}

TEST(KeccakAsm, EightWayEqualsPlain) {
  if (!cpu_has_avx512()) GTEST_SKIP() << "this CPU has no AVX-512";
  compare<8>(pqlane_avx512_keccak_f1600_x8);
}

TEST(KeccakAsm, FourWayEqualsPlain) {
  if (!cpu_has_avx512()) GTEST_SKIP() << "this CPU has no AVX-512";
  compare<4>(pqlane_avx512_keccak_f1600_x4);
}

}  // namespace
}  // namespace pqlane

#endif  // PQLANE_HAVE_AVX512
