// lwe_streams.hpp: the streams of LWE-KEM for OpenMP target regions, one a lane: everything that a loop over
// streams needs is inlined into it, because GCC's lanes on a GPU are those of the innermost simd loop.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/keccak.hpp"
#include "kernels/sponge.hpp"
#include "schemes/lwe/residues.hpp"

PQLANE_BEGIN_TARGET

// One Keccak word, in plain C++.
struct OmpWord {
  static constexpr int lanes = 1;
  using V = std::uint64_t;
  static PQLANE_INLINE V set1(std::uint64_t a) { return a; }
  static PQLANE_INLINE V xor2(V a, V b) { return a ^ b; }
  static PQLANE_INLINE V xor3(V a, V b, V c) { return a ^ b ^ c; }
  static PQLANE_INLINE V chi(V a, V b, V c) { return a ^ (~b & c); }
  template <int N>
  static PQLANE_INLINE V rol(V a) {
    return N == 0 ? a : (a << (N % 64)) | (a >> ((64 - N) % 64));
  }
};

// The state after the padded block seed[4] || domain (with its suffix), not yet permuted.
template <class H>
PQLANE_INLINE void omp_start(std::uint64_t (&state)[25], const std::uint64_t* seed, std::uint64_t domain,
                             std::uint64_t next) {
  for (int i = 0; i < 25; ++i) state[i] = 0;
  for (int i = 0; i < 4; ++i) state[i] = seed[i];
  state[4] = domain;
  state[5] = next;
  state[H::rate_words - 1] ^= std::uint64_t{0x80} << 56;
}

// AES-256 with tables, of public data only: one table, turned.
struct OmpAesTable {
  std::uint32_t word[256];  // S-box times (2, 1, 1, 3), little-endian
};

constexpr std::uint8_t omp_double(std::uint8_t x) {
  return static_cast<std::uint8_t>((x << 1) ^ ((x & 0x80) != 0 ? 0x1B : 0));
}

constexpr OmpAesTable make_omp_aes_table() {
  OmpAesTable table{};
  std::uint8_t p = 1, inverse = 1;  // p runs over the powers of 3, its inverse over those of 3^-1
  for (int i = 0; i < 256; ++i) {
    const int value = i == 255 ? 0 : p;
    const std::uint8_t x = i == 255 ? 0 : inverse;
    std::uint8_t s = 0x63;
    for (int turn = 0; turn < 5; ++turn) s = static_cast<std::uint8_t>(s ^ (x << turn) ^ (x >> (8 - turn)));
    const std::uint8_t twice = omp_double(s);
    table.word[value] = twice | static_cast<std::uint32_t>(s) << 8 | static_cast<std::uint32_t>(s) << 16 |
                        static_cast<std::uint32_t>(s ^ twice) << 24;
    p = static_cast<std::uint8_t>(p ^ omp_double(p));
    // 3^-1 = 0xF6; x 0xF6 = x (0x80 + 0x40 + 0x20 + 0x10 + 0x04 + 0x02)
    const std::uint8_t x2 = omp_double(inverse), x4 = omp_double(x2), x8 = omp_double(x4),
                       x10 = omp_double(x8), x20 = omp_double(x10), x40 = omp_double(x20),
                       x80 = omp_double(x40);
    inverse = static_cast<std::uint8_t>(x80 ^ x40 ^ x20 ^ x10 ^ x4 ^ x2);
  }
  return table;
}

PQLANE_INLINE std::uint32_t omp_turn(std::uint32_t x, unsigned bits) {
  return bits == 0 ? x : (x << bits) | (x >> (32 - bits));
}

// The block E(a) of the words `state`; keys[60].
PQLANE_INLINE void omp_aes_block(const std::uint32_t* keys, const std::uint32_t* table,
                                 std::uint32_t (&state)[4]) {
  for (int c = 0; c < 4; ++c) state[c] ^= keys[c];
  for (int round = 1; round < 14; ++round) {
    std::uint32_t next[4];
    for (int c = 0; c < 4; ++c) {
      next[c] = keys[4 * round + c];
      for (unsigned row = 0; row < 4; ++row) {
        next[c] ^= omp_turn(table[state[(c + static_cast<int>(row)) % 4] >> (8 * row) & 0xFF], 8 * row);
      }
    }
    for (int c = 0; c < 4; ++c) state[c] = next[c];
  }
  std::uint32_t next[4];
  for (int c = 0; c < 4; ++c) {
    next[c] = keys[56 + c];
    for (unsigned row = 0; row < 4; ++row) {
      const std::uint32_t s = table[state[(c + static_cast<int>(row)) % 4] >> (8 * row) & 0xFF] >> 8 & 0xFF;
      next[c] ^= s << (8 * row);
    }
  }
  for (int c = 0; c < 4; ++c) state[c] = next[c];
}

// One candidate: stored, centred, where it is accepted.
template <class M>
PQLANE_INLINE void omp_accept(std::uint32_t word, std::int16_t* row, std::size_t& have, std::size_t wanted) {
  const std::uint32_t entry = word & ((1u << M::bits) - 1);
  if (entry < M::q && have < wanted) row[have++] = lwe_centre<M>(static_cast<std::uint16_t>(entry));
}

PQLANE_END_TARGET
