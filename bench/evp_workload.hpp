// evp_workload.hpp: operations of OpenSSL to measure: conventional algorithms, to stand beside the
// post-quantum ones, and OpenSSL's own ML-KEM, ML-DSA and SLH-DSA (3.5 and later) as a peer.
//
// All items have one key, which OpenSSL holds decoded and expanded; messages, and the public keys that a
// secret is agreed with, differ. OpenSSL has no batches: a call is so many single operations, shared out
// among threads. Outputs are verified with another operation than the one that made them; where the
// algorithm is one of ours, with pqlane's (evp_own_side.hpp), else with OpenSSL's:
//   keygen   sign and verify, agree with another key from both sides, or encapsulate and decapsulate
//   agree    the secret is the one that the other side has
//   sign     verify; changed in one bit OpenSSL must refuse it
//   verify   every signature is valid, and one that was changed is not
//   encaps   decapsulate; decaps: the secret is the one that encaps gave
#pragma once

#include "bench/evp_own_side.hpp"
#include "bench/openssl_library.hpp"
#include "bench/permutations.hpp"
#include "bench/single_ops.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pqlane::bench {

enum class EvpKind {
  agree,
  sign_digest,   // signs 32 bytes that are a digest: hashing a message is not part of it
  sign_message,  // signs a message of any length
  kem
};

struct EvpAlgorithm {
  const char* scheme;    // our name: "p-256"
  const char* key_type;  // OpenSSL's: "EC"
  const char* group;     // null where the type has none
  int rsa_bits;          // 0 where it is not RSA
  EvpKind kind;
  bool conventional;  // false: post-quantum, in OpenSSL since 3.5

  bool has_op(Op op) const;
};

// Every algorithm, conventional ones first.
std::span<const EvpAlgorithm> evp_algorithms();
// Null when there is none of this name.
const EvpAlgorithm* find_evp_algorithm(const std::string& scheme);
// Whether the OpenSSL that was found makes keys of the algorithm. False with a reason.
bool evp_usable(const EvpAlgorithm& algorithm, std::string& why_not);

struct EvpCase {
  const EvpAlgorithm* algorithm;
  Op op;
  std::size_t batch;
  std::size_t message_bytes;  // of sign_message
};

class EvpWorkload final : public SingleOps {
 public:
  // Makes the inputs; throws Failure. The pool must outlive it.
  EvpWorkload(const EvpCase& work, ThreadPool& pool, unsigned threads);

  void prepare(std::size_t first, std::size_t count) override;
  std::string verify(std::size_t first, std::size_t count) override;

  std::size_t message_bytes() const override { return message_bytes_; }
  std::uint64_t input_bytes() const override;
  std::uint64_t output_bytes() const override;
  std::uint64_t owned_bytes() const override;

 private:
  using Bytes = std::vector<std::uint8_t>;
  struct Item {
    EvpContextPointer context;       // of the timed operation
    EvpDigestContextPointer digest;  // sign_message
    EvpKeyPointer made;              // keygen
    Bytes message, ciphertext;
    Bytes output, expected;
    std::size_t output_bytes = 0;
    bool valid = false;  // verify
  };

  EvpKeyPointer make_key() const;
  // Null for an algorithm that is none of ours.
  std::unique_ptr<EvpOwnSide> make_own_side(EvpKey* key) const;
  EvpContextPointer keygen_context() const;
  EvpContextPointer context_of(EvpKey* key) const;
  EvpContextPointer derive_context(EvpKey* own, EvpKey* other) const;
  EvpContextPointer signing_context(EvpKey* key, bool verify) const;
  EvpDigestContextPointer digest_context(EvpKey* key, bool verify) const;
  void make_item(Item& item, std::size_t index);
  void make_agree_item(Item& item, std::size_t index);
  void make_signature(Item& item, Bytes& signature) const;

  bool run_item(std::size_t item) override { return run(items_[item]); }
  std::string failure_text() const override;
  // One operation; false when OpenSSL says no.
  bool run(Item& item) const;
  bool run_sign(Item& item) const;
  bool run_verify(Item& item) const;
  // Empty, or what is wrong.
  std::string check(Item& item, const Item* before) const;
  std::string check_key(EvpKey* key) const;
  std::string check_kem_key(EvpKey* key) const;
  Bytes decapsulate(EvpKey* key, const Bytes& ct) const;
  std::string check_signature(EvpKey* key, const Bytes& message,
                              std::span<const std::uint8_t> signature) const;
  bool signature_valid(EvpKey* key, const Bytes& message, std::span<const std::uint8_t> signature) const;

  const OpenSsl& ssl_ = OpenSsl::get();
  EvpCase case_;
  std::size_t message_bytes_;
  EvpKeyPointer key_;
  std::unique_ptr<EvpOwnSide> own_side_;  // of key_, where the algorithm is one of ours
  std::vector<EvpKeyPointer> others_;     // agree: keys of the other side, used in turn
  std::vector<Bytes> other_secrets_;      // what they agree on with key_
  std::vector<Item> items_;
};

}  // namespace pqlane::bench
