// lwe_vectors.cuh: the rest of LWE-KEM on a GPU: A s, R t, the bits of a ciphertext, packing, comparing.
//
// Secrecy: no branch or index on entries of secrets; the comparison gives one word for all of a ciphertext.
#pragma once

#include "backends/gpu/lwe_digits.cuh"

namespace pqlane::gpu {

// The sum over 32 neighbouring threads, in all of them.
PQLANE_DEVICE std::uint32_t lwe_sum_of_32(std::uint32_t value) {
  PQLANE_UNROLL
  for (unsigned step = 16; step != 0; step /= 2) value += exchange(value, thread_index() % 32 ^ step);
  return value;
}

struct alignas(16) LweQuad {
  std::uint32_t word[4];
};

// t = A s + e, not packed: 32 threads for lwe_rows_at_once rows, eight entries of each at a time.
template <class M>
PQLANE_DEVICE void lwe_multiply_s(const LweKernelArgs& a) {
  const std::uint64_t group = (std::uint64_t{block_index()} * block_threads() + thread_index()) / 32;
  const std::uint64_t row = group * lwe_rows_at_once;
  if (row >= a.n) return;
  std::int32_t low[lwe_rows_at_once] = {}, high[lwe_rows_at_once] = {};
  for (std::uint64_t i = thread_index() % 32; i < a.n / 8; i += 32) {
    const LweQuad s = *reinterpret_cast<const LweQuad*>(a.s + 4 * i);
    PQLANE_UNROLL
    for (unsigned r = 0; r < lwe_rows_at_once; ++r) {
      const LweQuad x = *reinterpret_cast<const LweQuad*>(a.a + (row + r) * a.padded + 8 * i);
      PQLANE_UNROLL
      for (unsigned w = 0; w < 4; ++w) {
        low[r] = dot4(x.word[w], s.word[w], low[r]);
        high[r] = dot4(x.word[w], s.word[w] << 8, high[r]);
      }
    }
  }
  PQLANE_UNROLL
  for (unsigned r = 0; r < lwe_rows_at_once; ++r) {
    const std::uint32_t sum = lwe_sum_of_32(static_cast<std::uint32_t>(lwe_join<M>(low[r], high[r])));
    if (thread_index() % 32 == 0) {
      a.parts[row + r] =
          static_cast<std::uint16_t>(lwe_reduce<M>(static_cast<std::int32_t>(sum) + a.e[row + r]));
    }
  }
}

// The sum of residues over a block of threads, in thread 0; `words` are lwe_row_threads of shared memory,
// zero afterwards.
PQLANE_DEVICE std::int32_t lwe_sum_of_block(std::int32_t value, std::uint32_t* words) {
  const std::uint32_t sum = lwe_sum_of_32(static_cast<std::uint32_t>(value));
  const unsigned groups = block_threads() / 32;
  if (thread_index() % 32 == 0) words[thread_index() / 32] = sum;
  barrier();
  std::int32_t total = 0;
  if (thread_index() == 0) {
    for (unsigned i = 0; i < groups; ++i) {
      total += static_cast<std::int32_t>(words[i]);
      words[i] = 0;
    }
  }
  return total;
}

PQLANE_DEVICE std::int32_t lwe_signed_byte(std::uint32_t word) { return static_cast<std::int8_t>(word); }

// v = R t + e2 + m floor(q/2): a block of threads for a message bit.
template <class M>
PQLANE_DEVICE void lwe_multiply_t(const LweKernelArgs& a) {
  const std::uint64_t bit = block_index();
  const std::int8_t* const r = a.r + bit * a.padded;
  std::int32_t sum = 0;
  for (std::uint64_t i = thread_index(); i < a.padded / 4; i += block_threads()) {
    const std::uint32_t four = *reinterpret_cast<const std::uint32_t*>(r + 4 * i);
    const std::uint64_t t = *reinterpret_cast<const std::uint64_t*>(a.t + 4 * i);
    PQLANE_UNROLL
    for (unsigned j = 0; j < 4; ++j)
      sum += lwe_signed_byte(four >> (8 * j)) * static_cast<std::int16_t>(t >> (16 * j));
  }
  std::int32_t total = lwe_sum_of_block(lwe_reduce<M>(sum), shared_words());
  if (thread_index() != 0) return;
  total += a.e2[bit] + static_cast<std::int32_t>(M::q / 2) * (a.m[bit / 8] >> (bit % 8) & 1);
  a.parts[lwe_message_bits * a.n + bit] = static_cast<std::uint16_t>(lwe_reduce<M>(total));
}

// Entries 4 i to 4 i + 3 of packed bytes, 14 or 16 bits each from the least significant on.
template <class M>
PQLANE_DEVICE std::uint64_t lwe_four_packed(const std::uint8_t* bytes, std::uint64_t i) {
  if constexpr (M::bits == 16) {
    return *reinterpret_cast<const std::uint64_t*>(bytes + 8 * i);
  } else {
    std::uint64_t word = 0;
    PQLANE_UNROLL
    for (unsigned b = 0; b < 7; ++b) word |= std::uint64_t{bytes[7 * i + b]} << (8 * b);
    return word;
  }
}
template <class M>
PQLANE_DEVICE std::uint32_t lwe_entry_of(std::uint64_t four, unsigned j) {
  return static_cast<std::uint32_t>(four >> (M::bits * j)) & ((1u << M::bits) - 1);
}

// bit j of the message: v_j - <s, u_j> is nearer to q/2 than to 0; a block of threads each.
template <class M>
PQLANE_DEVICE void lwe_decide(const LweKernelArgs& a) {
  const std::uint64_t bit = block_index();
  const std::uint8_t* const u = a.bytes + bit * a.n * M::bits / 8;
  std::int32_t sum = 0;
  for (std::uint64_t i = thread_index(); i < a.n / 4; i += block_threads()) {
    const std::uint64_t four = lwe_four_packed<M>(u, i),
                        s = *reinterpret_cast<const std::uint64_t*>(a.s + 2 * i);
    PQLANE_UNROLL
    for (unsigned j = 0; j < 4; ++j) {
      const std::int32_t x = lwe_centre<M>(static_cast<std::uint16_t>(lwe_entry_of<M>(four, j)));
      sum += x * lwe_signed_byte(static_cast<std::uint32_t>(s >> (16 * j)));
    }
  }
  const std::int32_t total = lwe_sum_of_block(lwe_reduce<M>(sum), shared_words());
  if (thread_index() != 0) return;
  const std::uint64_t four = lwe_four_packed<M>(a.bytes + lwe_message_bits * a.n * M::bits / 8, bit / 4);
  const std::int32_t v = lwe_centre<M>(static_cast<std::uint16_t>(lwe_entry_of<M>(four, bit % 4)));
  a.bits[bit] = lwe_is_near_half<M>(lwe_reduce<M>(v - total));
}

// Takes in t, centred, in the order of the sum; a thread four entries. The flag becomes 1 where an entry is
// not below q. For public data.
template <class M>
PQLANE_DEVICE void lwe_unpack(const LweKernelArgs& a) {
  const std::uint64_t i = std::uint64_t{block_index()} * block_threads() + thread_index();
  if (i >= a.entries / 4) return;
  const std::uint64_t four = lwe_four_packed<M>(a.bytes, i);
  PQLANE_UNROLL
  for (unsigned j = 0; j < 4; ++j) {
    const std::uint32_t entry = lwe_entry_of<M>(four, j);
    if (entry >= M::q) shared_or(a.flag, 1);
    a.t[lwe_place(4 * i + j / 2 * 2) + j % 2] = lwe_centre<M>(static_cast<std::uint16_t>(entry));
  }
}

// Sixteen entries from `at` on: the parts' sum, with e1 below noisy_entries.
template <class M>
PQLANE_DEVICE void lwe_finished(const LweKernelArgs& a, std::uint64_t at,
                                std::int32_t (&x)[lwe_pack_entries]) {
  const bool noisy = at < a.noisy_entries;
  PQLANE_UNROLL
  for (unsigned j = 0; j < lwe_pack_entries; ++j) x[j] = 0;
  const std::uint32_t parts = noisy ? a.splits : 1;
  for (std::uint32_t split = 0; split < parts; ++split) {
    const auto* const part = reinterpret_cast<const LweQuad*>(a.parts + split * a.part_entries + at);
    const LweQuad halves[2] = {part[0], part[1]};
    PQLANE_UNROLL
    for (unsigned j = 0; j < lwe_pack_entries; ++j)
      x[j] += static_cast<std::int32_t>(halves[j / 8].word[j / 2 % 4] >> (16 * (j % 2)) & 0xFFFF);
  }
  if (!noisy) return;
  const LweQuad e1 = *reinterpret_cast<const LweQuad*>(a.e1 + at);
  PQLANE_UNROLL
  for (unsigned j = 0; j < lwe_pack_entries; ++j)
    x[j] = lwe_reduce<M>(x[j] + lwe_signed_byte(e1.word[j / 4] >> (8 * (j % 4))));
}

// Packs parts to `bytes`, or compares them with it: sixteen entries a thread, which are 7 or 8 words. The
// flag gets bits where they differ.
template <class M>
PQLANE_DEVICE void lwe_pack_parts(const LweKernelArgs& a) {
  constexpr unsigned words = lwe_pack_entries * M::bits / 32;
  const std::uint64_t i = std::uint64_t{block_index()} * block_threads() + thread_index();
  const bool mine = i < a.entries / lwe_pack_entries;
  std::uint32_t out[words + 1] = {};
  if (mine) {
    std::int32_t x[lwe_pack_entries];
    lwe_finished<M>(a, lwe_pack_entries * i, x);
    PQLANE_UNROLL
    for (unsigned j = 0; j < lwe_pack_entries; ++j) {
      const std::uint64_t entry = std::uint64_t{static_cast<std::uint32_t>(x[j])} << (M::bits * j % 32);
      out[M::bits * j / 32] |= static_cast<std::uint32_t>(entry);
      out[M::bits * j / 32 + 1] |= static_cast<std::uint32_t>(entry >> 32);
    }
  }
  auto* const bytes = reinterpret_cast<std::uint32_t*>(a.bytes) + words * i;
  if (a.compares == 0) {
    if (!mine) return;
    PQLANE_UNROLL
    for (unsigned w = 0; w < words; ++w) bytes[w] = out[w];
    return;
  }
  std::uint32_t difference = 0;
  if (mine) {
    PQLANE_UNROLL
    for (unsigned w = 0; w < words; ++w) difference |= out[w] ^ bytes[w];
  }
  PQLANE_UNROLL
  for (unsigned step = 16; step != 0; step /= 2)
    difference |= exchange(difference, thread_index() % 32 ^ step);
  if (thread_index() % 32 == 0) shared_or(a.flag, difference);
}

}  // namespace pqlane::gpu
