// fill.cuh: the fills on a GPU; a block of threads makes a tile of 1024 blocks of the stream (16 KiB) in
// registers and writes the elements that the call wants.
#pragma once

#include "backends/gpu/aes_bitsliced.cuh"
#include "kernels/gaussian.hpp"

namespace pqlane::gpu {

template <unsigned N>
struct alignas(4 * N) FillVector {
  std::uint32_t word[N];
};

// The number of the thread's first block of the stream.
PQLANE_DEVICE std::uint64_t fill_base(const FillKernelArgs& a) {
  return (a.first_tile + block_index()) * fill_tile_blocks + thread_index();
}

// Writes `Elements` elements, which are N words, from element `element` on: those inside [first, first +
// count).
template <unsigned Elements, unsigned N>
PQLANE_DEVICE void put_elements(const FillKernelArgs& a, std::uint64_t element, const FillVector<N>& v) {
  constexpr unsigned element_words = N / Elements;
  const std::uint64_t at = element - a.first;  // wraps below `first`
  std::uint32_t* out = static_cast<std::uint32_t*>(a.out);
  if (a.aligned != 0 && at < a.count && a.count - at >= Elements) {
    *reinterpret_cast<FillVector<N>*>(out + at * element_words) = v;
    return;
  }
  PQLANE_UNROLL
  for (unsigned i = 0; i < Elements; ++i) {
    if (at + i >= a.count) continue;
    PQLANE_UNROLL
    for (unsigned w = 0; w < element_words; ++w) {
      out[(at + i) * element_words + w] = v.word[i * element_words + w];
    }
  }
}

PQLANE_DEVICE void fill_uniform_u32(const FillKernelArgs& a) {
  const std::uint64_t base = fill_base(a);
  std::uint32_t words[8][4];
  stream_words(a, base, words);
  PQLANE_UNROLL
  for (unsigned b = 0; b < 8; ++b) {
    put_elements<4>(a, 4 * (base + b * fill_threads),
                    FillVector<4>{{words[b][0], words[b][1], words[b][2], words[b][3]}});
  }
}

// Rounded Gaussians from 64-bit words by the table: |x| is the number of entries that are not above the
// word's upper 63 bits.
PQLANE_DEVICE void table_gaussians(const FillKernelArgs& a, const std::uint64_t (&words)[16],
                                   std::uint32_t (&out)[16]) {
  std::uint32_t above[16] = {};
  for (std::uint32_t k = 0; k < a.table_entries; ++k) {
    const std::uint64_t t = a.table[k];
    PQLANE_UNROLL
    for (int i = 0; i < 16; ++i) above[i] += static_cast<std::uint32_t>(((words[i] >> 1) - t) >> 63);
  }
  PQLANE_UNROLL
  for (int i = 0; i < 16; ++i) {
    const std::uint32_t minus = 0u - static_cast<std::uint32_t>(words[i] & 1);
    out[i] = ((a.table_entries - above[i]) ^ minus) - minus;
  }
}

PQLANE_DEVICE void fill_gaussian_i32(const FillKernelArgs& a) {
  const std::uint64_t base = fill_base(a);
  std::uint32_t words[8][4];
  stream_words(a, base, words);
  std::uint64_t w[16];
  std::uint32_t x[16];
  PQLANE_UNROLL
  for (unsigned b = 0; b < 8; ++b) {
    w[2 * b] = (std::uint64_t{words[b][1]} << 32) | words[b][0];
    w[2 * b + 1] = (std::uint64_t{words[b][3]} << 32) | words[b][2];
  }
  table_gaussians(a, w, x);
  PQLANE_UNROLL
  for (unsigned b = 0; b < 8; ++b) {
    put_elements<2>(a, 2 * (base + b * fill_threads), FillVector<2>{{x[2 * b], x[2 * b + 1]}});
  }
}

PQLANE_DEVICE void fill_gaussian_f32(const FillKernelArgs& a) {
  const std::uint64_t base = fill_base(a);
  const auto mean = static_cast<float>(a.mean), sigma = static_cast<float>(a.sigma);
  std::uint32_t words[8][4];
  stream_words(a, base, words);
  PQLANE_UNROLL
  for (unsigned b = 0; b < 8; ++b) {
    const auto p = gaussian_pair<Gaussian32>(words[b][0], words[b][1], mean, sigma);
    const auto q = gaussian_pair<Gaussian32>(words[b][2], words[b][3], mean, sigma);
    put_elements<4>(a, 4 * (base + b * fill_threads),
                    FillVector<4>{{bits_of_real<Gaussian32>(p.first), bits_of_real<Gaussian32>(p.second),
                                   bits_of_real<Gaussian32>(q.first), bits_of_real<Gaussian32>(q.second)}});
  }
}

PQLANE_DEVICE void fill_gaussian_f64(const FillKernelArgs& a) {
  const std::uint64_t base = fill_base(a);
  std::uint32_t words[8][4];
  stream_words(a, base, words);
  PQLANE_UNROLL
  for (unsigned b = 0; b < 8; ++b) {
    const auto p =
        gaussian_pair<Gaussian64>((std::uint64_t{words[b][1]} << 32) | words[b][0],
                                  (std::uint64_t{words[b][3]} << 32) | words[b][2], a.mean, a.sigma);
    const std::uint64_t x = bits_of_real<Gaussian64>(p.first), y = bits_of_real<Gaussian64>(p.second);
    put_elements<2>(a, 2 * (base + b * fill_threads),
                    FillVector<4>{{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(x >> 32),
                                   static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(y >> 32)}});
  }
}

}  // namespace pqlane::gpu
