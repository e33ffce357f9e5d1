// noise.hpp: the noise of LWE-KEM: s, and the rounded normals e, r, e1, and e2.
//
// Spec: docs/lwe.md, Noise. A stream is SHAKE256(seed || kind || LE16(j) || LE32(b)).
// Secrecy: no branch or index on what the streams give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/sponge.hpp"
#include "schemes/lwe/normal.hpp"
#include "schemes/lwe/workspace.hpp"

PQLANE_BEGIN_TARGET

// The first `blocks` blocks of streams [first, first + count) of a kind, to ws.bytes. `columns` is how many
// blocks of 1024 a row has.
template <class T, class W>
PQLANE_INLINE void lwe_noise_bytes(LweWorkspace<T>& ws, const std::uint8_t* seed, std::uint8_t kind,
                                   std::size_t columns, std::size_t first, std::size_t count, int blocks) {
  constexpr std::size_t lanes = W::lanes;
  std::uint64_t domain[lanes];
  for (std::size_t l = 0; l < lanes; ++l) {
    const std::size_t stream = first + (l < count ? l : 0);
    domain[l] = kind | std::uint64_t{stream / columns} << 8 | std::uint64_t{stream % columns} << 24 |
                Shake256::suffix << 56;
  }
  Sponge<W, Shake256> sponge(ws.sponge);
  sponge.absorb_same(seed, lwe_seed_bytes);
  sponge.absorb_tile(domain, 1, lanes);
  sponge.finish_padded();
  for (int block = 0; block < blocks; ++block) {
    if (block != 0) sponge.next_block();
    sponge.squeeze_rows(ws.bytes[0] + block * Shake256::rate_words * 8, ws.stream_bytes,
                        Shake256::rate_words);
  }
}

constexpr int lwe_blocks_of(std::size_t bytes) {
  return static_cast<int>((bytes + Shake256::rate_words * 8 - 1) / (Shake256::rate_words * 8));
}

PQLANE_INLINE std::size_t lwe_columns(std::size_t n) { return (n + lwe_block - 1) / lwe_block; }
PQLANE_INLINE std::size_t lwe_block_width(std::size_t n, std::size_t block) {
  const std::size_t left = n - block * lwe_block;
  return left < lwe_block ? left : lwe_block;
}

PQLANE_NOINLINE inline void lwe_normal_row(const std::uint8_t* bytes, std::size_t count,
                                           std::int8_t* __restrict out) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t word;
    std::memcpy(&word, bytes + 4 * i, 4);
    out[i] = static_cast<std::int8_t>(lwe_normal(word));
  }
}

// Six bits an entry, three minus three: four entries from three bytes.
inline void lwe_binomial_row(const std::uint8_t* bytes, std::size_t count, std::int16_t* out) {
  for (std::size_t i = 0; i < count; i += 4, bytes += 3) {
    const std::uint32_t bits =
        bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8 | static_cast<std::uint32_t>(bytes[2]) << 16;
    // Each field of three bits becomes the number of its ones.
    const std::uint32_t ones = 0x249249;
    const std::uint32_t sums = (bits & ones) + ((bits >> 1) & ones) + ((bits >> 2) & ones);
    for (unsigned j = 0; j < 4; ++j) {
      const auto plus = static_cast<std::int32_t>(sums >> (6 * j) & 7);
      const auto minus = static_cast<std::int32_t>(sums >> (6 * j + 3) & 7);
      out[i + j] = static_cast<std::int16_t>(plus - minus);
    }
  }
}

template <class T>
void lwe_secret_streams(const std::uint8_t* sigma, std::size_t n, std::size_t first, std::size_t count,
                        std::int16_t* s, void* workspace) {
  auto& ws = *static_cast<LweWorkspace<T>*>(workspace);
  T::for_each_group(static_cast<int>(count), [&]<class W>(int at, int streams) PQLANE_LAMBDA {
    const std::size_t start = first + static_cast<std::size_t>(at);
    lwe_noise_bytes<T, W>(ws, sigma, lwe_kind_s, lwe_columns(n), start, static_cast<std::size_t>(streams),
                          lwe_blocks_of(lwe_block * 6 / 8));
    for (int l = 0; l < streams; ++l) {
      const std::size_t block = start + static_cast<std::size_t>(l);
      lwe_binomial_row(ws.bytes[l], lwe_block_width(n, block), s + block * lwe_block);
    }
  });
}

template <class T>
void lwe_noise_streams(const std::uint8_t* seed, std::uint8_t kind, std::size_t n, std::size_t first,
                       std::size_t count, std::int8_t* rows, void* workspace) {
  auto& ws = *static_cast<LweWorkspace<T>*>(workspace);
  const std::size_t columns = lwe_columns(n);
  const int blocks = lwe_blocks_of(4 * lwe_block_width(n, 0));
  T::for_each_group(static_cast<int>(count), [&]<class W>(int at, int streams) PQLANE_LAMBDA {
    const std::size_t start = first + static_cast<std::size_t>(at);
    lwe_noise_bytes<T, W>(ws, seed, kind, columns, start, static_cast<std::size_t>(streams), blocks);
    for (int l = 0; l < streams; ++l) {
      const std::size_t stream = start + static_cast<std::size_t>(l);
      const std::size_t block = stream % columns;
      lwe_normal_row(ws.bytes[l], lwe_block_width(n, block), rows + stream / columns * n + block * lwe_block);
    }
  });
}

template <class T>
void lwe_ternary_stream(const std::uint8_t* coins, std::int8_t* e2, void* workspace) {
  auto& ws = *static_cast<LweWorkspace<T>*>(workspace);
  T::for_each_group(1, [&]<class W>(int, int) PQLANE_LAMBDA {
    lwe_noise_bytes<T, W>(ws, coins, lwe_kind_e2, 1, 0, 1, lwe_blocks_of(4 * lwe_message_bits));
  });
  for (std::size_t j = 0; j < lwe_message_bits; ++j) {
    std::uint32_t word;
    std::memcpy(&word, ws.bytes[0] + 4 * j, 4);
    e2[j] = static_cast<std::int8_t>(lwe_ternary(word));
  }
}

PQLANE_END_TARGET
