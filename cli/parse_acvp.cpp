// parse_acvp.cpp: see parse_acvp.hpp. Fields as in the ACVP JSON specification for ML-KEM [ACVP-ML-KEM];
// those of ML-DSA are in parse_acvp_dsa.cpp.
#include "cli/parse_acvp.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/parse_acvp_dsa.hpp"
#include "cli/parse_error.hpp"

namespace pqlane::cli {
namespace {

// What a group asks for: its operation, and whether private keys are seeds.
struct GroupKind {
  unsigned op;
  bool seed_keys;
};

GroupKind group_kind(const std::string& mode, const Json& group, const std::string& where) {
  if (mode == "keyGen") return {op_keygen, false};
  const std::string function = text_member(group, "function", where);
  const bool seed_keys = text_member(group, "keyFormat", where) == "seed";
  if (function == "encapsulation") return {op_encaps, false};
  if (function == "decapsulation") return {op_decaps, seed_keys};
  if (function == "encapsulationKeyCheck") return {op_check_ek, false};
  if (function == "decapsulationKeyCheck") return {op_check_dk, false};
  throw ParseError(fmt::format("{}: unknown function '{}'", where, function));
}

KemItem parse_test(const Json& test, const Json& group, const GroupKind& kind, const std::string& where) {
  KemItem item;
  item.where = where + " " + name_by_id(test, "tcId");
  if (!test.is_object()) {
    item.problem = "the test is not an object";
    return item;
  }
  if (find(test, "tcId") == nullptr) note_problem(item, "tcId is missing");
  switch (kind.op) {
    case op_keygen:
      item.seed = required_seed(test, group, item);
      item.want_ek = hex_member(test, group, "ek", item);
      item.want_dk = hex_member(test, group, "dk", item);
      break;
    case op_encaps:
      item.ek = required_hex(test, group, "ek", item);
      item.m = required_hex(test, group, "m", item);
      item.want_c = hex_member(test, group, "c", item);
      item.want_k = hex_member(test, group, "k", item);
      break;
    case op_decaps:
      if (kind.seed_keys) {
        item.seed = required_seed(test, group, item);
      } else {
        item.dk = required_hex(test, group, "dk", item);
      }
      item.c = required_hex(test, group, "c", item);
      item.want_k = hex_member(test, group, "k", item);
      break;
    case op_check_ek: item.ek = required_hex(test, group, "ek", item); break;
    default:  // op_check_dk
      item.dk = required_hex(test, group, "dk", item);
      break;
  }
  item.want_accepted = bool_member(test, "testPassed", item);
  return item;
}

// The member as it is, for the response, or null. A number that is no whole one below 2^64 is read rounded.
Json id_member(const Json& object, const char* name, const std::string& where) {
  const Json* value = find(object, name);
  if (value != nullptr && value->is_number_float())
    throw ParseError(fmt::format("{}: {} is not a whole number below 2^64", where, name));
  return value == nullptr ? Json() : *value;
}

KemGroup parse_kem_group(const std::string& mode, const Json& group, const std::string& where) {
  const GroupKind kind = group_kind(mode, group, where);
  KemGroup parsed;
  parsed.scheme = text_member(group, "parameterSet", where);
  parsed.ops = kind.op;
  parsed.seed_keys = kind.seed_keys;
  const std::optional<std::string> scheme = scheme_from_file(parsed.scheme);
  if (!scheme || !scheme->starts_with("ml-kem-")) {
    throw ParseError(fmt::format("{}: unknown parameterSet '{}'", where, parsed.scheme));
  }
  const Json& tests = require_array(group, "tests", where);
  require_vector_items(tests.size());
  for (const Json& test : tests) parsed.items.push_back(parse_test(test, group, kind, where));
  return parsed;
}

// `number` counts the groups from 1, for one without a tgId.
AcvpGroup parse_group(bool dsa, const std::string& mode, const Json& group, std::size_t number) {
  const std::string where = name_by_id(group, "tgId");
  if (!group.is_object()) throw ParseError(fmt::format("group {} of testGroups is not an object", number));
  const Json* tg_id = find(group, "tgId");
  if (tg_id == nullptr) throw ParseError(fmt::format("group {} of testGroups has no tgId", number));
  (void)id_member(group, "tgId", fmt::format("group {} of testGroups", number));
  AcvpGroup parsed;
  parsed.tg_id = *tg_id;
  if (dsa) {
    parsed.items = parse_acvp_dsa_group(mode, group, where);
  } else {
    parsed.items = parse_kem_group(mode, group, where);
  }
  for (const Json& test : require_array(group, "tests", where)) {
    parsed.tc_ids.push_back(id_member(test, "tcId", where));
  }
  return parsed;
}

bool has_expected(const KemItem& item) {
  return item.want_ek || item.want_dk || item.want_c || item.want_k || item.want_accepted;
}
bool has_expected(const DsaItem& item) {
  return item.want_pk || item.want_sk || item.want_sig || item.want_accepted;
}

// The group less the items that have no expected result, which are counted.
template <class Group>
Group keep_expected(Group group, std::size_t& left_out) {
  left_out += std::erase_if(group.items,
                            [](const auto& item) { return item.problem.empty() && !has_expected(item); });
  return group;
}

}  // namespace

bool is_acvp(const Json& root) {
  const auto names_set = [](const Json& object) {
    return find(object, "testGroups") != nullptr &&
           (find(object, "vsId") != nullptr || find(object, "mode") != nullptr ||
            find(object, "revision") != nullptr);
  };
  if (root.is_object()) return names_set(root);
  if (!root.is_array()) return false;
  for (const Json& entry : root) {
    if (names_set(entry)) return true;
  }
  return false;
}

AcvpSet parse_acvp(const Json& root) {
  const Json& object = vector_set_object(root);
  const std::string algorithm = text_member(object, "algorithm", "the vector set");
  const std::string mode = text_member(object, "mode", "the vector set");
  const bool dsa = algorithm == "ML-DSA" && is_acvp_dsa_mode(mode);
  const bool kem = algorithm == "ML-KEM" && (mode == "keyGen" || mode == "encapDecap");
  if (!kem && !dsa) {
    throw ParseError(fmt::format(
        "algorithm '{}', mode '{}' is not supported (ML-KEM keyGen and encapDecap, ML-DSA keyGen, "
        "sigGen and sigVer are)",
        algorithm, mode));
  }
  AcvpSet set;
  const auto copy = [&](const char* name) {
    const Json* value = find(object, name);
    return value == nullptr ? Json() : *value;
  };
  set.vs_id = id_member(object, "vsId", "the vector set");
  set.algorithm = copy("algorithm");
  set.mode = copy("mode");
  set.revision = copy("revision");
  std::size_t groups = 0, items = 0;
  for (const Json& group : require_array(object, "testGroups", "the vector set")) {
    try {
      set.groups.push_back(parse_group(dsa, mode, group, ++groups));
      items += set.groups.back().tc_ids.size();
    } catch (const ParseError& error) {
      set.bad_groups.emplace_back(error.what());
    }
    require_vector_items(std::max(groups, items));
  }
  return set;
}

VectorSet acvp_vectors(const Json& root) {
  VectorSet vectors;
  vectors.format = "ACVP";
  const Json& object = vector_set_object(root);
  const std::string algorithm = text_member(object, "algorithm", "the vector set");
  if (algorithm != "ML-KEM" && algorithm != "ML-DSA") {
    std::size_t tests = 0;
    for (const Json& group : require_array(object, "testGroups", "the vector set")) {
      const Json* list = find(group, "tests");
      tests += list != nullptr && list->is_array() ? list->size() : 0;
    }
    vectors.skipped["algorithm " + (algorithm.empty() ? "unknown" : algorithm) + " is not supported"] +=
        tests;
    return vectors;
  }
  AcvpSet set = parse_acvp(root);
  if (!set.bad_groups.empty()) throw ParseError(set.bad_groups.front());
  std::size_t left_out = 0;
  for (AcvpGroup& group : set.groups) {
    std::visit(
        [&](auto& items) {
          auto kept = keep_expected(std::move(items), left_out);
          if (!kept.items.empty()) vectors.groups.emplace_back(std::move(kept));
        },
        group.items);
  }
  if (left_out != 0) vectors.skipped["no expected result"] += left_out;
  return vectors;
}

}  // namespace pqlane::cli
