// lwe_noise.cuh: the noise of LWE-KEM (docs/lwe.md, Noise), and the levels of its hash of long strings; a
// Keccak state over 32 threads, because there are few streams and each is a chain of permutations.
//
// Secrecy: no branch or index on seeds and words.
#pragma once

#include "backends/gpu/keccak_wide.cuh"
#include "backends/gpu/lwe_digits.cuh"

namespace pqlane::gpu {

// The state over 32 threads of SHAKE256(seed || kind || LE16(row) || LE32(block)), before the first
// permutation.
PQLANE_DEVICE std::uint64_t lwe_noise_state(const std::uint64_t* seed, std::uint32_t kind, std::uint64_t row,
                                            std::uint64_t block, const WideLane& w) {
  std::uint64_t s = 0;
  if (w.lane < 4) s = seed[w.lane];
  if (w.lane == 4) s = kind | row << 8 | block << 24 | shake_suffix << 56;
  if (w.lane == rate_256 - 1) s = last_bit;
  return s;
}

PQLANE_DEVICE void lwe_put_noise(const LweNoiseRows& rows, std::uint64_t row, std::uint64_t entry,
                                 std::uint64_t word) {
  const auto first = static_cast<std::uint32_t>(word), second = static_cast<std::uint32_t>(word >> 32);
  const bool ternary = rows.form == LweNoiseForm::ternary;
  const std::int32_t x = ternary ? lwe_ternary(first) : lwe_normal(first);
  const std::int32_t y = ternary ? lwe_ternary(second) : lwe_normal(second);
  const std::uint64_t place = rows.form == LweNoiseForm::turned ? lwe_place(entry) : entry;
  *reinterpret_cast<std::uint16_t*>(rows.out + row * rows.stride + place) =
      static_cast<std::uint16_t>((x & 0xFF) | (y & 0xFF) << 8);
}

// Streams of up to three kinds of noise, one after the other.
PQLANE_DEVICE void lwe_noise(const LweKernelArgs& a) {
  const WideLane w = wide_lane();
  std::uint64_t stream = (std::uint64_t{block_index()} * block_threads() + thread_index()) / 32;
  unsigned which = 0;
  while (which < 2 && stream >= a.noise[which].streams) stream -= a.noise[which++].streams;
  const LweNoiseRows& rows = a.noise[which];
  if (stream >= rows.streams) return;
  const std::uint64_t row = stream / rows.columns, block = stream % rows.columns, first = block * lwe_block;
  const std::uint64_t end = first + lwe_block < rows.entries ? first + lwe_block : rows.entries;
  std::uint64_t s = lwe_noise_state(a.seed, rows.kind, row, block, w);
  PQLANE_NO_UNROLL
  for (std::uint64_t at = first; at < end; at += 2 * rate_256) {
    wide_permute(s, w);
    const std::uint64_t entry = at + 2 * static_cast<std::uint64_t>(w.lane);
    if (w.lane < rate_256 && entry < end) lwe_put_noise(rows, row, entry, s);
  }
}

// Permutations of a stream of s, of six bits an entry.
inline constexpr int lwe_secret_blocks = (1024 * 6 / 64 + rate_256 - 1) / rate_256;
inline constexpr unsigned lwe_secret_words = lwe_secret_blocks * rate_256;  // of 64 bits
static_assert(8 * lwe_secret_words == lwe_secret_bytes);

// Streams of s. A thread's 32 entries are three words of its stream, which passes through shared memory.
PQLANE_DEVICE void lwe_secret(const LweKernelArgs& a) {
  const WideLane w = wide_lane();
  const std::uint64_t block = (std::uint64_t{block_index()} * block_threads() + thread_index()) / 32;
  auto* const words =
      reinterpret_cast<std::uint64_t*>(shared_words()) + thread_index() / 32 * lwe_secret_words;
  std::uint64_t s = lwe_noise_state(a.seed, lwe_kind_s, 0, block, w);
  PQLANE_NO_UNROLL
  for (int i = 0; i < lwe_secret_blocks; ++i) {
    wide_permute(s, w);
    if (w.lane < rate_256) words[i * rate_256 + w.lane] = s;
  }
  wave_barrier();
  const std::uint64_t first = block * lwe_block + 32 * static_cast<std::uint64_t>(w.lane);
  if (first < a.n) {
    const std::uint64_t x[3] = {words[3 * w.lane], words[3 * w.lane + 1], words[3 * w.lane + 2]};
    PQLANE_UNROLL
    for (int pair = 0; pair < 16; ++pair) {
      const int bit = 12 * pair % 64, word = 12 * pair / 64;
      std::uint64_t bits = x[word] >> bit;
      if (bit > 52) bits |= x[word + 1] << (64 - bit);
      // Each field of three bits becomes the number of its ones.
      constexpr std::uint32_t ones = 01111;
      const auto twelve = static_cast<std::uint32_t>(bits & 0xFFF);
      const std::uint32_t sums = (twelve & ones) + (twelve >> 1 & ones) + (twelve >> 2 & ones);
      const std::uint32_t even = ((sums & 7) - (sums >> 3 & 7)) & 0xFF;
      const std::uint32_t odd = ((sums >> 6 & 7) - (sums >> 9)) & 0xFF;
      a.s[first / 2 + static_cast<std::uint64_t>(pair)] = even | odd << 16;
    }
  }
  // Another block may get this memory.
  wave_barrier();
  for (unsigned i = thread_index() % 32; i < lwe_secret_words; i += 32) words[i] = 0;
}

// Part `index` of a level, 1 KiB of `data` behind 17 bytes (of leaves) or 18 (of nodes): word `at` of the
// string that SHA3-256 takes, with its suffix.
PQLANE_DEVICE std::uint64_t lwe_hash_word(const LweKernelArgs& a, std::uint64_t index, std::uint64_t words,
                                          std::uint64_t at) {
  const int shift = a.level == 0 ? 8 : 16;
  if (at == 0) return (a.level == 0 ? 0 : 1) | a.total_bytes << 8;
  if (at == 1) {
    const std::uint64_t rest = a.total_bytes >> 56;
    return a.level == 0 ? rest | index << 8 : rest | std::uint64_t{a.level} << 8 | index << 16;
  }
  const std::uint64_t* const data = a.data + index * (lwe_leaf_bytes / 8);
  const auto word = [&](std::uint64_t i) { return i < words ? data[i] : i == words ? sha3_suffix : 0; };
  const std::uint64_t before = at == 2 ? index : word(at - 3);
  return before >> (64 - shift) | word(at - 2) << shift;
}

// Hashes of all parts of a level; `data_bytes` is a multiple of 8.
PQLANE_DEVICE void lwe_hash_level(const LweKernelArgs& a) {
  const WideLane w = wide_lane();
  const std::uint64_t index = (std::uint64_t{block_index()} * block_threads() + thread_index()) / 32;
  const std::uint64_t begin = index * lwe_leaf_bytes;
  if (begin >= a.data_bytes) return;
  const std::uint64_t left = a.data_bytes - begin;
  const std::uint64_t words = (left < lwe_leaf_bytes ? left : lwe_leaf_bytes) / 8;
  const std::uint64_t length = words + 2, blocks = length / rate_256 + 1;  // the suffix is in word `length`
  std::uint64_t s = 0;
  PQLANE_NO_UNROLL
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const std::uint64_t at = block * rate_256 + static_cast<std::uint64_t>(w.lane);
    if (w.lane < rate_256 && at <= length) s ^= lwe_hash_word(a, index, words, at);
    if (block == blocks - 1 && w.lane == rate_256 - 1) s ^= last_bit;
    wide_permute(s, w);
  }
  if (w.lane < 4) a.hashes[4 * index + static_cast<std::uint64_t>(w.lane)] = s;
}

}  // namespace pqlane::gpu
