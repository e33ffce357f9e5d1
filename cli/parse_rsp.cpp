// parse_rsp.cpp: see parse_rsp.hpp. The format is that of NIST's PQCgenKAT program [NIST-PQC-KAT].
#include "cli/parse_rsp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "cli/parse_error.hpp"
#include "cli/parse_json.hpp"
#include "cli/text_lines.hpp"

namespace pqlane::cli {
namespace {

// Fields whose values are bytes; others (mlen, smlen) follow from these and are not looked at.
constexpr std::array<std::string_view, 10> field_names{"seed", "xi", "rng", "pk", "sk",
                                                       "ct",   "ss", "msg", "sm", "ctx"};

struct Record : TestItem {
  std::array<std::optional<Bytes>, field_names.size()> values;

  std::optional<Bytes>* find_field(std::string_view name) {
    const auto at = std::find(field_names.begin(), field_names.end(), name);
    return at == field_names.end() ? nullptr : &values[static_cast<std::size_t>(at - field_names.begin())];
  }
  std::optional<Bytes>& field(std::string_view name) { return *find_field(name); }

  void set(std::string_view name, std::string_view value) {
    std::optional<Bytes>* place = find_field(name);
    if (place == nullptr) return;
    if (place->has_value()) note_problem(*this, fmt::format("{} occurs twice", name));
    *place = decode_hex(value);
    if (!*place) note_problem(*this, fmt::format("{}: {}", name, describe_bad_hex(value)));
  }
  void need(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (!field(name)) note_problem(*this, fmt::format("{} is missing", name));
    }
  }
  void need_drbg_seed() {
    constexpr std::size_t drbg_seed_bytes = 48;  // seedlen of AES-256 CTR_DRBG [SP800-90A, table 3]
    const std::optional<Bytes>& seed = field("seed");
    if (seed && seed->size() != drbg_seed_bytes) {
      note_problem(*this, fmt::format("seed has {} bytes, wanted {}", seed->size(), drbg_seed_bytes));
    }
  }
};

struct RspFile {
  std::string header;
  std::vector<Record> records;
};

RspFile read_file(std::string_view text) {
  RspFile file;
  TextLines lines(text);
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    if (line->front() == '#') {
      if (file.header.empty()) file.header = trim(line->substr(1));
      continue;
    }
    const auto sides = split_assignment(*line);
    if (!sides)
      throw ParseError(fmt::format("line {}: neither \"name = value\" nor a comment", lines.number()));
    const auto& [name, value] = *sides;
    if (name == "count") {
      file.records.emplace_back();
      require_vector_items(file.records.size());
      file.records.back().where = fmt::format("count {} (line {})", value, lines.number());
    } else if (file.records.empty()) {
      throw ParseError(fmt::format("line {}: {} before the first count", lines.number(), name));
    } else {
      file.records.back().set(name, value);
    }
  }
  return file;
}

// A record gives three steps: KeyGen and Encaps from the seed, and Decaps of the file's own values.
KemItem kem_item(Record&& record) {
  record.need({"seed", "pk", "sk", "ct", "ss"});
  record.need_drbg_seed();
  KemItem item;
  static_cast<TestItem&>(item) = record;
  item.drbg_seed = std::move(record.field("seed"));
  item.ek = record.field("pk");
  item.want_ek = std::move(record.field("pk"));
  item.dk = record.field("sk");
  item.want_dk = std::move(record.field("sk"));
  item.c = record.field("ct");
  item.want_c = std::move(record.field("ct"));
  item.want_k = std::move(record.field("ss"));
  return item;
}

// What the records of a file sign, and how.
struct DsaKind {
  DsaMessage message = DsaMessage::pure;
  std::string hash_name;
  bool from_xi = false;  // xi and rng are there; else the DRBG's seed
  bool hedged = true;    // with from_xi
};

// Three steps as well: KeyGen and Sign from the seed, and Verify of the file's own values.
DsaItem dsa_item(Record&& record, const DsaKind& kind) {
  record.need({"pk", "sk", "msg", "sm", kind.from_xi ? "xi" : "seed"});
  if (kind.from_xi && kind.hedged) record.need({"rng"});
  if (!kind.from_xi) record.need_drbg_seed();
  const auto& msg = record.field("msg");
  const auto& sm = record.field("sm");
  if (msg && sm && (sm->size() < msg->size() || !std::equal(msg->rbegin(), msg->rend(), sm->rbegin()))) {
    note_problem(record, "sm does not end with msg");
  }
  DsaItem item;
  static_cast<TestItem&>(item) = record;
  item.ops = dsa_keygen | dsa_sign | dsa_verify;
  item.kind = kind.message;
  item.hash_name = kind.hash_name;
  if (!item.problem.empty()) return item;
  if (kind.from_xi) {
    constexpr std::size_t rnd_bytes = 32;  // FIPS 204, algorithm 2
    item.seed = std::move(record.field("xi"));
    item.rnd = kind.hedged ? std::move(record.field("rng")) : Bytes(rnd_bytes);
  } else {
    item.drbg_seed = std::move(record.field("seed"));
  }
  item.sig = Bytes(sm->begin(), sm->end() - static_cast<std::ptrdiff_t>(msg->size()));
  item.want_sig = item.sig;
  item.message = std::move(record.field("msg"));
  item.context = std::move(record.field("ctx"));
  item.pk = record.field("pk");
  item.want_pk = std::move(record.field("pk"));
  item.sk = record.field("sk");
  item.want_sk = std::move(record.field("sk"));
  return item;
}

DsaGroup dsa_group(std::vector<Record>&& records, std::string scheme, const DsaKind& kind) {
  DsaGroup group;
  group.scheme = std::move(scheme);
  for (Record& record : records) group.items.push_back(dsa_item(std::move(record), kind));
  return group;
}

// What the name of a file of xi records says of it.
std::pair<std::string, DsaKind> kind_by_name(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1);
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  struct Set {
    const char* part;
    const char* scheme;
    const char* hash;
  };
  // The hash functions are those that the files were made with.
  constexpr std::array<Set, 3> sets{{{"MLDSA_44_", "ML-DSA-44", "SHA2-256"},
                                     {"MLDSA_65_", "ML-DSA-65", "SHA2-384"},
                                     {"MLDSA_87_", "ML-DSA-87", "SHA2-512"}}};
  const auto set = std::find_if(sets.begin(), sets.end(), [&](const Set& s) { return has(s.part); });
  const int kinds = (has("_pure") ? 1 : 0) + (has("_raw") ? 1 : 0) + (has("_hashed") ? 1 : 0);
  if (set == sets.end() || kinds != 1 || has("_det_") == has("_hedged_")) {
    throw ParseError(
        "records with xi: only the file's name tells what they sign, and it must be like "
        "kat_MLDSA_44_det_pure.rsp (44, 65, 87; det, hedged; raw, pure, hashed)");
  }
  DsaKind kind;
  kind.from_xi = true;
  kind.hedged = has("_hedged_");
  if (has("_raw")) kind.message = DsaMessage::internal;
  if (has("_hashed")) {
    kind.message = DsaMessage::prehash;
    kind.hash_name = set->hash;
  }
  return {set->scheme, kind};
}

}  // namespace

bool is_rsp(std::string_view text) {
  TextLines lines(text);
  while (const auto line = lines.next()) {
    const auto sides = split_assignment(*line);
    if (sides && sides->first == "count") return true;
  }
  return false;
}

VectorSet parse_rsp(std::string_view text, const std::optional<std::string>& scheme,
                    std::string_view file_name) {
  RspFile file = read_file(text);
  VectorSet vectors;
  if (!file.records.empty() && file.records.front().field("xi")) {
    auto [name, kind] = kind_by_name(file_name);
    vectors.format = "ML-DSA records with xi";
    if (scheme && scheme_from_file(name) != scheme) {
      vectors.skipped["of another scheme than --scheme " + *scheme] += file.records.size();
    } else {
      vectors.groups.emplace_back(dsa_group(std::move(file.records), std::move(name), kind));
    }
    return vectors;
  }
  if (!scheme && file.header.empty())
    throw ParseError("no \"# NAME\" header tells the scheme: give --scheme");
  vectors.format = "NIST .rsp";
  const std::string name = scheme ? *scheme : file.header;
  if (!scheme_from_file(name)) {
    vectors.skipped[fmt::format("scheme '{}' is not supported", name)] += file.records.size();
  } else if (is_dsa_scheme(name)) {
    vectors.groups.emplace_back(dsa_group(std::move(file.records), name, DsaKind{}));
  } else {
    KemGroup group{name, op_keygen | op_encaps | op_decaps, false, {}};
    for (Record& record : file.records) group.items.push_back(kem_item(std::move(record)));
    vectors.groups.emplace_back(std::move(group));
  }
  return vectors;
}

}  // namespace pqlane::cli
