// vector_items.cpp: see vector_items.hpp.
#include "cli/vector_items.hpp"

#include <fmt/format.h>

#include <array>

#include "cli/parse_error.hpp"

namespace pqlane::cli {

std::size_t item_count(const VectorGroup& group) {
  return std::visit([](const auto& g) { return g.items.size(); }, group);
}

const std::string& scheme_of(const VectorGroup& group) {
  return std::visit([](const auto& g) -> const std::string& { return g.scheme; }, group);
}

void require_vector_items(std::size_t items) {
  if (items > max_vector_items) throw ParseError(fmt::format("more than {} tests", max_vector_items));
}

std::optional<std::string> scheme_from_file(const std::string& name) {
  struct Entry {
    const char* in_file;
    const char* scheme;
  };
  // Names in ACVP, Wycheproof and NIST KAT headers.
  static constexpr std::array<Entry, 9> entries{{{"ML-KEM-512", "ml-kem-512"},
                                                 {"ML-KEM-768", "ml-kem-768"},
                                                 {"ML-KEM-1024", "ml-kem-1024"},
                                                 {"Kyber512", "kyber-512"},
                                                 {"Kyber768", "kyber-768"},
                                                 {"Kyber1024", "kyber-1024"},
                                                 {"ML-DSA-44", "ml-dsa-44"},
                                                 {"ML-DSA-65", "ml-dsa-65"},
                                                 {"ML-DSA-87", "ml-dsa-87"}}};
  for (const Entry& entry : entries) {
    if (name == entry.in_file || name == entry.scheme) return entry.scheme;
  }
  return std::nullopt;
}

bool is_dsa_scheme(const std::string& name) {
  const std::optional<std::string> scheme = scheme_from_file(name);
  return scheme && scheme->starts_with("ml-dsa-");
}

bool is_kem_scheme(const std::string& name) { return scheme_from_file(name) && !is_dsa_scheme(name); }

}  // namespace pqlane::cli
