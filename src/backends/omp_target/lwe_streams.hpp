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

// AES-256 with a table (core/aes_table.hpp), turned; of public data only.
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
