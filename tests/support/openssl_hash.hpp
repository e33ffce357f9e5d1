// openssl_hash.hpp: SHA-2, SHA-3 and SHAKE by OpenSSL, the independent hash of the tests.
#pragma once

#include <openssl/evp.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "unit/hex.hpp"

namespace pqlane::test {

// An incremental hash; `name` as OpenSSL has it: "SHA256", "SHA3-512", "SHAKE128".
class OpensslHash {
 public:
  explicit OpensslHash(const char* name)
      : type_(EVP_MD_fetch(nullptr, name, nullptr)), context_(EVP_MD_CTX_new()) {
    if (!type_ || !context_) throw std::runtime_error("OpenSSL lacks a hash");
    require(EVP_DigestInit_ex2(context_.get(), type_.get(), nullptr));
  }
  void absorb(std::span<const std::uint8_t> bytes) {
    require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
  }
  Bytes finish() {
    Bytes out(static_cast<std::size_t>(EVP_MD_get_size(type_.get())));
    require(EVP_DigestFinal_ex(context_.get(), out.data(), nullptr));
    return out;
  }
  Bytes finish_xof(std::size_t count) {
    Bytes out(count);
    require(EVP_DigestFinalXOF(context_.get(), out.data(), count));
    return out;
  }

 private:
  struct Free {
    void operator()(EVP_MD* type) const { EVP_MD_free(type); }
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  static void require(int ok) {
    if (ok != 1) throw std::runtime_error("an OpenSSL hash failed");
  }

  std::unique_ptr<EVP_MD, Free> type_;
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

inline Bytes openssl_hash(const char* name, std::span<const std::uint8_t> bytes) {
  OpensslHash hash(name);
  hash.absorb(bytes);
  return hash.finish();
}

inline Bytes openssl_xof(const char* name, std::span<const std::uint8_t> bytes, std::size_t count) {
  OpensslHash hash(name);
  hash.absorb(bytes);
  return hash.finish_xof(count);
}

}  // namespace pqlane::test
