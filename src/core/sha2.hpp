// sha2.hpp: the hash functions SHA-2 [FIPS180-4] of messages in memory, for HashML-DSA.
//
// Portable code; leaves no copy of the message behind. Not tuned: a message is hashed once, next to a
// signature.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

// Each hashes data[0 .. bytes) and writes a digest of the length in its name, in bits. A null pointer needs
// bytes 0. The message has fewer than 2^61 bytes.
void sha2_224(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void sha2_256(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void sha2_384(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void sha2_512(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void sha2_512_224(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void sha2_512_256(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;

}  // namespace pqlane
