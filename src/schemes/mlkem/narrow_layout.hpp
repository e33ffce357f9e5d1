// narrow_layout.hpp: polynomials of a tile in memory order, one after the other; for tiles too small to
// fill the lanes. Jobs of all operations and rows share the Keccak lanes; arithmetic runs inside a
// polynomial.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/target.hpp"
#include "kernels/cbd_row.hpp"
#include "kernels/ntt_row.hpp"
#include "kernels/sponge.hpp"
#include "schemes/mlkem/buffers.hpp"

PQLANE_BEGIN_TARGET

template <class T>
struct NarrowLayout {
  using W = typename T::Words;
  using C = typename T::Block;
  static constexpr int ops = T::narrow_ops;
  static constexpr std::size_t word_stride = 8;
  static constexpr std::size_t prf_words = prf_row_bytes / 8;
  static constexpr bool noise_ahead = true;  // all noise polynomials at once, to fill the lanes
  template <class P>
  static constexpr std::size_t noise_polys = 2 * P::k + 1;
  static_assert(ops <= 8);

  static PQLANE_INLINE std::size_t poly_coeffs(int n) { return static_cast<std::size_t>(n) * mlkem_n; }

  // Jobs are (nonce, operation), operation fastest; noise[count][n][256].
  template <int Eta>
  static PQLANE_INLINE void sample_noise(const KemBuffers& b, const std::uint64_t* sigma, int nonce,
                                         int count, int n, std::int16_t* poly) {
    T::for_each_group(count * n, [&]<class W>(int first, int jobs) {
      auto* input = reinterpret_cast<std::uint64_t*>(b.words);  // [5][lanes]
      for (int l = 0; l < W::lanes; ++l) {
        const int job = first + (l < jobs ? l : 0);
        const std::uint64_t* words = sigma + job % n;
        for (int w = 0; w < 4; ++w)
          input[w * W::lanes + l] = words[static_cast<std::size_t>(w) * word_stride];
        input[4 * W::lanes + l] = static_cast<std::uint64_t>(nonce + job / n) | Shake256::suffix << 8;
      }
      Sponge<W, Shake256> sponge(b.keccak);
      sponge.absorb_tile(input, 5, W::lanes);
      sponge.finish_padded();
      auto* rows = reinterpret_cast<std::uint8_t*>(b.prf);
      if constexpr (Eta == 2) {
        sponge.squeeze_rows(rows, prf_row_bytes, 16);
      } else {
        sponge.squeeze_rows(rows, prf_row_bytes, Shake256::rate_words);
        sponge.next_block();
        sponge.squeeze_rows(rows + 8 * Shake256::rate_words, prf_row_bytes, 24 - Shake256::rate_words);
      }
      for (int l = 0; l < jobs; ++l) {
        std::int16_t* out = poly + static_cast<std::size_t>(first + l) * mlkem_n;
        const std::uint8_t* row = rows + static_cast<std::size_t>(l) * prf_row_bytes;
        if constexpr (Eta == 2) {
          sample_cbd2_row(row, out);
        } else {
          sample_cbd3_row(row, out);
        }
      }
    });
  }

  template <bool>
  static PQLANE_INLINE void forward(std::int16_t* poly, int n) {
    for (int op = 0; op < n; ++op) ntt_row<C>(poly + op * mlkem_n);
  }

  template <std::int32_t Scale>
  static PQLANE_INLINE void inverse(std::int16_t* poly, int n) {
    for (int op = 0; op < n; ++op) inverse_ntt_row<C, Scale>(poly + op * mlkem_n);
  }

  static PQLANE_INLINE const std::int16_t* to_rows(const std::int16_t* poly, std::int16_t*, int) {
    return poly;
  }
  static PQLANE_INLINE std::int16_t* from_rows(std::int16_t* rows, std::int16_t*, int) { return rows; }

  // Through b.words, because the row kernels touch bytes behind their operand.
  template <int D, Combine How>
  static PQLANE_INLINE void compress_and_pack(const KemBuffers& b, const std::int16_t* poly,
                                              const std::int16_t* other, std::uint8_t* const* out,
                                              std::size_t offset, int n) {
    auto* bytes = reinterpret_cast<std::uint8_t*>(b.words);
    for (int op = 0; op < n; ++op) {
      compress_and_pack_row<C, D, How>(poly + op * mlkem_n, other + op * mlkem_n, bytes);
      std::memcpy(out[op] + offset, bytes, 32 * D);
    }
  }

  template <int D, bool Add = false>
  static PQLANE_INLINE void unpack_and_decompress(const KemBuffers& b, const std::uint8_t* const* in,
                                                  std::size_t offset, std::int16_t* poly, int n) {
    auto* bytes = reinterpret_cast<std::uint8_t*>(b.words);
    for (int op = 0; op < n; ++op) {
      std::memcpy(bytes, in[op] + offset, 32 * D);
      unpack_and_decompress_row<C, D, Add>(bytes, poly + op * mlkem_n);
    }
  }
};

PQLANE_END_TARGET
