// cmd_compare.cpp: `pqlane compare`: two result files of bench side by side, with a status for a gate.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/table.hpp"
#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "results/compare.hpp"
#include "results/peers.hpp"

namespace pqlane::cli {
namespace {

using results::ComparedRow;
using results::Comparison;
using results::Document;
using results::RateKind;
using results::Verdict;

struct CompareArguments {
  std::string a, b, rows, json, rate = "wall";
  double threshold = results::CompareOptions{}.threshold_pct;
  bool any_machine = false, peers = false;
};

results::CompareOptions make_options(const CompareArguments& arguments) {
  results::CompareOptions options;
  if (!(arguments.threshold >= 0 && arguments.threshold < 100)) {
    throw usage_error("--threshold must be at least 0 and below 100 (percent)");
  }
  if (arguments.rate != "wall" && arguments.rate != "cpu") {
    throw usage_error("--rate: '" + arguments.rate + "' is neither wall nor cpu");
  }
  if (arguments.b.empty() && !arguments.peers) {
    throw usage_error("compare needs two files, or one and --peers (see pqlane compare --help)");
  }
  if (arguments.a == "-" && arguments.b == "-") throw usage_error("only one of the two files can be stdin");
  options.threshold_pct = arguments.threshold;
  options.rate = arguments.rate == "cpu" ? RateKind::cpu : RateKind::wall;
  options.rows = arguments.rows;
  return options;
}

void require_one_machine(const Document& a, const Document& b, bool any_machine) {
  const std::vector<std::string> differences = results::machine_differences(a.machine, b.machine);
  if (differences.empty() || any_machine) return;
  throw data_error(
      fmt::format("{} and {} are of different machines ({}); --any-machine compares them all the same",
                  a.path, b.path, fmt::join(differences, "; ")));
}

void require_rows(const Comparison& comparison, const Document& a, const Document& b,
                  const std::string& rows) {
  if (!comparison.rows.empty()) return;
  const bool none = comparison.only_a.empty() && comparison.only_b.empty() && comparison.without_rate.empty();
  if (none && !rows.empty())
    throw usage_error(fmt::format("--rows: '{}' fits no row of the two files", rows));
  if (!comparison.without_rate.empty()) {
    throw data_error(
        fmt::format("--rate cpu: no row that {} and {} share has a rate by CPU time", a.path, b.path));
  }
  throw data_error(fmt::format("{} and {} have no row in common", a.path, b.path));
}

// ---- terminal form ------------------------------------------------------

std::string rows_text(const Comparison& comparison) {
  std::size_t width = 3;
  for (const ComparedRow& row : comparison.rows) width = std::max(width, row.a->name.size());
  std::string text = fmt::format("{:<{}}  {:>12} {:>12} {:>7}  {:<16} {}\n", "row", width, "A ops/s",
                                 "B ops/s", "B/A", "95% interval", "verdict");
  for (const ComparedRow& row : comparison.rows) {
    text += fmt::format("{:<{}}  {:>12} {:>12} {:>7.3f}  {:<16} {}\n", one_line(row.a->name), width,
                        bench::grouped(row.rate_a.median), bench::grouped(row.rate_b.median), row.ratio.value,
                        fmt::format("{:.3f} to {:.3f}", row.ratio.low, row.ratio.high),
                        results::verdict_name(row.verdict));
  }
  return text;
}

std::string list_text(const std::string& title, const std::vector<std::string>& names) {
  std::string text = names.empty() ? "" : title + ":\n";
  for (const std::string& name : names) text += "  " + one_line(name) + "\n";
  return text;
}

std::string summary_text(const Comparison& comparison, const Document& a, const Document& b,
                         const results::CompareOptions& options) {
  std::string text = fmt::format(
      "\n{} rows compared by {} time: {} slower, {} faster, {} the same (threshold {}%, 95% confidence)\n",
      comparison.rows.size(), options.rate == RateKind::cpu ? "CPU" : "wall",
      comparison.count(Verdict::slower), comparison.count(Verdict::faster), comparison.count(Verdict::same),
      options.threshold_pct);
  text += list_text("A or B was not verified", [&] {
    std::vector<std::string> names;
    for (const ComparedRow& row : comparison.rows) {
      if (row.verdict == Verdict::unverified) names.push_back(row.a->name);
    }
    return names;
  }());
  text += list_text("only in A, " + one_line(a.path), comparison.only_a);
  text += list_text("only in B, " + one_line(b.path), comparison.only_b);
  text += list_text("without a rate by CPU time", comparison.without_rate);
  text += list_text("different machines, compared on request",
                    results::machine_differences(a.machine, b.machine));
  std::vector<std::string> others = results::build_differences(a.machine, b.machine);
  others.insert(others.end(), comparison.implementations.begin(), comparison.implementations.end());
  text += list_text("also different", others);
  for (const Document* document : {&a, &b}) {
    if (!document->complete) text += one_line(document->path) + ": its measurement was not complete\n";
  }
  return text;
}

// ---- machine form -------------------------------------------------------

Json rate_json(const results::Rate& rate) {
  return {{"median", rate.median}, {"p10", rate.p10}, {"p90", rate.p90}, {"ci95", {rate.low, rate.high}}};
}

Json file_json(const Document& document) {
  return {{"file", document.path}, {"complete", document.complete}, {"machine", document.json["machine"]}};
}

Json comparison_json(const Comparison& comparison, const Document& a, const Document& b,
                     const results::CompareOptions& options) {
  Json rows = Json::array();
  for (const ComparedRow& row : comparison.rows) {
    rows.push_back({{"row", row.a->name},
                    {"a", rate_json(row.rate_a)},
                    {"b", rate_json(row.rate_b)},
                    {"ratio", row.ratio.value},
                    {"ratio_ci95", {row.ratio.low, row.ratio.high}},
                    {"verdict", results::verdict_name(row.verdict)}});
  }
  return {{"schema", "pqlane-compare/1"},
          {"a", file_json(a)},
          {"b", file_json(b)},
          {"rate", options.rate == RateKind::cpu ? "cpu" : "wall"},
          {"threshold_pct", options.threshold_pct},
          {"machine_differences", results::machine_differences(a.machine, b.machine)},
          {"build_differences", results::build_differences(a.machine, b.machine)},
          {"implementation_differences", comparison.implementations},
          {"slower", comparison.count(Verdict::slower)},
          {"faster", comparison.count(Verdict::faster)},
          {"same", comparison.count(Verdict::same)},
          {"unverified", comparison.count(Verdict::unverified)},
          {"rows", std::move(rows)},
          {"only_in_a", comparison.only_a},
          {"only_in_b", comparison.only_b},
          {"without_rate", comparison.without_rate}};
}

// ---- published figures --------------------------------------------------

using results::AgainstPeer;

// The rows of a document that --rows takes.
std::vector<const results::Row*> rows_for_peers(const Document& document, const std::string& pattern) {
  std::vector<const results::Row*> rows;
  for (const results::Row& row : document.rows) {
    if (results::row_matches(row, pattern)) rows.push_back(&row);
  }
  return rows;
}

std::string peer_case(const AgainstPeer& one) { return one.figure->scheme + " " + one.figure->op; }

std::string peers_text(const Document& document, const std::string& pattern) {
  const std::vector<const results::Row*> rows = rows_for_peers(document, pattern);
  const std::vector<AgainstPeer> all = results::against_peers(rows);
  if (all.empty()) {
    return fmt::format(
        "\n{}: no row has a published figure beside it (docs/results.md says which there are)\n",
        one_line(document.path));
  }
  std::string text = fmt::format("\n{} against published figures; hardware differs, nothing is scaled\n",
                                 one_line(document.path));
  const results::PeerSet* set = nullptr;
  for (const AgainstPeer& one : all) {
    if (one.set != set) {
      set = one.set;
      text += fmt::format("\n{} on {}: {}\n  source: {}{}\n  {:<20} {:>12} {:>12} {:>12}  our row\n",
                          set->name, set->hardware, set->conditions, set->source,
                          set->url.empty() ? "" : ", " + set->url, "", "published", "ours", "ours/theirs");
    }
    text += fmt::format("  {:<20} {:>12} {:>12} {:>12.2f}  {}\n", peer_case(one),
                        bench::grouped(one.figure->ops_per_s), bench::grouped(rows[one.row]->rate.median),
                        one.ratio, one_line(rows[one.row]->name));
  }
  return text;
}

Json peers_json(const Document& document, const std::string& pattern) {
  const std::vector<const results::Row*> rows = rows_for_peers(document, pattern);
  Json list = Json::array();
  for (const AgainstPeer& one : results::against_peers(rows)) {
    list.push_back({{"set", one.set->id},
                    {"name", one.set->name},
                    {"hardware", one.set->hardware},
                    {"source", one.set->source},
                    {"scheme", one.figure->scheme},
                    {"op", one.figure->op},
                    {"published_ops_per_s", one.figure->ops_per_s},
                    {"row", rows[one.row]->name},
                    {"ops_per_s", rows[one.row]->rate.median},
                    {"ratio", one.ratio}});
  }
  return list;
}

// ---- the command --------------------------------------------------------

// One line that names the rows of a verdict; a long list is cut.
void print_rows_error(const Comparison& comparison, Verdict verdict, const std::string& what) {
  constexpr std::size_t most_named = 4;
  const std::size_t count = comparison.count(verdict);
  if (count == 0) return;
  std::string names;
  std::size_t named = 0;
  for (const ComparedRow& row : comparison.rows) {
    if (row.verdict != verdict || named == most_named) continue;
    names += (named++ == 0 ? "" : ", ") + row.a->name;
  }
  if (count > named) names += fmt::format(" and {} more", count - named);
  print_error(fmt::format("compare: {} {} {}: {}", count, count == 1 ? "row" : "rows", what, names));
}

int run_peers(const CompareArguments& arguments, const results::CompareOptions& options) {
  JsonFile json(arguments.json);
  const Document document = results::load_bench_document(arguments.a);
  json.write({{"schema", "pqlane-compare/1"},
              {"a", file_json(document)},
              {"published", peers_json(document, options.rows)}});
  print_text(peers_text(document, options.rows).substr(1), arguments.json == "-");
  return exit_done;
}

int run_compare(const CompareArguments& arguments) {
  const results::CompareOptions options = make_options(arguments);
  if (!arguments.json.empty() &&
      (same_file(arguments.json, arguments.a) || same_file(arguments.json, arguments.b))) {
    throw usage_error("--json names a result file, " + arguments.json);
  }
  if (arguments.b.empty()) return run_peers(arguments, options);
  JsonFile json(arguments.json);
  const Document a = results::load_bench_document(arguments.a);
  const Document b = results::load_bench_document(arguments.b);
  require_one_machine(a, b, arguments.any_machine);
  const Comparison comparison = results::compare(a, b, options);
  require_rows(comparison, a, b, options.rows);
  Json machine_form = comparison_json(comparison, a, b, options);
  if (arguments.peers) machine_form["published"] = peers_json(b, options.rows);
  json.write(machine_form);
  const std::string peers = arguments.peers ? peers_text(b, options.rows) : "";
  print_text(rows_text(comparison) + summary_text(comparison, a, b, options) + peers, arguments.json == "-");
  print_rows_error(comparison, Verdict::slower,
                   fmt::format("of {} slower by more than {}%", arguments.b, options.threshold_pct));
  print_rows_error(comparison, Verdict::unverified, "with outputs that were not right");
  const bool passed = comparison.count(Verdict::slower) == 0 && comparison.count(Verdict::unverified) == 0;
  return passed ? exit_done : exit_failed;
}

constexpr const char* help_footer = R"(
A row of B is slower when its rate is below A's by more than the threshold and the 95% interval of the ratio does not
hold 1. Status: 0 when no row is slower, 1 when one is (or its outputs were wrong, or the files do not fit), 2 wrong use.

A row's name is scheme/operation/device/threads:T/batch:B and what is special about it. --rows takes * ? [..] and
fits the whole name or one of its parts.

Examples
  pqlane compare before.json after.json
  pqlane compare before.json after.json --threshold 2 --rows 'ml-kem-768/*/batch:4096'
  pqlane compare before.json after.json --rows decaps --json difference.json
  pqlane compare laptop.json server.json --any-machine
  pqlane compare result.json --peers                    beside published figures)";

}  // namespace

void add_compare_command(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("compare", "Compare two result files of bench, row by row");
  auto arguments = std::make_shared<CompareArguments>();
  refuse_empty(
      command->add_option("A", arguments->a, "File of bench --json, what B is compared with; - is stdin"))
      ->required();
  refuse_empty(
      command->add_option("B", arguments->b, "File of bench --json; with --peers it may be left out"));
  command->add_option("--threshold", arguments->threshold, "A rate may be lower by so many percent")
      ->type_name("PCT")
      ->capture_default_str();
  refuse_empty(command->add_option("--rows", arguments->rows, "Only rows that fit (default: all)"))
      ->type_name("GLOB");
  command
      ->add_option("--rate", arguments->rate, "Rates by wall time, or by CPU time where both files have them")
      ->type_name("wall|cpu")
      ->capture_default_str();
  command->add_flag("--peers", arguments->peers,
                    "Show the last file beside published figures of others as well");
  command->add_flag("--any-machine", arguments->any_machine, "Compare results of different machines");
  add_json_option(*command, arguments->json);
  command->footer(help_footer);
  command->callback(
      [arguments, &invocation] { invocation.run = [arguments] { return run_compare(*arguments); }; });
}

}  // namespace pqlane::cli
