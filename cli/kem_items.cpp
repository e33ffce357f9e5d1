// kem_items.cpp: see kem_items.hpp.
#include "cli/kem_items.hpp"

#include <fmt/format.h>

#include <array>

#include "cli/parse_error.hpp"

namespace pqlane::cli {

void require_vector_items(std::size_t items) {
  if (items > max_vector_items) throw ParseError(fmt::format("more than {} tests", max_vector_items));
}

std::optional<std::string> scheme_from_file(const std::string& name) {
  struct Entry {
    const char* in_file;
    const char* scheme;
  };
  // Names in ACVP, Wycheproof and NIST KAT headers.
  static constexpr std::array<Entry, 6> entries{{{"ML-KEM-512", "ml-kem-512"},
                                                 {"ML-KEM-768", "ml-kem-768"},
                                                 {"ML-KEM-1024", "ml-kem-1024"},
                                                 {"Kyber512", "kyber-512"},
                                                 {"Kyber768", "kyber-768"},
                                                 {"Kyber1024", "kyber-1024"}}};
  for (const Entry& entry : entries) {
    if (name == entry.in_file || name == entry.scheme) return entry.scheme;
  }
  return std::nullopt;
}

}  // namespace pqlane::cli
