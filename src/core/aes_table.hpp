// aes_table.hpp: the table of AES rounds as devices use it for public data: SubBytes and MixColumns of a
// byte, made at compile time [FIPS197].
//
// Not for secrets: a look-up takes them for addresses.
#pragma once

#include <cstdint>

namespace pqlane {

struct AesTable {
  std::uint32_t word[256];  // S-box times (2, 1, 1, 3), little-endian
};

constexpr std::uint8_t aes_double(std::uint8_t x) {
  return static_cast<std::uint8_t>((x << 1) ^ ((x & 0x80) != 0 ? 0x1B : 0));
}

constexpr AesTable make_aes_table() {
  AesTable table{};
  std::uint8_t p = 1, inverse = 1;  // p runs over the powers of 3, its inverse over those of 3^-1
  for (int i = 0; i < 256; ++i) {
    const int value = i == 255 ? 0 : p;
    const std::uint8_t x = i == 255 ? std::uint8_t{0} : inverse;
    std::uint8_t s = 0x63;
    for (int turn = 0; turn < 5; ++turn) s = static_cast<std::uint8_t>(s ^ (x << turn) ^ (x >> (8 - turn)));
    const std::uint8_t twice = aes_double(s);
    table.word[value] = twice | static_cast<std::uint32_t>(s) << 8 | static_cast<std::uint32_t>(s) << 16 |
                        static_cast<std::uint32_t>(s ^ twice) << 24;
    p = static_cast<std::uint8_t>(p ^ aes_double(p));
    // 3^-1 = 0xF6; x 0xF6 = x (0x80 + 0x40 + 0x20 + 0x10 + 0x04 + 0x02)
    const std::uint8_t x2 = aes_double(inverse), x4 = aes_double(x2), x8 = aes_double(x4),
                       x10 = aes_double(x8), x20 = aes_double(x10), x40 = aes_double(x20),
                       x80 = aes_double(x40);
    inverse = static_cast<std::uint8_t>(x80 ^ x40 ^ x20 ^ x10 ^ x4 ^ x2);
  }
  return table;
}
static_assert(make_aes_table().word[0] == 0xA56363C6 && make_aes_table().word[0x53] == 0x2CEDEDC1);

}  // namespace pqlane
