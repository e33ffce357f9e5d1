// peer_bytes.hpp: schemes of peers that take and give keys, ciphertexts and signatures as the byte strings of
// the standard, which are ours too. So every output is verified with pqlane itself:
//   keygen   KEM: we encapsulate, and both sides decapsulate with the peer's private key.
//            Signatures: we sign with the peer's private key and the peer verifies, and the other way round
//   encaps   keys are ours, and we decapsulate
//   decaps   keys and ciphertexts are ours; a changed ciphertext must give the secret that we get from it
//   sign     keys are ours, and we verify
//   verify   keys and signatures are ours; changed signatures must be refused
#pragma once

#include "bench/peer.hpp"

#include <pqlane/pqlane.h>

#include <cstddef>
#include <cstdint>

namespace pqlane::bench {

class PeerBytes : public PeerScheme {
 public:
  explicit PeerBytes(pqlane_scheme scheme) : scheme_(scheme) {}

  const char* scheme() const final { return pqlane_scheme_name(scheme_); }
  pqlane_scheme id() const { return scheme_; }
  const char* note() const override;
  bool has_op(Op op) const final;
  // Keys are byte strings in every call: the nearest to an expanded key is one key for all items.
  KeyReuse reuse(Op op, KeyReuse ours) const final;
  bool takes_messages(Op op) const final { return op == Op::sign || op == Op::verify; }
  std::unique_ptr<SingleOps> make_workload(const PeerCase& work, ThreadPool& pool,
                                           unsigned threads) const final;

  // One operation, on any thread; false when the peer reports an error.
  virtual bool keygen(std::uint8_t* pk, std::uint8_t* sk) const = 0;
  virtual bool encaps(std::uint8_t* ct, std::uint8_t* ss, const std::uint8_t* pk) const = 0;
  virtual bool decaps(std::uint8_t* ss, const std::uint8_t* ct, const std::uint8_t* sk) const = 0;
  // `sig_bytes` is the room, and then what was used.
  virtual bool sign(std::uint8_t* sig, std::size_t& sig_bytes, const std::uint8_t* message,
                    std::size_t message_bytes, const std::uint8_t* sk) const = 0;
  // Whether the signature is valid.
  virtual bool verify(const std::uint8_t* sig, std::size_t sig_bytes, const std::uint8_t* message,
                      std::size_t message_bytes, const std::uint8_t* pk) const = 0;

 private:
  pqlane_scheme scheme_;
};

// Throws UsageError where a peer's size is not ours: "liboqs 0.12.0: ml-kem-768 has a public key of 1185
// bytes there, and of 1184 here".
void require_size(const std::string& implementation, pqlane_scheme scheme, const char* what,
                  std::size_t theirs, std::size_t ours);

}  // namespace pqlane::bench
