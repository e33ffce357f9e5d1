// keccak_test.cpp: Keccak-f[1600] on lanes against plain code [FIPS202].
#include "kernels/keccak.hpp"

#include "unit/target/target_under_test.hpp"

PQLANE_BEGIN_TARGET

std::uint64_t rotate(std::uint64_t word, unsigned count) {
  return count == 0 ? word : (word << count) | (word >> (64 - count));
}

// [FIPS202, algorithms 1 to 5 and 7] on one state, lane (x, y) at 5 y + x.
void keccak_plain(std::uint64_t (&a)[25]) {
  unsigned lfsr = 1;
  for (int round = 0; round < 24; ++round) {
    std::uint64_t c[5], b[25] = {};
    for (unsigned x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (unsigned i = 0; i < 25; ++i) a[i] ^= c[(i + 4) % 5] ^ rotate(c[(i + 1) % 5], 1);
    b[0] = a[0];
    unsigned x = 1, y = 0;
    for (unsigned t = 0; t < 24; ++t) {
      // rho, and pi: (x, y) goes to (y, 2x + 3y)
      b[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(a[x + 5 * y], (t + 1) * (t + 2) / 2 % 64);
      const unsigned next = (2 * x + 3 * y) % 5;
      x = y;
      y = next;
    }
    for (unsigned i = 0; i < 25; ++i) {
      const unsigned row = i / 5 * 5;
      a[i] = b[i] ^ (~b[row + (i + 1) % 5] & b[row + (i + 2) % 5]);
    }
    for (unsigned j = 0; j <= 6; ++j) {
      if (lfsr & 1) a[0] ^= std::uint64_t{1} << ((1u << j) - 1);
      lfsr = lfsr & 0x80 ? (lfsr << 1) ^ 0x171 : lfsr << 1;
    }
  }
}

template <class W>
class Keccak : public testing::Test {};
TYPED_TEST_SUITE(Keccak, AllWords);

template <class W, class F>
void expect_permutation(F permute) {
  constexpr auto lanes = static_cast<std::size_t>(W::lanes);
  Random random(17);
  for (int trial = 0; trial < 100; ++trial) {
    alignas(64) std::uint64_t state[2 * 25 * lanes];  // and scratch
    std::uint64_t expected[lanes][25];
    for (std::size_t i = 0; i < 25; ++i) {
      for (std::size_t l = 0; l < lanes; ++l) {
        state[i * lanes + l] = expected[l][i] = trial == 0 ? 0 : trial == 1 ? ~std::uint64_t{0} : random();
      }
    }
    permute(state, state + 25 * lanes);
    for (std::size_t l = 0; l < lanes; ++l) {
      keccak_plain(expected[l]);
      for (std::size_t i = 0; i < 25; ++i)
        ASSERT_EQ(state[i * lanes + l], expected[l][i]) << "lane " << l << " word " << i;
    }
  }
}

TYPED_TEST(Keccak, PermutationOfEveryLane) {
  expect_permutation<TypeParam>(
      [](std::uint64_t* state, std::uint64_t* scratch) { keccak_f1600<TypeParam>(state, scratch); });
}

// Both portable bodies, also where a target prefers the other one or assembly.
TYPED_TEST(Keccak, BodyInPlaceOfEveryLane) {
  expect_permutation<TypeParam>(
      [](std::uint64_t* state, std::uint64_t*) { keccak_f1600_in_place<TypeParam>(state); });
}
TYPED_TEST(Keccak, BodyWithTwoBuffersOfEveryLane) {
  expect_permutation<TypeParam>([](std::uint64_t* state, std::uint64_t* scratch) {
    keccak_f1600_two_buffers<TypeParam>(state, scratch);
  });
}

// First words of Keccak-f[1600] of zeros, from the Keccak team's intermediate values.
TEST(KeccakPlain, PublishedWords) {
  std::uint64_t zero[25] = {};
  keccak_plain(zero);
  EXPECT_EQ(zero[0], 0xF1258F7940E1DDE7u);
  EXPECT_EQ(zero[1], 0x84D5CCF933C0478Au);
}

PQLANE_END_TARGET
