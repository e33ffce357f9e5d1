// format_tables.cpp: CSV, Markdown and Google Benchmark's JSON; see formats.hpp.
#include "bench/formats.hpp"

#include "bench/json_report.hpp"
#include "bench/row_name.hpp"
#include "bench/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <ctime>

namespace pqlane::bench {
namespace {

using Json = nlohmann::ordered_json;

// A column of the CSV: its head, and where its value stands in a row of our JSON.
struct CsvColumn {
  const char* head;
  const char* pointer;
};
constexpr CsvColumn columns[] = {{"scheme", "/scheme"},
                                 {"op", "/op"},
                                 {"device", "/device"},
                                 {"implementation", "/implementation"},
                                 {"threads", "/threads"},
                                 {"pinned", "/pinned"},
                                 {"batch", "/batch"},
                                 {"message_bytes", "/message_bytes"},
                                 {"key_reuse", "/key_reuse"},
                                 {"randomness_included", "/includes/randomness"},
                                 {"key_decoding_included", "/includes/key_decoding"},
                                 {"matrix_included", "/includes/matrix"},
                                 {"copies_included", "/includes/copies"},
                                 {"check", "/check"},
                                 {"timing", "/timing"},
                                 {"seconds", "/seconds"},
                                 {"runs", "/runs"},
                                 {"ops_per_s", "/ops_per_s/median"},
                                 {"ops_per_s_p10", "/ops_per_s/p10"},
                                 {"ops_per_s_p90", "/ops_per_s/p90"},
                                 {"ops_per_s_ci95_low", "/ops_per_s/ci95/0"},
                                 {"ops_per_s_ci95_high", "/ops_per_s/ci95/1"},
                                 {"ops_per_cpu_s", "/ops_per_cpu_s/median"},
                                 {"latency_p50_us", "/latency_us/p50"},
                                 {"latency_p90_us", "/latency_us/p90"},
                                 {"latency_p99_us", "/latency_us/p99"},
                                 {"kernel_ops_per_s", "/kernel/ops_per_s/median"},
                                 {"cycles_per_op", "/cycles_per_op"},
                                 {"joules_per_op", "/energy/joules_per_op"},
                                 {"average_watts", "/energy/average_watts"},
                                 {"device_peak_bytes", "/memory/device_peak_bytes"},
                                 {"host_peak_bytes", "/memory/host_peak_bytes"},
                                 {"keccak_share", "/ceiling/share"},
                                 {"clock_mhz", "/conditions/clock_mhz"},
                                 {"outliers", "/outliers"},
                                 {"verified", "/verified"}};

// No value holds a comma or a quote: names and numbers.
std::string csv_field(const Json& row, const char* pointer) {
  const Json::json_pointer at(pointer);
  if (!row.contains(at) || row[at].is_null()) return {};
  return row[at].is_string() ? row[at].get<std::string>() : row[at].dump();
}

std::string or_empty(const std::optional<double>& value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : std::string();
}

std::string local_time() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  char text[64] = {};
  if (localtime_r(&now, &parts) != nullptr)
    (void)std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &parts);
  return text;
}

}  // namespace

std::string csv_text(const SuiteResult& result) {
  std::string text;
  for (const CsvColumn& column : columns) text += (text.empty() ? "" : ",") + std::string(column.head);
  text += "\n";
  for (const Row& row : result.rows) {
    const Json json = row_json(row);
    std::string line;
    for (const CsvColumn& column : columns)
      line += (line.empty() ? "" : ",") + csv_field(json, column.pointer);
    text += line + "\n";
  }
  return text;
}

std::string markdown_text(const Machine& machine, const SuiteResult& result) {
  std::string text = fmt::format("{}, {} threads usable, {}, {}, commit {}\n", machine.cpu, machine.cores,
                                 machine.os, machine.compiler, machine.commit);
  for (const GpuFacts& gpu : machine.gpus)
    text += fmt::format("{}: {}, {} MiB, {}\n", gpu.device, gpu.name, gpu.memory_bytes >> 20, gpu.driver);
  text +=
      "\n| scheme | operation | variant | device | threads | batch | ops/s | 95% interval | p50 us | p99 us "
      "| uJ/op | "
      "Keccak "
      "share | verified |\n| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
      "--- "
      "|\n";
  for (const Row& row : result.rows) {
    const std::optional<double> joules =
        row.energy ? std::optional(1e6 * row.energy->joules_per_op) : std::nullopt;
    const std::optional<double> share = row.ceiling ? std::optional(100 * row.ceiling->share) : std::nullopt;
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} to {} | {:.4g} | {:.4g} | {} | {} | {} |\n",
                        row_scheme(row), op_name(row.work.op), fmt::join(row_variants(row), ", "), row.device,
                        row.threads, row.work.batch, grouped(row.ops_per_s.median),
                        grouped(row.ops_per_s.ci95_low), grouped(row.ops_per_s.ci95_high), row.latency_p50_us,
                        row.latency_p99_us, or_empty(joules, "{:.4g}"), or_empty(share, "{:.1f}%"),
                        row.verified ? "yes" : "no");
  }
  return text;
}

std::string google_benchmark_text(const Machine& machine, const SuiteResult& result) {
  Json benchmarks = Json::array();
  for (const Row& row : result.rows) {
    std::string name = fmt::format("{}/{}/{}/{}/threads:{}", row_scheme(row), op_name(row.work.op),
                                   row.device, row.work.batch, row.threads);
    for (const std::string& part : row_variants(row)) name += "/" + part;
    // An iteration is a batch call, as a benchmark function's is; times are means of all of them.
    const double real_ns = 1e9 * row.seconds / static_cast<double>(row.calls);
    const double cpu_ns = 1e9 * static_cast<double>(row.work.batch) / row.ops_per_cpu_s.median;
    benchmarks.push_back({{"name", name},
                          {"run_name", name},
                          {"run_type", "iteration"},
                          {"repetitions", 1},
                          {"repetition_index", 0},
                          {"threads", row.threads},
                          {"iterations", row.calls},
                          {"real_time", real_ns},
                          {"cpu_time", cpu_ns},
                          {"time_unit", "ns"},
                          {"items_per_second", static_cast<double>(row.work.batch) * 1e9 / real_ns}});
  }
  const Json context{{"date", local_time()},
                     {"executable", "pqlane"},
                     {"num_cpus", machine.cores},
                     {"cpu_model", machine.cpu},
                     {"pqlane_commit", machine.commit},
                     {"library_build_type", machine.flags.starts_with("Release") ? "release" : "debug"}};
  return Json{{"context", context}, {"benchmarks", std::move(benchmarks)}}.dump(2) + "\n";
}

}  // namespace pqlane::bench
