// aes_field.hpp: the matrices of a bitsliced AES S-box, from the definition at compile time [FIPS197].
//
// Host and device code share them. Only constants: nothing here runs on secrets.
#pragma once

#include <cstdint>

namespace pqlane {

// Row i, bit j: output bit i takes input bit j.
struct AesBitMatrix {
  std::uint8_t row[8];
};

// GF(2^4) = GF(2)[z] / (z^4 + z + 1).
constexpr unsigned aes_multiply_16(unsigned a, unsigned b) {
  unsigned r = 0;
  for (int i = 3; i >= 0; --i) {
    r <<= 1;
    r ^= (r & 0x10) != 0 ? 0x13u : 0u;
    r ^= ((b >> i) & 1) != 0 ? a : 0u;
  }
  return r;
}

// GF(2^8) as a tower: 16 u + v stands for u y + v with y^2 = y + z^3; z^3 has trace 1, so that
// y^2 + y + z^3 has no root in GF(2^4).
inline constexpr unsigned aes_tower_z3 = 8;
constexpr unsigned aes_multiply_tower(unsigned a, unsigned b) {
  const unsigned hi = aes_multiply_16(a >> 4, b >> 4);
  const unsigned cross = aes_multiply_16(a >> 4, b & 15) ^ aes_multiply_16(a & 15, b >> 4);
  const unsigned lo = aes_multiply_16(a & 15, b & 15);
  return ((hi ^ cross) << 4) | (lo ^ aes_multiply_16(hi, aes_tower_z3));
}

// Powers x^0 .. x^7 of a root x of FIPS 197's polynomial x^8 + x^4 + x^3 + x + 1 in the tower.
struct AesRootPowers {
  unsigned power[8];
};
constexpr AesRootPowers aes_find_root_powers() {
  for (unsigned x = 2; x < 256; ++x) {
    AesRootPowers p{{1, 0, 0, 0, 0, 0, 0, 0}};
    for (int i = 1; i < 8; ++i) {
      p.power[i] = aes_multiply_tower(p.power[i - 1], x);
    }
    if ((aes_multiply_tower(p.power[7], x) ^ p.power[4] ^ p.power[3] ^ x ^ 1u) == 0) {
      return p;
    }
  }
  return AesRootPowers{};
}
inline constexpr AesRootPowers aes_root_powers = aes_find_root_powers();
static_assert(aes_root_powers.power[0] == 1, "the tower has a root of the AES polynomial");

constexpr unsigned aes_to_tower_value(unsigned x) {
  unsigned r = 0;
  for (unsigned i = 0; i < 8; ++i) {
    r ^= ((x >> i) & 1) != 0 ? aes_root_powers.power[i] : 0u;
  }
  return r;
}

// The affine map of SubBytes without its constant: bit i = b_i + b_(i+4) + .. + b_(i+7) (FIPS 197 5.1.1).
constexpr unsigned aes_affine_linear(unsigned x) {
  unsigned r = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned bit =
        (x >> i) ^ (x >> ((i + 4) % 8)) ^ (x >> ((i + 5) % 8)) ^ (x >> ((i + 6) % 8)) ^ (x >> ((i + 7) % 8));
    r |= (bit & 1) << i;
  }
  return r;
}

constexpr AesBitMatrix aes_to_tower() {
  AesBitMatrix m{};
  for (unsigned i = 0; i < 8; ++i) {
    for (unsigned j = 0; j < 8; ++j) {
      m.row[i] = static_cast<std::uint8_t>(m.row[i] | (((aes_root_powers.power[j] >> i) & 1) << j));
    }
  }
  return m;
}

// Back from the tower, then the affine map: column j is the image of the byte whose tower form is 2^j.
constexpr AesBitMatrix aes_from_tower_affine() {
  AesBitMatrix m{};
  for (unsigned j = 0; j < 8; ++j) {
    unsigned byte = 0;
    while (aes_to_tower_value(byte) != (1u << j)) {
      ++byte;
    }
    for (unsigned i = 0; i < 8; ++i) {
      m.row[i] = static_cast<std::uint8_t>(m.row[i] | (((aes_affine_linear(byte) >> i) & 1) << j));
    }
  }
  return m;
}

// a^14, which is 1 / a, and 0 for 0.
constexpr unsigned aes_invert_16(unsigned a) {
  const unsigned a2 = aes_multiply_16(a, a), a4 = aes_multiply_16(a2, a2), a8 = aes_multiply_16(a4, a4);
  return aes_multiply_16(aes_multiply_16(a2, a4), a8);
}

}  // namespace pqlane
