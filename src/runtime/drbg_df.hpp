// drbg_df.hpp: CTR_DRBG with AES-256 and the derivation function [SP800-90A, 10.2.1 and 10.3.2]: entropy that
// is not full, and inputs of any length, are condensed to a seed first.
//
// What follows the derivation is CtrDrbgAes256 (drbg.hpp), with its limits of requests. Draws no entropy
// itself. Not safe for use by several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "runtime/drbg.hpp"

namespace pqlane {

class CtrDrbgAes256Df {
 public:
  using Input = std::span<const std::uint8_t>;
  // Table 3 of SP 800-90A: entropy of the security strength at least, 256 bits, and a nonce of half of it; at
  // most 2^35 bits of each input.
  static constexpr std::size_t least_entropy_bytes = 32;
  static constexpr std::size_t least_nonce_bytes = 16;
  static constexpr std::uint64_t most_input_bytes = std::uint64_t{1} << 32;

  explicit CtrDrbgAes256Df(AesEngine engine = default_aes_engine()) : engine_(engine), drbg_(engine) {}

  // Errors leave the state as it was: input_too_short, input_too_long (all inputs of a call together count).
  [[nodiscard]] DrbgResult instantiate(Input entropy, Input nonce, Input personalization = {});
  [[nodiscard]] DrbgResult reseed(Input entropy, Input additional = {});
  // At most CtrDrbgAes256::max_request_bytes. `additional` may overlap `out`.
  [[nodiscard]] DrbgResult generate(std::span<std::uint8_t> out, Input additional = {});
  void uninstantiate() { drbg_.uninstantiate(); }
  bool instantiated() const { return drbg_.instantiated(); }

 private:
  AesEngine engine_;
  CtrDrbgAes256 drbg_;
};

// Block_Cipher_df: seed_bytes bytes from all inputs, one after another; together at most 2^32 - 1 bytes.
void block_cipher_df(std::initializer_list<std::span<const std::uint8_t>> inputs, AesEngine engine,
                     std::uint8_t* seed);

}  // namespace pqlane
