// fill_backend.hpp: what a CPU backend offers for fills: turning words of a key stream into Gaussians.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

struct FillBackend {
  // out[i] from word i; `table` as gaussian_table.hpp makes it.
  void (*gaussian_i32)(const std::uint64_t* words, std::size_t count, const std::uint64_t* table,
                       std::size_t entries, std::int32_t* out);
  // out[2 i], out[2 i + 1] from words 2 i and 2 i + 1: f32 from the halves of one 64-bit word, low half
  // first.
  void (*gaussian_f32)(const std::uint64_t* words, std::size_t pairs, float mean, float sigma, float* out);
  void (*gaussian_f64)(const std::uint64_t* words, std::size_t pairs, double mean, double sigma, double* out);
};

// Those that the build has are defined.
extern const FillBackend scalar_fill_backend;
extern const FillBackend avx2_fill_backend;
extern const FillBackend avx512_fill_backend;

}  // namespace pqlane
