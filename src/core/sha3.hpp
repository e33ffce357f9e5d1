// sha3.hpp: the hash functions SHA-3 and SHAKE [FIPS202] of messages in memory, for HashML-DSA.
//
// One message at a time, by the Keccak kernel on general registers. Batches of equal streams are the
// backends' (kernels/sponge.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

// Each hashes data[0 .. bytes) and writes its digest. A null pointer needs bytes 0.
void sha3_224(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void sha3_256(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void sha3_384(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void sha3_512(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
// 32 and 64 bytes of output, as HashML-DSA takes them [FIPS204, 5.4.1].
void shake_128_32(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
void shake_256_64(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;

}  // namespace pqlane
