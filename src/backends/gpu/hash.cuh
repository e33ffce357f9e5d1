// hash.cuh: kernels of the hashes around K-PKE [FIPS203, algorithms 16 to 18], and of round-3 Kyber's
// [KYBER-R3, algorithms 7 to 9]; a thread an operation.
#pragma once

#include "backends/gpu/keccak.cuh"
#include "backends/gpu/kem_args.hpp"
#include "backends/gpu/rows.cuh"
#include "params/mlkem.hpp"

namespace pqlane::gpu {

// Where a thread's operation stands.
struct HashPlace {
  bool valid;          // false past the end; such a thread repeats the last operation and writes nothing out
  bool in_tile;        // false past the last tile
  std::uint64_t op;    // index in the chunk
  std::uint64_t word;  // offset of its first word in an array of four words an operation
};
PQLANE_DEVICE HashPlace hash_place(const KemKernelArgs& a, std::uint64_t thread) {
  const std::uint64_t tiles = (a.count + tile_ops - 1) / tile_ops;
  const bool valid = thread < a.count;
  return {valid, thread < tiles * tile_ops, valid ? thread : a.count - 1,
          thread / tile_ops * 4 * tile_ops + thread % tile_ops};
}
inline constexpr int word_stride = static_cast<int>(tile_ops);

// (rho, sigma) = G(d || k); in the end rho to ek, and the seed or z to dk.
template <class S>
PQLANE_DEVICE void expand_seed(const KemKernelArgs& a) {
  const HashPlace at = hash_place(a, grid_thread());
  if (!at.in_tile) return;
  std::uint64_t s[25], d[4], z[4];
  if (a.derive != 0) {
    derive_item(a.batch_key, a.first_item + at.op, s);
    PQLANE_UNROLL
    for (int w = 0; w < 4; ++w) d[w] = s[w], z[w] = s[4 + w];
  } else {
    get_four(d, words_of(a.seed, at.op), 1);
    get_four(z, words_of(a.seed, at.op) + 4, 1);
  }
  const std::uint64_t last = a.kyber != 0 ? sha3_suffix : static_cast<std::uint64_t>(S::k) | sha3_suffix << 8;
  hash_short<rate_512, 4>(s, d, d, last);
  put_four<4>(s, a.coins + at.word, word_stride);
  if (!at.valid) return;
  put_four<0>(s, out_words_of(a.ek_out, at.op, S::dk_pke_bytes), 1);
  if (a.seed_form != 0) {
    put_four<0>(d, out_words_of(a.dk_out, at.op), 1);
    put_four<0>(z, out_words_of(a.dk_out, at.op) + 4, 1);
  } else {
    put_four<0>(s, out_words_of(a.dk_out, at.op, S::dk_ek_offset + S::dk_pke_bytes), 1);
    put_four<0>(z, out_words_of(a.dk_out, at.op, S::dk_z_offset), 1);
  }
  a.status[at.op] = 0;
}

// dk's H(ek).
template <class S>
PQLANE_DEVICE void finish_keys(const KemKernelArgs& a) {
  const HashPlace at = hash_place(a, grid_thread());
  if (!at.valid) return;
  std::uint64_t s[25];
  const std::uint64_t none[4] = {};
  hash_words<rate_256, 0, static_cast<int>(S::ek_bytes / 8)>(s, sha3_suffix, none, words_of(a.ek_out, at.op));
  put_four<0>(s, out_words_of(a.dk_out, at.op, S::dk_hash_offset), 1);
}

// encaps: m, H(ek), (K, r) = G(m || H(ek)).
template <class S>
PQLANE_DEVICE void hash_for_encaps(const KemKernelArgs& a) {
  const HashPlace at = hash_place(a, grid_thread());
  if (!at.in_tile) return;
  std::uint64_t s[25], m[4], h[4];
  hash_words<rate_256, 0, static_cast<int>(S::ek_bytes / 8)>(s, sha3_suffix, {}, words_of(a.ek, at.op));
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) h[w] = s[w];
  if (a.derive != 0) {
    derive_item(a.batch_key, a.first_item + at.op, s);
    PQLANE_UNROLL
    for (int w = 0; w < 4; ++w) m[w] = s[w];
  } else {
    get_four(m, words_of(a.m, at.op), 1);
  }
  if (a.kyber != 0) {
    hash_short<rate_256, 4>(s, m, m, sha3_suffix);
    PQLANE_UNROLL
    for (int w = 0; w < 4; ++w) m[w] = s[w];
  }
  put_four<0>(m, a.message + at.word, word_stride);
  hash_short<rate_512, 8>(s, m, h, sha3_suffix);
  put_four<0>(s, a.secret + at.word, word_stride);
  put_four<4>(s, a.coins + at.word, word_stride);
  if (a.kyber != 0 && at.valid) a.status[at.op] = 0;
}

// decaps: (K', r') = G(m' || h), h as dk has it.
template <class S>
PQLANE_DEVICE void hash_for_decaps(const KemKernelArgs& a) {
  const HashPlace at = hash_place(a, grid_thread());
  if (!at.in_tile) return;
  std::uint64_t s[25], m[4], h[4];
  get_four(m, a.message + at.word, word_stride);
  get_four(h, words_of(a.dk, at.op, S::dk_hash_offset), 1);
  hash_short<rate_512, 8>(s, m, h, sha3_suffix);
  put_four<0>(s, a.secret + at.word, word_stride);
  put_four<4>(s, a.coins + at.word, word_stride);
}

// decaps, independent of the decryption. Threads of the first half of the grid: the rejection secret,
// J(z || c) or Kyber's z. Of the second half (with check_hash): whether H(ek) is dk's.
template <class S>
PQLANE_DEVICE void hash_key_and_ct(const KemKernelArgs& a) {
  const std::uint64_t tile_threads = (a.count + tile_ops - 1) / tile_ops * tile_ops;
  const std::uint64_t thread = grid_thread();
  std::uint64_t s[25], z[4];
  if (thread < tile_threads) {
    const HashPlace at = hash_place(a, thread);
    get_four(z, words_of(a.dk, at.op, S::dk_z_offset), 1);
    if (a.kyber == 0) {
      hash_words<rate_256, 4, static_cast<int>(S::ct_bytes / 8)>(s, shake_suffix, z, words_of(a.ct, at.op));
      PQLANE_UNROLL
      for (int w = 0; w < 4; ++w) z[w] = s[w];
    }
    put_four<0>(z, a.rejection + at.word, word_stride);
    if (a.check_hash == 0 && at.valid) a.status[at.op] = 0;
    return;
  }
  const HashPlace at = hash_place(a, thread - tile_threads);
  if (a.check_hash == 0 || !at.valid) return;
  hash_words<rate_256, 0, static_cast<int>(S::ek_bytes / 8)>(s, sha3_suffix, {},
                                                             words_of(a.dk, at.op, S::dk_ek_offset));
  get_four(z, words_of(a.dk, at.op, S::dk_hash_offset), 1);
  std::uint64_t difference = 0;  // of public values
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) difference |= z[w] ^ s[w];
  a.status[at.op] = difference != 0 ? 33 : 0;  // PQLANE_ERROR_DK_HASH
}

// The hash check alone [FIPS203, section 7.3].
template <class S>
PQLANE_DEVICE void check_dk(const KemKernelArgs& a) {
  const HashPlace at = hash_place(a, grid_thread());
  if (!at.valid) return;
  std::uint64_t s[25], h[4];
  hash_words<rate_256, 0, static_cast<int>(S::ek_bytes / 8)>(s, sha3_suffix, {},
                                                             words_of(a.dk, at.op, S::dk_ek_offset));
  get_four(h, words_of(a.dk, at.op, S::dk_hash_offset), 1);
  std::uint64_t difference = 0;
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) difference |= h[w] ^ s[w];
  a.status[at.op] = difference != 0 ? 33 : 0;
}

// Permutations alone, for the ceiling of benchmarks; the result goes to a.secret so that none is dropped.
PQLANE_DEVICE void permute_states(const KemKernelArgs& a) {
  std::uint64_t s[25], sum = 0;
  PQLANE_UNROLL
  for (int i = 0; i < 25; ++i) s[i] = grid_thread() * 25 + static_cast<std::uint64_t>(i);
  PQLANE_NO_UNROLL
  for (std::uint32_t i = 0; i < a.permutations; ++i) permute(s);
  PQLANE_UNROLL
  for (int i = 0; i < 25; ++i) sum ^= s[i];
  a.secret[grid_thread()] = sum;
}

// Round-3 Kyber's shared secret: SHAKE256(secret || H(c)), c from ct_out or ct.
template <class S>
PQLANE_DEVICE void kyber_secret(const KemKernelArgs& a) {
  const HashPlace at = hash_place(a, grid_thread());
  if (!at.valid) return;
  std::uint64_t s[25], key[4], h[4];
  hash_words<rate_256, 0, static_cast<int>(S::ct_bytes / 8)>(
      s, sha3_suffix, {}, words_of(a.compare != 0 ? a.ct : a.ct_out, at.op));
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) h[w] = s[w];
  get_four(key, a.secret + at.word, word_stride);
  hash_short<rate_256, 8>(s, key, h, shake_suffix);
  put_four<0>(s, out_words_of(a.ss_out, at.op), 1);
}

}  // namespace pqlane::gpu
