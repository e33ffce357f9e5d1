// parse_cctv.cpp: see parse_cctv.hpp.
#include "cli/parse_cctv.hpp"

#include <fmt/format.h>

#include <array>

#include "cli/parse_error.hpp"
#include "cli/text_lines.hpp"

namespace pqlane::cli {
namespace {

struct KeyBytes {
  const char* scheme;
  std::size_t ek;
  std::size_t dk;
};
// FIPS 203, table 3.
constexpr std::array<KeyBytes, 3> key_bytes{
    {{"ml-kem-512", 800, 1632}, {"ml-kem-768", 1184, 2400}, {"ml-kem-1024", 1568, 3168}}};

constexpr std::array<std::string_view, 7> value_names{"d", "z", "ek", "dk", "m", "K", "c"};

using NamedValues = std::array<std::optional<Bytes>, value_names.size()>;

std::optional<std::size_t> value_index(std::string_view name) {
  for (std::size_t i = 0; i < value_names.size(); ++i) {
    if (name == value_names[i]) return i;
  }
  return std::nullopt;
}

std::optional<Bytes>& value(NamedValues& values, std::string_view name) { return values[*value_index(name)]; }

bool is_hex(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// Whether all lines are hexadecimal and the first one has the length of a public key.
bool is_key_list(std::string_view text) {
  TextLines lines(text);
  bool first = true;
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    if (!is_hex(*line)) return false;
    if (first) {
      bool known = false;
      for (const KeyBytes& sizes : key_bytes) known = known || line->size() == 2 * sizes.ek;
      if (!known) return false;
    }
    first = false;
  }
  return !first;
}

std::string scheme_by_key(std::size_t KeyBytes::* kind, std::size_t bytes) {
  for (const KeyBytes& sizes : key_bytes) {
    if (sizes.*kind == bytes) return sizes.scheme;
  }
  throw ParseError(fmt::format("a key of {} bytes belongs to no ML-KEM parameter set", bytes));
}

VectorSet parse_key_list(std::string_view text, const std::optional<std::string>& scheme) {
  VectorSet vectors;
  vectors.format = "CCTV key list";
  KemGroup group;
  group.scheme = scheme.value_or("");
  group.ops = op_check_ek | op_encaps;
  constexpr std::size_t m_bytes = 32;
  TextLines lines(text);
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    KemItem item;
    item.where = fmt::format("line {}", lines.number());
    item.ek = decode_hex(*line);
    item.m = Bytes(m_bytes);  // any message: the key must be refused before it is used
    item.want_accepted = false;
    if (!item.ek) {
      item.problem = describe_bad_hex(*line);
    } else if (group.scheme.empty()) {
      group.scheme = scheme_by_key(&KeyBytes::ek, item.ek->size());
    }
    // A key of another length would be refused for its length, which says nothing about its values.
    for (const KeyBytes& sizes : key_bytes) {
      if (group.scheme == sizes.scheme && item.ek && item.ek->size() != sizes.ek) {
        item.problem = fmt::format("the key has {} bytes, wanted {}", item.ek->size(), sizes.ek);
      }
    }
    group.items.push_back(std::move(item));
    require_vector_items(group.items.size());
  }
  vectors.groups.emplace_back(std::move(group));
  return vectors;
}

NamedValues read_values(std::string_view text) {
  NamedValues values;
  TextLines lines(text);
  while (const auto line = lines.next()) {
    const auto sides = split_assignment(*line);
    const auto index = sides ? value_index(sides->first) : std::nullopt;
    if (!index) continue;  // prose and intermediate values
    std::optional<Bytes> bytes = decode_hex(sides->second);
    if (!bytes) {
      throw ParseError(
          fmt::format("line {}: {}: {}", lines.number(), sides->first, describe_bad_hex(sides->second)));
    }
    if (values[*index])
      throw ParseError(fmt::format("line {}: {} occurs twice", lines.number(), sides->first));
    values[*index] = std::move(bytes);
  }
  return values;
}

}  // namespace

bool is_cctv(std::string_view text) {
  if (is_key_list(text)) return true;
  bool has_c = false;
  bool has_k = false;
  TextLines lines(text);
  while (const auto line = lines.next()) {
    const auto sides = split_assignment(*line);
    if (!sides || !is_hex(sides->second)) continue;
    has_c = has_c || sides->first == "c";
    has_k = has_k || sides->first == "K";
  }
  return has_c && has_k;
}

VectorSet parse_cctv(std::string_view text, const std::optional<std::string>& scheme) {
  if (scheme && !is_kem_scheme(*scheme)) {
    throw ParseError(fmt::format("the text files of CCTV are of ML-KEM, not of {}", *scheme));
  }
  if (is_key_list(text)) return parse_key_list(text, scheme);
  NamedValues values = read_values(text);
  const auto& ek = value(values, "ek");
  const auto& dk = value(values, "dk");
  const auto& m = value(values, "m");
  const auto& c = value(values, "c");
  const auto& k = value(values, "K");
  if (!c || !k) throw ParseError("c or K is missing");
  if (!dk && !(ek && m)) throw ParseError("neither dk nor ek and m are there: nothing to run");

  VectorSet vectors;
  vectors.format = "CCTV";
  std::string name = scheme.value_or("");
  if (name.empty())
    name = dk ? scheme_by_key(&KeyBytes::dk, dk->size()) : scheme_by_key(&KeyBytes::ek, ek->size());
  if (ek && m) {
    KemGroup group{name, op_encaps, false, {}};
    KemItem& item = group.items.emplace_back();
    item.where = "Encaps(ek, m)";
    item.ek = ek;
    item.m = m;
    item.want_c = c;
    item.want_k = k;
    vectors.groups.emplace_back(std::move(group));
  }
  if (dk) {
    KemGroup group{name, op_decaps, false, {}};
    KemItem& item = group.items.emplace_back();
    item.where = "Decaps(dk, c)";
    item.dk = dk;
    item.c = c;
    item.want_k = k;
    vectors.groups.emplace_back(std::move(group));
  }
  if (value(values, "d")) vectors.skipped["KeyGen of the 2023 draft, not of FIPS 203"] += 1;
  return vectors;
}

}  // namespace pqlane::cli
