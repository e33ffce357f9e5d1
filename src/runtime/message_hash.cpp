// message_hash.cpp: see message_hash.hpp.
#include "runtime/message_hash.hpp"

#include "core/sha2.hpp"
#include "core/sha3.hpp"

namespace pqlane {
namespace {

using Digest = void (*)(const std::uint8_t*, std::size_t, std::uint8_t*) noexcept;

// DER: an object identifier (6) of 9 bytes, 2.16.840.1.101.3.4.2.`last`. The arc, joint-iso-itu-t(2)
// country(16) us(840) organization(1) gov(101) csor(3) nistAlgorithm(4) hashAlgs(2), is NIST's [CSOR].
constexpr MessageHash make(pqlane_hash hash, const char* name, std::uint8_t last, std::size_t bytes,
                           Digest digest) {
  return {hash, name, {0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last}, bytes, digest};
}

constexpr MessageHash table[] = {
    make(PQLANE_HASH_SHA2_224, "SHA2-224", 4, 28, sha2_224),
    make(PQLANE_HASH_SHA2_256, "SHA2-256", 1, 32, sha2_256),
    make(PQLANE_HASH_SHA2_384, "SHA2-384", 2, 48, sha2_384),
    make(PQLANE_HASH_SHA2_512, "SHA2-512", 3, 64, sha2_512),
    make(PQLANE_HASH_SHA2_512_224, "SHA2-512/224", 5, 28, sha2_512_224),
    make(PQLANE_HASH_SHA2_512_256, "SHA2-512/256", 6, 32, sha2_512_256),
    make(PQLANE_HASH_SHA3_224, "SHA3-224", 7, 28, sha3_224),
    make(PQLANE_HASH_SHA3_256, "SHA3-256", 8, 32, sha3_256),
    make(PQLANE_HASH_SHA3_384, "SHA3-384", 9, 48, sha3_384),
    make(PQLANE_HASH_SHA3_512, "SHA3-512", 10, 64, sha3_512),
    make(PQLANE_HASH_SHAKE_128, "SHAKE-128", 11, 32, shake_128_32),
    make(PQLANE_HASH_SHAKE_256, "SHAKE-256", 12, 64, shake_256_64),
};

}  // namespace

std::span<const MessageHash> all_message_hashes() { return table; }

const MessageHash* find_message_hash(pqlane_hash hash) {
  for (const MessageHash& entry : table) {
    if (entry.hash == hash) return &entry;
  }
  return nullptr;
}

}  // namespace pqlane
