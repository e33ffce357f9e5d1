// kem_items.hpp: test items of a KEM, as the parsers of vector files make them and the engine
// (kem_engine.hpp) runs them. Plain data: no parser needs the library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/hex.hpp"
#include "cli/test_item.hpp"

namespace pqlane::cli {

// Operations of an item, as a bit set.
enum KemOp : unsigned {
  op_keygen = 1,    // seed -> ek, dk
  op_encaps = 2,    // ek, m -> c, k
  op_decaps = 4,    // dk or seed, c -> k
  op_check_ek = 8,  // ek accepted or not (FIPS 203 7.2)
  op_check_dk = 16  // dk accepted or not (FIPS 203 7.3)
};

struct KemItem : TestItem {
  // Inputs; an operation that lacks one is reported as a problem by the parser.
  std::optional<Bytes> seed;  // d || z
  std::optional<Bytes> ek, dk, m, c;
  std::optional<Bytes> drbg_seed;  // of a NIST KAT record; gives seed and m (nist_kat.hpp)

  // Expected outputs; what is absent is not compared.
  std::optional<Bytes> want_ek, want_dk, want_c, want_k;
};

// Items that run as one batch.
struct KemGroup {
  std::string scheme;      // as the file names it: "ML-KEM-768", "Kyber512"
  unsigned ops = 0;        // of every item
  bool seed_keys = false;  // decaps takes the seed as private key
  std::vector<KemItem> items;
};

}  // namespace pqlane::cli
