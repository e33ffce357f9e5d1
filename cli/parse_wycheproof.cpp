// parse_wycheproof.cpp: see parse_wycheproof.hpp. Group types as in the schemas of [WYCHEPROOF];
// those of ML-DSA are in parse_wycheproof_dsa.cpp.
#include "cli/parse_wycheproof.hpp"

#include <fmt/format.h>

#include "cli/parse_error.hpp"
#include "cli/parse_wycheproof_dsa.hpp"

namespace pqlane::cli {
namespace {

enum class GroupType { KeyGen, Decaps, Encaps, ExpandedDecaps };

std::optional<GroupType> group_type(const std::string& type) {
  if (type == "MLKEMKeyGen") return GroupType::KeyGen;
  if (type == "MLKEMTest") return GroupType::Decaps;
  if (type == "MLKEMEncapsTest") return GroupType::Encaps;
  if (type == "MLKEMDecapsValidationTest") return GroupType::ExpandedDecaps;
  return std::nullopt;
}

// An expected output: empty text stands for "none" in tests that must be refused.
std::optional<Bytes> expected(const Json& test, const char* name, KemItem& item) {
  std::optional<Bytes> bytes = hex_member(test, Json(), name, item);
  if (bytes && bytes->empty()) bytes.reset();
  return bytes;
}

// The value that must be there for a test that must pass.
std::optional<Bytes> expected_when_valid(const Json& test, const char* name, KemItem& item) {
  std::optional<Bytes> bytes = expected(test, name, item);
  if (!bytes && item.want_accepted == true) note_problem(item, fmt::format("{} is missing", name));
  return bytes;
}

KemItem parse_test(const Json& test, GroupType type) {
  const Json no_group;
  KemItem item;
  item.where = name_by_id(test, "tcId");
  const std::string result = text_member(test, "result", item.where);
  if (result == "valid" || result == "invalid") {
    item.want_accepted = result == "valid";
  } else {
    item.problem = fmt::format("unknown result '{}'", result);
    return item;
  }
  switch (type) {
    case GroupType::KeyGen:
      item.seed = required_hex(test, no_group, "seed", item);
      item.want_ek = expected_when_valid(test, "ek", item);
      item.want_dk = expected_when_valid(test, "dk", item);
      break;
    case GroupType::Decaps:
      item.seed = required_hex(test, no_group, "seed", item);
      item.c = required_hex(test, no_group, "c", item);
      item.want_ek = expected_when_valid(test, "ek", item);
      item.want_k = expected_when_valid(test, "K", item);
      break;
    case GroupType::Encaps:
      item.ek = required_hex(test, no_group, "ek", item);
      item.m = required_hex(test, no_group, "m", item);
      item.want_c = expected_when_valid(test, "c", item);
      item.want_k = expected_when_valid(test, "K", item);
      break;
    case GroupType::ExpandedDecaps:
      item.dk = required_hex(test, no_group, "dk", item);
      item.c = required_hex(test, no_group, "c", item);
      item.want_k = expected_when_valid(test, "K", item);
      break;
  }
  return item;
}

unsigned ops_of(GroupType type) {
  switch (type) {
    case GroupType::KeyGen: return op_keygen;
    case GroupType::Decaps: return op_keygen | op_decaps;  // the file gives the seed and the ek that it makes
    case GroupType::Encaps: return op_encaps;
    case GroupType::ExpandedDecaps: return op_decaps;
  }
  return 0;
}

}  // namespace

bool is_wycheproof(const Json& root) {
  return find(root, "testGroups") != nullptr &&
         (find(root, "numberOfTests") != nullptr || find(root, "schema") != nullptr);
}

VectorSet parse_wycheproof(const Json& root) {
  VectorSet vectors;
  vectors.format = "Wycheproof";
  std::size_t number = 0, items = 0;
  for (const Json& group : require_array(root, "testGroups", "the file")) {
    const std::string where = fmt::format("group {}", number++);
    const Json& tests = require_array(group, "tests", where);
    const std::string type_name = text_member(group, "type", where);
    const std::optional<GroupType> type = group_type(type_name);
    if (is_wycheproof_dsa_type(type_name)) {
      require_vector_items(items += tests.size());
      const std::string scheme = text_member(root, "algorithm", "the file");
      vectors.groups.emplace_back(parse_wycheproof_dsa_group(scheme, type_name, group, where));
      continue;
    }
    if (!type) {
      vectors.skipped[fmt::format("test type '{}' is not supported", type_name)] += tests.size();
      continue;
    }
    require_vector_items(items += tests.size());
    KemGroup parsed;
    parsed.scheme = text_member(group, "parameterSet", where);
    if (!is_kem_scheme(parsed.scheme)) {
      throw ParseError(fmt::format("{}: unknown parameterSet '{}'", where, parsed.scheme));
    }
    parsed.ops = ops_of(*type);
    parsed.seed_keys = *type == GroupType::Decaps;
    for (const Json& test : tests) parsed.items.push_back(parse_test(test, *type));
    vectors.groups.emplace_back(std::move(parsed));
  }
  return vectors;
}

}  // namespace pqlane::cli
