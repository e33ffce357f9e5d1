// wide_layout.hpp: polynomials of a tile side by side, one lane an operation; for full tiles.
//
// Shapes: poly[256][lanes]. Lane l belongs to operation lane_operation(l), the order that sample_cbd makes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/target.hpp"
#include "kernels/cbd.hpp"
#include "kernels/compress.hpp"
#include "kernels/ntt.hpp"
#include "kernels/sponge.hpp"
#include "kernels/transpose.hpp"
#include "schemes/mlkem/buffers.hpp"

PQLANE_BEGIN_TARGET

template <class T>
struct WideLayout {
  using C = typename T::Coeffs;
  using W = typename T::Words;
  static constexpr int ops = C::lanes;
  static constexpr std::size_t word_stride = ops;
  static constexpr std::size_t prf_words = 24;
  static constexpr bool noise_ahead = false;  // noise polynomials are made one by one, where they are used
  template <class P>
  static constexpr std::size_t noise_polys = 1;

  static constexpr int lane_operation(int lane) { return ops == 1 ? 0 : W::lanes * (lane % 4) + lane / 4; }

  static PQLANE_INLINE std::size_t poly_coeffs(int) { return std::size_t{mlkem_n} * ops; }

  // Noise polynomials nonce .. nonce + count - 1 [FIPS203, algorithms 7 and 8 through PRF].
  template <int Eta>
  static PQLANE_INLINE void sample_noise(const KemBuffers& b, const std::uint64_t* sigma, int nonce,
                                         int count, int n, std::int16_t* poly) {
    for (int c = 0; c < count; ++c) {
      for (int g = 0; g < n; g += W::lanes) {
        Sponge<W, Shake256> sponge(b.keccak);
        sponge.absorb_tile(sigma + g, 4, ops);
        sponge.finish(static_cast<std::uint64_t>(nonce + c), 1);
        if constexpr (Eta == 2) {
          sponge.squeeze_tile(b.prf + g, 16, ops);
        } else {
          sponge.squeeze_tile(b.prf + g, Shake256::rate_words, ops);
          sponge.next_block();
          sponge.squeeze_tile(b.prf + Shake256::rate_words * ops + g, 24 - Shake256::rate_words, ops);
        }
      }
      sample_cbd<W, C, Eta>(b.prf, poly + static_cast<std::size_t>(c) * poly_coeffs(n));
    }
  }

  // Small: coefficients are noise.
  template <bool Small>
  static PQLANE_INLINE void forward(std::int16_t* poly, int) {
    ntt<C, Small>(poly);
  }

  template <std::int32_t Scale>
  static PQLANE_INLINE void inverse(std::int16_t* poly, int) {
    inverse_ntt<C, Scale>(poly);
  }

  // The polynomial in memory order, one row an operation; written to `rows`.
  static PQLANE_INLINE const std::int16_t* to_rows(const std::int16_t* poly, std::int16_t* rows, int) {
    std::uint8_t* lanes[ops];
    for (int l = 0; l < ops; ++l)
      lanes[l] = reinterpret_cast<std::uint8_t*>(rows + lane_operation(l) * mlkem_n);
    tile_to_rows<C>(poly, lanes, mlkem_n);
    return rows;
  }

  // The inverse of to_rows; returns where the polynomial is.
  static PQLANE_INLINE std::int16_t* from_rows(std::int16_t* rows, std::int16_t* poly, int) {
    const std::uint8_t* lanes[ops];
    for (int l = 0; l < ops; ++l)
      lanes[l] = reinterpret_cast<const std::uint8_t*>(rows + lane_operation(l) * mlkem_n);
    rows_to_tile<C>(lanes, poly, mlkem_n);
    return poly;
  }

  // Compress_D and ByteEncode_D of poly and other combined, to rows.
  template <int D, Combine How>
  static PQLANE_INLINE void compress_and_pack(const KemBuffers& b, const std::int16_t* poly,
                                              const std::int16_t* other, std::uint8_t* const* out,
                                              std::size_t offset, int n) {
    ::pqlane::PQLANE_TARGET::compress_and_pack<C, D, How>(poly, other, b.words);
    std::uint8_t* lanes[ops];
    for (int l = 0; l < ops; ++l) {
      const int op = lane_operation(l);
      lanes[l] = op < n ? out[op] + offset : b.idle;
    }
    tile_to_rows<C>(b.words, lanes, 16 * D);
  }

  // ByteDecode_D and Decompress_D of rows; with Add, added to poly.
  template <int D, bool Add = false>
  static PQLANE_INLINE void unpack_and_decompress(const KemBuffers& b, const std::uint8_t* const* in,
                                                  std::size_t offset, std::int16_t* poly, int n) {
    const std::uint8_t* lanes[ops];
    for (int l = 0; l < ops; ++l) {
      const int op = lane_operation(l);
      lanes[l] = in[op < n ? op : 0] + offset;
    }
    rows_to_tile<C>(lanes, b.words, 16 * D);
    ::pqlane::PQLANE_TARGET::unpack_and_decompress<C, D, Add>(b.words, poly);
  }
};

PQLANE_END_TARGET
