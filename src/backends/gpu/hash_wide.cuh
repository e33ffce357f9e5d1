// hash_wide.cuh: the hashes of hash.cuh and the noise of sample.cuh with a state over 32 threads
// (keccak_wide.cuh), for batches too small to give every multiprocessor work.
//
// Replaces those kernels one by one: same arguments, same results.
// Secrecy: lanes and lengths are public, values are not looked at.
#pragma once

#include "backends/gpu/hash.cuh"
#include "backends/gpu/keccak_wide.cuh"

namespace pqlane::gpu {

// As hash_words; lanes below Prefix bring its words.
template <int Rate, int Prefix, int Row>
PQLANE_DEVICE std::uint64_t wide_hash_words(const WideLane& w, std::uint64_t suffix, std::uint64_t prefix,
                                            const std::uint64_t* row) {
  constexpr int total = Prefix + Row, blocks = total / Rate + 1;
  static_assert(Prefix <= Rate);
  std::uint64_t s = 0;
  PQLANE_NO_UNROLL
  for (int block = 0; block < blocks; ++block) {
    const int word = block * Rate + w.lane;
    if (w.lane < Rate && word <= total) {
      s ^= word < Prefix ? prefix : word < total ? row[word - Prefix] : suffix;
    }
    if (block == blocks - 1 && w.lane == Rate - 1) s ^= last_bit;
    wide_permute(s, w);
  }
  return s;
}

// As hash_short; lanes below Words bring the input.
template <int Rate, int Words>
PQLANE_DEVICE std::uint64_t wide_hash_short(const WideLane& w, std::uint64_t input, std::uint64_t last) {
  std::uint64_t s = w.lane < Words ? input : w.lane == Words ? last : 0;
  if (w.lane == Rate - 1) s ^= last_bit;
  wide_permute(s, w);
  return s;
}

PQLANE_DEVICE std::uint64_t wide_derive_item(const KemKernelArgs& a, std::uint64_t op, const WideLane& w) {
  const std::uint64_t input = w.lane < 4 ? a.batch_key[w.lane] : a.first_item + op;
  return wide_hash_short<rate_256, 5>(w, input, shake_suffix);
}

// Lanes First .. First + 3 store to p.
template <int First>
PQLANE_DEVICE void wide_put_four(const WideLane& w, std::uint64_t v, std::uint64_t* p, int stride) {
  if (w.lane >= First && w.lane < First + 4) p[(w.lane - First) * stride] = v;
}

PQLANE_DEVICE HashPlace wide_hash_place(const KemKernelArgs& a) { return hash_place(a, grid_thread() / 32); }

template <class S>
PQLANE_DEVICE void wide_expand_seed(const KemKernelArgs& a) {
  const WideLane w = wide_lane();
  const HashPlace at = wide_hash_place(a);
  if (!at.in_tile) return;
  std::uint64_t seed = 0;  // d in lanes 0 to 3, z in the next
  if (a.derive != 0) {
    seed = wide_derive_item(a, at.op, w);
  } else if (w.lane < 8) {
    seed = words_of(a.seed, at.op)[w.lane];
  }
  const std::uint64_t last = a.kyber != 0 ? sha3_suffix : static_cast<std::uint64_t>(S::k) | sha3_suffix << 8;
  const std::uint64_t s = wide_hash_short<rate_512, 4>(w, seed, last);
  wide_put_four<4>(w, s, a.coins + at.word, word_stride);
  if (!at.valid) return;
  wide_put_four<0>(w, s, out_words_of(a.ek_out, at.op, S::dk_pke_bytes), 1);
  if (a.seed_form != 0) {
    wide_put_four<0>(w, seed, out_words_of(a.dk_out, at.op), 1);
    wide_put_four<4>(w, seed, out_words_of(a.dk_out, at.op) + 4, 1);
  } else {
    wide_put_four<0>(w, s, out_words_of(a.dk_out, at.op, S::dk_ek_offset + S::dk_pke_bytes), 1);
    wide_put_four<4>(w, seed, out_words_of(a.dk_out, at.op, S::dk_z_offset), 1);
  }
  if (w.lane == 0) a.status[at.op] = 0;
}

template <class S>
PQLANE_DEVICE void wide_finish_keys(const KemKernelArgs& a) {
  const WideLane w = wide_lane();
  const HashPlace at = wide_hash_place(a);
  if (!at.valid) return;
  const std::uint64_t s = wide_hash_words<rate_256, 0, static_cast<int>(S::ek_bytes / 8)>(
      w, sha3_suffix, 0, words_of(a.ek_out, at.op));
  wide_put_four<0>(w, s, out_words_of(a.dk_out, at.op, S::dk_hash_offset), 1);
}

template <class S>
PQLANE_DEVICE void wide_hash_for_encaps(const KemKernelArgs& a) {
  const WideLane w = wide_lane();
  const HashPlace at = wide_hash_place(a);
  if (!at.in_tile) return;
  const Published h(wide_hash_words<rate_256, 0, static_cast<int>(S::ek_bytes / 8)>(w, sha3_suffix, 0,
                                                                                    words_of(a.ek, at.op)));
  const std::uint64_t moved = h.from(static_cast<unsigned>(w.lane + 28) % 32);  // to lanes 4 to 7
  std::uint64_t m = 0;
  if (a.derive != 0) {
    m = wide_derive_item(a, at.op, w);
  } else if (w.lane < 4) {
    m = words_of(a.m, at.op)[w.lane];
  }
  if (a.kyber != 0) m = wide_hash_short<rate_256, 4>(w, m, sha3_suffix);
  wide_put_four<0>(w, m, a.message + at.word, word_stride);
  const std::uint64_t s = wide_hash_short<rate_512, 8>(w, w.lane < 4 ? m : moved, sha3_suffix);
  wide_put_four<0>(w, s, a.secret + at.word, word_stride);
  wide_put_four<4>(w, s, a.coins + at.word, word_stride);
  if (a.kyber != 0 && at.valid && w.lane == 0) a.status[at.op] = 0;
}

template <class S>
PQLANE_DEVICE void wide_hash_for_decaps(const KemKernelArgs& a) {
  const WideLane w = wide_lane();
  const HashPlace at = wide_hash_place(a);
  if (!at.in_tile) return;
  std::uint64_t input = 0;
  if (w.lane < 4) {
    input = a.message[at.word + static_cast<std::uint64_t>(w.lane) * tile_ops];
  } else if (w.lane < 8) {
    input = words_of(a.dk, at.op, S::dk_hash_offset)[w.lane - 4];
  }
  const std::uint64_t s = wide_hash_short<rate_512, 8>(w, input, sha3_suffix);
  wide_put_four<0>(w, s, a.secret + at.word, word_stride);
  wide_put_four<4>(w, s, a.coins + at.word, word_stride);
}

template <class S>
PQLANE_DEVICE void wide_hash_key_and_ct(const KemKernelArgs& a) {
  const WideLane w = wide_lane();
  const std::uint64_t tile_jobs = (a.count + tile_ops - 1) / tile_ops * tile_ops, job = grid_thread() / 32;
  if (job < tile_jobs) {
    const HashPlace at = hash_place(a, job);
    std::uint64_t z = w.lane < 4 ? words_of(a.dk, at.op, S::dk_z_offset)[w.lane] : 0;
    if (a.kyber == 0) {
      z = wide_hash_words<rate_256, 4, static_cast<int>(S::ct_bytes / 8)>(w, shake_suffix, z,
                                                                          words_of(a.ct, at.op));
    }
    wide_put_four<0>(w, z, a.rejection + at.word, word_stride);
    if (a.check_hash == 0 && at.valid && w.lane == 0) a.status[at.op] = 0;
    return;
  }
  const HashPlace at = hash_place(a, job - tile_jobs);
  if (a.check_hash == 0 || !at.valid) return;
  const std::uint64_t s = wide_hash_words<rate_256, 0, static_cast<int>(S::ek_bytes / 8)>(
      w, sha3_suffix, 0, words_of(a.dk, at.op, S::dk_ek_offset));
  // Of public values.
  const Published difference(w.lane < 4 ? s ^ words_of(a.dk, at.op, S::dk_hash_offset)[w.lane] : 0);
  const std::uint64_t any = difference.from(0) | difference.from(1) | difference.from(2) | difference.from(3);
  if (w.lane == 0) a.status[at.op] = any != 0 ? 33 : 0;  // PQLANE_ERROR_DK_HASH
}

// (tile, polynomial, operation) of 32 threads, as sample_noise.
template <int Eta1>
PQLANE_DEVICE void wide_sample_noise(const KemKernelArgs& a) {
  const WideLane w = wide_lane();
  const std::uint64_t index = grid_thread() / 32;
  const std::uint64_t op = index % tile_ops, job = index / tile_ops, tile = job / a.polys;
  if (tile >= (a.count + tile_ops - 1) / tile_ops) return;
  const std::uint64_t nonce = job % a.polys;
  const std::uint64_t* coins = a.coins + tile * 4 * tile_ops + op;
  const std::uint64_t seed = w.lane < 4 ? coins[w.lane * word_stride] : 0;
  std::uint64_t s = wide_hash_short<rate_256, 4>(w, seed, nonce | shake_suffix << 8);
  std::uint64_t* out = a.noise + job * 8 * Eta1 * tile_ops + op;
  if (w.lane < 16) out[w.lane * word_stride] = s;
  if constexpr (Eta1 == 3) {
    if (nonce >= a.eta1_polys) return;
    if (w.lane == 16) out[16 * word_stride] = s;
    wide_permute(s, w);
    if (w.lane < 7) out[(17 + w.lane) * word_stride] = s;
  }
}

}  // namespace pqlane::gpu
