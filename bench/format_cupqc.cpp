// format_cupqc.cpp: the four files of the cuPQC benchmark; see formats.hpp.
#include "bench/formats.hpp"

#include "bench/memory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace pqlane::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr double mib = 1 << 20;

bool is_latency(CupqcFile file) { return file == CupqcFile::kem_latency || file == CupqcFile::dsa_latency; }

Json statistics_json(const std::vector<double>& values) {
  const std::optional<MeanStd> found = cupqc_statistics(values);
  if (!found) return {{"mean", nullptr}, {"std", nullptr}};
  return {{"mean", found->mean}, {"std", found->std}};
}

// What was read after each run; empty unless it could be read every time.
std::vector<double> readings(const Row& row, Quantity quantity, double unit) {
  std::vector<double> values;
  for (const Reading& reading : row.run_readings) {
    if (!reading[quantity]) return {};
    values.push_back(*reading[quantity] / unit);
  }
  return values;
}

const char* operation_name(Op op) {
  switch (op) {
    case Op::keygen: return "KeyGen";
    case Op::encaps: return "Encaps";
    case Op::decaps: return "Decaps";
    case Op::sign: return "Sign";
    case Op::verify: return "Verify";
    case Op::agree: break;
  }
  return "";
}

// "ML-KEM-512"
std::string scheme_name(const Row& row) {
  std::string name = row_scheme(row);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return name;
}

// A CPU stands in the place of the GPU where one was measured.
Json device_json(const Machine& machine) {
  std::string name = machine.cpu;
  std::uint64_t bytes = machine.memory_bytes.value_or(0);
  if (!machine.gpus.empty()) {
    name = machine.gpus.front().name;
    bytes = machine.gpus.front().memory_bytes;
  }
  return {{"name", name}, {"memory_total_mb", bytes >> 20}};
}

Json operation_json(CupqcFile file, const Row& row) {
  const std::vector<double>& rates = row.on_cpu ? row.run_rates : row.kernel_rates;
  if (is_latency(file)) {
    std::vector<double> microseconds;
    for (const double rate : rates) microseconds.push_back(1e6 / rate);
    return {{"latency_us", statistics_json(microseconds)}};
  }
  return {{"throughput", statistics_json(rates)},
          {"peak_mem_mb",
           statistics_json(row.on_cpu ? std::vector<double>() : readings(row, Quantity::memory_bytes, mib))},
          {"peak_gpu_util", statistics_json(row.on_cpu ? std::vector<double>()
                                                       : readings(row, Quantity::utilisation_pct, 1))}};
}

}  // namespace

std::optional<MeanStd> cupqc_statistics(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  if (n >= 4) {
    const double lower = values[(n + 3) / 4 - 1], upper = values[(3 * n + 5) / 4 - 1];
    const double reach = 1.5 * (upper - lower);
    std::erase_if(values, [&](double value) { return value < lower - reach || value > upper + reach; });
  }
  const auto kept = static_cast<double>(values.size());
  MeanStd found;
  for (const double value : values) found.mean += value;
  found.mean /= kept;
  double squares = 0;
  for (const double value : values) squares += (value - found.mean) * (value - found.mean);
  found.std = std::sqrt(squares / kept);
  return found;
}

const char* cupqc_file_name(CupqcFile file) {
  switch (file) {
    case CupqcFile::kem_results: return "mlkem_results.json";
    case CupqcFile::dsa_results: return "mldsa_results.json";
    case CupqcFile::kem_latency: return "mlkem_latency.json";
    case CupqcFile::dsa_latency: return "mldsa_latency.json";
  }
  return "";
}

bool cupqc_belongs(CupqcFile file, pqlane_scheme scheme, std::size_t batch) {
  const bool kem = file == CupqcFile::kem_results || file == CupqcFile::kem_latency;
  return kem == (pqlane_scheme_get_kind(scheme) == PQLANE_KIND_KEM) && is_latency(file) == (batch == 1);
}

std::string cupqc_text(CupqcFile file, const Machine& machine, const SuiteResult& result) {
  Json document{{"GPU", device_json(machine)}};
  for (const Row& row : result.rows) {
    if (!row.peer && cupqc_belongs(file, row.work.scheme, row.work.batch))
      document[scheme_name(row)][operation_name(row.work.op)] = operation_json(file, row);
  }
  return document.dump(2) + "\n";
}

}  // namespace pqlane::bench
