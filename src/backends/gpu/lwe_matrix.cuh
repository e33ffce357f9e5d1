// lwe_matrix.cuh: the matrix A of LWE-KEM from rho: AES-256 in counter mode with a table in shared memory, or
// SHAKE128 (docs/lwe.md, A). A and rho are public: look-ups and branches depend on them.
//
// 32 threads make a stream together: a block of AES each, whose accepted candidates are put in order by a sum
// over the threads before. The last blocks of two streams are made at once, by half of the threads each,
// since a stream of 1024 entries wants 171 blocks or so (129 for 65521). SHAKE128 is a thread a stream.
#pragma once

#include "backends/gpu/keccak.cuh"
#include "backends/gpu/lwe_digits.cuh"
#include "core/aes_table.hpp"

namespace pqlane::gpu {

struct LweGlobalTable {
  AesTable aes;
};
PQLANE_GLOBAL_TABLE LweGlobalTable lwe_aes_words = {make_aes_table()};

// Row x of the shared table: 32 copies of the table's word, then 32 of the word turned by 16 bits.
PQLANE_DEVICE void lwe_fill_table(std::uint32_t* table) {
  for (unsigned i = thread_index(); i < lwe_table_words; i += block_threads()) {
    const std::uint32_t word = lwe_aes_words.aes.word[i / 64];
    table[i] = i % 64 < 32 ? word : funnel_left(word, word, 16);
  }
  barrier();
}

// The table's word for byte `index` of x, turned by 16 bits for index 2 and 3; `lane` is four times the
// thread's number.
template <unsigned index>
PQLANE_DEVICE std::uint32_t lwe_look_up(const std::uint32_t* table, std::uint32_t x, std::uint32_t lane) {
  const std::uint32_t offset = pick_bytes < 0x5504 | index << 4 > (x, lane);  // 256 byte + lane
  return *reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const std::uint8_t*>(table) + offset +
                                                 (index >= 2 ? 128 : 0));
}

// One column of a round: bytes of four columns. The key is turned right by a byte.
PQLANE_DEVICE std::uint32_t lwe_aes_column(const std::uint32_t* table, std::uint32_t lane, std::uint32_t x0,
                                           std::uint32_t x1, std::uint32_t x2, std::uint32_t x3,
                                           std::uint32_t key) {
  const std::uint32_t odd = lwe_look_up<1>(table, x1, lane) ^ lwe_look_up<3>(table, x3, lane) ^ key;
  return lwe_look_up<0>(table, x0, lane) ^ lwe_look_up<2>(table, x2, lane) ^ pick_bytes<0x2103>(odd, odd);
}

// The last round has no MixColumns: byte 1 of the table's words is the S-box, byte 0 of the turned ones.
PQLANE_DEVICE std::uint32_t lwe_aes_last(const std::uint32_t* table, std::uint32_t lane, std::uint32_t x0,
                                         std::uint32_t x1, std::uint32_t x2, std::uint32_t x3,
                                         std::uint32_t key) {
  const std::uint32_t low =
      pick_bytes<0x51>(lwe_look_up<0>(table, x0, lane), lwe_look_up<1>(table, x1, lane));
  const std::uint32_t high =
      pick_bytes<0x40>(lwe_look_up<2>(table, x2, lane), lwe_look_up<3>(table, x3, lane));
  return pick_bytes<0x5410>(low, high) ^ key;
}

PQLANE_DEVICE void lwe_aes_block(const LweKernelArgs& a, const std::uint32_t* table, std::uint32_t lane,
                                 std::uint32_t (&x)[4]) {
  PQLANE_UNROLL
  for (int c = 0; c < 4; ++c) x[c] ^= a.round_keys[c];
  PQLANE_UNROLL
  for (int round = 1; round < 14; ++round) {
    std::uint32_t next[4];
    PQLANE_UNROLL
    for (int c = 0; c < 4; ++c) {
      next[c] = lwe_aes_column(table, lane, x[c], x[(c + 1) % 4], x[(c + 2) % 4], x[(c + 3) % 4],
                               a.round_keys[4 * round + c]);
    }
    PQLANE_UNROLL
    for (int c = 0; c < 4; ++c) x[c] = next[c];
  }
  std::uint32_t last[4];
  PQLANE_UNROLL
  for (int c = 0; c < 4; ++c) {
    last[c] =
        lwe_aes_last(table, lane, x[c], x[(c + 1) % 4], x[(c + 2) % 4], x[(c + 3) % 4], a.round_keys[56 + c]);
  }
  PQLANE_UNROLL
  for (int c = 0; c < 4; ++c) x[c] = last[c];
}

template <class M>
PQLANE_DEVICE std::uint32_t lwe_candidate(std::uint32_t word, int half) {
  return (half == 0 ? word : word >> 16) & ((1u << M::bits) - 1);
}

// Stores the accepted candidates of the blocks that `span` neighbouring threads made, in order, from
// out[have] on, and none from out[width] on. Returns how many were accepted.
template <class M, unsigned span>
PQLANE_DEVICE unsigned lwe_keep(const std::uint32_t (&block)[4], std::uint16_t* out, unsigned have,
                                unsigned width) {
  const unsigned lane = thread_index() % 32, in_span = lane % span;
  std::uint32_t count = 0;
  PQLANE_UNROLL
  for (int i = 0; i < 8; ++i) count += lwe_candidate<M>(block[i / 2], i % 2) < M::q ? 1 : 0;
  std::uint32_t sum = count;
  PQLANE_UNROLL
  for (unsigned step = 1; step < span; step *= 2) {
    const std::uint32_t before = exchange(sum, (lane - step) % 32);
    sum += in_span >= step ? before : 0;
  }
  const std::uint32_t all = exchange(sum, lane - in_span + span - 1);
  std::uint32_t at = have + sum - count;
  PQLANE_UNROLL
  for (int i = 0; i < 8; ++i) {
    const std::uint32_t entry = lwe_candidate<M>(block[i / 2], i % 2);
    if (entry >= M::q) continue;
    if (at < width) out[at] = static_cast<std::uint16_t>(lwe_digits<M>(entry));
    ++at;
  }
  return all;
}

struct LweStream {
  std::uint32_t row, block;
  unsigned width;
  std::uint16_t* a;  // its place in A
};
PQLANE_DEVICE LweStream lwe_stream(const LweKernelArgs& a, std::uint64_t number) {
  LweStream stream;
  const std::uint64_t row = number / a.columns;
  stream.row = static_cast<std::uint32_t>(row);
  stream.block = static_cast<std::uint32_t>(number - row * a.columns);
  const std::uint64_t first = std::uint64_t{stream.block} * lwe_block, left = a.n - first;
  stream.width = static_cast<unsigned>(left < lwe_block ? left : lwe_block);
  stream.a = a.a + row * a.padded + first;
  return stream;
}

// Copies a stream from shared memory, 16 bytes a thread at a time.
PQLANE_DEVICE void lwe_copy_out(const std::uint16_t* staged, const LweStream& stream) {
  struct alignas(16) Piece {
    std::uint32_t word[4];
  };
  const auto* from = reinterpret_cast<const Piece*>(staged);
  auto* to = reinterpret_cast<Piece*>(stream.a);
  for (unsigned i = thread_index() % 32; i < stream.width / 8; i += 32) to[i] = from[i];
}

template <class M>
PQLANE_DEVICE unsigned lwe_full_batches(unsigned width) {
  constexpr unsigned usual = 32 * 8 * M::q / (1u << M::bits);  // accepted of 32 blocks, on average
  return width / (usual + 1);
}

// Blocks of a stream by 32 threads, as long as it probably wants them all. Returns how many were accepted.
template <class M>
PQLANE_DEVICE unsigned lwe_aes_batches(const LweKernelArgs& a, const std::uint32_t* table,
                                       const LweStream& stream, std::uint16_t* out) {
  const unsigned lane = thread_index() % 32, batches = lwe_full_batches<M>(stream.width);
  unsigned have = 0;
  PQLANE_NO_UNROLL
  for (unsigned batch = 0; batch < batches; ++batch) {
    std::uint32_t x[4] = {stream.row, stream.block, 32 * batch + lane, 0};
    lwe_aes_block(a, table, 4 * lane, x);
    have += lwe_keep<M, 32>(x, out, have, stream.width);
  }
  return have;
}

// Streams 2 pair and 2 pair + 1. With Staged entries pass through `staged`, of lwe_staged_words, else they go
// to their places.
template <class M, bool Staged>
PQLANE_DEVICE void lwe_aes_pair(const LweKernelArgs& a, const std::uint32_t* table, std::uint64_t pair,
                                std::uint16_t* staged) {
  const unsigned lane = thread_index() % 32, mine = lane / 16;  // which of the two in the end
  unsigned have = 0;
  PQLANE_NO_UNROLL
  for (unsigned i = 0; i < 2; ++i) {
    const LweStream next = lwe_stream(a, 2 * pair + i);
    const unsigned accepted = lwe_aes_batches<M>(a, table, next, Staged ? staged + i * lwe_block : next.a);
    have = i == mine ? accepted : have;
  }
  const LweStream stream = lwe_stream(a, 2 * pair + mine);
  std::uint16_t* const out = Staged ? staged + mine * lwe_block : stream.a;
  std::uint32_t number = 32 * lwe_full_batches<M>(stream.width) + lane % 16;
  for (bool wanted = true; wanted; number += 16) {
    std::uint32_t x[4] = {stream.row, stream.block, number, 0};
    lwe_aes_block(a, table, 4 * lane, x);
    have += lwe_keep<M, 16>(x, out, have, stream.width);
    const std::uint32_t missing = have < stream.width ? 1 : 0;
    wanted = (exchange(missing, 0) | exchange(missing, 16)) != 0;
  }
  if constexpr (Staged) {
    wave_barrier();
    lwe_copy_out(staged, lwe_stream(a, 2 * pair));
    lwe_copy_out(staged + lwe_block, lwe_stream(a, 2 * pair + 1));
    wave_barrier();
  }
}

// Blocks of threads go through pairs of streams in turn.
template <class M, bool Staged>
PQLANE_DEVICE void lwe_matrix_aes(const LweKernelArgs& a) {
  std::uint32_t* const table = shared_words();
  lwe_fill_table(table);
  const unsigned group = thread_index() / 32, groups = block_threads() / 32;
  auto* const staged = reinterpret_cast<std::uint16_t*>(table + lwe_table_words + group * lwe_staged_words);
  const std::uint64_t pairs = a.n * a.columns / 2, step = std::uint64_t{grid_blocks()} * groups;
  for (std::uint64_t pair = std::uint64_t{block_index()} * groups + group; pair < pairs; pair += step) {
    lwe_aes_pair<M, Staged>(a, table, pair, staged);
  }
}

// A thread a stream; four entries a store.
template <class M>
PQLANE_DEVICE void lwe_matrix_shake(const LweKernelArgs& a) {
  const std::uint64_t number = std::uint64_t{block_index()} * block_threads() + thread_index();
  if (number >= a.n * a.columns) return;
  const LweStream stream = lwe_stream(a, number);
  auto* const out = reinterpret_cast<std::uint64_t*>(stream.a);
  std::uint64_t s[25];
  clear(s);
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) s[w] = a.rho[w];
  s[4] = stream.row | std::uint64_t{stream.block} << 32;
  s[5] = shake_suffix;
  s[rate_128 - 1] ^= last_bit;
  std::uint64_t four = 0;
  unsigned have = 0;
  while (have < stream.width) {
    permute(s);
    PQLANE_UNROLL
    for (int i = 0; i < 4 * rate_128; ++i) {
      const std::uint32_t entry =
          lwe_candidate<M>(static_cast<std::uint32_t>(s[i / 4] >> (32 * (i / 2 % 2))), i % 2);
      if (entry < M::q) {
        four = four >> 16 | std::uint64_t{lwe_digits<M>(entry)} << 48;
        ++have;
        if (have % 4 == 0 && have <= stream.width) out[have / 4 - 1] = four;
      }
      forget_value(have);  // compilers spend long on the sum of so many conditional steps
    }
  }
}

}  // namespace pqlane::gpu
