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

// Vectors as wide as the target's registers; g++ 12 would turn plain loops into lanes of table entries.
#if defined(__AVX512F__)
inline constexpr std::size_t table_vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t table_vector_bytes = 32;
#else
inline constexpr std::size_t table_vector_bytes = 16;
#endif
using TableVector = std::uint64_t __attribute__((vector_size(table_vector_bytes)));
inline constexpr std::size_t table_lanes = 4 * table_vector_bytes / 8;

// |x| is the number of entries that are not above a word's upper 63 bits; bit 0 is the sign.
inline void table_group(const std::uint64_t* words, const std::uint64_t* table, std::size_t entries,
                        std::int32_t* out) {
  TableVector u[4], above[4] = {};
  __builtin_memcpy(u, words, sizeof u);
  for (TableVector& v : u) v >>= 1;
  for (std::size_t k = 0; k < entries; ++k) {  // entries are at most 2^63
    const std::uint64_t t = table[k];
    above[0] += (u[0] - t) >> 63;
    above[1] += (u[1] - t) >> 63;
    above[2] += (u[2] - t) >> 63;
    above[3] += (u[3] - t) >> 63;
  }
  std::uint64_t count[table_lanes];
  __builtin_memcpy(count, above, sizeof count);
  for (std::size_t i = 0; i < table_lanes; ++i) {
    const std::uint32_t minus = std::uint32_t{0} - static_cast<std::uint32_t>(words[i] & 1);
    const std::uint32_t x = static_cast<std::uint32_t>(entries - count[i]);
    out[i] = static_cast<std::int32_t>((x ^ minus) - minus);
  }
}

inline void table_rows(const std::uint64_t* words, std::size_t count, const std::uint64_t* table,
                       std::size_t entries, std::int32_t* out) {
  for (; count >= table_lanes; count -= table_lanes, words += table_lanes, out += table_lanes) {
    table_group(words, table, entries, out);
  }
  if (count == 0) return;
  std::uint64_t in[table_lanes] = {};
  std::int32_t x[table_lanes];
  __builtin_memcpy(in, words, count * sizeof *in);
  table_group(in, table, entries, x);
  __builtin_memcpy(out, x, count * sizeof *x);
}

constexpr FillBackend make_fill_backend() { return {&table_rows, &gaussian_rows_32, &gaussian_rows_64}; }

PQLANE_END_TARGET
