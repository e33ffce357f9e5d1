// tree_hash.hpp: jobs of the tree hash of LWE-KEM: leaves of 1 KiB, nodes of 32 children, SHA3-256.
//
// Spec: docs/lwe.md, Hash of long strings. Lengths are public; secrecy is not needed beyond that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/sponge.hpp"
#include "schemes/lwe/workspace.hpp"

PQLANE_BEGIN_TARGET

// SHA3-256 of `count` messages of the same length in ws.bytes, which has room behind them for a word.
template <class T, class W>
PQLANE_INLINE void lwe_hash_group(LweWorkspace<T>& ws, std::size_t length, std::size_t count,
                                  std::uint8_t* hashes) {
  constexpr std::size_t lanes = W::lanes;
  const std::uint8_t* rows[lanes];
  std::uint64_t last[lanes];
  const std::size_t whole = length / 8;
  for (std::size_t l = 0; l < lanes; ++l) {
    std::uint8_t* row = ws.bytes[l < count ? l : 0];
    rows[l] = row;
    std::uint8_t word[8] = {};
    std::memcpy(word, row + 8 * whole, length % 8);
    word[length % 8] = static_cast<std::uint8_t>(Sha3_256::suffix);
    std::memcpy(&last[l], word, 8);
  }
  Sponge<W, Sha3_256> sponge(ws.sponge);
  sponge.absorb_rows(rows, whole);
  sponge.finish_padded_tile(last);
  std::uint64_t words[4 * lanes];
  sponge.squeeze_tile(words, 4, lanes);
  for (std::size_t l = 0; l < count; ++l) {
    for (std::size_t w = 0; w < 4; ++w) std::memcpy(hashes + l * 32 + 8 * w, &words[w * lanes + l], 8);
  }
}

// Parts [first, first + count) of `data`, `part_bytes` each but for the last, behind a header that
// `write_header` makes; the hashes go to hashes + 32 part.
template <class T, class F>
PQLANE_INLINE void lwe_hash_parts(LweWorkspace<T>& ws, const std::uint8_t* data, std::size_t bytes,
                                  std::size_t part_bytes, std::size_t first, std::size_t count,
                                  std::size_t header_bytes, std::uint8_t* hashes, F write_header) {
  const std::size_t whole = bytes / part_bytes;
  const auto place = [&](std::size_t part, std::uint8_t* row, std::size_t length) PQLANE_LAMBDA {
    write_header(row, part);
    std::memcpy(row + header_bytes, data + part * part_bytes, length);
  };
  const std::size_t end = first + count, regular = end < whole ? end : whole;
  if (first < regular) {
    T::for_each_group(static_cast<int>(regular - first), [&]<class W>(int at, int parts) PQLANE_LAMBDA {
      const std::size_t start = first + static_cast<std::size_t>(at);
      for (int l = 0; l < parts; ++l) place(start + static_cast<std::size_t>(l), ws.bytes[l], part_bytes);
      lwe_hash_group<T, W>(ws, header_bytes + part_bytes, static_cast<std::size_t>(parts),
                           hashes + 32 * start);
    });
  }
  if (end > whole) {  // the last one is shorter
    const std::size_t length = bytes - whole * part_bytes;
    place(whole, ws.bytes[0], length);
    T::for_each_group(1, [&]<class W>(int, int) PQLANE_LAMBDA {
      lwe_hash_group<T, W>(ws, header_bytes + length, 1, hashes + 32 * whole);
    });
  }
}

template <class T>
void lwe_hash_leaves(const std::uint8_t* data, std::size_t bytes, std::size_t first, std::size_t count,
                     std::uint8_t* leaves, void* workspace) {
  auto& ws = *static_cast<LweWorkspace<T>*>(workspace);
  lwe_hash_parts<T>(ws, data, bytes, lwe_leaf_bytes, first, count, 17, leaves,
                    [&](std::uint8_t* row, std::uint64_t index) PQLANE_LAMBDA {
                      const std::uint64_t total = bytes;
                      row[0] = 0;
                      std::memcpy(row + 1, &total, 8);
                      std::memcpy(row + 9, &index, 8);
                    });
}

template <class T>
void lwe_hash_nodes(std::size_t total_bytes, unsigned level, const std::uint8_t* below, std::size_t children,
                    std::size_t first, std::size_t count, std::uint8_t* nodes, void* workspace) {
  auto& ws = *static_cast<LweWorkspace<T>*>(workspace);
  lwe_hash_parts<T>(ws, below, children * lwe_hash_bytes, lwe_node_children * lwe_hash_bytes, first, count,
                    18, nodes, [&](std::uint8_t* row, std::uint64_t index) PQLANE_LAMBDA {
                      const std::uint64_t total = total_bytes;
                      row[0] = 1;
                      std::memcpy(row + 1, &total, 8);
                      row[9] = static_cast<std::uint8_t>(level);
                      std::memcpy(row + 10, &index, 8);
                    });
}

PQLANE_END_TARGET
