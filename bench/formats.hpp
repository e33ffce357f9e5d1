// formats.hpp: results in the forms of other benchmarks, and as tables for other programs. Everything here is
// text made from a finished suite; the project's own JSON is json_report.hpp.
#pragma once

#include "bench/machine.hpp"
#include "bench/suite.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

// A line of heads, then one a row; an empty field is a value that was not measured.
std::string csv_text(const SuiteResult& result);
// The machine and a table.
std::string markdown_text(const Machine& machine, const SuiteResult& result);
// As Google Benchmark writes with --benchmark_format=json.
std::string google_benchmark_text(const Machine& machine, const SuiteResult& result);

// Rows of the wolfCrypt benchmark, and its CSV. All operations of all runs, by wall time.
std::string wolfcrypt_text(const SuiteResult& result);
std::string wolfcrypt_csv(const SuiteResult& result);

// ---- the cuPQC benchmark: means and standard deviations over runs without outliers ----

constexpr std::size_t cupqc_runs = 20;
constexpr std::size_t cupqc_kem_batch = 100'000, cupqc_dsa_batch = 10'000;
constexpr std::size_t cupqc_message_bytes = 1024;

struct MeanStd {
  double mean = 0, std = 0;  // of the population
};
// Leaves out values more than 1.5 interquartile ranges outside the quartiles, which are the sorted values
// number floor((n + 3) / 4) and floor((3 n + 5) / 4), counted from 1; fewer than 4 values are all kept.
// Nothing for no value.
std::optional<MeanStd> cupqc_statistics(std::vector<double> values);

enum class CupqcFile { kem_results, dsa_results, kem_latency, dsa_latency };
// "mlkem_results.json"
const char* cupqc_file_name(CupqcFile file);
// Whether a row belongs there: batches of 1 are latencies.
bool cupqc_belongs(CupqcFile file, pqlane_scheme scheme, std::size_t batch);
std::string cupqc_text(CupqcFile file, const Machine& machine, const SuiteResult& result);

}  // namespace pqlane::bench
