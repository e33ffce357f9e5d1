// encoder.hpp: writes the few AVX-512 instructions of Keccak-f[1600] into executable memory.
//
// A part of the order search, not of the library. Encodings: EVEX forms of the Intel manual, volume 2.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace keccak_search {

class Encoder {
 public:
  explicit Encoder(int lanes) : lanes_(lanes) {
    constexpr int access = PROT_READ | PROT_WRITE | PROT_EXEC;
    void* memory = mmap(nullptr, size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    begin_ = next_ = static_cast<std::uint8_t*>(memory);
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  void restart() { next_ = begin_; }
  const std::uint8_t* begin() const { return begin_; }

  void xor2(int d, int a, int b) { registers(1, 0xEF, d, a, b); }
  void andnot(int d, int a, int b) { registers(1, 0xDF, d, a, b); }
  void move(int d, int a) { registers(1, 0x6F, d, 0, a); }
  void rotate(int d, int a, int count) {
    registers(1, 0x72, 1, d, a);
    byte(count);
  }
  void ternary(int d, int a, int b, int table) {
    registers(3, 0x25, d, a, b);
    byte(table);
  }
  void load(int d, int word) { memory(1, 0x6F, d, 0, rdi, word, false); }
  void store(int a, int word) { memory(1, 0x7F, a, 0, rdi, word, false); }
  // The constant is broadcast from the table that the second argument points to.
  void xor_constant(int d, int a, int index) { memory(1, 0xEF, d, a, rsi, index, true); }
  void ternary_constant(int d, int a, int index, int table) {
    memory(3, 0x25, d, a, rsi, index, true);
    byte(table);
  }
  void end() {
    for (int code : {0xC5, 0xF8, 0x77, 0xC3}) byte(code);  // vzeroupper, ret
  }

 private:
  static constexpr std::size_t size = std::size_t{1} << 17;
  static constexpr int rsi = 6, rdi = 7;

  void byte(int value) { *next_++ = static_cast<std::uint8_t>(value); }

  // Prefix of four bytes and opcode; bits that extend register numbers are stored inverted.
  void evex(int map, int opcode, int reg, int vvvv, int extend, bool broadcast) {
    byte(0x62);
    byte(map | ((reg & 8) ? 0 : 0x80) | ((reg & 16) ? 0 : 0x10) | extend);
    byte(0x80 | ((~vvvv & 15) << 3) | 0x05);
    byte((lanes_ == 8 ? 0x40 : 0x20) | (broadcast ? 0x10 : 0) | ((vvvv & 16) ? 0 : 8));
    byte(opcode);
  }
  void registers(int map, int opcode, int reg, int vvvv, int rm) {
    evex(map, opcode, reg, vvvv, ((rm & 8) ? 0 : 0x20) | ((rm & 16) ? 0 : 0x40), false);
    byte(0xC0 | ((reg & 7) << 3) | (rm & 7));
  }
  // Displacement of one byte, counted in vectors or, for a broadcast, in words.
  void memory(int map, int opcode, int reg, int vvvv, int base, int displacement, bool broadcast) {
    evex(map, opcode, reg, vvvv, 0x60, broadcast);
    byte(0x40 | ((reg & 7) << 3) | base);
    byte(displacement);
  }

  int lanes_;
  std::uint8_t* begin_;
  std::uint8_t* next_;
};

}  // namespace keccak_search
