// buffers.hpp: the scratch memory of one ML-KEM tile, carved from the caller's workspace.
//
// Secret parts come first, so that the runtime wipes a prefix. Word tiles are [words][L::word_stride];
// everything that grows with the tile is sized by `ops`, so that a tile of one operation is small.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/target.hpp"
#include "kernels/row_product.hpp"
#include "kernels/sponge.hpp"
#include "params/mlkem.hpp"
#include "sampling/rej_uniform.hpp"
#include "schemes/mlkem/ahead.hpp"

PQLANE_BEGIN_TARGET

inline constexpr std::size_t matrix_stride =
    mlkem_n + rej_uniform_slack;                   // coefficients of a sampled polynomial
inline constexpr std::size_t xof_row_bytes = 576;  // three SHAKE128 blocks (504 bytes) and room to overread
inline constexpr std::size_t prf_row_bytes = 256;  // two SHAKE256 blocks, 192 bytes used, and room
inline constexpr std::size_t row_slack_bytes = 64;
// Operations whose matrices are sampled together: few, so that they stay in the first-level cache, and with
// no half-empty group of lanes at their end.
inline constexpr int matrix_group_ops(int k, int lanes) { return k * k * 4 % lanes == 0 ? 4 : 8; }

struct KemBuffers {
  std::uint64_t* keccak;   // [sponge_words][8] the sponge's state
  std::uint64_t* prf;      // [24][word_stride] squeezed noise bytes (or rows of prf_row_bytes)
  std::uint64_t* seed;     // [8] d || z
  std::uint64_t* message;  // [4] m
  std::uint64_t* hash;     // [4] H(ek)
  std::uint64_t* digest;   // [8] output of G: rho, sigma or K, r
  std::uint64_t* secret;   // [4] rejection secret, or H(c)
  std::uint64_t* rho;      // [4] seed of the matrix
  std::uint8_t* m_rows;    // [ops][32] m in bytes
  std::int16_t* noise;     // [polys][poly]
  std::int16_t* poly;      // [poly] accumulator
  std::int16_t* words;     // [poly] packed words of a tile
  std::int16_t* factors;   // [ops][k][2][256] prepared second operands
  std::int16_t* rows;      // [ops][256] a polynomial in memory order
  std::int16_t* products;  // [k][ops][256] matrix times vector
  std::int16_t* decoded;   // [k][256] decoded key of one operation
  std::uint8_t* in_range;  // [ops] flags of the key decoded last
  std::uint8_t* ct;        // [ops][ct_bytes] re-encryption
  std::uint8_t* dk;        // [ops][dk_bytes] key expanded from a seed
  std::uint8_t* ek;        // [ops][ek_bytes] the same key's ek
  std::uint8_t* idle;      // where lanes without an operation write
  std::size_t secret_bytes;
  std::uint8_t* xof;     // [8][xof_row_bytes]
  std::int16_t* matrix;  // [jobs][matrix_stride]
  std::size_t total_bytes;
  Ahead* ahead;  // not null: to be stepped while the matrix is sampled
};

// Lays out the buffers for a tile of `ops` operations from `base` (64-byte aligned).
template <class P, class L>
PQLANE_INLINE KemBuffers make_kem_buffers(std::uint8_t* base, std::size_t ops) {
  KemBuffers b{};
  std::size_t used = 0;
  const auto take = [&](std::size_t bytes) {
    std::uint8_t* p = base + used;
    used += (bytes + 63) / 64 * 64;
    return p;
  };
  const auto take_words = [&](std::size_t words) {
    return reinterpret_cast<std::uint64_t*>(take(words * L::word_stride * 8));
  };
  const auto take_coeffs = [&](std::size_t coeffs) {
    return reinterpret_cast<std::int16_t*>(take(coeffs * 2));
  };
  b.keccak = reinterpret_cast<std::uint64_t*>(take(sponge_words * 8 * 8));
  b.prf = take_words(L::prf_words);
  b.seed = take_words(8);
  b.message = take_words(4);
  b.hash = take_words(4);
  b.digest = take_words(8);
  b.secret = take_words(4);
  b.rho = take_words(4);
  b.m_rows = take(ops * 32 + row_slack_bytes);
  b.noise = take_coeffs(L::template noise_polys<P> * ops * mlkem_n);
  b.poly = take_coeffs(ops * mlkem_n);
  b.words = take_coeffs(ops * mlkem_n + row_slack_bytes);
  b.factors = take_coeffs(ops * P::k * factor_coeffs);
  b.rows = take_coeffs(ops * mlkem_n);
  b.products = take_coeffs(P::k * ops * mlkem_n);
  b.decoded = take_coeffs(P::k * mlkem_n);
  b.in_range = take(ops);
  b.ct = take(ops * P::ct_bytes);
  b.idle = take(P::dk_bytes);
  b.dk = take(ops * P::dk_bytes);
  b.ek = take(ops * P::ek_bytes);
  b.secret_bytes = used;
  b.xof = take(8 * xof_row_bytes);
  b.matrix = take_coeffs(P::k * P::k * matrix_group_ops(P::k, L::W::lanes) * matrix_stride);
  b.total_bytes = used;
  return b;
}

// The buffers of a tile of n operations in a workspace.
template <class P, class L>
PQLANE_INLINE KemBuffers tile_buffers(void* workspace, int n) {
  return make_kem_buffers<P, L>(static_cast<std::uint8_t*>(workspace),
                                static_cast<std::size_t>(L::noise_ahead ? n : L::ops));
}

// Steps that sampling the matrices of a full tile offers: one a permutation.
template <class P, class L>
inline constexpr std::size_t ahead_steps = std::size_t{P::k} * P::k * L::ops / L::W::lanes * 3;

PQLANE_END_TARGET
