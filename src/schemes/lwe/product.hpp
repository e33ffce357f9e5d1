// product.hpp: the products of LWE-KEM: A s, R A as one integer matrix product, R t, <s, u>.
//
// R A: a job has 1024 columns. Of 256 rows of A at a time it makes the entries, centred, two rows interleaved
// in 32-bit lanes, and multiplies them with all 256 rows of R: the middle loop's panel of columns stays in
// the first-level cache, the matrix in the second-level one. Bounds: |a| <= 32767, |r| <= 6, sums reduced
// every 8192 rows (params/lwe.hpp). Secrecy: s, r, e, m and the sums are secret, A and t are public.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schemes/lwe/matrix.hpp"
#include "schemes/lwe/noise.hpp"
#include "schemes/lwe/residues.hpp"

PQLANE_BEGIN_TARGET

template <class T>
struct LweShape {
  using P = typename T::Pairs;
  static constexpr std::size_t panel = T::panel_vectors * P::lanes;  // columns
  static constexpr std::size_t group = T::row_group;                 // rows of R
  static_assert(lwe_n_step % panel == 0 && lwe_message_bits % group == 0);
};

// sums[group][panel] += of `steps` pairs of rows: matrix[steps][panel], pairs[steps][group].
template <class T>
PQLANE_INLINE void lwe_multiply_panel(const std::uint32_t* matrix, const std::uint32_t* pairs,
                                      std::size_t steps, std::int32_t* sums) {
  using P = typename T::Pairs;
  constexpr std::size_t vectors = T::panel_vectors, group = T::row_group, lanes = P::lanes;
  typename P::V acc[group][vectors];
#pragma GCC unroll 16
  for (std::size_t r = 0; r < group; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < vectors; ++v) acc[r][v] = P::load(sums + (r * vectors + v) * lanes);
  }
  for (std::size_t k = 0; k < steps; ++k, matrix += vectors * lanes, pairs += group) {
    typename P::V a[vectors];
#pragma GCC unroll 4
    for (std::size_t v = 0; v < vectors; ++v) a[v] = P::load(matrix + v * lanes);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < group; ++r) {
      const typename P::V b = P::set1(pairs[r]);
#pragma GCC unroll 4
      for (std::size_t v = 0; v < vectors; ++v) acc[r][v] = P::multiply_add(acc[r][v], a[v], b);
    }
  }
#pragma GCC unroll 16
  for (std::size_t r = 0; r < group; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < vectors; ++v) P::store(sums + (r * vectors + v) * lanes, acc[r][v]);
  }
}

// Rows k, k + 1 of the matrix as step k / 2 of all panels: matrix[panel][steps][columns of a panel].
template <class T, class M>
PQLANE_NOINLINE void lwe_interleave(const std::uint16_t* even, const std::uint16_t* odd, std::size_t width,
                                    std::size_t step, std::size_t steps, std::uint32_t* __restrict matrix) {
  constexpr std::size_t panel = LweShape<T>::panel;
  for (std::size_t first = 0; first < width; first += panel) {
    std::uint32_t* out = matrix + first * steps + step * panel;
    for (std::size_t j = 0; j < panel; ++j) {
      const auto low = static_cast<std::uint16_t>(lwe_centre<M>(even[first + j]));
      const auto high = static_cast<std::uint16_t>(lwe_centre<M>(odd[first + j]));
      out[j] = low | static_cast<std::uint32_t>(high) << 16;
    }
  }
}

template <class M>
PQLANE_NOINLINE void lwe_reduce_all(std::int32_t* sums, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sums[i] = lwe_reduce<M>(sums[i]);
}

// Row `row` of the sums of a job, plus e1, in [0, q). sums[panel][256][columns of a panel].
template <class T, class M>
PQLANE_NOINLINE void lwe_finish_row(const std::int32_t* sums, const std::int8_t* e1, std::size_t row,
                                    std::size_t width, std::uint16_t* __restrict out) {
  constexpr std::size_t panel = LweShape<T>::panel;
  for (std::size_t first = 0; first < width; first += panel) {
    const std::int32_t* from = sums + first * lwe_message_bits + row * panel;
    for (std::size_t j = 0; j < panel; ++j) {
      out[first + j] = static_cast<std::uint16_t>(lwe_reduce<M>(from[j] + e1[first + j]));
    }
  }
}

template <class T, class M>
void lwe_multiply_columns(const LweStreams& streams, std::size_t n, const std::uint32_t* pairs,
                          const std::int8_t* e1, std::size_t block, std::uint8_t* ct, void* workspace) {
  auto& ws = *static_cast<LweWorkspace<T>*>(workspace);
  constexpr std::size_t panel = LweShape<T>::panel, group = LweShape<T>::group;
  const std::size_t width = lwe_block_width(n, block);
  std::memset(ws.sums, 0, lwe_message_bits * width * sizeof *ws.sums);
  for (std::size_t top = 0; top < n; top += lwe_tile_rows) {
    const std::size_t rows = n - top < lwe_tile_rows ? n - top : lwe_tile_rows, steps = rows / 2;
    if (top != 0 && top % lwe_rows_between_reductions == 0) {
      lwe_reduce_all<M>(ws.sums, lwe_message_bits * width);
    }
    for (std::size_t k = 0; k < rows; k += ws.rows_at_once) {
      lwe_matrix_rows<T, M>(ws, streams, top + k, ws.rows_at_once, block, width);
      for (std::size_t j = 0; j < ws.rows_at_once; j += 2) {
        lwe_interleave<T, M>(ws.rows[j], ws.rows[j + 1], width, (k + j) / 2, steps, ws.matrix);
      }
    }
    for (std::size_t first = 0; first < width; first += panel) {
      for (std::size_t row = 0; row < lwe_message_bits; row += group) {
        lwe_multiply_panel<T>(ws.matrix + first * steps, pairs + row * (n / 2) + top / 2 * group, steps,
                              ws.sums + first * lwe_message_bits + row * panel);
      }
    }
  }
  const std::size_t row_bytes = lwe_row_bytes(n, M::bits);
  for (std::size_t row = 0; row < lwe_message_bits; ++row) {
    lwe_finish_row<T, M>(ws.sums, e1 + row * n + block * lwe_block, row, width, ws.rows[0]);
    lwe_pack<M>(ws.rows[0], width, ct + row * row_bytes + lwe_row_bytes(block * lwe_block, M::bits));
  }
}

template <class T>
void lwe_pair_rows(const std::int8_t* r, std::size_t n, std::size_t first, std::size_t count,
                   std::uint32_t* pairs) {
  constexpr std::size_t group = LweShape<T>::group;
  for (std::size_t g = first; g < first + count; ++g) {
    const std::int8_t* const rows = r + g * group * n;
    std::uint32_t* out = pairs + g * group * (n / 2);
    for (std::size_t k = 0; k < n; k += 2) {
      for (std::size_t row = 0; row < group; ++row) {
        const std::int8_t* const pair = rows + row * n + k;
        *out++ = static_cast<std::uint16_t>(pair[0]) | static_cast<std::uint32_t>(pair[1]) << 16;
      }
    }
  }
}

template <class M>
PQLANE_NOINLINE void lwe_centre_row(const std::uint16_t* words, std::size_t count,
                                    std::int16_t* __restrict out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = lwe_centre<M>(words[i]);
}

template <class T, class M>
void lwe_multiply_rows(const LweStreams& streams, std::size_t n, const std::int16_t* s, const std::int8_t* e,
                       std::size_t first, std::size_t count, std::uint16_t* t, void* workspace) {
  auto& ws = *static_cast<LweWorkspace<T>*>(workspace);
  auto* const centred = reinterpret_cast<std::int16_t*>(ws.matrix);
  for (std::size_t i = 0; i < count; i += ws.rows_at_once) {
    const std::size_t rows = count - i < ws.rows_at_once ? count - i : ws.rows_at_once;
    std::int32_t sums[LweWorkspace<T>::rows_at_once] = {};
    for (std::size_t block = 0; block < lwe_columns(n); ++block) {
      const std::size_t width = lwe_block_width(n, block);
      lwe_matrix_rows<T, M>(ws, streams, first + i, rows, block, width);
      for (std::size_t l = 0; l < rows; ++l) {
        lwe_centre_row<M>(ws.rows[l], width, centred);
        sums[l] += lwe_reduce<M>(lwe_dot(centred, s + block * lwe_block, width));
      }
    }
    for (std::size_t l = 0; l < rows; ++l) {
      t[first + i + l] = static_cast<std::uint16_t>(lwe_reduce<M>(sums[l] + e[first + i + l]));
    }
  }
}

template <class M>
void lwe_multiply_t(std::size_t n, const std::int8_t* r, const std::int16_t* t, const std::int8_t* e2,
                    const std::uint8_t* m, std::size_t first, std::size_t count, std::uint16_t* v) {
  constexpr std::int32_t half = M::q / 2;
  for (std::size_t j = first; j < first + count; ++j) {
    std::int32_t total = e2[j] + half * (m[j / 8] >> (j % 8) & 1);
    for (std::size_t block = 0; block < lwe_columns(n); ++block) {
      const std::size_t width = lwe_block_width(n, block);
      const std::int8_t* const row = r + j * n + block * lwe_block;
      const std::int16_t* const column = t + block * lwe_block;
      std::int32_t sum = 0;
      for (std::size_t i = 0; i < width; ++i) sum += row[i] * column[i];
      total += lwe_reduce<M>(sum);
    }
    v[j] = static_cast<std::uint16_t>(lwe_reduce<M>(total));
  }
}

template <class T, class M>
void lwe_decrypt_rows(std::size_t n, const std::uint8_t* ct, const std::int16_t* s, std::size_t first,
                      std::size_t count, std::uint8_t* bit, void* workspace) {
  auto& ws = *static_cast<LweWorkspace<T>*>(workspace);
  auto* const centred = reinterpret_cast<std::int16_t*>(ws.matrix);
  const std::size_t row_bytes = lwe_row_bytes(n, M::bits);
  std::uint16_t v[4];
  for (std::size_t j = first; j < first + count; ++j) {
    std::int32_t total = 0;
    for (std::size_t block = 0; block < lwe_columns(n); ++block) {
      const std::size_t width = lwe_block_width(n, block);
      lwe_unpack_words<M>(ct + j * row_bytes + lwe_row_bytes(block * lwe_block, M::bits), width, ws.rows[0]);
      lwe_centre_row<M>(ws.rows[0], width, centred);
      total += lwe_reduce<M>(lwe_dot(centred, s + block * lwe_block, width));
    }
    lwe_unpack_words<M>(ct + lwe_message_bits * row_bytes + lwe_row_bytes(j / 4 * 4, M::bits), 4, v);
    bit[j] = lwe_is_near_half<M>(lwe_reduce<M>(v[j % 4] - total));
  }
}

template <class M>
void lwe_pack_values(const std::uint16_t* values, std::size_t count, std::uint8_t* bytes) {
  lwe_pack<M>(values, count, bytes);
}

template <class M>
bool lwe_unpack_values(const std::uint8_t* bytes, std::size_t count, std::int16_t* values) {
  constexpr std::size_t row = 32;
  bool good = true;
  for (std::size_t i = 0; i < count; i += row) {
    std::uint16_t words[row];
    lwe_unpack_words<M>(bytes + lwe_row_bytes(i, M::bits), row, words);
    for (std::size_t j = 0; j < row; ++j) {
      good &= words[j] < M::q;
      values[i + j] = lwe_centre<M>(words[j]);
    }
  }
  return good;
}

PQLANE_END_TARGET
