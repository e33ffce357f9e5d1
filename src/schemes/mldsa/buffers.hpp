// buffers.hpp: scratch memory of ML-DSA tiles, carved from the caller's workspace, and expanded keys.
//
// Secret parts come first, so that the runtime wipes a prefix.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/target.hpp"
#include "kernels/sponge.hpp"
#include "params/mldsa.hpp"
#include "sampling/dsa_sampling.hpp"

PQLANE_BEGIN_TARGET

inline constexpr int dsa_tile_ops = 8;        // operations of a keygen or verify tile
inline constexpr int dsa_sign_tile_ops = 64;  // operations that pass through a signing tile's slots
// Coefficients from one sampled polynomial to the next: a vector sampler overruns by less than 16 (of the
// matrix) and 64 (of the secrets).
inline constexpr std::size_t dsa_matrix_stride = mldsa_n + 16;
inline constexpr std::size_t dsa_secret_stride = mldsa_n + 64;
// Five SHAKE128 blocks (840 bytes), what squeeze_rows writes behind them, and room to overread.
inline constexpr std::size_t dsa_xof_row_bytes = 960;
inline constexpr std::size_t dsa_block_row_bytes = 192;  // one SHAKE256 block, rounded up to whole lanes
inline constexpr int dsa_lanes = 8;                      // most Keccak lanes of any target
// c s is computed in windows of s, -s, s (Challenge products in sign.hpp).
inline constexpr std::size_t dsa_window_bytes = 3 * mldsa_n;

// Hands out aligned pieces of a block; with a null block it only counts.
class Arena {
 public:
  PQLANE_INLINE explicit constexpr Arena(std::uint8_t* base) : base_(base) {}
  template <class Value>
  PQLANE_INLINE constexpr Value* take(std::size_t count) {
    const std::size_t from = used_;
    used_ += (count * sizeof(Value) + 63) / 64 * 64;
    return base_ == nullptr ? nullptr : reinterpret_cast<Value*>(base_ + from);
  }
  PQLANE_INLINE constexpr std::size_t used() const { return used_; }

 private:
  std::uint8_t* base_;
  std::size_t used_ = 0;
};

// What hashing needs.
struct DsaScratch {
  std::uint64_t* keccak;  // [sponge_words][8]
  std::uint64_t* input;   // [10][8] seeds and nonces
  std::uint8_t* xof;      // [8][dsa_xof_row_bytes]
  std::uint8_t* block;    // [8][dsa_block_row_bytes] the next block of a message
  PQLANE_INLINE constexpr explicit DsaScratch(Arena& arena)
      : keccak(arena.take<std::uint64_t>(sponge_words * dsa_lanes)),
        input(arena.take<std::uint64_t>(10 * dsa_lanes)),
        xof(arena.take<std::uint8_t>(dsa_lanes * dsa_xof_row_bytes)),
        block(arena.take<std::uint8_t>(dsa_lanes * dsa_block_row_bytes)) {}
};

// A private key as signing uses it. One block: secret parts, then the matrix.
template <class P>
struct ExpandedSk {
  std::uint8_t* key;     // [32] K
  std::uint8_t* tr;      // [64]
  std::int8_t* windows;  // [l + k][dsa_window_bytes] s1 and s2
  std::int32_t* t0_hat;  // [k][256]
  std::int32_t* matrix;  // [k][l][dsa_matrix_stride]
  std::size_t bytes;
  PQLANE_INLINE constexpr explicit ExpandedSk(std::uint8_t* block) {
    Arena arena(block);
    key = arena.take<std::uint8_t>(32);
    tr = arena.take<std::uint8_t>(64);
    windows = arena.take<std::int8_t>((P::l + P::k) * dsa_window_bytes);
    t0_hat = arena.take<std::int32_t>(P::k * mldsa_n);
    matrix = arena.take<std::int32_t>(P::k * P::l * dsa_matrix_stride);
    bytes = arena.used();
  }
};

// A public key as verification uses it.
template <class P>
struct ExpandedPk {
  std::uint8_t* tr;      // [64]
  std::int32_t* t1_hat;  // [k][256] NTT(t1 2^d)
  std::int32_t* matrix;  // [k][l][dsa_matrix_stride]
  std::size_t bytes;
  PQLANE_INLINE constexpr explicit ExpandedPk(std::uint8_t* block) {
    Arena arena(block);
    tr = arena.take<std::uint8_t>(64);
    t1_hat = arena.take<std::int32_t>(P::k * mldsa_n);
    matrix = arena.take<std::int32_t>(P::k * P::l * dsa_matrix_stride);
    bytes = arena.used();
  }
};

PQLANE_END_TARGET
