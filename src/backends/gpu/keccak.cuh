// keccak.cuh: Keccak-f[1600] and the sponge, one state a thread in registers.
//
// Spec: [FIPS202, sections 3.3, 4 and 6]. Replaces kernels/keccak.hpp on GPUs: rounds stay a loop, because
// 24 unrolled rounds exceed the instruction cache. Secrecy: lengths are public, values are not looked at.
#pragma once

#include "backends/gpu/target.cuh"
#include "kernels/keccak.hpp"

namespace pqlane::gpu {

PQLANE_DEVICE_TABLE auto round_constants = make_keccak_round_constants();

template <int N>
PQLANE_DEVICE std::uint64_t rotate_left(std::uint64_t x) {
  if constexpr (N == 0) return x;
  const auto low = static_cast<std::uint32_t>(x), high = static_cast<std::uint32_t>(x >> 32);
  const std::uint32_t a = N >= 32 ? low : high, b = N >= 32 ? high : low;
  if constexpr (N % 32 == 0) return (std::uint64_t{a} << 32) | b;
  return (std::uint64_t{funnel_left(a, b, N % 32)} << 32) | funnel_left(b, a, N % 32);
}

// theta, rho and pi of lane (I % 5, I / 5) and all after it. theta adds c[x - 1] and the rotated c[x + 1];
// both enter one three-input operation, so that their sum costs nothing.
template <int I>
PQLANE_DEVICE void theta_rho_pi(const std::uint64_t (&s)[25], const std::uint64_t (&c)[5],
                                const std::uint64_t (&r)[5], std::uint64_t (&b)[25]) {
  constexpr int x = I % 5, y = I / 5;
  b[y + 5 * ((2 * x + 3 * y) % 5)] = rotate_left<keccak_rho_offset(x, y)>(xor3(s[I], c[(x + 4) % 5], r[x]));
  if constexpr (I < 24) theta_rho_pi<I + 1>(s, c, r, b);
}

PQLANE_DEVICE void permute(std::uint64_t (&s)[25]) {
  PQLANE_NO_UNROLL
  for (int round = 0; round < 24; ++round) {
    std::uint64_t c[5], r[5], b[25];
    PQLANE_UNROLL
    for (int x = 0; x < 5; ++x) c[x] = s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20];
    PQLANE_UNROLL
    for (int x = 0; x < 5; ++x) r[x] = rotate_left<1>(c[(x + 1) % 5]);
    theta_rho_pi<0>(s, c, r, b);
    PQLANE_UNROLL
    for (int i = 0; i < 25; ++i) {
      const int y = i - i % 5;
      s[i] = b[i] ^ (~b[y + (i + 1) % 5] & b[y + (i + 2) % 5]);
    }
    s[0] ^= round_constants.rc[round];
  }
}

PQLANE_DEVICE void clear(std::uint64_t (&s)[25]) {
  PQLANE_UNROLL
  for (int i = 0; i < 25; ++i) s[i] = 0;
}

inline constexpr std::uint64_t last_bit = std::uint64_t{0x80} << 56;  // the end of pad10*1
inline constexpr std::uint64_t sha3_suffix = 0x06, shake_suffix = 0x1F;
inline constexpr int rate_128 = 21, rate_256 = 17, rate_512 = 9;  // words

// State after hashing `Prefix` words of prefix[] and `Row` words at `row` (8-byte aligned); the output
// stands in s[0..].
template <int Rate, int Prefix, int Row>
PQLANE_DEVICE void hash_words(std::uint64_t (&s)[25], std::uint64_t suffix, const std::uint64_t (&prefix)[4],
                              const std::uint64_t* row) {
  constexpr int total = Prefix + Row, blocks = total / Rate + 1;
  static_assert(Prefix <= 4 && Prefix <= Rate);
  clear(s);
  PQLANE_NO_UNROLL
  for (int block = 0; block < blocks; ++block) {
    PQLANE_UNROLL
    for (int w = 0; w < Rate; ++w) {
      const int word = block * Rate + w;
      std::uint64_t value = word == total ? suffix : 0;
      if (w < Prefix && block == 0) {
        value = prefix[w < 4 ? w : 0];
      } else if (word < total) {
        value = row[word - Prefix];
      }
      s[w] ^= value;
    }
    if (block == blocks - 1) s[Rate - 1] ^= last_bit;
    permute(s);
  }
}

// State after hashing up to nine words: a || b (b may be absent) and then `last`, which holds the
// input's last partial word and the suffix.
template <int Rate, int Words>
PQLANE_DEVICE void hash_short(std::uint64_t (&s)[25], const std::uint64_t (&a)[4],
                              const std::uint64_t (&b)[4], std::uint64_t last) {
  clear(s);
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) s[w] = a[w];
  if constexpr (Words > 4) {
    PQLANE_UNROLL
    for (int w = 0; w < 4; ++w) s[4 + w] = b[w];
  }
  s[Words] ^= last;
  s[Rate - 1] ^= last_bit;
  permute(s);
}

}  // namespace pqlane::gpu
