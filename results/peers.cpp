// peers.cpp: see peers.hpp.
#include "results/peers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/parse_error.hpp"
#include "cli/parse_json.hpp"
#include "results/embedded.hpp"
#include "results/json_schema.hpp"
#include "results/selection.hpp"

namespace pqlane::results {
namespace {

constexpr const char* peers_schema = R"({
  "type": "object", "required": ["schema", "sets"],
  "properties": {
    "schema": {"const": "pqlane-peers/1"},
    "sets": {"type": "array", "items": {
      "type": "object",
      "required": ["id", "name", "hardware", "kind", "source", "url", "conditions", "figures"],
      "properties": {
        "id": {"type": "string"}, "name": {"type": "string"}, "hardware": {"type": "string"},
        "kind": {"enum": ["gpu", "cpu-core", "cpu"]}, "source": {"type": "string"},
        "url": {"type": ["string", "null"]}, "conditions": {"type": "string"},
        "figures": {"type": "array", "minItems": 1, "items": {
          "type": "object", "required": ["scheme", "op"],
          "properties": {
            "scheme": {"type": "string"}, "near": {"type": "string"},
            "op": {"enum": ["keygen", "encaps", "decaps", "agree", "sign", "verify", "all"]},
            "n": {"type": "integer", "minimum": 1},
            "ops_per_s": {"type": "number", "exclusiveMinimum": 0},
            "ms_per_op": {"type": "number", "exclusiveMinimum": 0},
            "joules_per_op": {"type": ["number", "null"], "exclusiveMinimum": 0}
          }
        }}
      }
    }}
  }
})";

PeerFigure read_figure(const Json& json, const std::string& where) {
  PeerFigure figure;
  figure.scheme = json["scheme"].get<std::string>();
  figure.op = json["op"].get<std::string>();
  figure.near = cli::text_member(json, "near", where);
  if (json.contains("n")) figure.n = json["n"].get<std::uint64_t>();
  if (json.contains("ops_per_s") == json.contains("ms_per_op")) {
    throw cli::ParseError(where + ": has not one of ops_per_s and ms_per_op");
  }
  figure.ops_per_s =
      json.contains("ops_per_s") ? json["ops_per_s"].get<double>() : 1e3 / json["ms_per_op"].get<double>();
  if (json.contains("joules_per_op") && json["joules_per_op"].is_number()) {
    figure.joules_per_op = json["joules_per_op"].get<double>();
  }
  return figure;
}

bool fits_kind(const Row& row, const std::string& kind) {
  const bool gpu = row.device.starts_with("cuda") || row.device.starts_with("hip");
  if (kind == "gpu") return gpu;
  if (!row.device.starts_with("cpu")) return false;
  return kind == "cpu" || row.threads == 1;
}

// Conventional algorithms are OpenSSL's here as well; of the others only our own rows are ours. Those
// with one key for all items are left out.
bool is_ours(const Row& row) {
  if (is_conventional(row.scheme)) return row.device == "cpu:openssl";
  return row.implementation == "pqlane" &&
         std::none_of(row.parts.begin(), row.parts.end(),
                      [](const std::string& part) { return part == "one-key" || part == "cached-key"; });
}

// The best row for a figure under this scheme's name.
std::optional<std::size_t> best_row(const std::vector<const Row*>& rows, const std::string& scheme,
                                    const PeerFigure& figure, const std::string& kind) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = *rows[i];
    if (row.scheme != scheme || row.op != figure.op || !row.verified) continue;
    if (!fits_kind(row, kind) || !is_ours(row)) continue;
    if (!best || row.rate.median > rows[*best]->rate.median) best = i;
  }
  return best;
}

}  // namespace

std::vector<PeerSet> parse_peers(const std::string& text) {
  const Json json = cli::parse_json(text);
  if (const Violation found = check_schema(json, Json::parse(peers_schema))) {
    throw cli::ParseError(found.where + ": " + found.why);
  }
  std::vector<PeerSet> sets;
  for (std::size_t i = 0; i < json["sets"].size(); ++i) {
    const Json& one = json["sets"][i];
    PeerSet set;
    set.id = one["id"].get<std::string>();
    set.name = one["name"].get<std::string>();
    set.hardware = one["hardware"].get<std::string>();
    set.kind = one["kind"].get<std::string>();
    set.source = one["source"].get<std::string>();
    set.conditions = one["conditions"].get<std::string>();
    if (one["url"].is_string()) set.url = one["url"].get<std::string>();
    for (std::size_t j = 0; j < one["figures"].size(); ++j) {
      set.figures.push_back(read_figure(one["figures"][j], fmt::format("sets[{}].figures[{}]", i, j)));
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

const std::vector<PeerSet>& peer_sets() {
  static const std::vector<PeerSet> sets = parse_peers(std::string(embedded("data/peers.json")));
  return sets;
}

std::vector<AgainstPeer> against_peers(const std::vector<const Row*>& rows) {
  std::vector<AgainstPeer> result;
  for (const PeerSet& set : peer_sets()) {
    for (const PeerFigure& figure : set.figures) {
      if (figure.n) continue;  // rows do not say a lattice dimension
      std::optional<std::size_t> row = best_row(rows, figure.scheme, figure, set.kind);
      if (!row && !figure.near.empty()) row = best_row(rows, figure.near, figure, set.kind);
      if (row) result.push_back({&set, &figure, *row, rows[*row]->rate.median / figure.ops_per_s});
    }
  }
  return result;
}

}  // namespace pqlane::results
