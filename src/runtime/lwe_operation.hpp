// lwe_operation.hpp: key generation, encapsulation and decapsulation of LWE-KEM over an engine that computes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/lwe_call.hpp"

namespace pqlane {

// The parts of the scheme that are worth a device, for one set and n. Not safe for use by several threads.
class LweEngine {
 public:
  virtual ~LweEngine() = default;
  // t = A s + e, packed, with A from rho, s and e from sigma.
  virtual void make_t(const std::uint8_t* rho, const std::uint8_t* sigma, std::uint8_t* packed_t) = 0;
  // Takes in a public key for the calls below; false when an entry is not below q.
  virtual bool load_pk(const std::uint8_t* pk) = 0;
  virtual void encrypt(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) = 0;
  // The message of ct under the s of sigma.
  virtual void decrypt(const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) = 0;
  // 0 when ct is what encrypt(m, coins) gives, all ones when not; takes the same time for both.
  virtual std::uint8_t encrypt_differs(const std::uint8_t* m, const std::uint8_t* coins,
                                       const std::uint8_t* ct) = 0;
  // The hash of long strings.
  virtual void tree_hash(const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) = 0;
};

// All ones where x is not zero, without a branch.
inline std::uint8_t lwe_mask_if_not_zero(std::uint64_t x) {
  x |= x >> 32;
  return static_cast<std::uint8_t>(0 - (((x & 0xFFFFFFFF) + 0xFFFFFFFF) >> 32));
}

// Does item `index` of the call; returns its status. Outputs of a failed item are zero bytes.
pqlane_status run_lwe_item(LweEngine& engine, const LweCall& call, std::size_t index);
// Takes its status to the caller and into what became of the call.
void note_lwe_item(const LweCall& call, std::size_t index, pqlane_status status, BatchOutcome& outcome);

}  // namespace pqlane
