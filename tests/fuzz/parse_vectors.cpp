// Fuzz target: any text as a vector file, through format detection and every parser.
//
// Holds: a parser ends with a set or with ParseError, and every item that has no problem has the
// inputs of its group's operations, so that the engine may take them without a look.
#include "cli/parse_vectors.hpp"

#include <cstdint>
#include <cstdlib>

#include "cli/parse_error.hpp"

namespace {

using namespace pqlane::cli;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_item(const KemGroup& group, const KemItem& item) {
  require(!item.where.empty());
  if (!item.problem.empty()) return;
  const bool from_drbg = item.drbg_seed.has_value();
  if (from_drbg) require(item.drbg_seed->size() == 48);
  if (group.ops & op_keygen) require(item.seed || from_drbg);
  if (group.ops & op_encaps) require(item.ek && (item.m || from_drbg));
  if (group.ops & op_decaps) require((group.seed_keys ? item.seed : item.dk) && item.c);
  if (group.ops & op_check_ek) require(item.ek.has_value());
  if (group.ops & op_check_dk) require(item.dk.has_value());
}

void check_group(const KemGroup& group) {
  require(group.ops != 0 && is_kem_scheme(group.scheme));
  for (const KemItem& item : group.items) check_item(group, item);
}

void check_group(const DsaGroup& group) {
  require(is_dsa_scheme(group.scheme));
  for (const DsaItem& item : group.items) {
    require(!item.where.empty());
    if (!item.problem.empty()) continue;
    require(item.ops != 0);
    const bool from_drbg = item.drbg_seed.has_value();
    if (from_drbg) require(item.drbg_seed->size() == 48);
    if (item.ops & dsa_keygen) require(item.seed || from_drbg);
    if (item.ops & dsa_sign) require((item.seed_key ? item.seed : item.sk) && (item.rnd || from_drbg));
    if (item.ops & dsa_verify) require(item.pk && item.sig);
    if (item.ops & (dsa_sign | dsa_verify)) require(item.message.has_value());
  }
}

void check(std::string_view text, const std::optional<std::string>& scheme, std::string_view name = {}) {
  try {
    const VectorSet vectors = parse_vectors(text, scheme, name);
    require(!vectors.format.empty());
    for (const VectorGroup& group : vectors.groups) {
      std::visit([](const auto& items) { check_group(items); }, group);
    }
  } catch (const ParseError& error) {
    require(*error.what() != '\0');
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, std::nullopt);
  check(text, "ml-kem-768");
  check(text, "ml-dsa-44");
  check(text, std::nullopt, "kat_MLDSA_65_hedged_hashed.rsp");
  return 0;
}
