// document.cpp: see document.hpp.
#include "results/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/cli_error.hpp"
#include "cli/load_file.hpp"
#include "cli/parse_error.hpp"
#include "cli/parse_json.hpp"
#include "results/embedded.hpp"
#include "results/json_schema.hpp"

namespace pqlane::results {
namespace {

// What is wrong with a document, before the file's name is put in front.
[[noreturn]] void refuse(const std::string& where, const std::string& why) {
  throw cli::ParseError(where + ": " + why);
}

const Json& bench_schema() {
  static const Json schema = Json::parse(embedded("docs/bench-schema.json"));
  return schema;
}

// Its references to definitions of the other schema are resolved here.
const Json& lwe_schema() {
  static const Json schema = [] {
    std::string text(embedded("docs/lwe-schema.json"));
    constexpr std::string_view other = "bench-schema.json#";
    for (std::size_t at; (at = text.find(other)) != std::string::npos;) text.replace(at, other.size(), "#");
    Json own = Json::parse(text);
    own["$defs"].update(bench_schema()["$defs"]);
    return own;
  }();
  return schema;
}

// The schema that a document names. Another version is told apart from something else altogether.
const Json& schema_of(const Json& json) {
  const auto name_of = [](const Json& schema) {
    return schema["properties"]["schema"]["const"].get<std::string>();
  };
  if (!json.is_object() || !json.contains("schema")) {
    refuse("schema", "is missing; this is no file of pqlane bench --json or pqlane lwe --json");
  }
  const Json& name = json["schema"];
  const std::string text = name.is_string() ? name.get<std::string>() : cli::json_text(name, -1);
  for (const Json* schema : {&bench_schema(), &lwe_schema()}) {
    const std::string known = name_of(*schema);
    if (name == known) return *schema;
    if (text.starts_with(known.substr(0, known.find('/') + 1))) {
      refuse("schema", "\"" + text.substr(0, 60) + "\" is another version; this program reads " + known);
    }
  }
  refuse("schema",
         "\"" + text.substr(0, 60) + "\" is not " + name_of(bench_schema()) + " or " + name_of(lwe_schema()));
}

std::optional<double> number_or_nothing(const Json& object, const char* name) {
  const Json* value = cli::find(object, name);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

std::string text_or_nothing(const Json& object, const char* name) {
  const Json* value = cli::find(object, name);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

// ---- rows ---------------------------------------------------------------

void check_order(const std::string& where, std::initializer_list<std::pair<const char*, double>> ascending) {
  const std::pair<const char*, double>* before = nullptr;
  for (const auto& value : ascending) {
    if (before != nullptr && before->second > value.second) {
      refuse(where, fmt::format("{} ({}) is above {} ({})", before->first, before->second, value.first,
                                value.second));
    }
    before = &value;
  }
}

std::optional<Rate> read_rate(const Json& value, const std::string& where) {
  if (value.is_null() || !value.contains("ci95") || !value.contains("p10") || !value.contains("p90"))
    return std::nullopt;
  const Rate rate{value["median"].get<double>(), value["p10"].get<double>(), value["p90"].get<double>(),
                  value["ci95"][0].get<double>(), value["ci95"][1].get<double>()};
  check_order(where, {{"p10", rate.p10}, {"median", rate.median}, {"p90", rate.p90}});
  check_order(where, {{"ci95[0]", rate.low}, {"median", rate.median}, {"ci95[1]", rate.high}});
  return rate;
}

// What a row's name says after the batch: whatever is not as in a plain `pqlane bench`.
std::vector<std::string> variant_parts(const Json& json, const Row& row) {
  std::vector<std::string> parts;
  constexpr double usual_message_bytes = 32;
  const std::optional<double> message = number_or_nothing(json, "message_bytes");
  if (message && *message != usual_message_bytes) parts.push_back(fmt::format("message:{:.0f}", *message));
  if (json["key_reuse"] != "none") parts.push_back(json["key_reuse"].get<std::string>());
  const Json& includes = json["includes"];
  const bool cached = json["key_reuse"] == "cached-key";
  const bool makes_random = row.op == "keygen" || row.op == "encaps" || row.op == "sign";
  if (makes_random && includes["randomness"] == false) parts.emplace_back("derand");
  if (row.op != "keygen" && !cached && includes["key_decoding"] == false) parts.emplace_back("decoded-keys");
  if (!cached && includes["matrix"] == false) parts.emplace_back("kept-matrix");
  if (json["check"] == "imported") parts.emplace_back("checked-keys");
  const std::string buffers = text_or_nothing(json, "buffers");
  if (!buffers.empty() && buffers != "pageable") parts.push_back(buffers);
  if (row.timing != "end-to-end" && !(row.timing == "resident" && buffers == "device"))
    parts.push_back(row.timing);
  if (includes["copies"] == false && row.timing == "end-to-end") parts.emplace_back("no-copies");
  if (const Json* pinned = cli::find(json, "pinned"); pinned != nullptr && *pinned == true) {
    parts.emplace_back("pinned");
  }
  return parts;
}

void name_row(const Json& json, Row& row) {
  row.parts = {row.scheme, row.op, row.device, fmt::format("threads:{}", row.threads),
               fmt::format("batch:{}", row.batch)};
  for (const std::string& part : variant_parts(json, row)) {
    row.variant += (row.variant.empty() ? "" : ", ") + part;
    row.parts.push_back(part);
  }
  row.name = fmt::format("{}", fmt::join(row.parts, "/"));
}

Row read_row(const Json& json, const std::string& where) {
  Row row;
  row.scheme = json["scheme"].get<std::string>();
  row.op = json["op"].get<std::string>();
  row.device = json["device"].get<std::string>();
  row.timing = json["timing"].get<std::string>();
  row.threads = json["threads"].get<std::uint64_t>();
  row.batch = json["batch"].get<std::uint64_t>();
  const std::optional<Rate> rate = read_rate(json["ops_per_s"], where + ".ops_per_s");
  if (!rate) refuse(where + ".ops_per_s", "has no interval");
  row.rate = *rate;
  row.cpu_rate = read_rate(json["ops_per_cpu_s"], where + ".ops_per_cpu_s");
  const Json& latency = json["latency_us"];
  row.latency_p50_us = latency["p50"].get<double>();
  row.latency_p90_us = latency["p90"].get<double>();
  row.latency_p99_us = latency["p99"].get<double>();
  check_order(where + ".latency_us",
              {{"p50", row.latency_p50_us}, {"p90", row.latency_p90_us}, {"p99", row.latency_p99_us}});
  if (const Json& energy = json["energy"]; !energy.is_null()) {
    row.energy = {energy["joules_per_op"].get<double>(), energy["average_watts"].get<double>(),
                  energy["source"].get<std::string>()};
  }
  if (const Json& ceiling = json["ceiling"]; !ceiling.is_null()) {
    row.ceiling = {ceiling["resource"].get<std::string>(), ceiling["ops_per_s"].get<double>(),
                   ceiling["share"].get<double>()};
  }
  if (const Json* roofline = cli::find(json, "roofline"); roofline != nullptr && !roofline->is_null()) {
    row.roofline.emplace();
    for (const Json& share : (*roofline)["shares"]) {
      row.roofline->shares.push_back({share["resource"].get<std::string>(), share["ops_per_s"].get<double>(),
                                      share["share"].get<double>()});
    }
    row.roofline->bound_by = text_or_nothing(*roofline, "bound_by");
  }
  row.implementation =
      cli::find(json, "implementation") == nullptr ? "pqlane" : text_or_nothing(json, "implementation");
  row.verified = json["verified"].get<bool>();
  name_row(json, row);
  return row;
}

std::vector<Row> read_rows(const Json& json) {
  std::vector<Row> rows;
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string where = fmt::format("results[{}]", i);
    rows.push_back(read_row(json[i], where));
    const auto [other, is_new] = seen.emplace(rows.back().name, i);
    if (!is_new) refuse(where, fmt::format("{} is in results[{}] too", rows.back().name, other->second));
  }
  return rows;
}

// ---- LWE-KEM ------------------------------------------------------------

LweRow read_lwe_row(const Json& json) {
  LweRow row;
  row.n = json["n"].get<std::uint64_t>();
  row.classical_bits = json["classical_bits"].get<double>();
  row.failure_log2 = number_or_nothing(json, "failure_log2");
  row.keygen_ms = json["keygen_ms"].get<double>();
  row.encaps_ms = json["encaps_ms"].get<double>();
  row.decaps_ms = json["decaps_ms"].get<double>();
  row.total_s = json["total_s"].get<double>();
  row.verified = json["mismatches"] == 0 && json["tampered_rejected"] == true;
  if (const Json& energy = json["energy"]; !energy.is_null()) {
    row.joules = energy["joules"].get<double>();
    row.average_watts = energy["average_watts"].get<double>();
  }
  return row;
}

LweResult read_lwe(const Json& json) {
  LweResult result;
  result.set = json["set"].get<std::string>();
  result.device = json["device"].get<std::string>();
  result.threads = json["threads"].get<std::uint64_t>();
  result.iterations = json["iterations"].get<std::uint64_t>();
  result.batch = json["batch"].get<std::uint64_t>();
  if (const Json* ranks = cli::find(json, "ranks")) result.ranks = ranks->get<std::uint64_t>();
  std::map<std::uint64_t, std::size_t> seen;
  for (std::size_t i = 0; i < json["results"].size(); ++i) {
    result.rows.push_back(read_lwe_row(json["results"][i]));
    const auto [other, is_new] = seen.emplace(result.rows.back().n, i);
    if (is_new) continue;
    refuse(fmt::format("results[{}]", i),
           fmt::format("n = {} is in results[{}] too", result.rows.back().n, other->second));
  }
  return result;
}

// ---- the machine, the series --------------------------------------------

Machine read_machine(const Json& json) {
  Machine machine;
  machine.cpu = json["cpu"].get<std::string>();
  machine.isa = json["isa"].get<std::string>();
  machine.os = json["os"].get<std::string>();
  machine.compiler = json["compiler"].get<std::string>();
  machine.flags = json["flags"].get<std::string>();
  machine.commit = json["commit"].get<std::string>();
  machine.cores = json["cores"].get<std::uint64_t>();
  machine.memory_bytes = number_or_nothing(json, "memory_bytes");
  for (const Json& device : json["devices"]) {
    machine.devices.push_back({device["name"].get<std::string>(),
                               text_or_nothing(device, "compute_capability"),
                               text_or_nothing(device, "driver"), number_or_nothing(device, "memory_bytes")});
  }
  return machine;
}

// A member of a series that must be there; the schema may leave series open.
const Json& series_member(const Json& json, const char* name, Json::value_t type, const std::string& where) {
  const Json* member = cli::find(json, name);
  if (member == nullptr) refuse(where + "." + name, "is missing");
  const bool fits = type == Json::value_t::number_float ? member->is_number() : member->type() == type;
  if (!fits) refuse(where + "." + name, "has the wrong type");
  return *member;
}

void read_columns(const Json& json, const std::string& where, Series& series) {
  const Json& columns = series_member(json, "columns", Json::value_t::array, where);
  if (columns.empty() || columns[0] != "t_s") refuse(where + ".columns", "does not begin with t_s");
  const Json* idle = cli::find(json, "idle");
  for (std::size_t i = 1; i < columns.size(); ++i) {
    if (!columns[i].is_string()) refuse(fmt::format("{}.columns[{}]", where, i), "is not text");
    const auto& name = columns[i].get_ref<const std::string&>();
    series.columns.push_back(
        {name, idle == nullptr ? std::nullopt : number_or_nothing(*idle, name.c_str()), {}});
  }
  const Json& rows = series_member(json, "rows", Json::value_t::array, where);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string at = fmt::format("{}.rows[{}]", where, i);
    const Json& cells = rows[i];
    if (!cells.is_array() || cells.size() != columns.size()) {
      refuse(at, fmt::format("does not have a value for each of the {} columns", columns.size()));
    }
    if (!cells[0].is_number()) refuse(at + "[0]", "is not a time");
    series.times.push_back(cells[0].get<double>());
    if (i > 0 && series.times[i] < series.times[i - 1]) refuse(at + "[0]", "is earlier than the time before");
    for (std::size_t c = 1; c < cells.size(); ++c) {
      series.columns[c - 1].values.push_back(cells[c].is_number() ? std::optional(cells[c].get<double>())
                                                                  : std::nullopt);
    }
  }
}

Series read_series(const Json& json, const std::string& where, std::size_t result_rows) {
  if (!json.is_object()) refuse(where, "is not an object");
  Series series;
  series.device = series_member(json, "device", Json::value_t::string, where).get<std::string>();
  series.source = series_member(json, "source", Json::value_t::string, where).get<std::string>();
  series.interval_s = series_member(json, "interval_s", Json::value_t::number_float, where).get<double>();
  read_columns(json, where, series);
  const Json& spans = series_member(json, "spans", Json::value_t::array, where);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::string at = fmt::format("{}.spans[{}]", where, i);
    const double row = series_member(spans[i], "row", Json::value_t::number_float, at).get<double>();
    if (!(row >= 0 && row < static_cast<double>(result_rows))) refuse(at + ".row", "there is no such result");
    series.spans.push_back({static_cast<std::size_t>(row),
                            series_member(spans[i], "from_s", Json::value_t::number_float, at).get<double>(),
                            series_member(spans[i], "to_s", Json::value_t::number_float, at).get<double>()});
  }
  return series;
}

}  // namespace

Document parse_document(const std::string& text, const std::string& path) try {
  Document document;
  document.path = path;
  document.text = text;
  document.json = cli::parse_json(text);
  const Json& json = document.json;
  const Json& schema = schema_of(json);
  if (const Violation found = check_schema(json, schema)) refuse(found.where, found.why);
  document.complete = !json.contains("complete") || json["complete"] == true;
  if (json.contains("failures")) document.failures = json["failures"].get<std::vector<std::string>>();
  document.machine = read_machine(json["machine"]);
  if (&schema == &lwe_schema()) {
    document.lwe = read_lwe(json);
  } else {
    document.rows = read_rows(json["results"]);
  }
  const Json* const series = cli::find(json, "series");
  for (std::size_t i = 0; series != nullptr && i < series->size(); ++i) {
    document.series.push_back(
        read_series((*series)[i], fmt::format("series[{}]", i), json["results"].size()));
  }
  return document;
} catch (const cli::ParseError& error) {
  throw cli::data_error(path + ": " + error.what());
}

Document load_document(const std::string& path) { return parse_document(cli::load_text(path), path); }

Document load_bench_document(const std::string& path) {
  Document document = load_document(path);
  if (!document.lwe) return document;
  throw cli::data_error(path + ": a file of pqlane lwe --json; a file of pqlane bench --json is wanted");
}

Document load_lwe_document(const std::string& path) {
  Document document = load_document(path);
  if (document.lwe) return document;
  throw cli::data_error(path + ": a file of pqlane bench --json; a file of pqlane lwe --json is wanted");
}

}  // namespace pqlane::results
