// parse_wycheproof_dsa.cpp: see parse_wycheproof_dsa.hpp. Members as in the schemas of [WYCHEPROOF].
#include "cli/parse_wycheproof_dsa.hpp"

#include <fmt/format.h>

#include "cli/parse_error.hpp"

namespace pqlane::cli {
namespace {

constexpr std::size_t rnd_bytes = 32;  // FIPS 204, algorithm 2

// A test of the internal interface has mu and no message.
void read_message(const Json& test, DsaItem& item) {
  const Json no_group;
  if (find(test, "msg") == nullptr && find(test, "mu") != nullptr) {
    item.kind = DsaMessage::mu;
    item.message = required_hex(test, no_group, "mu", item);
  } else {
    item.message = required_hex(test, no_group, "msg", item);
    item.context = hex_member(test, no_group, "ctx", item);
  }
}

// A valid test gives three steps, as far as the file has what they need: the key from its seed, the
// signature, and the verification of the file's signature.
void read_sign_test(const Json& test, const Json& group, bool valid, DsaItem& item) {
  item.ops = dsa_sign;
  item.seed_key = find(group, "privateSeed") != nullptr;
  (item.seed_key ? item.seed : item.sk) =
      required_hex(test, group, item.seed_key ? "privateSeed" : "privateKey", item);
  item.rnd = hex_member(test, group, "rnd", item);
  if (!item.rnd) item.rnd = Bytes(rnd_bytes);
  if (!valid) return;
  item.want_sig = required_hex(test, Json(), "sig", item);
  item.pk = hex_member(test, group, "publicKey", item);
  if (!item.pk) return;
  item.sig = item.want_sig;
  item.ops |= dsa_verify;
  if (!item.seed_key) return;
  item.want_pk = item.pk;
  item.ops |= dsa_keygen;
}

}  // namespace

bool is_wycheproof_dsa_type(const std::string& type) { return type == "MlDsaSign" || type == "MlDsaVerify"; }

DsaGroup parse_wycheproof_dsa_group(const std::string& scheme, const std::string& type, const Json& group,
                                    const std::string& where) {
  if (!is_dsa_scheme(scheme)) throw ParseError(fmt::format("{}: unknown algorithm '{}'", where, scheme));
  DsaGroup parsed;
  parsed.scheme = scheme;
  for (const Json& test : require_array(group, "tests", where)) {
    DsaItem item;
    item.where = name_by_id(test, "tcId");
    const std::string result = text_member(test, "result", item.where);
    if (result == "valid" || result == "invalid") {
      item.want_accepted = result == "valid";
    } else {
      note_problem(item, fmt::format("unknown result '{}'", result));
    }
    if (type == "MlDsaSign") {
      read_sign_test(test, group, item.want_accepted == true, item);
    } else {
      item.ops = dsa_verify;
      item.pk = required_hex(test, group, "publicKey", item);
      item.sig = required_hex(test, Json(), "sig", item);
    }
    read_message(test, item);
    parsed.items.push_back(std::move(item));
  }
  return parsed;
}

}  // namespace pqlane::cli
