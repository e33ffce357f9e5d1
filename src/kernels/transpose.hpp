// transpose.hpp: rows of 16-bit words (one an operation) to a tile (one lane an operation) and back.
//
// Shapes: rows are byte pointers, row l belongs to lane l; the tile is tile[word][lanes].
// words is a multiple of 8. No alignment is needed for rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/target.hpp"

PQLANE_BEGIN_TARGET

// 8x8 words inside each 128-bit part: v[i] word j <-> v[j] word i.
template <class C>
PQLANE_INLINE void transpose_parts(typename C::V (&v)[8]) {
  typename C::V a[8], b[8];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    a[2 * i] = C::lo16(v[2 * i], v[2 * i + 1]);
    a[2 * i + 1] = C::hi16(v[2 * i], v[2 * i + 1]);
  }
#pragma GCC unroll 2
  for (int h = 0; h < 8; h += 4) {
    b[h] = C::lo32(a[h], a[h + 2]);
    b[h + 1] = C::hi32(a[h], a[h + 2]);
    b[h + 2] = C::lo32(a[h + 1], a[h + 3]);
    b[h + 3] = C::hi32(a[h + 1], a[h + 3]);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    v[2 * i] = C::lo64(b[i], b[i + 4]);
    v[2 * i + 1] = C::hi64(b[i], b[i + 4]);
  }
}

template <class C>
PQLANE_NOINLINE void rows_to_tile(const std::uint8_t* const* rows, std::int16_t* tile, int words) {
  if constexpr (C::lanes == 1) {
    std::memcpy(tile, rows[0], static_cast<std::size_t>(words) * 2);
  } else {
    for (int w = 0; w < words; w += 8) {
      typename C::V v[8];
#pragma GCC unroll 8
      for (int i = 0; i < 8; ++i) v[i] = C::load_parts(rows + i, 8, static_cast<std::size_t>(w) * 2);
      transpose_parts<C>(v);
#pragma GCC unroll 8
      for (int i = 0; i < 8; ++i) C::store(tile + (w + i) * C::lanes, v[i]);
    }
  }
}

template <class C>
PQLANE_NOINLINE void tile_to_rows(const std::int16_t* tile, std::uint8_t* const* rows, int words) {
  if constexpr (C::lanes == 1) {
    std::memcpy(rows[0], tile, static_cast<std::size_t>(words) * 2);
  } else {
    for (int w = 0; w < words; w += 8) {
      typename C::V v[8];
#pragma GCC unroll 8
      for (int i = 0; i < 8; ++i) v[i] = C::load(tile + (w + i) * C::lanes);
      transpose_parts<C>(v);
#pragma GCC unroll 8
      for (int i = 0; i < 8; ++i) C::store_parts(rows + i, 8, static_cast<std::size_t>(w) * 2, v[i]);
    }
  }
}

PQLANE_END_TARGET
