// bench_output.cpp: see bench_output.hpp.
#include "cli/bench_output.hpp"

#include "bench/formats.hpp"
#include "bench/json_report.hpp"
#include "cli/cli_error.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace pqlane::cli {
namespace {

namespace fs = std::filesystem;
using bench::CupqcFile;
using bench::Machine;
using bench::SuiteResult;

std::string own_text(const Machine& machine, const SuiteResult& result) {
  return bench::document_json(machine, result).dump(2) + "\n";
}
std::string csv_text(const Machine&, const SuiteResult& result) { return bench::csv_text(result); }
std::string wolfcrypt_text(const Machine&, const SuiteResult& result) {
  return bench::wolfcrypt_text(result);
}
std::string wolfcrypt_csv(const Machine&, const SuiteResult& result) { return bench::wolfcrypt_csv(result); }
template <CupqcFile file>
std::string cupqc_text(const Machine& machine, const SuiteResult& result) {
  return bench::cupqc_text(file, machine, result);
}

struct CupqcText {
  CupqcFile file;
  std::string (*text)(const Machine&, const SuiteResult&);
};
constexpr CupqcText cupqc_texts[] = {{CupqcFile::kem_results, cupqc_text<CupqcFile::kem_results>},
                                     {CupqcFile::dsa_results, cupqc_text<CupqcFile::dsa_results>},
                                     {CupqcFile::kem_latency, cupqc_text<CupqcFile::kem_latency>},
                                     {CupqcFile::dsa_latency, cupqc_text<CupqcFile::dsa_latency>}};

bool plan_has(const bench::Plan& plan, CupqcFile file) {
  return std::any_of(plan.schemes.begin(), plan.schemes.end(), [&](pqlane_scheme scheme) {
    const std::vector<std::size_t>& batches = bench::batches_of(plan, scheme);
    return std::any_of(batches.begin(), batches.end(),
                       [&](std::size_t batch) { return bench::cupqc_belongs(file, scheme, batch); });
  });
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directory(path, error);
  if (!error && fs::is_directory(path, error)) return;
  const std::string why = error ? error.message() : "it is no folder";
  if (!fs::is_directory(path, error)) throw data_error("--out " + path + ": " + why);
}

}  // namespace

BenchOutput::BenchOutput(const BenchOptions& options, BenchFormat format, const bench::Plan& plan) {
  const bool to_folder = !options.out.empty();
  if (!options.trace.empty()) taken_.push_back(options.trace);
  if (to_folder && format == BenchFormat::none)
    throw usage_error("--out is the folder of --format; give that too");
  if (!to_folder && format == BenchFormat::cupqc)
    throw usage_error("--format cupqc writes several files: name their folder with --out");
  if (!to_folder && format != BenchFormat::none && options.json == "-")
    throw usage_error("--format and --json - both write to stdout; give --out a folder");
  if (!options.json.empty()) add(options.json, own_text);
  if (to_folder) make_folder(options.out);
  const auto path = [&](const char* name) {
    return to_folder ? (fs::path(options.out) / name).string() : std::string("-");
  };
  switch (format) {
    case BenchFormat::none: break;
    case BenchFormat::csv: add(path("results.csv"), csv_text); break;
    case BenchFormat::markdown: add(path("results.md"), bench::markdown_text); break;
    case BenchFormat::google_benchmark:
      add(path("google_benchmark.json"), bench::google_benchmark_text);
      break;
    case BenchFormat::wolfcrypt:
      add(path("wolfcrypt.txt"), wolfcrypt_text);
      if (to_folder) add(path("wolfcrypt.csv"), wolfcrypt_csv);
      break;
    case BenchFormat::cupqc:
      for (const auto& [file, text] : cupqc_texts) {
        if (plan_has(plan, file)) add(path(bench::cupqc_file_name(file)), text);
      }
      break;
  }
}

void BenchOutput::add(const std::string& path, std::string (*text)(const Machine&, const SuiteResult&)) {
  for (const std::string& other : taken_) {
    if (same_file(path, other)) throw usage_error("two of the outputs are the same file " + path);
  }
  taken_.push_back(path);
  files_.push_back({std::make_unique<OutputFile>(path, FileMode::Ordinary), text});
  uses_stdout_ = uses_stdout_ || path == "-";
}

void BenchOutput::write(const Machine& machine, const SuiteResult& result) {
  // All are written before the first appears: a full disk leaves none.
  for (const File& file : files_) file.file->write(file.text(machine, result));
  for (const File& file : files_) file.file->commit();
}

}  // namespace pqlane::cli
