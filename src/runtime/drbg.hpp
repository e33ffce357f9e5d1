// drbg.hpp: CTR_DRBG with AES-256, without a derivation function and without prediction resistance
// [SP800-90A, 10.2.1]. The counter field is the whole block (ctr_len = 128).
//
// Draws no entropy itself: the caller hands in full-entropy bytes (entropy.hpp does so for the
// process); drbg_df.hpp is the form for other entropy. Not safe for use by several threads at once.
//
// NIST's PQCgenKAT generator is this one: randombytes_init(seed) is instantiate(seed) and every
// randombytes(x, n) is one generate of n bytes, so the places where calls are cut matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/aes.hpp"

namespace pqlane {

enum class DrbgResult : std::uint8_t {
  ok,
  not_instantiated,
  request_too_large,  // more than max_request_bytes
  input_too_long,     // personalization or additional input above seed_bytes
  input_too_short,    // entropy or nonce, with the derivation function (drbg_df.hpp)
  reseed_required     // reseed_interval requests since the last seeding
};

class CtrDrbgAes256 {
 public:
  // Table 3 of SP 800-90A: seedlen = outlen + keylen = 384 bits; 2^19 bits a request; 2^48 requests.
  static constexpr std::size_t seed_bytes = 48;
  static constexpr std::size_t max_request_bytes = std::size_t{1} << 16;
  static constexpr std::uint64_t reseed_interval = std::uint64_t{1} << 48;

  using Entropy = std::span<const std::uint8_t, seed_bytes>;
  using Input = std::span<const std::uint8_t>;

  explicit CtrDrbgAes256(AesEngine engine = default_aes_engine()) : cipher_(engine) {}
  ~CtrDrbgAes256() { uninstantiate(); }
  CtrDrbgAes256(const CtrDrbgAes256&) = delete;
  CtrDrbgAes256& operator=(const CtrDrbgAes256&) = delete;

  // Starts from entropy xor personalization (padded with zero bytes); replaces an earlier state.
  [[nodiscard]] DrbgResult instantiate(Entropy entropy, Input personalization = {});

  // Mixes new entropy, xor additional input, into the state.
  [[nodiscard]] DrbgResult reseed(Entropy entropy, Input additional = {});

  // Fills `out`, at most max_request_bytes: a larger wish is cut up by the caller, because every request
  // ends with an update of the state. An error leaves `out` and the state as they were. `additional`
  // may overlap `out`.
  [[nodiscard]] DrbgResult generate(std::span<std::uint8_t> out, Input additional = {});

  // Wipes the state; generate and reseed are errors until the next instantiate.
  void uninstantiate();

  bool instantiated() const { return instantiated_; }

 private:
  friend struct DrbgTestAccess;  // tests set the reseed counter

  // CTR_DRBG_Update with provided[0..seed_bytes).
  void update(const std::uint8_t* provided);

  Aes256 cipher_;
  // V + 1, the next counter block: SP 800-90A increments V before each encryption.
  std::uint8_t next_counter_[Aes256::block_bytes] = {};
  std::uint64_t reseed_counter_ = 0;
  bool instantiated_ = false;
};

}  // namespace pqlane
