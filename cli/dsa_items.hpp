// dsa_items.hpp: test items of ML-DSA, as the parsers of vector files make them and the engine
// (dsa_engine.hpp) runs them. Plain data: no parser needs the library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/hex.hpp"
#include "cli/test_item.hpp"

namespace pqlane::cli {

// Operations of an item, as a bit set. The last one decides where an item must be refused.
enum DsaOp : unsigned {
  dsa_keygen = 1,  // seed -> pk, sk
  dsa_sign = 2,    // sk or seed, message, rnd -> sig
  dsa_verify = 4   // pk, message, sig -> accepted or not
};

// What the message is (FIPS 204, algorithms 2, 4 and 7).
enum class DsaMessage {
  pure,     // signed as ML-DSA does
  prehash,  // signed as HashML-DSA does, by the hash function of hash_name
  mu,       // the message representative
  internal  // M', as ML-DSA.Sign_internal takes it
};

struct DsaItem : TestItem {
  unsigned ops = 0;

  // Inputs; an operation that lacks one is reported as a problem by the parser.
  std::optional<Bytes> seed;  // xi
  std::optional<Bytes> pk, sk, sig;
  std::optional<Bytes> rnd;  // 32 zero bytes for a deterministic signature
  bool seed_key = false;     // sign takes the seed as private key
  DsaMessage kind = DsaMessage::pure;
  std::string hash_name;  // with DsaMessage::prehash, as NIST writes it: "SHA2-256"
  std::optional<Bytes> message, context;
  std::optional<Bytes> drbg_seed;  // of a NIST KAT record; gives seed and rnd (nist_kat.hpp)

  // Expected outputs; what is absent is not compared.
  std::optional<Bytes> want_pk, want_sk, want_sig;
  std::optional<Bytes> want_key_hash, want_sig_hash;  // SHA-256 of pk || sk, and of sig
};

// Items that run as one batch.
struct DsaGroup {
  std::string scheme;  // as the file names it: "ML-DSA-44"
  std::vector<DsaItem> items;
};

}  // namespace pqlane::cli
