// fill_rows.hpp: the loops of a CPU backend's fills, plain so that the compiler turns them into lanes.
#pragma once

#include "kernels/gaussian.hpp"
#include "runtime/fill_backend.hpp"

PQLANE_BEGIN_TARGET

inline void gaussian_rows_32(const std::uint64_t* __restrict words, std::size_t pairs, float mean,
                             float sigma, float* __restrict out) {
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::uint64_t w = words[i];
    const auto pair = gaussian_pair<Gaussian32>(static_cast<std::uint32_t>(w),
                                                static_cast<std::uint32_t>(w >> 32), mean, sigma);
    out[2 * i] = pair.first;
    out[2 * i + 1] = pair.second;
  }
}

inline void gaussian_rows_64(const std::uint64_t* __restrict words, std::size_t pairs, double mean,
                             double sigma, double* __restrict out) {
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto pair = gaussian_pair<Gaussian64>(words[2 * i], words[2 * i + 1], mean, sigma);
    out[2 * i] = pair.first;
    out[2 * i + 1] = pair.second;
  }
}

inline void table_rows(const std::uint64_t* words, std::size_t count, const std::uint64_t* table,
                       std::size_t entries, std::int32_t* out) {
  constexpr std::size_t lanes = 16;
  std::uint64_t in[lanes];
  std::int32_t x[lanes];
  for (std::size_t first = 0; first < count; first += lanes) {
    const std::size_t n = count - first < lanes ? count - first : lanes;
    for (std::size_t i = 0; i < lanes; ++i) in[i] = i < n ? words[first + i] : 0;
    table_gaussians<std::uint64_t>(in, table, entries, x);
    for (std::size_t i = 0; i < n; ++i) out[first + i] = x[i];
  }
}

constexpr FillBackend make_fill_backend() {
  return {&table_rows, &gaussian_rows_32, &gaussian_rows_64};
}

PQLANE_END_TARGET
