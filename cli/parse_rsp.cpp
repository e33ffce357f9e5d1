// parse_rsp.cpp: see parse_rsp.hpp. The format is that of NIST's PQCgenKAT program [NIST-PQC-KAT].
#include "cli/parse_rsp.hpp"

#include <fmt/format.h>

#include "cli/parse_error.hpp"
#include "cli/parse_json.hpp"
#include "cli/text_lines.hpp"

namespace pqlane::cli {
namespace {

struct Record {
  KemItem item;
  std::optional<Bytes> seed, pk, sk, ct, ss;
};

std::optional<Bytes>* field_of(Record& record, std::string_view name) {
  if (name == "seed") return &record.seed;
  if (name == "pk") return &record.pk;
  if (name == "sk") return &record.sk;
  if (name == "ct") return &record.ct;
  if (name == "ss") return &record.ss;
  return nullptr;  // a field of another kind of scheme (mlen, sm, ..)
}

void set_field(Record& record, std::string_view name, std::string_view value) {
  std::optional<Bytes>* field = field_of(record, name);
  if (field == nullptr) return;
  if (field->has_value()) note_problem(record.item, fmt::format("{} occurs twice", name));
  *field = decode_hex(value);
  if (!*field) note_problem(record.item, fmt::format("{}: {}", name, describe_bad_hex(value)));
}

// A record gives three steps: KeyGen and Encaps from the seed, and Decaps of the file's own values.
KemItem finish(Record&& record) {
  constexpr std::size_t drbg_seed_bytes = 48;  // seedlen of AES-256 CTR_DRBG [SP800-90A, table 3]
  KemItem item = std::move(record.item);
  for (const char* name : {"seed", "pk", "sk", "ct", "ss"}) {
    if (!field_of(record, name)->has_value()) note_problem(item, fmt::format("{} is missing", name));
  }
  if (record.seed && record.seed->size() != drbg_seed_bytes) {
    note_problem(item, fmt::format("seed has {} bytes, wanted {}", record.seed->size(), drbg_seed_bytes));
  }
  item.drbg_seed = std::move(record.seed);
  item.ek = record.pk;
  item.want_ek = std::move(record.pk);
  item.dk = record.sk;
  item.want_dk = std::move(record.sk);
  item.c = record.ct;
  item.want_c = std::move(record.ct);
  item.want_k = std::move(record.ss);
  return item;
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

VectorSet parse_rsp(std::string_view text, const std::optional<std::string>& scheme) {
  std::string header;
  std::vector<Record> records;
  TextLines lines(text);
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    if (line->front() == '#') {
      if (header.empty()) header = trim(line->substr(1));
      continue;
    }
    const auto sides = split_assignment(*line);
    if (!sides)
      throw ParseError(fmt::format("line {}: neither \"name = value\" nor a comment", lines.number()));
    const auto& [name, value] = *sides;
    if (name == "count") {
      records.emplace_back();
      require_vector_items(records.size());
      records.back().item.where = fmt::format("count {} (line {})", value, lines.number());
    } else if (records.empty()) {
      throw ParseError(fmt::format("line {}: {} before the first count", lines.number(), name));
    } else {
      set_field(records.back(), name, value);
    }
  }
  if (!scheme && header.empty()) throw ParseError("no \"# NAME\" header tells the scheme: give --scheme");

  VectorSet vectors;
  vectors.format = "NIST .rsp";
  KemGroup group;
  group.scheme = scheme ? *scheme : header;
  group.ops = op_keygen | op_encaps | op_decaps;
  if (!scheme_from_file(group.scheme)) {
    vectors.skipped[fmt::format("scheme '{}' is not supported", group.scheme)] += records.size();
    return vectors;
  }
  for (Record& record : records) group.items.push_back(finish(std::move(record)));
  vectors.groups.push_back(std::move(group));
  return vectors;
}

}  // namespace pqlane::cli
