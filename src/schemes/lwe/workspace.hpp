// workspace.hpp: scratch memory of one job of LWE-KEM.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/target.hpp"
#include "kernels/sponge.hpp"
#include "params/lwe.hpp"

PQLANE_BEGIN_TARGET

// Rows of the matrix that are multiplied at a time: with 1024 columns they fill half of a second-level cache
// of 1 MiB.
inline constexpr std::size_t lwe_tile_rows = 256;
// Whole vectors are stored behind the last accepted entry.
inline constexpr std::size_t lwe_row_slack = 64;

template <class T>
struct LweWorkspace {
  static constexpr std::size_t streams = T::Words::lanes;
  static constexpr std::size_t rows_at_once = streams < 2 ? 2 : streams;
  // Noise: 31 blocks of SHAKE256 give 1024 words, and squeezing writes up to seven words more.
  static constexpr std::size_t stream_bytes = 4352;

  alignas(64) std::uint64_t sponge[sponge_words * streams];
  alignas(64) std::uint8_t bytes[streams][stream_bytes];
  alignas(64) std::uint16_t rows[rows_at_once][lwe_block + lwe_row_slack];
  alignas(64) std::uint32_t matrix[lwe_tile_rows / 2 * lwe_block];
  alignas(64) std::int32_t sums[lwe_message_bits * lwe_block];
};

PQLANE_END_TARGET
