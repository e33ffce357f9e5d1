// sponge.hpp: the sponge of SHA-3 and SHAKE on several lanes, all absorbing the same number of bytes.
//
// Spec: [FIPS202, sections 4 and 6]. Inputs are whole 64-bit words except for a last partial word,
// which the caller builds together with the domain bits (suffix_word).
// Shapes: state[25][lanes] and scratch behind it; a word tile is words[count][ops], word w of all operations
// side by side. Secrecy: positions and lengths are public, values are not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/target.hpp"
#include "kernels/keccak.hpp"

PQLANE_BEGIN_TARGET

// Rates in 64-bit words and domain separation bytes [FIPS202, sections 6.1 and 6.2].
struct Sha3_256 {
  static constexpr int rate_words = 17;
  static constexpr std::uint64_t suffix = 0x06;
};
struct Sha3_512 {
  static constexpr int rate_words = 9;
  static constexpr std::uint64_t suffix = 0x06;
};
struct Shake128 {
  static constexpr int rate_words = 21;
  static constexpr std::uint64_t suffix = 0x1F;
};
struct Shake256 {
  static constexpr int rate_words = 17;
  static constexpr std::uint64_t suffix = 0x1F;
};

inline constexpr int sponge_words = 50;  // a state and the permutation's scratch

template <class W, class H>
class Sponge {
 public:
  static constexpr int lanes = W::lanes;

  // `state` is 64-byte aligned memory of sponge_words * lanes words that the sponge uses.
  PQLANE_INLINE explicit Sponge(std::uint64_t* state) : state_(state) {
    for (int i = 0; i < 25; ++i) W::store(state_ + i * lanes, W::set1(0));
  }

  // Words of a tile: lane l takes tile[w * stride + l].
  PQLANE_INLINE void absorb_tile(const std::uint64_t* tile, int words, int stride) {
    for (int w = 0; w < words; ++w) absorb_vector(W::load(tile + w * stride));
  }

  // The same bytes in every lane, a multiple of eight.
  PQLANE_INLINE void absorb_same(const std::uint8_t* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; i += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes + i, 8);
      absorb_vector(W::set1(word));
    }
  }

  // Rows of bytes: lane l takes words from rows[l].
  PQLANE_NOINLINE void absorb_rows(const std::uint8_t* const* rows, std::size_t words) {
    std::size_t w = 0;
    for (; w + static_cast<std::size_t>(lanes) <= words; w += static_cast<std::size_t>(lanes)) {
      typename W::V column[lanes];
      for (int l = 0; l < lanes; ++l) {
        std::uint64_t piece[lanes];
        std::memcpy(piece, rows[l] + 8 * w, sizeof piece);
        column[l] = W::load(piece);
      }
      W::transpose(column);
      for (int i = 0; i < lanes; ++i) absorb_vector(column[i]);
    }
    for (; w < words; ++w) {
      std::uint64_t word[lanes];
      for (int l = 0; l < lanes; ++l) std::memcpy(&word[l], rows[l] + 8 * w, 8);
      absorb_vector(W::load(word));
    }
  }

  // Ends the input; `last_bytes` (the input's last partial word, its length in bytes) precedes the
  // domain suffix. Leaves the first output block in the state.
  PQLANE_INLINE void finish(std::uint64_t last_bytes = 0, int last_length = 0) {
    xor_into(position_, W::set1(last_bytes | (H::suffix << (8 * last_length))));
    xor_into(H::rate_words - 1, W::set1(std::uint64_t{0x80} << 56));
    keccak_f1600<W>(state_, state_ + 25 * lanes);
  }

  // Ends an input whose last word already carries the domain suffix.
  PQLANE_INLINE void finish_padded() {
    xor_into(H::rate_words - 1, W::set1(std::uint64_t{0x80} << 56));
    keccak_f1600<W>(state_, state_ + 25 * lanes);
  }

  // The same with a last word for each lane that carries the suffix; it may be the block's last word.
  PQLANE_INLINE void finish_padded_tile(const std::uint64_t* tile) {
    xor_into(position_, W::load(tile));
    finish_padded();
  }

  PQLANE_INLINE void next_block() { keccak_f1600<W>(state_, state_ + 25 * lanes); }

  // First `words` words of the current output block to a tile.
  PQLANE_INLINE void squeeze_tile(std::uint64_t* tile, int words, int stride, int from = 0) const {
    for (int w = 0; w < words; ++w) W::store(tile + w * stride, W::load(state_ + (from + w) * lanes));
  }

  // First `words` words of the current output block as bytes, lane l to rows + l * row_bytes. Writes
  // up to the next multiple of `lanes` words in each row.
  PQLANE_NOINLINE void squeeze_rows(std::uint8_t* rows, std::size_t row_bytes, int words) const {
    for (int w = 0; w < words; w += lanes) {
      typename W::V column[lanes];
      for (int i = 0; i < lanes; ++i) column[i] = W::load(state_ + (w + i < 25 ? w + i : 24) * lanes);
      W::transpose(column);
      for (int l = 0; l < lanes; ++l) {
        W::store(reinterpret_cast<std::uint64_t*>(rows + static_cast<std::size_t>(l) * row_bytes) + w,
                 column[l]);
      }
    }
  }

 private:
  PQLANE_INLINE void xor_into(int word, typename W::V value) {
    std::uint64_t* p = state_ + word * lanes;
    W::store(p, W::xor2(W::load(p), value));
  }
  PQLANE_INLINE void absorb_vector(typename W::V value) {
    xor_into(position_, value);
    if (++position_ == H::rate_words) {
      keccak_f1600<W>(state_, state_ + 25 * lanes);
      position_ = 0;
    }
  }

  std::uint64_t* state_;
  int position_ = 0;
};

PQLANE_END_TARGET
