// reproduce.cpp: see reproduce.hpp.
#include "cli/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/json_report.hpp"
#include "bench/machine.hpp"
#include "bench/sweep.hpp"
#include "bench/table.hpp"
#include "cli/cli_error.hpp"
#include "cli/report.hpp"
#include "cli/stop_on_signal.hpp"
#include "results/compare.hpp"

namespace pqlane::cli {
namespace {

using results::Document;

struct NotRun {
  const results::Row* row;
  std::string why;
};

struct Reproduction {
  bench::SuiteResult result;  // of all rows
  std::vector<std::string> devices;
  std::vector<NotRun> not_run;
};

bool has_part(const results::Row& row, const char* part) {
  return std::find(row.parts.begin(), row.parts.end(), part) != row.parts.end();
}

std::optional<bench::Op> find_op(const std::string& name) {
  for (const bench::Op op : {bench::Op::keygen, bench::Op::encaps, bench::Op::decaps, bench::Op::sign,
                             bench::Op::verify, bench::Op::agree}) {
    if (name == bench::op_name(op)) return op;
  }
  return std::nullopt;
}

bench::KeyReuse reuse_of(const results::Row& row) {
  if (has_part(row, "one-key")) return bench::KeyReuse::one_key;
  return has_part(row, "cached-key") ? bench::KeyReuse::cached_key : bench::KeyReuse::none;
}

bench::Place place_of(const results::Row& row) {
  for (const bench::Place place : {bench::Place::page_locked, bench::Place::device}) {
    if (has_part(row, bench::place_name(place))) return place;
  }
  return bench::Place::pageable;
}

// What --peer says of a peer, which may name a file; else its name.
std::string peer_text(const BenchOptions& options, const std::string& peer) {
  for (const std::string& text : options.peers) {
    if (text.starts_with(peer + "=")) return text;
  }
  return peer;
}

// Fills in what is measured: our scheme, or a peer's. Empty, or why it cannot be.
std::string choose_work(const results::Row& row, const BenchOptions& options, bench::Plan& plan) {
  const std::vector<std::string>& peers = bench::peer_names();
  const std::string peer = row.device.substr(std::min<std::size_t>(row.device.size(), 4));  // "cpu:NAME"
  if (std::find(peers.begin(), peers.end(), peer) != peers.end()) try {
      std::string why_not;
      bench::PeerSchemePointer theirs = bench::open_peer(peer_text(options, peer))->find(row.scheme, why_not);
      if (theirs == nullptr) return why_not;
      plan.peers = {std::move(theirs)};
      return "";
    } catch (const bench::UsageError& error) {
      return error.what();
    }
  if (row.implementation != "pqlane") return "of another implementation, " + row.implementation;
  pqlane_scheme scheme{};
  if (pqlane_scheme_by_name(row.scheme.c_str(), &scheme) != PQLANE_OK)
    return "this program does not have the scheme";
  plan.schemes = {scheme};
  plan.devices = {row.device};
  return "";
}

// The plan of one row. Empty, or why there is none.
std::string plan_row(const results::Row& row, const Json& json, const BenchOptions& options,
                     bench::Plan& plan) {
  if (row.timing == "kernel") return "time of kernels alone, which bench does not measure";
  const std::optional<bench::Op> op = find_op(row.op);
  if (!op) return "this program does not know the operation";
  plan.ops = {*op};
  plan.batches = {row.batch};
  plan.threads = {static_cast<unsigned>(row.threads)};
  plan.derand = has_part(row, "derand");
  plan.checked_keys = has_part(row, "checked-keys");
  plan.reuse = reuse_of(row);
  plan.place = place_of(row);
  plan.pin = has_part(row, "pinned");
  if (json["message_bytes"].is_number()) plan.message_sizes = {json["message_bytes"].get<std::size_t>()};
  plan.seconds = options.seconds.value_or(options.quick ? 0.25 : 1.0);
  plan.sample_rate_hz = 0;  // series of single rows would say nothing
  std::string why = choose_work(row, options, plan);
  if (why.empty() && bench::row_count(plan) != 1) why = "not a case that bench measures";
  return why;
}

void append(bench::SuiteResult& all, bench::SuiteResult&& part) {
  all.interrupted = part.interrupted;
  for (bench::Row& row : part.rows) all.rows.push_back(std::move(row));
  for (std::string& failure : part.failures) all.failures.push_back(std::move(failure));
  for (bench::DeviceCeiling& ceiling : part.ceilings) {
    const bool known =
        std::any_of(all.ceilings.begin(), all.ceilings.end(), [&](const bench::DeviceCeiling& other) {
          return other.device == ceiling.device && other.resource == ceiling.resource;
        });
    if (!known) all.ceilings.push_back(std::move(ceiling));
  }
}

Reproduction measure_rows(const Document& published, const BenchOptions& options,
                          const std::function<void(const results::Row&, const bench::Row&)>& row_done) {
  Reproduction all;
  StopOnSignal signals;
  for (std::size_t i = 0; i < published.rows.size() && !all.result.interrupted; ++i) {
    const results::Row& row = published.rows[i];
    bench::Plan plan;
    std::string why = plan_row(row, published.json["results"][i], options, plan);
    if (why.empty()) try {
        bench::Hooks hooks;
        hooks.stop = signals.stop();
        hooks.row_done = [&](const bench::Row& here) { row_done(row, here); };
        append(all.result, bench::run_suite(plan, hooks));
        for (const std::string& device : plan.devices) {
          if (std::find(all.devices.begin(), all.devices.end(), device) == all.devices.end()) {
            all.devices.push_back(device);
          }
        }
      } catch (const bench::UsageError& error) {
        why = error.what();
      } catch (const bench::Failure& failure) {
        why = failure.what();
      }
    if (!why.empty()) all.not_run.push_back({&row, why});
  }
  return all;
}

// ---- what is shown ------------------------------------------------------

std::string header_text(const Document& published, std::size_t width) {
  return fmt::format("published: {}, {} rows, {}\nhere: {}\n\n{:<{}}  {:>13} {:>13} {:>14}\n",
                     one_line(published.path), published.rows.size(), one_line(published.machine.cpu),
                     one_line(bench::describe_machine().cpu), "row", width, "published", "here",
                     "here/published");
}

std::string row_text(const results::Row& row, const bench::Row& here, std::size_t width) {
  return fmt::format("{:<{}}  {:>13} {:>13} {:>14.3f}{}\n", one_line(row.name), width,
                     bench::grouped(row.rate.median), bench::grouped(here.ops_per_s.median),
                     here.ops_per_s.median / row.rate.median, here.verified ? "" : "  NOT VERIFIED");
}

std::string not_run_text(const std::vector<NotRun>& not_run) {
  std::string text = not_run.empty() ? "" : "\nnot measured here:\n";
  for (const NotRun& one : not_run)
    text += fmt::format("  {}: {}\n", one_line(one.row->name), one_line(one.why));
  return text;
}

// What bench writes of the rows here, and under "reproduced" what they are beside the published ones.
Json document_of(const Reproduction& all, const Document& published) {
  Json json = bench::document_json(bench::describe_machine(all.devices), all.result);
  const Document here = results::parse_document(json.dump(), "here");
  Json rows = Json::array(), not_run = Json::array();
  for (const results::ComparedRow& row : results::compare(published, here, {}).rows) {
    rows.push_back({{"row", row.a->name},
                    {"published_ops_per_s", row.rate_a.median},
                    {"ops_per_s", row.rate_b.median},
                    {"ratio", row.ratio.value},
                    {"ratio_ci95", {row.ratio.low, row.ratio.high}}});
  }
  for (const NotRun& one : all.not_run) not_run.push_back({{"row", one.row->name}, {"why", one.why}});
  json["reproduced"] = {{"file", published.path},
                        {"machine", published.json["machine"]},
                        {"rows", std::move(rows)},
                        {"not_run", std::move(not_run)}};
  return json;
}

// Options that say what the file says already, or that this has no use for.
void refuse_other_options(const BenchOptions& options) {
  const std::pair<const char*, bool> given[] = {
      {"--scheme", !options.schemes.empty()},
      {"--op", !options.ops.empty()},
      {"--device", !options.devices.empty()},
      {"--batch", !options.batches.empty()},
      {"--threads", options.threads != BenchOptions{}.threads},
      {"--buffers", !options.buffers.empty()},
      {"--message-bytes", !options.message_bytes.empty()},
      {"--derand", options.derand},
      {"--checked-keys", options.checked_keys},
      {"--same-key", options.same_key},
      {"--cached-key", options.cached_key},
      {"--pin", options.pin},
      {"--energy", options.energy.has_value()},
      {"--sample-rate", options.sample_rate != BenchOptions{}.sample_rate},
      {"--roofline", options.roofline},
      {"--format", !options.format.empty()},
      {"--out", !options.out.empty()}};
  for (const auto& [name, is_given] : given) {
    if (is_given)
      throw usage_error(fmt::format("--reproduce takes its cases from the file: give no {}", name));
  }
  for (const std::string& peer : options.peers) {
    if (peer.find('=') == std::string::npos)
      throw usage_error("--reproduce takes its cases from the file: --peer " + peer +
                        " may only name the file of a library, as NAME=FILE");
  }
}

}  // namespace

int run_reproduce(const BenchOptions& options) {
  refuse_other_options(options);
  if (options.seconds && !(*options.seconds > 0 && *options.seconds <= 3600)) {
    throw usage_error("--seconds must be above 0 and at most 3600");
  }
  const Document published = results::load_bench_document(options.reproduce);
  JsonFile json(options.json);
  const bool no_table = options.quiet || options.json == "-";
  std::size_t width = 3;
  for (const results::Row& row : published.rows) width = std::max(width, row.name.size());
  print_text(header_text(published, width), no_table);
  const Reproduction all =
      measure_rows(published, options, [&](const results::Row& row, const bench::Row& here) {
        print_text(row_text(row, here, width), no_table);
      });
  if (all.result.rows.empty() && !all.result.interrupted) {
    const std::string why = all.not_run.empty() ? "it has none" : all.not_run.front().why;
    throw data_error(fmt::format("{}: none of its rows can be measured here: {}", published.path, why));
  }
  json.write(document_of(all, published));
  print_text(not_run_text(all.not_run), no_table);
  for (const std::string& failure : all.result.failures) print_error("bench: " + failure);
  if (all.result.interrupted) {
    print_error(
        fmt::format("bench: interrupted after {} of {} rows", all.result.rows.size(), published.rows.size()));
    return exit_interrupted;
  }
  return all.result.failures.empty() ? exit_done : exit_failed;
}

}  // namespace pqlane::cli
