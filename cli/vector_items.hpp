// vector_items.hpp: what a vector file holds, as its parser gives it: groups of test items of a KEM
// (kem_items.hpp) or of ML-DSA (dsa_items.hpp), and what was left out. Plain data: no parser needs the
// library.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/dsa_items.hpp"
#include "cli/kem_items.hpp"

namespace pqlane::cli {

using VectorGroup = std::variant<KemGroup, DsaGroup>;

std::size_t item_count(const VectorGroup& group);
// Name of the group's scheme, as its file has it.
const std::string& scheme_of(const VectorGroup& group);

// Most items of a vector file: with their values' bytes bounded by the file, it bounds what they take in
// memory to some 200 MB. Public files have some hundreds.
constexpr std::size_t max_vector_items = 200'000;

// What a vector file holds.
struct VectorSet {
  std::string format;                          // "ACVP", "Wycheproof", ..
  std::vector<VectorGroup> groups;             // to be run
  std::map<std::string, std::size_t> skipped;  // reason -> items that cannot be run
};

// Throws ParseError when a file has more than max_vector_items.
void require_vector_items(std::size_t items);

// Command-line name of a scheme that a file names: "ML-KEM-768" is ml-kem-768, "Kyber512" is kyber-512.
// Nothing for a scheme that pqlane does not have.
std::optional<std::string> scheme_from_file(const std::string& name);
// Whether the name, as a file has it, is one of ML-DSA, or of a KEM.
bool is_dsa_scheme(const std::string& name);
bool is_kem_scheme(const std::string& name);

}  // namespace pqlane::cli
