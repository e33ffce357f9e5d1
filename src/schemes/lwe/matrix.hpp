// matrix.hpp: the public matrix A of LWE-KEM, a row of a block of columns at a time.
//
// Spec: docs/lwe.md, A. 16-bit words of a stream, masked to the bits of an entry, accepted below q, in order.
// The matrix is public, so the number of blocks that a stream needs may be seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/sponge.hpp"
#include "runtime/lwe_backend.hpp"
#include "schemes/lwe/residues.hpp"
#include "schemes/lwe/workspace.hpp"

PQLANE_BEGIN_TARGET

// Appends the accepted ones of `words` words to row[have ..] up to `wanted`; returns how many there are then.
template <class M>
PQLANE_INLINE unsigned lwe_accept_portable(const std::uint8_t* bytes, unsigned words, std::uint16_t* row,
                                           unsigned have, unsigned wanted) {
  for (unsigned i = 0; i < words && have < wanted; ++i) {
    std::uint16_t word;
    std::memcpy(&word, bytes + 2 * i, 2);
    const unsigned entry = word & ((1u << M::bits) - 1);
    row[have] = static_cast<std::uint16_t>(entry);
    have += entry < M::q;
  }
  return have;
}

// AES blocks asked for at first: enough for all but a few rows in ten thousand of 12289 (a mean of 1365.3
// words for 1024 entries, with a deviation of 21), and for nearly all of 65521.
template <class M>
constexpr std::size_t lwe_first_blocks(std::size_t width) {
  return M::bits == 14 ? (width + width * 3 / 8 + 32 + 7) / 8 : (width + 16 + 7) / 8;
}

template <class T, class M>
PQLANE_INLINE void lwe_cipher_row(LweWorkspace<T>& ws, const LweStreams& streams, std::size_t row,
                                  std::size_t block, unsigned width, std::uint16_t* out) {
  const std::uint64_t prefix = std::uint64_t{row} | std::uint64_t{block} << 32;
  std::size_t blocks = lwe_first_blocks<M>(width);
  std::uint64_t made = 0;
  for (unsigned have = 0; have < width; made += blocks, blocks = 8) {
    streams.cipher_stream(streams.cipher, prefix, made, ws.bytes[0], blocks);
    have = T::template accept<M>(ws.bytes[0], static_cast<unsigned>(8 * blocks), out, have, width);
  }
}

template <class T, class M, class W>
PQLANE_INLINE void lwe_shake_rows(LweWorkspace<T>& ws, const LweStreams& streams, std::size_t row,
                                  std::size_t count, std::size_t block, unsigned width,
                                  std::uint16_t (*out)[lwe_block + lwe_row_slack]) {
  constexpr std::size_t lanes = W::lanes;
  std::uint64_t domain[lanes];
  for (std::size_t l = 0; l < lanes; ++l) {
    domain[l] = std::uint64_t{row + (l < count ? l : 0)} | std::uint64_t{block} << 32;
  }
  Sponge<W, Shake128> sponge(ws.sponge);
  sponge.absorb_same(streams.rho, lwe_seed_bytes);
  sponge.absorb_tile(domain, 1, lanes);
  sponge.finish();
  unsigned have[lanes] = {};
  for (bool first = true, short_of = true; short_of; first = false) {
    if (!first) sponge.next_block();
    sponge.squeeze_rows(ws.bytes[0], ws.stream_bytes, Shake128::rate_words);
    short_of = false;
    for (std::size_t l = 0; l < count; ++l) {
      have[l] = T::template accept<M>(ws.bytes[l], Shake128::rate_words * 4, out[l], have[l], width);
      short_of |= have[l] < width;
    }
  }
}

// Rows [row, row + count) of a block of columns to ws.rows; count <= rows_at_once.
template <class T, class M>
PQLANE_INLINE void lwe_matrix_rows(LweWorkspace<T>& ws, const LweStreams& streams, std::size_t row,
                                   std::size_t count, std::size_t block, std::size_t width) {
  const auto wanted = static_cast<unsigned>(width);
  if (streams.cipher != nullptr) {
    for (std::size_t l = 0; l < count; ++l) {
      lwe_cipher_row<T, M>(ws, streams, row + l, block, wanted, ws.rows[l]);
    }
    return;
  }
  T::for_each_group(static_cast<int>(count), [&]<class W>(int at, int rows) PQLANE_LAMBDA {
    lwe_shake_rows<T, M, W>(ws, streams, row + static_cast<std::size_t>(at), static_cast<std::size_t>(rows),
                            block, wanted, ws.rows + at);
  });
}

PQLANE_END_TARGET
