// lwe_noise.cuh: the noise of LWE-KEM (docs/lwe.md, Noise), and the levels of its hash of long strings. Each
// stream and hash is a chain of permutations: where there are few, a state is over 32 threads, else a thread
// has one. Either form takes the same arguments.
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

// Stream `number` of up to three kinds of noise, one kind after the other.
struct LweNoiseStream {
  const LweNoiseRows* rows;
  std::uint64_t row, block, first, end;  // entries
  bool valid;
};
PQLANE_DEVICE LweNoiseStream lwe_noise_stream(const LweKernelArgs& a, std::uint64_t number) {
  unsigned which = 0;
  while (which < 2 && number >= a.noise[which].streams) number -= a.noise[which++].streams;
  LweNoiseStream stream;
  stream.rows = &a.noise[which];
  stream.valid = number < stream.rows->streams;
  if (!stream.valid) return stream;
  stream.row = number / stream.rows->columns;
  stream.block = number % stream.rows->columns;
  stream.first = stream.block * lwe_block;
  const std::uint64_t left = stream.rows->entries - stream.first;
  stream.end = stream.first + (left < lwe_block ? left : lwe_block);
  return stream;
}

PQLANE_DEVICE std::uint64_t lwe_thread() {
  return std::uint64_t{block_index()} * block_threads() + thread_index();
}

PQLANE_DEVICE void lwe_noise(const LweKernelArgs& a) {
  const WideLane w = wide_lane();
  const LweNoiseStream stream = lwe_noise_stream(a, lwe_thread() / 32);
  if (!stream.valid) return;
  std::uint64_t s = lwe_noise_state(a.seed, stream.rows->kind, stream.row, stream.block, w);
  PQLANE_NO_UNROLL
  for (std::uint64_t at = stream.first; at < stream.end; at += 2 * rate_256) {
    wide_permute(s, w);
    const std::uint64_t entry = at + 2 * static_cast<std::uint64_t>(w.lane);
    if (w.lane < rate_256 && entry < stream.end) lwe_put_noise(*stream.rows, stream.row, entry, s);
  }
}

// The same, a thread a stream.
PQLANE_DEVICE void lwe_noise_by_thread(const LweKernelArgs& a) {
  const LweNoiseStream stream = lwe_noise_stream(a, lwe_thread());
  if (!stream.valid) return;
  std::uint64_t s[25];
  clear(s);
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) s[w] = a.seed[w];
  s[4] = stream.rows->kind | stream.row << 8 | stream.block << 24 | shake_suffix << 56;
  s[rate_256 - 1] = last_bit;
  PQLANE_NO_UNROLL
  for (std::uint64_t at = stream.first; at < stream.end; at += 2 * rate_256) {
    permute(s);
    PQLANE_UNROLL
    for (int w = 0; w < rate_256; ++w) {
      const std::uint64_t entry = at + 2 * static_cast<std::uint64_t>(w);
      if (entry < stream.end) lwe_put_noise(*stream.rows, stream.row, entry, s[w]);
    }
  }
}

// Permutations of a stream of s, of six bits an entry.
inline constexpr int lwe_secret_blocks = (1024 * 6 / 64 + rate_256 - 1) / rate_256;
inline constexpr unsigned lwe_secret_words = lwe_secret_blocks * rate_256;  // of 64 bits
static_assert(8 * lwe_secret_words == lwe_secret_bytes);

// Streams of s. A thread's 32 entries are three words of its stream, which passes through shared memory.
PQLANE_DEVICE void lwe_secret(const LweKernelArgs& a) {
  const WideLane w = wide_lane();
  const std::uint64_t block = lwe_thread() / 32;
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

// The string that SHA3-256 takes for part `index` of a level: 17 bytes (of leaves) or 18 (of nodes), then up
// to 1 KiB of `data`, then the suffix. `data_bytes` is a multiple of 8.
struct LweHashPart {
  const std::uint64_t* data;
  std::uint64_t index, words, length;  // words of data; the suffix is in word `length`
};
PQLANE_DEVICE LweHashPart lwe_hash_part(const LweKernelArgs& a, std::uint64_t index) {
  const std::uint64_t left = a.data_bytes - index * lwe_leaf_bytes;
  const std::uint64_t words = (left < lwe_leaf_bytes ? left : lwe_leaf_bytes) / 8;
  return {a.data + index * (lwe_leaf_bytes / 8), index, words, words + 2};
}
// Word `at` of the data as it is hashed, with the suffix behind it.
PQLANE_DEVICE std::uint64_t lwe_hash_data(const LweHashPart& part, std::uint64_t at) {
  return at < part.words ? part.data[at] : at == part.words ? sha3_suffix : 0;
}
// Word `at` of the string; `before` and `now` are words at - 3 and at - 2 of the data.
PQLANE_DEVICE std::uint64_t lwe_hash_word(const LweKernelArgs& a, const LweHashPart& part, std::uint64_t at,
                                          std::uint64_t before, std::uint64_t now) {
  const int shift = a.level == 0 ? 8 : 16;
  if (at == 0) return (a.level == 0 ? 0 : 1) | a.total_bytes << 8;
  if (at == 1) {
    const std::uint64_t rest = a.total_bytes >> 56;
    return a.level == 0 ? rest | part.index << 8 : rest | std::uint64_t{a.level} << 8 | part.index << 16;
  }
  return (at == 2 ? part.index : before) >> (64 - shift) | now << shift;
}

// Hashes of all parts of a level.
PQLANE_DEVICE void lwe_hash_level(const LweKernelArgs& a) {
  const WideLane w = wide_lane();
  const std::uint64_t index = lwe_thread() / 32;
  if (index * lwe_leaf_bytes >= a.data_bytes) return;
  const LweHashPart part = lwe_hash_part(a, index);
  const std::uint64_t blocks = part.length / rate_256 + 1;
  std::uint64_t s = 0;
  PQLANE_NO_UNROLL
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const std::uint64_t at = block * rate_256 + static_cast<std::uint64_t>(w.lane);
    if (w.lane < rate_256 && at <= part.length)
      s ^= lwe_hash_word(a, part, at, at < 3 ? 0 : lwe_hash_data(part, at - 3),
                         at < 2 ? 0 : lwe_hash_data(part, at - 2));
    if (block == blocks - 1 && w.lane == rate_256 - 1) s ^= last_bit;
    wide_permute(s, w);
  }
  if (w.lane < 4) a.hashes[4 * index + static_cast<std::uint64_t>(w.lane)] = s;
}

// The same, a thread a hash.
PQLANE_DEVICE void lwe_hash_level_by_thread(const LweKernelArgs& a) {
  const std::uint64_t index = lwe_thread();
  if (index * lwe_leaf_bytes >= a.data_bytes) return;
  const LweHashPart part = lwe_hash_part(a, index);
  const std::uint64_t blocks = part.length / rate_256 + 1;
  std::uint64_t s[25], before = 0;
  clear(s);
  PQLANE_NO_UNROLL
  for (std::uint64_t block = 0; block < blocks; ++block) {
    PQLANE_UNROLL
    for (int w = 0; w < rate_256; ++w) {
      const std::uint64_t at = block * rate_256 + static_cast<std::uint64_t>(w);
      const std::uint64_t now = at < 2 ? 0 : lwe_hash_data(part, at - 2);
      s[w] ^= lwe_hash_word(a, part, at, before, now);
      before = now;
    }
    if (block == blocks - 1) s[rate_256 - 1] ^= last_bit;
    permute(s);
  }
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) a.hashes[4 * index + static_cast<std::uint64_t>(w)] = s[w];
}

}  // namespace pqlane::gpu
