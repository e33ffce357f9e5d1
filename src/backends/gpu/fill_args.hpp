// fill_args.hpp: the arguments of the fill kernels, as the host fills them; plain data for both sides.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane::gpu {

inline constexpr unsigned fill_threads = 128;  // of a block
// A thread makes this many blocks of AES; its b-th is number tile * fill_tile_blocks + b * fill_threads +
// thread, so that neighbouring threads write neighbouring blocks.
inline constexpr unsigned fill_thread_blocks = 8;
inline constexpr unsigned fill_tile_blocks = fill_threads * fill_thread_blocks;
static_assert(fill_tile_blocks == 1024, "aes_bitsliced.cuh counts on bits 7, 8, 9 of a block's number");

struct FillKernelArgs {
  // Bit planes of the round keys (aes_bitsliced.cuh): [round][8 row + bit], a byte a column, 0 or 255. The
  // constant of SubBytes is added to rounds 1 to 14, and the kind's eight bytes to round 0.
  std::uint32_t round_keys[15][32];
  std::uint64_t first_tile;  // of the launch
  std::uint64_t first;       // element of out[0]
  std::uint64_t count;       // elements of out
  void* out;
  const std::uint64_t* table;  // gaussian_i32
  std::uint32_t table_entries;
  std::uint32_t aligned;  // out - first elements is a multiple of 16 bytes: whole blocks are stored at once
  double mean, sigma;
};

}  // namespace pqlane::gpu
