// kem_items.hpp: test items of a KEM, as the parsers of vector files make them and the engine
// (kem_engine.hpp) runs them. Plain data: no parser needs the library.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/hex.hpp"

namespace pqlane::cli {

// Operations of an item, as a bit set.
enum KemOp : unsigned {
  op_keygen = 1,    // seed -> ek, dk
  op_encaps = 2,    // ek, m -> c, k
  op_decaps = 4,    // dk or seed, c -> k
  op_check_ek = 8,  // ek accepted or not (FIPS 203 7.2)
  op_check_dk = 16  // dk accepted or not (FIPS 203 7.3)
};

struct KemItem {
  std::string where;    // how messages name it: "tgId 1 tcId 5", "count 3", "line 7"
  std::string problem;  // not empty: the item itself is malformed and is not run

  // Inputs; an operation that lacks one is reported as a problem by the parser.
  std::optional<Bytes> seed;  // d || z
  std::optional<Bytes> ek, dk, m, c;
  std::optional<Bytes> drbg_seed;  // of a NIST KAT record; gives seed and m (nist_kat.hpp)

  // Expected outputs; what is absent is not compared.
  std::optional<Bytes> want_ek, want_dk, want_c, want_k;
  // false: the last step (decaps, encaps, the check) must be refused; true: accepted.
  std::optional<bool> want_accepted;
};

// Items that run as one batch.
struct KemGroup {
  std::string scheme;      // as the file names it: "ML-KEM-768", "Kyber512"
  unsigned ops = 0;        // of every item
  bool seed_keys = false;  // decaps takes the seed as private key
  std::vector<KemItem> items;
};

// Most items of a vector file: with their values' bytes bounded by the file, it bounds what they take in
// memory to some 200 MB. Public ML-KEM files have some hundreds.
constexpr std::size_t max_vector_items = 200'000;

// What a vector file holds.
struct VectorSet {
  std::string format;                          // "ACVP", "Wycheproof", ..
  std::vector<KemGroup> groups;                // to be run
  std::map<std::string, std::size_t> skipped;  // reason -> items that cannot be run
};

// Throws ParseError when a file has more than max_vector_items.
void require_vector_items(std::size_t items);

// Command-line name of a KEM scheme that a file names: "ML-KEM-768" is ml-kem-768, "Kyber512" is
// kyber-512. Nothing for a scheme that pqlane does not have.
std::optional<std::string> scheme_from_file(const std::string& name);

}  // namespace pqlane::cli
