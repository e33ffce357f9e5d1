// message_hash.hpp: the hash functions of HashML-DSA: names, identifiers and code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pqlane/dsa.h"
#include "runtime/dsa_backend.hpp"

namespace pqlane {

inline constexpr std::size_t most_digest_bytes = 64;

struct MessageHash {
  pqlane_hash hash;
  const char* name;  // as NIST's validation files have it
  std::uint8_t oid[dsa_oid_bytes];
  std::size_t digest_bytes;
  void (*digest)(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept;
};

std::span<const MessageHash> all_message_hashes();
// Null when unknown, and for PQLANE_HASH_NONE.
const MessageHash* find_message_hash(pqlane_hash hash);

}  // namespace pqlane
