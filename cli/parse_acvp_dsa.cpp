// parse_acvp_dsa.cpp: see parse_acvp_dsa.hpp. Fields as in the ACVP JSON specification for ML-DSA
// [ACVP-ML-DSA].
#include "cli/parse_acvp_dsa.hpp"

#include <fmt/format.h>

#include "cli/parse_error.hpp"

namespace pqlane::cli {
namespace {

constexpr std::size_t rnd_bytes = 32;  // FIPS 204, algorithm 2

bool flag_of_group(const Json& group, const char* name, const std::string& where) {
  const Json* value = find(group, name);
  if (value == nullptr) throw ParseError(fmt::format("{}: {} is missing", where, name));
  if (!value->is_boolean()) throw ParseError(fmt::format("{}: {} is not true or false", where, name));
  return value->get<bool>();
}

// What a group's members say of all its tests.
struct GroupKind {
  unsigned op;
  DsaMessage message = DsaMessage::pure;
  bool seed_key = false;
  bool deterministic = false;
};

DsaMessage message_kind(const Json& group, const std::string& where) {
  const std::string interface = text_member(group, "signatureInterface", where);
  if (interface == "internal") {
    return flag_of_group(group, "externalMu", where) ? DsaMessage::mu : DsaMessage::internal;
  }
  if (interface != "external") {
    throw ParseError(fmt::format("{}: unknown signatureInterface '{}'", where, interface));
  }
  const std::string pre_hash = text_member(group, "preHash", where);
  if (pre_hash == "pure") return DsaMessage::pure;
  if (pre_hash == "preHash") return DsaMessage::prehash;
  throw ParseError(fmt::format("{}: unknown preHash '{}'", where, pre_hash));
}

GroupKind group_kind(const std::string& mode, const Json& group, const std::string& where) {
  if (mode == "keyGen") return {dsa_keygen};
  GroupKind kind{mode == "sigGen" ? dsa_sign : dsa_verify, message_kind(group, where)};
  if (kind.op == dsa_sign) {
    kind.deterministic = flag_of_group(group, "deterministic", where);
    kind.seed_key = text_member(group, "keyFormat", where) == "seed";
  }
  return kind;
}

void read_message(const Json& test, const Json& group, DsaMessage kind, DsaItem& item) {
  item.kind = kind;
  item.message = required_hex(test, group, kind == DsaMessage::mu ? "mu" : "message", item);
  if (kind == DsaMessage::mu || kind == DsaMessage::internal) return;
  item.context = hex_member(test, group, "context", item);
  if (kind != DsaMessage::prehash) return;
  const Json* hash = find(test, "hashAlg") != nullptr ? find(test, "hashAlg") : find(group, "hashAlg");
  if (hash != nullptr && hash->is_string()) {
    item.hash_name = hash->get<std::string>();
  } else {
    note_problem(item, hash == nullptr ? "hashAlg is missing" : "hashAlg is not text");
  }
}

DsaItem parse_test(const Json& test, const Json& group, const GroupKind& kind, const std::string& where) {
  DsaItem item;
  item.where = where + " " + name_by_id(test, "tcId");
  if (!test.is_object()) {
    item.problem = "the test is not an object";
    return item;
  }
  if (find(test, "tcId") == nullptr) note_problem(item, "tcId is missing");
  item.ops = kind.op;
  switch (kind.op) {
    case dsa_keygen:
      item.seed = required_hex(test, group, "seed", item);
      item.want_pk = hex_member(test, group, "pk", item);
      item.want_sk = hex_member(test, group, "sk", item);
      break;
    case dsa_sign:
      item.seed_key = kind.seed_key;
      (kind.seed_key ? item.seed : item.sk) = required_hex(test, group, kind.seed_key ? "seed" : "sk", item);
      item.rnd = kind.deterministic ? Bytes(rnd_bytes) : required_hex(test, group, "rnd", item);
      read_message(test, group, kind.message, item);
      item.want_sig = hex_member(test, group, "signature", item);
      break;
    default:  // dsa_verify
      item.pk = required_hex(test, group, "pk", item);
      item.sig = required_hex(test, group, "signature", item);
      read_message(test, group, kind.message, item);
      item.want_accepted = bool_member(test, "testPassed", item);
      break;
  }
  return item;
}

DsaItem parse_rejection_test(const Json& test, const std::string& where) {
  const Json no_group;
  DsaItem item;
  item.where = where + " " + name_by_id(test, "tcId");
  item.ops = dsa_keygen | dsa_sign;
  item.seed_key = true;
  item.rnd = Bytes(rnd_bytes);
  item.seed = required_hex(test, no_group, "seed", item);
  read_message(test, no_group, DsaMessage::internal, item);
  item.want_key_hash = required_hex(test, no_group, "keyHash", item);
  item.want_sig_hash = required_hex(test, no_group, "sigHash", item);
  return item;
}

}  // namespace

bool is_acvp_dsa_mode(const std::string& mode) {
  return mode == "keyGen" || mode == "sigGen" || mode == "sigVer";
}

DsaGroup parse_acvp_dsa_group(const std::string& mode, const Json& group, const std::string& where) {
  const GroupKind kind = group_kind(mode, group, where);
  DsaGroup parsed;
  parsed.scheme = text_member(group, "parameterSet", where);
  if (!is_dsa_scheme(parsed.scheme)) {
    throw ParseError(fmt::format("{}: unknown parameterSet '{}'", where, parsed.scheme));
  }
  const Json& tests = require_array(group, "tests", where);
  require_vector_items(tests.size());
  for (const Json& test : tests) parsed.items.push_back(parse_test(test, group, kind, where));
  return parsed;
}

bool is_rejection_table(const Json& root) {
  const Json* groups = find(root, "testGroups");
  if (groups == nullptr || !groups->is_array() || groups->empty()) return false;
  const Json* tests = find(groups->front(), "tests");
  if (tests == nullptr || !tests->is_array() || tests->empty()) return false;
  return find(tests->front(), "keyHash") != nullptr && find(tests->front(), "sigHash") != nullptr;
}

VectorSet parse_rejection_table(const Json& root) {
  VectorSet vectors;
  vectors.format = "ML-DSA rejection table";
  std::size_t number = 0, items = 0;
  for (const Json& group : require_array(root, "testGroups", "the file")) {
    const std::string where = fmt::format("group {}", number++);
    DsaGroup parsed;
    parsed.scheme = text_member(group, "parameterSet", where);
    if (!is_dsa_scheme(parsed.scheme)) {
      throw ParseError(fmt::format("{}: unknown parameterSet '{}'", where, parsed.scheme));
    }
    const Json& tests = require_array(group, "tests", where);
    require_vector_items(items += tests.size());
    for (const Json& test : tests) parsed.items.push_back(parse_rejection_test(test, parsed.scheme));
    vectors.groups.emplace_back(std::move(parsed));
  }
  return vectors;
}

}  // namespace pqlane::cli
