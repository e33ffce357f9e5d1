// tile.cuh: a polynomial of tile_ops operations in shared memory, and the steps that a block does on it.
//
// Shape: 16-bit coefficients [256][tile_ops], two neighbouring operations a 32-bit word. Two ways to part
// the work among threads occur, and skew() keeps both free of bank conflicts:
//   pairs   neighbouring threads take neighbouring words of a row (transforms, products)
//   runs    neighbouring threads take runs of 32 coefficients of one operation (encodings, so that the
//           bytes in device memory are read and written in order)
// Secrecy: indexes are public.
#pragma once

#include "backends/gpu/field.cuh"
#include "backends/gpu/kem_args.hpp"
#include "backends/gpu/words.cuh"

namespace pqlane::gpu {

// 16 rows fill the banks eight times: each group of 16 rows moves on by half the banks, and each second
// group by two more.
PQLANE_DEVICE unsigned skew(unsigned row) { return (row >> 4) * 16 + (row >> 5) * 2; }
PQLANE_DEVICE unsigned pair_word(unsigned row, unsigned pair) { return row * tile_pairs + pair + skew(row); }

PQLANE_DEVICE std::int32_t low_half(std::uint32_t w) { return static_cast<std::int16_t>(w & 0xFFFF); }
PQLANE_DEVICE std::int32_t high_half(std::uint32_t w) { return static_cast<std::int32_t>(w) >> 16; }
PQLANE_DEVICE std::uint32_t join_halves(std::int32_t low, std::int32_t high) {
  return (static_cast<std::uint32_t>(low) & 0xFFFF) | (static_cast<std::uint32_t>(high) << 16);
}

// What a block works on: a tile, or, in batches too small to give every multiprocessor one, some neighbouring
// operations of it, a power of two and at least two. Steps number their items with the operations or pairs of
// operations fastest.
class WholeTile {
 public:
  PQLANE_METHOD explicit WholeTile(const KemKernelArgs&) {}
  PQLANE_METHOD std::uint64_t tile() const { return block_index(); }
  PQLANE_METHOD static constexpr unsigned ops() { return tile_ops; }
  PQLANE_METHOD static constexpr unsigned pairs() { return tile_pairs; }
  // An item's operation or pair, and the rest of its number.
  PQLANE_METHOD unsigned op(unsigned item) const { return item % tile_ops; }
  PQLANE_METHOD unsigned after_op(unsigned item) const { return item / tile_ops; }
  PQLANE_METHOD unsigned pair(unsigned item) const { return item % tile_pairs; }
  PQLANE_METHOD unsigned after_pair(unsigned item) const { return item / tile_pairs; }
};
class TilePart {
 public:
  PQLANE_METHOD explicit TilePart(const KemKernelArgs& a) : lg_(a.lg_part_ops) {
    const unsigned parts = tile_ops >> lg_;
    tile_ = block_index() / parts;
    first_ = block_index() % parts << lg_;
  }
  PQLANE_METHOD std::uint64_t tile() const { return tile_; }
  PQLANE_METHOD unsigned ops() const { return 1u << lg_; }
  PQLANE_METHOD unsigned pairs() const { return ops() / 2; }
  PQLANE_METHOD unsigned op(unsigned item) const { return first_ + item % ops(); }
  PQLANE_METHOD unsigned after_op(unsigned item) const { return item >> lg_; }
  PQLANE_METHOD unsigned pair(unsigned item) const { return first_ / 2 + item % pairs(); }
  PQLANE_METHOD unsigned after_pair(unsigned item) const { return item >> (lg_ - 1); }

 private:
  unsigned lg_, tile_, first_;
};

// One operation's coefficient, for work by runs.
PQLANE_DEVICE std::int32_t get_coefficient(const std::uint32_t* tile, unsigned row, unsigned op) {
  return reinterpret_cast<const std::int16_t*>(tile + pair_word(row, op / 2))[op % 2];
}
PQLANE_DEVICE void set_coefficient(std::uint32_t* tile, unsigned row, unsigned op, std::int32_t value) {
  reinterpret_cast<std::int16_t*>(tile + pair_word(row, op / 2))[op % 2] = static_cast<std::int16_t>(value);
}

// ---- transforms, by pairs; a barrier is due between two steps ----

// Layers of distance 128, 64 and 32 on `polys` tiles.
template <class Part>
PQLANE_DEVICE void forward_step_1(const Part& part, std::uint32_t* tiles, unsigned polys) {
  for (unsigned item = thread_index(); item < polys * 32 * part.pairs(); item += block_threads()) {
    const unsigned pair = part.pair(item), i = part.after_pair(item) % 32;
    std::uint32_t* tile = tiles + part.after_pair(item) / 32 * tile_words;
    std::int32_t v[2][8];
    PQLANE_UNROLL
    for (unsigned r = 0; r < 8; ++r) {
      const std::uint32_t w = tile[pair_word(i + 32 * r, pair)];
      v[0][r] = low_half(w);
      v[1][r] = high_half(w);
    }
    forward_layers<3>(v, 1, 0);
    PQLANE_UNROLL
    for (unsigned r = 0; r < 8; ++r) tile[pair_word(i + 32 * r, pair)] = join_halves(v[0][r], v[1][r]);
  }
}

// Distances 16 to 2.
template <class Part>
PQLANE_DEVICE void forward_step_2(const Part& part, std::uint32_t* tiles, unsigned polys) {
  for (unsigned item = thread_index(); item < polys * 16 * part.pairs(); item += block_threads()) {
    const unsigned pair = part.pair(item), column = part.after_pair(item) % 2,
                   block = part.after_pair(item) / 2 % 8;
    std::uint32_t* tile = tiles + part.after_pair(item) / 16 * tile_words;
    std::int32_t v[2][16];
    PQLANE_UNROLL
    for (unsigned r = 0; r < 16; ++r) {
      const std::uint32_t w = tile[pair_word(32 * block + column + 2 * r, pair)];
      v[0][r] = low_half(w);
      v[1][r] = high_half(w);
    }
    forward_layers<4>(v, 8, block);
    PQLANE_UNROLL
    for (unsigned r = 0; r < 16; ++r) {
      tile[pair_word(32 * block + column + 2 * r, pair)] = join_halves(v[0][r], v[1][r]);
    }
  }
}

// The inverse: sums of the first step stay within 16 * 1665 and so in 16 bits.
template <class Part>
PQLANE_DEVICE void inverse_step_1(const Part& part, std::uint32_t* tile) {
  for (unsigned item = thread_index(); item < 16 * part.pairs(); item += block_threads()) {
    const unsigned pair = part.pair(item), column = part.after_pair(item) % 2,
                   block = part.after_pair(item) / 2 % 8;
    std::int32_t v[2][16];
    PQLANE_UNROLL
    for (unsigned r = 0; r < 16; ++r) {
      const std::uint32_t w = tile[pair_word(32 * block + column + 2 * r, pair)];
      v[0][r] = low_half(w);
      v[1][r] = high_half(w);
    }
    inverse_layers<4>(v, 8, block);
    PQLANE_UNROLL
    for (unsigned r = 0; r < 16; ++r) {
      tile[pair_word(32 * block + column + 2 * r, pair)] = join_halves(v[0][r], v[1][r]);
    }
  }
}

// Distances 32 to 128 and the scale; results within 1665.
template <class Part>
PQLANE_DEVICE void inverse_step_2(const Part& part, std::uint32_t* tile) {
  constexpr std::uint32_t scale = plantard_factor(inverse_scale);
  for (unsigned item = thread_index(); item < 32 * part.pairs(); item += block_threads()) {
    const unsigned pair = part.pair(item), i = part.after_pair(item);
    std::int32_t v[2][8];
    PQLANE_UNROLL
    for (unsigned r = 0; r < 8; ++r) {
      const std::uint32_t w = tile[pair_word(i + 32 * r, pair)];
      v[0][r] = low_half(w);
      v[1][r] = high_half(w);
    }
    inverse_layers<3>(v, 1, 0);
    PQLANE_UNROLL
    for (unsigned r = 0; r < 8; ++r) {
      tile[pair_word(i + 32 * r, pair)] =
          join_halves(plantard_multiply(v[0][r], scale), plantard_multiply(v[1][r], scale));
    }
  }
}

// out = sum over j < K of matrix[j] * y[j] in the NTT domain, times (-2^32)^-1; with Add, out += the plain
// sum. The matrix is in device memory as sampled (no skew), y in shared memory.
template <int K, bool Add, class Part>
PQLANE_DEVICE void multiply_matrix_row(const Part& part, const std::uint32_t* matrix, const std::uint32_t* y,
                                       std::uint32_t* out) {
  for (unsigned item = thread_index(); item < 128 * part.pairs(); item += block_threads()) {
    // Two halves of a group of threads work 16 rows apart, in different banks.
    const unsigned pair = part.pair(item), rest = part.after_pair(item) / 2;
    const unsigned p = rest % 8 + rest / 8 * 16 + part.after_pair(item) % 2 * 8;
    std::int32_t even[2] = {0, 0}, odd[2] = {0, 0}, cross[2] = {0, 0};
    PQLANE_UNROLL
    for (unsigned j = 0; j < K; ++j) {
      const std::uint32_t* a = matrix + j * 256 * tile_pairs;
      const std::uint32_t a0 = a[2 * p * tile_pairs + pair], a1 = a[(2 * p + 1) * tile_pairs + pair];
      const std::uint32_t b0 = y[j * tile_words + pair_word(2 * p, pair)];
      const std::uint32_t b1 = y[j * tile_words + pair_word(2 * p + 1, pair)];
      even[0] += low_half(a0) * low_half(b0);
      odd[0] += low_half(a1) * low_half(b1);
      cross[0] += low_half(a0) * low_half(b1) + low_half(a1) * low_half(b0);
      even[1] += high_half(a0) * high_half(b0);
      odd[1] += high_half(a1) * high_half(b1);
      cross[1] += high_half(a0) * high_half(b1) + high_half(a1) * high_half(b0);
    }
    const std::int32_t z = p % 2 == 0 ? zeta_table.base[p / 2] : -zeta_table.base[p / 2];
    std::int32_t c0[2], c1[2];
    PQLANE_UNROLL
    for (int o = 0; o < 2; ++o) {
      c0[o] = plantard_reduce(even[o] + plantard_reduce(odd[o]) * z);
      c1[o] = plantard_reduce(cross[o]);
    }
    if constexpr (Add) {
      constexpr std::uint32_t undo = plantard_factor(plantard_r);
      const std::uint32_t e0 = out[pair_word(2 * p, pair)], e1 = out[pair_word(2 * p + 1, pair)];
      c0[0] = plantard_multiply(c0[0], undo) + low_half(e0);
      c0[1] = plantard_multiply(c0[1], undo) + high_half(e0);
      c1[0] = plantard_multiply(c1[0], undo) + low_half(e1);
      c1[1] = plantard_multiply(c1[1], undo) + high_half(e1);
    }
    out[pair_word(2 * p, pair)] = join_halves(c0[0], c0[1]);
    out[pair_word(2 * p + 1, pair)] = join_halves(c1[0], c1[1]);
  }
}

// ---- encodings, by runs of 32 coefficients ----

// The position of an item of work by runs: 8 neighbouring threads share an operation.
struct Run {
  unsigned run, op;
};
template <class Part>
PQLANE_DEVICE Run run_of(const Part& part, unsigned item) {
  return {item % 8, part.op(item / 8)};
}

// The D-bit value number `I` of a run's words.
template <int D>
PQLANE_DEVICE std::uint32_t get_bits(const std::uint32_t* words, int i) {
  const int bit = D * i, word = bit / 32, shift = bit % 32;
  std::uint32_t v = words[word] >> shift;
  if (shift + D > 32) v |= words[word + 1] << (32 - shift);
  return v & ((1u << D) - 1);
}
template <int D>
PQLANE_DEVICE void put_bits(std::uint32_t* words, int i, std::uint32_t value) {
  const int bit = D * i, word = bit / 32, shift = bit % 32;
  words[word] |= value << shift;
  if (shift + D > 32) words[word + 1] |= value >> (32 - shift);
}

// out = sum over j < K of the 12-bit encoded polynomials at `rows` times y[j], times (-2^32)^-1. Sets
// too_large[op] when a coefficient is not below q.
template <int K, class Part>
PQLANE_DEVICE void multiply_encoded(const Part& part, const DeviceRows& rows, std::uint64_t first,
                                    std::uint64_t count, std::uint64_t offset, const std::uint32_t* y,
                                    std::uint32_t* out, std::uint32_t* too_large) {
  for (unsigned item = thread_index(); item < 8 * part.ops(); item += block_threads()) {
    const Run at = run_of(part, item);
    const std::uint64_t op = first + at.op < count ? first + at.op : count - 1;
    const auto* row =
        reinterpret_cast<const std::uint32_t*>(rows.data + op * rows.stride + offset) + 12 * at.run;
    std::uint32_t excess = 0;
    PQLANE_NO_UNROLL
    for (unsigned half = 0; half < 2; ++half) {
      std::int32_t even[8] = {}, odd[8] = {}, cross[8] = {};
      PQLANE_UNROLL
      for (unsigned j = 0; j < K; ++j) {
        std::uint32_t words[6];
        load_words<6>(row + 96 * j + 6 * half, words);
        PQLANE_UNROLL
        for (unsigned p = 0; p < 8; ++p) {
          const std::uint32_t a0 = get_bits<12>(words, static_cast<int>(2 * p));
          const std::uint32_t a1 = get_bits<12>(words, static_cast<int>(2 * p + 1));
          excess |= (mlkem_q - 1 - a0) | (mlkem_q - 1 - a1);
          const unsigned c = 32 * at.run + 16 * half + 2 * p;
          const std::int32_t b0 = get_coefficient(y + j * tile_words, c, at.op);
          const std::int32_t b1 = get_coefficient(y + j * tile_words, c + 1, at.op);
          even[p] += static_cast<std::int32_t>(a0) * b0;
          odd[p] += static_cast<std::int32_t>(a1) * b1;
          cross[p] += static_cast<std::int32_t>(a0) * b1 + static_cast<std::int32_t>(a1) * b0;
        }
      }
      PQLANE_UNROLL
      for (unsigned p = 0; p < 8; ++p) {
        const std::int32_t base = zeta_table.base[8 * at.run + 4 * half + p / 2];
        const std::int32_t z = p % 2 == 0 ? base : -base;
        const unsigned c = 32 * at.run + 16 * half + 2 * p;
        set_coefficient(out, c, at.op, plantard_reduce(even[p] + plantard_reduce(odd[p]) * z));
        set_coefficient(out, c + 1, at.op, plantard_reduce(cross[p]));
      }
    }
    if (too_large != nullptr) shared_or(too_large + at.op, excess >> 31);
  }
}

// ---- noise, by words of squeezed bytes [FIPS203, algorithm 8] ----

// 16 coefficients of eta = 2 in a word, biased by 2, a nibble each.
PQLANE_DEVICE std::uint64_t cbd2_nibbles(std::uint64_t x) {
  const std::uint64_t sums = (x & 0x5555555555555555) + ((x >> 1) & 0x5555555555555555);
  return (sums & 0x3333333333333333) + 0x2222222222222222 - ((sums >> 2) & 0x3333333333333333);
}
// 8 coefficients of eta = 3 in 48 bits, biased by 3, six bits each.
PQLANE_DEVICE std::uint64_t cbd3_fields(std::uint64_t x) {
  constexpr std::uint64_t ones = 0x249249249249, sevens = 0x1C71C71C71C7, threes = 0x0C30C30C30C3;
  const std::uint64_t sums = (x & ones) + ((x >> 1) & ones) + ((x >> 2) & ones);
  return (sums & sevens) + threes - ((sums >> 3) & sevens);
}

// Noise polynomials first .. first + polys - 1 of a chunk's tile to shared tiles. `noise` is the tile's
// part of the scratch.
template <int Eta, int Eta1, class Part>
PQLANE_DEVICE void load_noise(const Part& part, const std::uint64_t* noise, unsigned first, unsigned polys,
                              std::uint32_t* tiles) {
  if constexpr (Eta == 2) {
    for (unsigned item = thread_index(); item < polys * 16 * part.pairs(); item += block_threads()) {
      const unsigned pair = part.pair(item), word = part.after_pair(item) % 16,
                     poly = part.after_pair(item) / 16;
      const std::uint64_t* x = noise + ((first + poly) * 8 * Eta1 + word) * tile_ops + 2 * pair;
      const std::uint64_t a = cbd2_nibbles(x[0]), b = cbd2_nibbles(x[1]);
      std::uint32_t* tile = tiles + poly * tile_words;
      PQLANE_UNROLL
      for (unsigned c = 0; c < 16; ++c) {
        tile[pair_word(16 * word + c, pair)] =
            join_halves(static_cast<std::int32_t>((a >> (4 * c)) & 15) - 2,
                        static_cast<std::int32_t>((b >> (4 * c)) & 15) - 2);
      }
    }
  } else {
    for (unsigned item = thread_index(); item < polys * 32 * part.pairs(); item += block_threads()) {
      const unsigned pair = part.pair(item), piece = part.after_pair(item) % 32,
                     poly = part.after_pair(item) / 32;
      // Piece of 48 bits: bit 48 * piece of the polynomial's bytes.
      const unsigned word = piece * 3 / 4, shift = piece * 48 % 64;
      const std::uint64_t* x = noise + ((first + poly) * 8 * Eta1 + word) * tile_ops + 2 * pair;
      std::uint64_t f[2];
      PQLANE_UNROLL
      for (unsigned o = 0; o < 2; ++o) {
        std::uint64_t bits = x[o] >> shift;
        if (shift > 16) bits |= x[tile_ops + o] << (64 - shift);
        f[o] = cbd3_fields(bits & 0xFFFFFFFFFFFF);
      }
      std::uint32_t* tile = tiles + poly * tile_words;
      PQLANE_UNROLL
      for (unsigned c = 0; c < 8; ++c) {
        tile[pair_word(8 * piece + c, pair)] =
            join_halves(static_cast<std::int32_t>((f[0] >> (6 * c)) & 7) - 3,
                        static_cast<std::int32_t>((f[1] >> (6 * c)) & 7) - 3);
      }
    }
  }
}

}  // namespace pqlane::gpu
