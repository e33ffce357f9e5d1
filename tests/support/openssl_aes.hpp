// openssl_aes.hpp: AES-256 of single blocks by OpenSSL, the independent cipher of the tests.
#pragma once

#include <openssl/evp.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "unit/hex.hpp"

namespace pqlane::test {

// The stream of random.h: blocks AES(key, kind || LE64(b)) for b in [first, first + blocks).
inline Bytes openssl_fill_stream(const std::uint8_t* key, const std::string& kind, std::uint64_t first,
                                 std::size_t blocks) {
  Bytes in, out(16 * blocks + 16);
  for (std::size_t b = 0; b < blocks; ++b) {
    for (const char c : kind) in.push_back(static_cast<std::uint8_t>(c));
    for (int i = 0; i < 8; ++i) in.push_back(static_cast<std::uint8_t>((first + b) >> (8 * i)));
  }
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(EVP_CIPHER_CTX_new(),
                                                                                EVP_CIPHER_CTX_free);
  int written = 0;
  if (!context || EVP_EncryptInit_ex(context.get(), EVP_aes_256_ecb(), nullptr, key, nullptr) != 1 ||
      EVP_CIPHER_CTX_set_padding(context.get(), 0) != 1 ||
      EVP_EncryptUpdate(context.get(), out.data(), &written, in.data(), static_cast<int>(in.size())) != 1) {
    throw std::runtime_error("OpenSSL's AES failed");
  }
  out.resize(16 * blocks);
  return out;
}

inline std::uint64_t little_endian(const Bytes& bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | bytes[at + i];
  return value;
}

}  // namespace pqlane::test
