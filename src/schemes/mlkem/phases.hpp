// phases.hpp: the phases that ML-KEM's operations are made of, over one tile.
//
// T is the target, S the shape of the parameter set (its sizes, not its variant), L the layout of
// polynomials. A phase is a number of equal,
// independent jobs (Keccak streams or polynomials) and a barrier. Names follow [FIPS203, sections 4.2
// and 5]. Secrecy: the only branches on data are on the public matrix and on public keys' range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/target.hpp"
#include "kernels/row_product.hpp"
#include "kernels/sponge.hpp"
#include "runtime/kem_backend.hpp"
#include "schemes/mlkem/buffers.hpp"

PQLANE_BEGIN_TARGET

// One row of bytes an operation of the tile; idle entries repeat the first operation.
struct InputRows {
  const std::uint8_t* row[32];
};
struct OutputRows {
  std::uint8_t* row[32];
};

PQLANE_INLINE InputRows input_rows(const ConstView& view, std::size_t first, int n, std::size_t offset = 0) {
  InputRows r;
  for (int i = 0; i < 32; ++i) r.row[i] = view.at(first + static_cast<std::size_t>(i < n ? i : 0)) + offset;
  return r;
}

PQLANE_INLINE OutputRows output_rows(const MutableView& view, std::size_t first, int n) {
  OutputRows r;
  for (int i = 0; i < 32; ++i) r.row[i] = view.at(first + static_cast<std::size_t>(i < n ? i : 0));
  return r;
}

PQLANE_INLINE InputRows offset_rows(const InputRows& rows, std::size_t offset) {
  InputRows r;
  for (int i = 0; i < 32; ++i) r.row[i] = rows.row[i] + offset;
  return r;
}

PQLANE_INLINE InputRows as_input(const OutputRows& rows) {
  InputRows r;
  for (int i = 0; i < 32; ++i) r.row[i] = rows.row[i];
  return r;
}

// Phases that hash: the same for all parameter sets.
template <class T, class L>
struct HashPhases {
  static constexpr auto stride = static_cast<int>(L::word_stride);

  // Rows of bytes to a word tile, and back.
  static PQLANE_INLINE void load_words(const InputRows& rows, int words, int n, std::uint64_t* tile) {
    for (int op = 0; op < n; ++op) {
      for (int w = 0; w < words; ++w) std::memcpy(&tile[w * stride + op], rows.row[op] + 8 * w, 8);
    }
  }
  static PQLANE_INLINE void store_words(const std::uint64_t* tile, int words, int n, const OutputRows& rows,
                                        std::size_t offset) {
    for (int op = 0; op < n; ++op) {
      for (int w = 0; w < words; ++w) std::memcpy(rows.row[op] + offset + 8 * w, &tile[w * stride + op], 8);
    }
  }

  // tile = first `words` words of SHAKE256(batch key || LE64(index of the item)).
  static PQLANE_NOINLINE void derive_item_bytes(const KemBuffers& b, const BatchKey& key, std::size_t first,
                                                int n, int words, std::uint64_t* tile) {
    for (int op = 0; op < n; ++op) b.secret[op] = first + static_cast<std::size_t>(op);
    T::for_each_group(n, [&]<class W>(int op, int) {
      Sponge<W, Shake256> sponge(b.keccak);
      sponge.absorb_same(key.bytes, sizeof key.bytes);
      sponge.absorb_tile(b.secret + op, 1, stride);
      sponge.finish();
      sponge.squeeze_tile(tile + op, words, stride);
    });
  }

  // H of rows of bytes after `prefix_words` words of a tile: `out_words` words of output.
  template <class Hash>
  static PQLANE_NOINLINE void hash_rows(const KemBuffers& b, const std::uint64_t* prefix, int prefix_words,
                                        const InputRows& rows, std::size_t row_words, int n, int out_words,
                                        std::uint64_t* out) {
    T::for_each_group(n, [&]<class W>(int op, int) {
      Sponge<W, Hash> sponge(b.keccak);
      sponge.absorb_tile(prefix + op, prefix_words, stride);
      sponge.absorb_rows(rows.row + op, row_words);
      sponge.finish();
      sponge.squeeze_tile(out + op, out_words, stride);
    });
  }

  // Hash(first || second) of two word tiles of four words.
  template <class Hash>
  static PQLANE_NOINLINE void hash_pair(const KemBuffers& b, const std::uint64_t* first,
                                        const std::uint64_t* second, int n, int out_words,
                                        std::uint64_t* out) {
    T::for_each_group(n, [&]<class W>(int op, int) {
      Sponge<W, Hash> sponge(b.keccak);
      sponge.absorb_tile(first + op, 4, stride);
      if (second != nullptr) sponge.absorb_tile(second + op, 4, stride);
      sponge.finish();
      sponge.squeeze_tile(out + op, out_words, stride);
    });
  }

  // (rho, sigma) = G(d || suffix), where the suffix is the byte k in ML-KEM and nothing in round-3 Kyber.
  static PQLANE_NOINLINE void expand_seed(const KemBuffers& b, const std::uint64_t* d, int suffix,
                                          int suffix_bytes, int n, std::uint64_t* out) {
    T::for_each_group(n, [&]<class W>(int op, int) {
      Sponge<W, Sha3_512> sponge(b.keccak);
      sponge.absorb_tile(d + op, 4, stride);
      sponge.finish(static_cast<std::uint64_t>(suffix), suffix_bytes);
      sponge.squeeze_tile(out + op, 8, stride);
    });
  }
};

// Phases over polynomials.
template <class T, class S, class L>
struct Phases : HashPhases<T, L> {
  using HashPhases<T, L>::stride;

  // SampleNTT of the matrix entries of operations [op, op + ops), into b.matrix[(i * k + j) * ops + o].
  // Entry (i, j) comes from rho || j || i, with Transposed from rho || i || j.
  template <bool Transposed>
  static PQLANE_NOINLINE void sample_matrix(const KemBuffers& b, int op, int ops) {
    const int jobs = S::k * S::k * ops;
    T::for_each_group(jobs, [&]<class W>(int first, int count) {
      std::uint64_t input[5 * W::lanes];
      for (int l = 0; l < W::lanes; ++l) {
        const int job = first + (l < count ? l : 0);
        const auto j = static_cast<std::uint64_t>(job / ops % S::k);
        const auto i = static_cast<std::uint64_t>(job / (ops * S::k));
        for (int w = 0; w < 4; ++w) input[w * W::lanes + l] = b.rho[w * stride + op + job % ops];
        input[4 * W::lanes + l] = (Transposed ? i | j << 8 : j | i << 8) | Shake128::suffix << 16;
      }
      Sponge<W, Shake128> sponge(b.keccak);
      sponge.absorb_tile(input, 5, W::lanes);
      sponge.finish_padded();
      constexpr std::size_t block = 8 * Shake128::rate_words;
      for (std::size_t k = 0; k < 3; ++k) {
        if (b.ahead != nullptr) b.ahead->step();
        if (k != 0) sponge.next_block();
        sponge.squeeze_rows(b.xof + k * block, xof_row_bytes, Shake128::rate_words);
      }
      unsigned counts[W::lanes];
      unsigned least = mlkem_n;
      for (int l = 0; l < count; ++l) {
        counts[l] = T::rej_uniform(b.xof + static_cast<std::size_t>(l) * xof_row_bytes, 3 * block,
                                   b.matrix + static_cast<std::size_t>(first + l) * matrix_stride, 0);
        least = counts[l] < least ? counts[l] : least;
      }
      while (least < mlkem_n) {  // about 0.7% of streams need a fourth block
        sponge.next_block();
        sponge.squeeze_rows(b.xof, xof_row_bytes, Shake128::rate_words);
        least = mlkem_n;
        for (int l = 0; l < count; ++l) {
          counts[l] =
              T::rej_uniform(b.xof + static_cast<std::size_t>(l) * xof_row_bytes, block,
                             b.matrix + static_cast<std::size_t>(first + l) * matrix_stride, counts[l]);
          least = counts[l] < least ? counts[l] : least;
        }
      }
    });
  }

  // Prepared factors of a transformed polynomial: b.factors[op][j].
  static PQLANE_INLINE void keep_factor(const KemBuffers& b, const std::int16_t* rows, int j, int n) {
    for (int op = 0; op < n; ++op) {
      prepare_factor<typename T::Rows>(rows + op * mlkem_n, b.factors + (op * S::k + j) * factor_coeffs);
    }
  }

  // b.products[i][op] for all rows i: the matrix times the vector whose factors are kept. The matrix never
  // exists as a whole: a few operations at a time, so that their factors are read from the first-level cache.
  template <bool Transposed>
  static PQLANE_INLINE void multiply_matrix(const KemBuffers& b, int n) {
    constexpr int group_ops = matrix_group_ops(S::k, T::Words::lanes);
    for (int op = 0; op < n; op += group_ops) {
      const int ops = n - op < group_ops ? n - op : group_ops;
      sample_matrix<Transposed>(b, op, ops);
      for (int o = 0; o < ops; ++o) {
        for (int i = 0; i < S::k; ++i) {
          row_product<typename T::Rows, S::k>(
              b.matrix + static_cast<std::size_t>(i * S::k * ops + o) * matrix_stride,
              static_cast<std::size_t>(ops) * matrix_stride, b.factors + (op + o) * S::k * factor_coeffs,
              b.products + (i * n + op + o) * mlkem_n);
        }
      }
    }
  }

  // rows[op] = vector in 12-bit encoding (t_hat of ek, s_hat of dk) times the kept factors. b.in_range[op]
  // says whether all of its coefficients are below q [FIPS203, section 7.2].
  static PQLANE_INLINE void multiply_encoded(const KemBuffers& b, const InputRows& encoded, int n,
                                             std::int16_t* rows) {
    for (int op = 0; op < n; ++op) {
      bool in_range = true;
      for (int j = 0; j < S::k; ++j) {
        in_range &= T::unpack_12(encoded.row[op] + S::poly_bytes * static_cast<std::size_t>(j),
                                 b.decoded + j * mlkem_n);
      }
      b.in_range[op] = in_range;
      row_product<typename T::Rows, S::k>(b.decoded, mlkem_n, b.factors + op * S::k * factor_coeffs,
                                          rows + op * mlkem_n);
    }
  }

  // The modulus check of [FIPS203, section 7.2]: every coefficient of ek below q.
  static PQLANE_INLINE bool ek_in_range(const KemBuffers& b, const std::uint8_t* ek) {
    bool in_range = true;
    for (int j = 0; j < S::k; ++j) {
      in_range &= T::unpack_12(ek + S::poly_bytes * static_cast<std::size_t>(j), b.decoded);
    }
    return in_range;
  }
};

PQLANE_END_TARGET
