// lwe_product.cuh: U = R A of LWE-KEM, a product of 256 x n and n x n: on tensor cores, or by sums of four
// products (dot4) where there are none.
//
// Sums of products with the two digits of A's entries are exact in 32 bits: 131072 * 6 * 128 < 2^31. They are
// joined and reduced modulo q once, at the end.
// Secrecy: R is secret; no branch or index on it.
#pragma once

#include "backends/gpu/lwe_digits.cuh"
#if defined(PQLANE_GPU_TENSOR)
#include "backends/gpu/tensor.cuh"
#endif

namespace pqlane::gpu {

// What a block of threads does: 64 columns, and one of the parts of the sum.
struct LwePart {
  std::uint64_t column;
  std::uint64_t first, end;  // steps of lwe_tile rows of A
  std::uint16_t* u;          // [256][n]
};
PQLANE_DEVICE LwePart lwe_part(const LweKernelArgs& a, std::uint64_t tile, std::uint64_t split) {
  const std::uint64_t steps = a.padded / lwe_tile;
  return {tile * lwe_tile, steps * split / a.splits, steps * (split + 1) / a.splits,
          a.parts + split * a.part_entries};
}

#if defined(PQLANE_GPU_TENSOR)

// Where 16 bytes of a stage are in shared memory, so that eight rows of one tile are in different banks: of
// R, rows of 64 bytes; of A, rows of 128.
PQLANE_DEVICE unsigned lwe_r_word(unsigned row, unsigned piece) {
  return row * 16 + 4 * (piece ^ (row / 2 % 4));
}
PQLANE_DEVICE unsigned lwe_a_word(unsigned row, unsigned piece) {
  return 256 * 16 + row * 32 + 4 * (piece ^ (row % 8));
}

// Starts the copies of one step.
PQLANE_DEVICE void lwe_load_stage(const LweKernelArgs& a, const LwePart& part, std::uint64_t step,
                                  std::uint32_t* stage) {
  const unsigned thread = thread_index();
  if (step < part.end) {
    const std::int8_t* const r = a.r + step * lwe_tile;
    PQLANE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned row = thread / 4 + 64 * i, piece = thread % 4;
      copy_later(stage + lwe_r_word(row, piece), r + row * a.padded + 16 * piece);
    }
    const std::uint16_t* const rows = a.a + step * lwe_tile * a.padded + part.column;
    PQLANE_UNROLL
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned row = thread / 8 + 32 * i, piece = thread % 8;
      copy_later(stage + lwe_a_word(row, piece), rows + row * a.padded + 8 * piece);
    }
  }
  end_copy_group();
}

// A wave of eight has 64 rows of R and 32 columns: 4 x 4 tiles of sums for either digit.
struct LweSums {
  std::int32_t low[4][4][4], high[4][4][4];
};

PQLANE_DEVICE void lwe_multiply_stage(const std::uint32_t* stage, LweSums& sums) {
  const unsigned lane = thread_index() % 32, wave = thread_index() / 32;
  PQLANE_UNROLL
  for (unsigned k = 0; k < lwe_tile / 32; ++k) {
    std::uint32_t r[4][4];
    PQLANE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned row = wave / 2 * 64 + 16 * i + lane % 16;
      load_tiles<false>(r[i], stage + lwe_r_word(row, 2 * k + lane / 16));
    }
    PQLANE_UNROLL
    for (unsigned j = 0; j < 4; ++j) {
      std::uint32_t x[4];
      load_tiles<true>(x, stage + lwe_a_word(32 * k + lane, wave % 2 * 4 + j));
      const std::uint32_t low0 = pick_bytes<0x6420>(x[0], x[1]), low1 = pick_bytes<0x6420>(x[2], x[3]);
      const std::uint32_t high0 = pick_bytes<0x7531>(x[0], x[1]), high1 = pick_bytes<0x7531>(x[2], x[3]);
      PQLANE_UNROLL
      for (unsigned i = 0; i < 4; ++i) {
        multiply_tile(sums.low[i][j], r[i], low0, low1);
        multiply_tile(sums.high[i][j], r[i], high0, high1);
      }
    }
  }
}

template <class M>
PQLANE_DEVICE void lwe_store_sums(const LweKernelArgs& a, const LwePart& part, const LweSums& sums) {
  const unsigned lane = thread_index() % 32, wave = thread_index() / 32;
  PQLANE_UNROLL
  for (unsigned j = 0; j < 4; ++j) {
    const std::uint64_t column = part.column + wave % 2 * 32 + 8 * j + lane % 4 * 2;
    if (column >= a.n) continue;
    PQLANE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      PQLANE_UNROLL
      for (unsigned half = 0; half < 2; ++half) {
        const std::uint64_t row = wave / 2 * 64 + 16 * i + 8 * half + lane / 4;
        const std::int32_t x = lwe_join<M>(sums.low[i][j][2 * half], sums.high[i][j][2 * half]);
        const std::int32_t y = lwe_join<M>(sums.low[i][j][2 * half + 1], sums.high[i][j][2 * half + 1]);
        *reinterpret_cast<std::uint32_t*>(part.u + row * a.n + column) =
            static_cast<std::uint32_t>(x) | static_cast<std::uint32_t>(y) << 16;
      }
    }
  }
}

// A block of threads: all rows of R, 64 columns of A. Steps of 64 rows of A; the copies of three steps are
// under way while one is multiplied.
template <class M>
PQLANE_DEVICE void lwe_product_tensor(const LweKernelArgs& a) {
  const std::uint64_t tiles = a.padded / lwe_tile;
  const LwePart part = lwe_part(a, block_index() % tiles, block_index() / tiles);
  std::uint32_t* const stages = shared_words();
  LweSums sums = {};
  PQLANE_UNROLL
  for (unsigned i = 0; i + 1 < lwe_stages; ++i)
    lwe_load_stage(a, part, part.first + i, stages + i * lwe_stage_words);
  unsigned now = 0;
  PQLANE_NO_UNROLL
  for (std::uint64_t step = part.first; step < part.end; ++step) {
    wait_for_copies<lwe_stages - 2>();
    barrier();
    const unsigned last = now == 0 ? lwe_stages - 1 : now - 1;  // what was multiplied before
    lwe_load_stage(a, part, step + lwe_stages - 1, stages + last * lwe_stage_words);
    lwe_multiply_stage(stages + now * lwe_stage_words, sums);
    now = now + 1 == lwe_stages ? 0 : now + 1;
  }
  lwe_store_sums<M>(a, part, sums);
  // Another block may get this memory, with R in it.
  wait_for_copies<0>();
  barrier();
  for (unsigned i = thread_index(); i < lwe_stages * lwe_stage_words; i += lwe_product_threads) stages[i] = 0;
}

#endif

// 32 rows of A and of R's columns to words of four entries, by the column of A and by the row of R:
// [digit][8][64] and then [8][64].
PQLANE_DEVICE void lwe_load_words(const LweKernelArgs& a, std::uint64_t k, std::uint64_t column,
                                  std::uint64_t r_row, std::uint32_t* words) {
  PQLANE_UNROLL
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned x = thread_index() % 64, word = thread_index() / 64 + 4 * i, t = word % 4;
    const std::uint64_t row = k + word / 4 * 16 + 2 * t;
    const auto entry = [&](std::uint64_t at) { return std::uint32_t{a.a[at * a.padded + column + x]}; };
    const std::uint32_t first = entry(row) | entry(row + 1) << 16, second = entry(row + 8) | entry(row + 9)
                                                                                                 << 16;
    words[word * 64 + x] = pick_bytes<0x6420>(first, second);
    words[512 + word * 64 + x] = pick_bytes<0x7531>(first, second);
    words[1024 + word * 64 + x] =
        *reinterpret_cast<const std::uint32_t*>(a.r + (r_row + x) * a.padded + k + 4 * word);
  }
}

// A block of threads: 64 rows of R, 64 columns of A; a thread has 4 x 4 sums for either digit.
template <class M>
PQLANE_DEVICE void lwe_product_dot(const LweKernelArgs& a) {
  constexpr unsigned bands = lwe_message_bits / lwe_dot_rows;
  const std::uint64_t tiles = a.padded / lwe_tile, job = block_index() / bands;
  const LwePart part = lwe_part(a, job % tiles, job / tiles);
  const std::uint64_t r_row = std::uint64_t{block_index()} % bands * lwe_dot_rows;
  const unsigned x = thread_index() % 16 * 4, y = thread_index() / 16 * 4;
  std::uint32_t* const words = shared_words();
  std::int32_t low[4][4] = {}, high[4][4] = {};
  PQLANE_NO_UNROLL
  for (std::uint64_t k = part.first * lwe_tile; k < part.end * lwe_tile; k += 32) {
    barrier();
    lwe_load_words(a, k, part.column, r_row, words);
    barrier();
    PQLANE_UNROLL
    for (unsigned word = 0; word < 8; ++word) {
      PQLANE_UNROLL
      for (unsigned i = 0; i < 4; ++i) {
        const std::uint32_t r = words[1024 + word * 64 + y + i];
        PQLANE_UNROLL
        for (unsigned j = 0; j < 4; ++j) {
          low[i][j] = dot4(r, words[word * 64 + x + j], low[i][j]);
          high[i][j] = dot4(r, words[512 + word * 64 + x + j], high[i][j]);
        }
      }
    }
  }
  barrier();
  for (unsigned i = thread_index(); i < lwe_dot_words; i += lwe_product_threads) words[i] = 0;
  if (part.column + x >= a.n) return;
  PQLANE_UNROLL
  for (unsigned i = 0; i < 4; ++i) {
    PQLANE_UNROLL
    for (unsigned j = 0; j < 4; ++j) {
      part.u[(r_row + y + i) * a.n + part.column + x + j] =
          static_cast<std::uint16_t>(lwe_join<M>(low[i][j], high[i][j]));
    }
  }
}

}  // namespace pqlane::gpu
