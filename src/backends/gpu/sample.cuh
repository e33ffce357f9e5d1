// sample.cuh: kernels that squeeze: the matrix [FIPS203, algorithm 7] and the noise bytes, a stream a thread.
//
// Secrecy: the matrix is public; its threads store every candidate and advance on acceptance, so that only
// the number of permutations depends on data. Noise has no branch on data.
#pragma once

#include "backends/gpu/keccak.cuh"
#include "backends/gpu/kem_args.hpp"

namespace pqlane::gpu {

// Appends the accepted candidates of a block of SHAKE128 output to a column of a shared tile, at `next`. With
// Bounded, never beyond row 256, where the next rejected or superfluous candidate may be stored.
template <bool Bounded>
PQLANE_DEVICE void append_candidates(const std::uint64_t (&s)[25], std::uint16_t* column, unsigned& next) {
  PQLANE_UNROLL
  for (int group = 0; group < rate_128 / 3; ++group) {  // three words are sixteen candidates of 12 bits
    const std::uint64_t x = s[3 * group], y = s[3 * group + 1], z = s[3 * group + 2];
    PQLANE_UNROLL
    for (int c = 0; c < 16; ++c) {
      const int bit = 12 * c;
      std::uint64_t v = bit<64 ? x >> bit : bit<128 ? y >> (bit - 64) : z>>(bit - 128);
      if (bit < 64 && bit + 12 > 64) v |= y << (64 - bit);
      if (bit < 128 && bit >= 64 && bit + 12 > 128) v |= z << (128 - bit);
      const auto d = static_cast<std::uint32_t>(v) & 0xFFF;
      column[next] = static_cast<std::uint16_t>(d);
      if (d < mlkem_q && (!Bounded || next < 256 * tile_ops)) next += tile_ops;
    }
    forget_value(next);  // compilers spend a minute on the sum of a hundred conditional steps
  }
}

// Thread (tile, entry, operation), entry = i k + j.
template <int K>
PQLANE_DEVICE void sample_matrix(const KemKernelArgs& a) {
  const std::uint64_t thread = std::uint64_t{block_index()} * sample_threads + thread_index();
  const unsigned lane = static_cast<unsigned>(thread % tile_ops);
  const std::uint64_t job = thread / tile_ops;  // tile and entry
  const std::uint64_t tile = job / (K * K), tiles = (a.count + tile_ops - 1) / tile_ops;
  const bool idle = tile >= tiles;  // the last block's rest: still takes part in barriers
  const auto entry = static_cast<unsigned>(job % (K * K));
  const std::uint64_t i = entry / K, j = entry % K;

  auto* column =
      reinterpret_cast<std::uint16_t*>(shared_words() + thread_index() / tile_ops * sample_tile_words) + lane;
  const std::uint64_t op = idle || tile * tile_ops + lane >= a.count ? a.count - 1 : tile * tile_ops + lane;
  const auto* rho = reinterpret_cast<const std::uint64_t*>(a.rho.data + op * a.rho.stride);
  std::uint64_t s[25];
  clear(s);
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) s[w] = rho[w];
  s[4] = (a.transposed != 0 ? i | j << 8 : j | i << 8) | shake_suffix << 16;
  s[rate_128 - 1] ^= last_bit;

  unsigned next = 0;
  constexpr int candidates = rate_128 * 64 / 12;  // of a block
  PQLANE_NO_UNROLL
  for (int block = 0; block < 256 / candidates; ++block) {  // too few to reach the end
    permute(s);
    append_candidates<false>(s, column, next);
  }
  while (wave_any(next < 256 * tile_ops)) {
    permute(s);
    append_candidates<true>(s, column, next);
  }
  wave_barrier();
  if (idle) return;
  auto* out = reinterpret_cast<std::uint64_t*>(a.matrix + job * 256 * tile_ops);
  const auto* in = reinterpret_cast<const std::uint64_t*>(column - lane);
  PQLANE_UNROLL_8
  for (unsigned w = 0; w < 256 * tile_ops / 4; w += tile_ops) out[w + lane] = in[w + lane];
}

// Thread (tile, polynomial, operation): PRF_eta(coins, nonce) [FIPS203, section 4.1].
template <int Eta1>
PQLANE_DEVICE void sample_noise(const KemKernelArgs& a) {
  const std::uint64_t thread = std::uint64_t{block_index()} * block_threads() + thread_index();
  const std::uint64_t lane = thread % tile_ops, job = thread / tile_ops, tile = job / a.polys;
  if (tile >= (a.count + tile_ops - 1) / tile_ops) return;
  const std::uint64_t nonce = job % a.polys;
  const std::uint64_t* coins = a.coins + tile * 4 * tile_ops + lane;
  std::uint64_t s[25], seed[4];
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) seed[w] = coins[w * static_cast<int>(tile_ops)];
  hash_short<rate_256, 4>(s, seed, seed, nonce | shake_suffix << 8);
  std::uint64_t* out = a.noise + job * 8 * Eta1 * tile_ops + lane;
  PQLANE_UNROLL
  for (int w = 0; w < 16; ++w) out[w * static_cast<int>(tile_ops)] = s[w];
  if constexpr (Eta1 == 3) {
    if (nonce >= a.eta1_polys) return;
    out[16 * tile_ops] = s[16];
    permute(s);
    PQLANE_UNROLL
    for (int w = 0; w < 7; ++w) out[(17 + w) * static_cast<int>(tile_ops)] = s[w];
  }
}

}  // namespace pqlane::gpu
