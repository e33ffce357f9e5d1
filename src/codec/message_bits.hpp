// message_bits.hpp: a message from its bits, a byte each, as a decryption of LWE-KEM finds them.
//
// Secrecy: lengths are public, values are not looked at.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

// Bit j of the message is bit j mod 8 of byte j / 8; bits[count] are 0 or 1, `count` is a multiple of 8.
inline void collect_message_bits(const std::uint8_t* bits, std::size_t count, std::uint8_t* message) {
  for (std::size_t byte = 0; byte < count / 8; ++byte) {
    unsigned value = 0;
    for (unsigned j = 0; j < 8; ++j) value |= unsigned{bits[8 * byte + j]} << j;
    message[byte] = static_cast<std::uint8_t>(value);
  }
}

}  // namespace pqlane
