// aes_portable.cpp: bitsliced AES-256 without tables, for machines without AES-NI [FIPS197].
//
// Shapes: eight words hold the eight bit planes of a state. A 64-bit lane of a word carries four blocks:
// bit 16 row + 4 column + block of plane p is bit p of that byte. So ShiftRows is a rotation inside
// 16-bit fields and MixColumns needs only rotations by 16 and 32 bits. A word has two such lanes.
// The S-box inverts in GF((2^4)^2); its matrices are those of aes_field.hpp.
// Secrecy: straight-line logic on secrets, no branch, no index.
#include <cstring>
#include <utility>

#include "core/aes_engine.hpp"
#include "core/aes_field.hpp"
#include "core/zeroize.hpp"

namespace pqlane {

namespace {

constexpr int rounds = 14;
constexpr std::size_t blocks_per_pass = 8;

using Word = std::uint64_t __attribute__((vector_size(16)));

template <AesBitMatrix m, std::size_t i, std::size_t... j>
inline Word matrix_row(const Word* x, std::index_sequence<j...>) {
  return (Word{} ^ ... ^ (((m.row[i] >> j) & 1) != 0 ? x[j] : Word{}));
}

template <AesBitMatrix m, std::size_t... i>
inline void apply_rows(const Word* x, Word* out, std::index_sequence<i...>) {
  ((out[i] = matrix_row<m, i>(x, std::make_index_sequence<8>())), ...);
}

template <AesBitMatrix m>
inline void apply(const Word* x, Word* out) {
  apply_rows<m>(x, out, std::make_index_sequence<8>());
}

// ---- bit-plane arithmetic --------------------------------------------------

// r = a b in GF(2^4): the product's coefficients, then z^4 = z + 1, z^5 = z^2 + z, z^6 = z^3 + z^2.
inline void multiply_planes(const Word* a, const Word* b, Word* r) {
  const Word c0 = a[0] & b[0];
  const Word c1 = (a[0] & b[1]) ^ (a[1] & b[0]);
  const Word c2 = (a[0] & b[2]) ^ (a[1] & b[1]) ^ (a[2] & b[0]);
  const Word c3 = (a[0] & b[3]) ^ (a[1] & b[2]) ^ (a[2] & b[1]) ^ (a[3] & b[0]);
  const Word c4 = (a[1] & b[3]) ^ (a[2] & b[2]) ^ (a[3] & b[1]);
  const Word c5 = (a[2] & b[3]) ^ (a[3] & b[2]);
  const Word c6 = a[3] & b[3];
  r[0] = c0 ^ c4;
  r[1] = c1 ^ c4 ^ c5;
  r[2] = c2 ^ c5 ^ c6;
  r[3] = c3 ^ c6;
}

inline void square_planes(const Word* a, Word* r) {
  r[0] = a[0] ^ a[2];
  r[1] = a[2];
  r[2] = a[1] ^ a[3];
  r[3] = a[3];
}

// r = a^14 = a^2 a^4 a^8, the inverse of a (0 for 0).
inline void invert_planes(const Word* a, Word* r) {
  Word a2[4], a4[4], a8[4], a6[4];
  square_planes(a, a2);
  square_planes(a2, a4);
  square_planes(a4, a8);
  multiply_planes(a2, a4, a6);
  multiply_planes(a6, a8, r);
}

// SubBytes on bit planes. For u y + v the norm is d = z^3 u^2 + u v + v^2, and the inverse is
// (u / d) y + (u + v) / d.
inline void sub_bytes(Word* x) {
  constexpr AesBitMatrix to_tower = aes_to_tower();
  constexpr AesBitMatrix from_tower_affine = aes_from_tower_affine();
  Word t[8], inverse[8], d[4], u2[4], v2[4], sum[4], d_inverse[4];
  apply<to_tower>(x, t);
  const Word* v = t;
  const Word* u = t + 4;
  multiply_planes(u, v, d);
  square_planes(u, u2);
  square_planes(v, v2);
  d[0] ^= v2[0] ^ u2[1];  // z^3 u^2 by z^4 = z + 1 as above
  d[1] ^= v2[1] ^ u2[1] ^ u2[2];
  d[2] ^= v2[2] ^ u2[2] ^ u2[3];
  d[3] ^= v2[3] ^ u2[0] ^ u2[3];
  invert_planes(d, d_inverse);
  for (int i = 0; i < 4; ++i) {
    sum[i] = u[i] ^ v[i];
  }
  multiply_planes(sum, d_inverse, inverse);
  multiply_planes(u, d_inverse, inverse + 4);
  apply<from_tower_affine>(inverse, x);
  for (int i : {0, 1, 5, 6}) {  // the affine constant 63 (hexadecimal)
    x[i] = ~x[i];
  }
}

// Row r moves left by r columns: new column c is old column c + r, that is 4 r bits to the right.
inline void shift_rows(Word* x) {
  for (int i = 0; i < 8; ++i) {
    const Word w = x[i];
    x[i] = (w & 0x000000000000ffffu) | ((w >> 4) & 0x000000000fff0000u) | ((w << 12) & 0x00000000f0000000u) |
           ((w >> 8) & 0x000000ff00000000u) | ((w << 8) & 0x0000ff0000000000u) |
           ((w >> 12) & 0x000f000000000000u) | ((w << 4) & 0xfff0000000000000u);
  }
}

// b_r = 2 (a_r + a_(r+1)) + a_(r+1) + a_(r+2) + a_(r+3), rows modulo 4. With s_r = a_r + a_(r+1) the last
// two terms are s_(r+2); row r + 1 is a rotation by 16 bits.
inline void mix_columns(Word* x) {
  Word a1[8], s[8];
  for (int i = 0; i < 8; ++i) {
    a1[i] = (x[i] >> 16) | (x[i] << 48);
    s[i] = x[i] ^ a1[i];
  }
  for (int i = 0; i < 8; ++i) {
    Word doubled = i == 0 ? s[7] : s[i - 1];
    if (i == 1 || i == 3 || i == 4) {  // x^8 = x^4 + x^3 + x + 1
      doubled ^= s[7];
    }
    x[i] = doubled ^ a1[i] ^ ((s[i] >> 32) | (s[i] << 32));
  }
}

inline void add_round_key(Word* x, const std::uint8_t* schedule, int round) {
  for (std::size_t i = 0; i < 8; ++i) {
    std::uint64_t k;
    std::memcpy(&k, schedule + 64 * static_cast<std::size_t>(round) + 8 * i, sizeof k);
    x[i] ^= Word{k, k};
  }
}

void encrypt_planes(const std::uint8_t* schedule, Word* x) {
  add_round_key(x, schedule, 0);
  for (int round = 1; round < rounds; ++round) {
    sub_bytes(x);
    shift_rows(x);
    mix_columns(x);
    add_round_key(x, schedule, round);
  }
  sub_bytes(x);
  shift_rows(x);
  add_round_key(x, schedule, rounds);
}

// ---- between bytes and bit planes ------------------------------------------

inline std::uint64_t load_le32(const std::uint8_t* p) {
  return std::uint64_t{p[0]} | std::uint64_t{p[1]} << 8 | std::uint64_t{p[2]} << 16 |
         std::uint64_t{p[3]} << 24;
}

inline void store_le32(std::uint8_t* p, std::uint64_t x) {
  for (int i = 0; i < 4; ++i) {
    p[i] = static_cast<std::uint8_t>(x >> (8 * i));
  }
}

// Bytes 0..3 of x to bytes 0, 2, 4, 6, and back.
inline std::uint64_t spread(std::uint64_t x) {
  x = (x | (x << 16)) & 0x0000ffff0000ffffu;
  return (x | (x << 8)) & 0x00ff00ff00ff00ffu;
}
inline std::uint64_t gather(std::uint64_t x) {
  x &= 0x00ff00ff00ff00ffu;
  x = (x | (x >> 8)) & 0x0000ffff0000ffffu;
  return (x | (x >> 16)) & 0x00000000ffffffffu;
}

// Bit p of byte j of w[k] to bit k of byte j of w[p]: the transposition of an 8 x 8 bit matrix in every
// byte position. Its own inverse.
template <class W>
inline void transpose_bits(W* w) {
  constexpr std::uint64_t masks[3] = {0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu};
  for (int step = 0; step < 3; ++step) {
    const int s = 1 << step;
    for (int i = 0; i < 8; ++i) {
      if ((i & s) == 0) {
        const W t = ((w[i] >> s) ^ w[i + s]) & masks[step];
        w[i + s] ^= t;
        w[i] ^= t << s;
      }
    }
  }
}

// The word that a block gives to w[block] (half 0: columns 0 and 2) and w[4 + block] (half 1: columns 1
// and 3): byte 2 row + (column >> 1).
inline std::uint64_t block_word(const std::uint8_t* block, std::size_t half) {
  return spread(load_le32(block + 4 * half)) | (spread(load_le32(block + 8 + 4 * half)) << 8);
}

void load_planes(const std::uint8_t* in, Word* x) {
  for (std::size_t half = 0; half < 2; ++half) {
    for (std::size_t b = 0; b < 4; ++b) {
      x[4 * half + b] = Word{block_word(in + 16 * b, half), block_word(in + 16 * (4 + b), half)};
    }
  }
  transpose_bits(x);
}

void store_planes(Word* x, std::uint8_t* out) {
  transpose_bits(x);
  for (std::size_t half = 0; half < 2; ++half) {
    for (std::size_t b = 0; b < 4; ++b) {
      for (std::size_t lane = 0; lane < 2; ++lane) {
        std::uint8_t* block = out + 16 * (4 * lane + b);
        const std::uint64_t w = x[4 * half + b][lane];
        store_le32(block + 4 * half, gather(w));
        store_le32(block + 8 + 4 * half, gather(w >> 8));
      }
    }
  }
}

// ---- the engine's functions ------------------------------------------------

// SubWord: plane p, bit i = bit p of byte i.
std::uint32_t sub_word(std::uint32_t w) {
  Word x[8];
  for (unsigned p = 0; p < 8; ++p) {
    const std::uint32_t bits = (w >> p) & 0x01010101u;
    x[p] = Word{(bits | (bits >> 7) | (bits >> 14) | (bits >> 21)) & 15u, 0};
  }
  sub_bytes(x);
  std::uint32_t r = 0;
  for (unsigned p = 0; p < 8; ++p) {
    const auto bits = static_cast<std::uint32_t>(x[p][0] & 15u);
    r |= ((bits | (bits << 7) | (bits << 14) | (bits << 21)) & 0x01010101u) << p;
  }
  wipe(x, sizeof x);
  return r;
}

constexpr std::size_t schedule_words = 4 * (rounds + 1);

// The words of KeyExpansion, little-endian: RotWord turns right by 8 bits.
void expand_words(const std::uint8_t* key, std::uint32_t* w) {
  for (std::size_t i = 0; i < 8; ++i) {
    w[i] = static_cast<std::uint32_t>(load_le32(key + 4 * i));
  }
  std::uint32_t rcon = 1;
  for (std::size_t i = 8; i < schedule_words; ++i) {
    std::uint32_t t = w[i - 1];
    if (i % 8 == 0) {
      t = sub_word((t >> 8) | (t << 24)) ^ rcon;
      rcon <<= 1;
    } else if (i % 8 == 4) {
      t = sub_word(t);
    }
    w[i] = w[i - 8] ^ t;
  }
}

void expand_key(const std::uint8_t* key, std::uint8_t* schedule) {
  std::uint32_t w[schedule_words];
  expand_words(key, w);
  std::uint64_t planes[8];
  for (std::size_t round = 0; round <= rounds; ++round) {
    for (std::size_t half = 0; half < 2; ++half) {
      const std::uint64_t word = spread(w[4 * round + half]) | (spread(w[4 * round + 2 + half]) << 8);
      for (std::size_t b = 0; b < 4; ++b) {
        planes[4 * half + b] = word;  // all four blocks get the same key
      }
    }
    transpose_bits(planes);
    std::memcpy(schedule + 64 * round, planes, sizeof planes);
  }
  wipe(w, sizeof w);
  wipe(planes, sizeof planes);
}

void encrypt(const std::uint8_t* schedule, const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) {
  Word x[8];
  for (; blocks >= blocks_per_pass; blocks -= blocks_per_pass) {
    load_planes(in, x);
    encrypt_planes(schedule, x);
    store_planes(x, out);
    in += 16 * blocks_per_pass;
    out += 16 * blocks_per_pass;
  }
  if (blocks != 0) {
    std::uint8_t rest[16 * blocks_per_pass] = {};
    std::memcpy(rest, in, 16 * blocks);
    load_planes(rest, x);
    encrypt_planes(schedule, x);
    store_planes(x, rest);
    std::memcpy(out, rest, 16 * blocks);
    wipe(rest, sizeof rest);
  }
  wipe(x, sizeof x);
}

void counter(const std::uint8_t* schedule, std::uint64_t hi, std::uint64_t lo, std::uint8_t* out,
             std::size_t blocks) {
  AesCounter c{hi, lo};
  std::uint8_t counters[16 * blocks_per_pass];
  while (blocks != 0) {
    const std::size_t n = blocks < blocks_per_pass ? blocks : blocks_per_pass;
    for (std::size_t i = 0; i < n; ++i) {
      aes_store_be64(counters + 16 * i, c.hi);
      aes_store_be64(counters + 16 * i + 8, c.lo);
      c = aes_advance_counter(c, 1);
    }
    encrypt(schedule, counters, out, n);
    out += 16 * n;
    blocks -= n;
  }
  wipe(counters, sizeof counters);
}

void indexed(const std::uint8_t* schedule, std::uint64_t prefix, std::uint64_t first, std::uint8_t* out,
             std::size_t blocks) {
  std::uint64_t inputs[2 * blocks_per_pass];
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  while (blocks != 0) {
    const std::size_t n = blocks < blocks_per_pass ? blocks : blocks_per_pass;
    for (std::size_t i = 0; i < n; ++i) {
      inputs[2 * i] = prefix;
      inputs[2 * i + 1] = first + i;
    }
    encrypt(schedule, reinterpret_cast<const std::uint8_t*>(inputs), out, n);
    first += n;
    out += 16 * n;
    blocks -= n;
  }
}

}  // namespace

void aes_round_keys(const std::uint8_t* key, std::uint8_t* round_keys) {
  std::uint32_t w[schedule_words];
  expand_words(key, w);
  for (std::size_t i = 0; i < schedule_words; ++i) {
    store_le32(round_keys + 4 * i, w[i]);
  }
  wipe(w, sizeof w);
}

const AesEngineFunctions aes_portable_functions = {(rounds + 1) * 64, expand_key, encrypt, counter, indexed};

}  // namespace pqlane
