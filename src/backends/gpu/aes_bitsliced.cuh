// aes_bitsliced.cuh: AES-256 on eight blocks in the 32-bit registers of a thread [FIPS197]; no tables.
//
// Shapes: word [row][bit] holds bit `bit` of the bytes of a row: bit 8 column + block is that of the byte at
// (row, column) of that block. So ShiftRows is a rotation of a word and MixColumns moves no bits.
// The S-box inverts in GF((2^4)^2), as aes_portable.cpp does; the matrices come from core/aes_field.hpp. It
// is written as functions of three inputs, which NVIDIA's GPUs have as one instruction. Secrecy: no branch,
// no index on keys or blocks.
#pragma once

#include "backends/gpu/fill_args.hpp"
#include "backends/gpu/target.cuh"
#include "core/aes_field.hpp"

namespace pqlane::gpu {

using AesState = std::uint32_t[4][8];

// Bit 4 a + 2 b + c of `table` is the function's value.
template <unsigned table>
PQLANE_DEVICE std::uint32_t logic3(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
#if defined(__NVCC__) || defined(__NVPTX__)
  std::uint32_t r;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "n"(table));
  return r;
#else
  // Which products of inputs are added up: bit 4 i + 2 j + k stands for a^i b^j c^k.
  constexpr unsigned t1 = table ^ ((table << 1) & 0xaau);
  constexpr unsigned t2 = t1 ^ ((t1 << 2) & 0xccu);
  constexpr unsigned terms = (t2 ^ (t2 << 4)) & 0xffu;
  std::uint32_t r = (terms & 1) != 0 ? ~std::uint32_t{0} : 0;
  if constexpr ((terms & 0x02) != 0) r ^= c;
  if constexpr ((terms & 0x04) != 0) r ^= b;
  if constexpr ((terms & 0x08) != 0) r ^= b & c;
  if constexpr ((terms & 0x10) != 0) r ^= a;
  if constexpr ((terms & 0x20) != 0) r ^= a & c;
  if constexpr ((terms & 0x40) != 0) r ^= a & b;
  if constexpr ((terms & 0x80) != 0) r ^= a & b & c;
  return r;
#endif
}
PQLANE_DEVICE std::uint32_t sum3(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return logic3<0x96>(a, b, c);
}
// sum ^ a b, with a or b added where asked.
template <bool add_a = false, bool add_b = false>
PQLANE_DEVICE std::uint32_t add_product(std::uint32_t sum, std::uint32_t a, std::uint32_t b) {
  return logic3 < 0x78u ^ (add_a ? 0xccu : 0u) ^ (add_b ? 0xaau : 0u) > (sum, a, b);
}

// The sum of x[j] over the bits j of `mask`, two a step.
template <unsigned mask, int j = 0>
PQLANE_DEVICE std::uint32_t add_selected(std::uint32_t sum, const std::uint32_t (&x)[8]) {
  if constexpr ((mask >> j) == 0) {
    return sum;
  } else if constexpr (((mask >> j) & 1) == 0) {
    return add_selected<mask, j + 1>(sum, x);
  } else {
    constexpr unsigned rest = mask >> (j + 1);
    if constexpr (rest == 0) {
      return sum ^ x[j];
    } else {
      constexpr int next = j + 1 + __builtin_ctz(rest);
      return add_selected<mask, next + 1>(sum3(sum, x[j], x[next]), x);
    }
  }
}
template <unsigned mask>
PQLANE_DEVICE std::uint32_t sum_selected(const std::uint32_t (&x)[8]) {
  static_assert(mask != 0 && mask < 256);
  constexpr int first = __builtin_ctz(mask);
  return add_selected<mask, first + 1>(x[first], x);
}

// The product a b in GF(2^4) = GF(2)[z] / (z^4 + z + 1); b comes with three sums of its bits.
struct Factor16 {
  std::uint32_t b0, b1, b2, b3, b03, b23, b12;
};
PQLANE_DEVICE void multiply_16(const std::uint32_t (&a)[4], const Factor16& b, std::uint32_t* r) {
  r[0] = add_product(add_product(add_product(a[0] & b.b0, a[1], b.b3), a[2], b.b2), a[3], b.b1);
  r[1] = add_product(add_product(add_product(a[0] & b.b1, a[1], b.b03), a[2], b.b23), a[3], b.b12);
  r[2] = add_product(add_product(add_product(a[0] & b.b2, a[1], b.b1), a[2], b.b03), a[3], b.b23);
  r[3] = add_product(add_product(add_product(a[0] & b.b3, a[1], b.b2), a[2], b.b1), a[3], b.b03);
}

// Values, over the lower three bits of d, of bit i of d^-1 (0 for d = 0): of the half with bit 3 clear, or of
// the sum of both halves. d[2], d[1], d[0] are logic3's a, b, c.
constexpr unsigned inverse_16_table(unsigned i, bool sum_of_halves) {
  unsigned table = 0;
  for (unsigned d = 0; d < 8; ++d) {
    unsigned bit = aes_invert_16(d) >> i;
    if (sum_of_halves) bit ^= aes_invert_16(d + 8) >> i;
    table |= (bit & 1) << d;
  }
  return table;
}
template <unsigned i>
PQLANE_DEVICE std::uint32_t inverse_16_bit(const std::uint32_t (&d)[4]) {
  return add_product(logic3<inverse_16_table(i, false)>(d[2], d[1], d[0]), d[3],
                     logic3<inverse_16_table(i, true)>(d[2], d[1], d[0]));
}

// SubBytes of a row without its constant, which the round keys hold. For u y + v with y^2 = y + z^3 the norm
// is d = z^3 u^2 + u v + v^2, and the inverse (u / d) y + (u + v) / d. The squares are linear; each of their
// terms is added along with a product of one of its bits.
PQLANE_DEVICE void sub_row(std::uint32_t (&x)[8]) {
  constexpr AesBitMatrix in = aes_to_tower(), back = aes_from_tower_affine();
  std::uint32_t u[4], s[4], d[4];
  Factor16 v;
  v.b0 = sum_selected<in.row[0]>(x);
  v.b1 = sum_selected<in.row[1]>(x);
  v.b2 = sum_selected<in.row[2]>(x);
  v.b3 = sum_selected<in.row[3]>(x);
  v.b03 = v.b0 ^ v.b3;
  v.b23 = v.b2 ^ v.b3;
  v.b12 = v.b1 ^ v.b2;
  u[0] = sum_selected<in.row[4]>(x);
  u[1] = sum_selected<in.row[5]>(x);
  u[2] = sum_selected<in.row[6]>(x);
  u[3] = sum_selected<in.row[7]>(x);
  s[0] = u[0] ^ v.b0;
  s[1] = u[1] ^ v.b1;
  s[2] = u[2] ^ v.b2;
  s[3] = u[3] ^ v.b3;
  // + v0 + (u2 + v2)
  d[0] = add_product(add_product<true, true>(add_product(~u[0] & v.b0, u[1], v.b3), u[2], v.b2), u[3], v.b1);
  // + v1 + u1 + u2 + (u3 + v1 + v2)
  d[1] = add_product<true, true>(add_product<true>(add_product<true>(~u[0] & v.b1, u[1], v.b03), u[2], v.b23),
                                 u[3], v.b12);
  // + v2 + (u1 + v1) + (v2 + v3)
  d[2] = add_product<false, true>(add_product(add_product<true, true>(~u[0] & v.b2, u[1], v.b1), u[2], v.b03),
                                  u[3], v.b23);
  // + (u0 + v3) + u2 + u3
  d[3] = add_product<true>(add_product<true>(add_product(u[0] | v.b3, u[1], v.b2), u[2], v.b1), u[3], v.b03);
  Factor16 e;
  e.b0 = inverse_16_bit<0>(d);
  e.b1 = inverse_16_bit<1>(d);
  e.b2 = inverse_16_bit<2>(d);
  e.b3 = inverse_16_bit<3>(d);
  e.b03 = e.b0 ^ e.b3;
  e.b23 = e.b2 ^ e.b3;
  e.b12 = e.b1 ^ e.b2;
  std::uint32_t inverse[8];
  multiply_16(s, e, inverse);
  multiply_16(u, e, inverse + 4);
  x[0] = sum_selected<back.row[0]>(inverse);
  x[1] = sum_selected<back.row[1]>(inverse);
  x[2] = sum_selected<back.row[2]>(inverse);
  x[3] = sum_selected<back.row[3]>(inverse);
  x[4] = sum_selected<back.row[4]>(inverse);
  x[5] = sum_selected<back.row[5]>(inverse);
  x[6] = sum_selected<back.row[6]>(inverse);
  x[7] = sum_selected<back.row[7]>(inverse);
}

// SubBytes and ShiftRows. Row r moves left by r columns: new column c is old column c + r.
PQLANE_DEVICE void sub_and_shift(AesState& x) {
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    sub_row(x[r]);
    if (r == 0) continue;
    PQLANE_UNROLL
    for (int p = 0; p < 8; ++p) x[r][p] = funnel_left(x[r][p], x[r][p], 32 - 8 * r);
  }
}

// MixColumns and the key: b_r = 2 (a_r + a_(r+1)) + a_(r+1) + a_(r+2) + a_(r+3) + k_r, rows modulo 4. With
// s_r = a_r + a_(r+1) two of the terms are s_(r+2).
PQLANE_DEVICE void mix_and_add(AesState& x, const std::uint32_t* keys) {
  AesState s;
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    PQLANE_UNROLL
    for (int p = 0; p < 8; ++p) s[r][p] = x[r][p] ^ x[(r + 1) % 4][p];
  }
  AesState next;
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    PQLANE_UNROLL
    for (int p = 0; p < 8; ++p) {
      const std::uint32_t sum = sum3(s[r][(p + 7) % 8], x[(r + 1) % 4][p], s[(r + 2) % 4][p]);
      const std::uint32_t key = keys[8 * r + p];
      // x^8 = x^4 + x^3 + x + 1
      next[r][p] = p == 1 || p == 3 || p == 4 ? sum3(sum, key, s[r][7]) : sum ^ key;
    }
  }
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    PQLANE_UNROLL
    for (int p = 0; p < 8; ++p) x[r][p] = next[r][p];
  }
}

// The state of blocks base + 128 b, b < 8, after the first key: bytes 8 to 15 are the number, little-endian.
// `base` has bits 7, 8 and 9 clear.
PQLANE_DEVICE void load_numbers(AesState& x, const std::uint32_t* keys, std::uint64_t base) {
  const auto low = static_cast<std::uint32_t>(base), high = static_cast<std::uint32_t>(base >> 32);
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    PQLANE_UNROLL
    for (int p = 0; p < 8; ++p) {
      const int bit = 8 * r + p;
      std::uint32_t third = (0u - ((low >> bit) & 1u)) & 0x00ff0000u;
      if (bit == 7) third = 0x00aa0000u;
      if (bit == 8) third = 0x00cc0000u;
      if (bit == 9) third = 0x00f00000u;
      x[r][p] = keys[bit] ^ third ^ ((0u - ((high >> bit) & 1u)) & 0xff000000u);
    }
  }
}

// Exchanges the bits of a that `mask` << shift has with those of b that `mask` has.
PQLANE_DEVICE void swap_bits(std::uint32_t& a, std::uint32_t& b, int shift, std::uint32_t mask) {
  const std::uint32_t t = ((a >> shift) ^ b) & mask;
  b ^= t;
  a ^= t << shift;
}

// The four words of each block: words[block][column].
PQLANE_DEVICE void store_words(AesState& x, std::uint32_t (&words)[8][4]) {
  // In every byte the 8 x 8 matrix of planes and blocks is transposed, ..
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    PQLANE_UNROLL
    for (int i = 0; i < 8; ++i) {
      if ((i & 1) == 0) swap_bits(x[r][i], x[r][i + 1], 1, 0x55555555u);
    }
    PQLANE_UNROLL
    for (int i = 0; i < 8; ++i) {
      if ((i & 2) == 0) swap_bits(x[r][i], x[r][i + 2], 2, 0x33333333u);
    }
    PQLANE_UNROLL
    for (int i = 0; i < 8; ++i) {
      if ((i & 4) == 0) swap_bits(x[r][i], x[r][i + 4], 4, 0x0f0f0f0fu);
    }
  }
  // .. and in every block the 4 x 4 matrix of rows and columns.
  PQLANE_UNROLL
  for (int b = 0; b < 8; ++b) {
    swap_bits(x[0][b], x[1][b], 8, 0x00ff00ffu);
    swap_bits(x[2][b], x[3][b], 8, 0x00ff00ffu);
    swap_bits(x[0][b], x[2][b], 16, 0x0000ffffu);
    swap_bits(x[1][b], x[3][b], 16, 0x0000ffffu);
    PQLANE_UNROLL
    for (int c = 0; c < 4; ++c) words[b][c] = x[c][b];
  }
}

// Words of blocks base + 128 b of a stream.
PQLANE_DEVICE void stream_words(const FillKernelArgs& a, std::uint64_t base, std::uint32_t (&words)[8][4]) {
  constexpr int rounds = 14;
  AesState x;
  load_numbers(x, a.round_keys[0], base);
  PQLANE_NO_UNROLL
  for (int round = 1; round < rounds; ++round) {
    sub_and_shift(x);
    mix_and_add(x, a.round_keys[round]);
  }
  sub_and_shift(x);
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    PQLANE_UNROLL
    for (int p = 0; p < 8; ++p) x[r][p] ^= a.round_keys[rounds][8 * r + p];
  }
  store_words(x, words);
}

}  // namespace pqlane::gpu
