// rows.cuh: a thread's operation in the grid and its rows as 64-bit words.
#pragma once

#include "backends/gpu/device_rows.hpp"
#include "backends/gpu/keccak.cuh"

namespace pqlane::gpu {

PQLANE_DEVICE std::uint64_t grid_thread() {
  return std::uint64_t{block_index()} * block_threads() + thread_index();
}

PQLANE_DEVICE const std::uint64_t* words_of(const DeviceRows& rows, std::uint64_t op,
                                            std::uint64_t offset = 0) {
  return reinterpret_cast<const std::uint64_t*>(rows.data + op * rows.stride + offset);
}
PQLANE_DEVICE std::uint64_t* out_words_of(const DeviceRows& rows, std::uint64_t op,
                                          std::uint64_t offset = 0) {
  return reinterpret_cast<std::uint64_t*>(rows.data + op * rows.stride + offset);
}
PQLANE_DEVICE void get_four(std::uint64_t (&v)[4], const std::uint64_t* p, int stride) {
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) v[w] = p[w * stride];
}
template <int From, int N>
PQLANE_DEVICE void put_four(const std::uint64_t (&v)[N], std::uint64_t* p, int stride) {
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) p[w * stride] = v[From + w];
}
// 32 neighbouring threads work together where a kernel says so, whatever a wave is.
PQLANE_DEVICE unsigned lane_of_32() { return thread_index() % 32; }
PQLANE_DEVICE unsigned group_of_32() { return thread_index() / 32; }

// Item bytes: SHAKE256(batch key || LE64(index)); the output stands in s.
PQLANE_DEVICE void derive_item(const std::uint64_t* batch_key, std::uint64_t index, std::uint64_t (&s)[25]) {
  clear(s);
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) s[w] = batch_key[w];
  s[4] = index;
  s[5] = shake_suffix;
  s[rate_256 - 1] ^= last_bit;
  permute(s);
}

}  // namespace pqlane::gpu
