// lwe_output.cpp: see lwe_output.hpp.
#include "cli/lwe_output.hpp"

#include <fmt/format.h>

#include <cmath>

namespace pqlane::cli {
namespace {

// [LWEKEM26, table 2], ms: 72 CPU threads and a GH200, of KeyGen, Encaps and Decaps.
struct Published {
  std::size_t n;
  double cpu_ms, gpu_ms;
};
constexpr std::array<Published, 7> published = {{{32, 0.85 + 0.26 + 0.14, 3.39 + 5.79 + 5.60},
                                                 {128, 7.54 + 0.65 + 0.58, 3.23 + 6.02 + 5.63},
                                                 {256, 30.31 + 1.44 + 1.34, 3.24 + 6.35 + 5.66},
                                                 {512, 118.68 + 3.91 + 3.79, 3.31 + 7.49 + 6.31},
                                                 {1024, 455.85 + 12.46 + 12.24, 3.64 + 8.63 + 6.22},
                                                 {2048, 1820.44 + 45.61 + 45.65, 4.59 + 13.94 + 9.85},
                                                 {4096, 7227.88 + 173.39 + 173.59, 8.48 + 31.81 + 22.81}}};

template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string factor(const std::optional<double>& value) {
  return value ? fmt::format("{:.3g}x", *value) : "-";
}

}  // namespace

const char* const lwe_table_footer =
    "bits: estimated core-SVP, classical, of key or ciphertext, whichever is weaker. failure: rate a "
    "message.\n"
    "paper CPU, GH200: how many times faster than the figures that the paper reports for 72 threads and a "
    "GH200.\n"
    "baseline: time over that of --baseline. Energy: of the whole device, where it has a counter and a run "
    "takes a "
    "second.\nA research scheme: FrodoKEM is the standard of its kind.\n";

void compare_lwe_row(LweRow& row, const std::string& set, const results::Document* baseline) {
  if (set.starts_with("lwe-12289")) {
    for (const Published& known : published) {
      if (known.n != row.n) continue;
      row.over_paper_cpu = known.cpu_ms / row.sum_ms();
      row.over_paper_gpu = known.gpu_ms / row.sum_ms();
    }
  }
  if (baseline == nullptr) return;
  for (const results::LweRow& before : baseline->lwe->rows) {
    if (before.n == row.n) row.slow_down = row.sum_ms() / before.sum_ms();
  }
}

std::string lwe_table_header() {
  return fmt::format("{:>6} {:>6} {:>9} {:>10} {:>10} {:>10} {:>9} {:>10} {:>9} {:>9} {:>9}\n", "n", "bits",
                     "failure", "KeyGen ms", "Encaps ms", "Decaps ms", "Total s", "paper CPU", "GH200",
                     "baseline", "Energy");
}

std::string lwe_table_row(const LweRow& row) {
  const std::string failure = std::isfinite(row.estimate.failure_log2)
                                  ? fmt::format("2^{:.0f}", row.estimate.failure_log2)
                                  : std::string("never");
  return fmt::format("{:>6} {:>6.0f} {:>9} {:>10.3f} {:>10.3f} {:>10.3f} {:>9.3f} {:>10} {:>9} {:>9} {:>9}\n",
                     row.n, row.estimate.classical_bits, failure, row.keygen_ms, row.encaps_ms, row.decaps_ms,
                     row.total_s, factor(row.over_paper_cpu), factor(row.over_paper_gpu),
                     factor(row.slow_down),
                     row.joules ? fmt::format("{:.4g}", *row.joules) : std::string("-"));
}

std::string lwe_paper_row(const LweRow& row) {
  return fmt::format("{};{:.2f};{:.2f};{:.2f};{:.6f};{}\n", row.n, row.keygen_ms * 1e3, row.encaps_ms * 1e3,
                     row.decaps_ms * 1e3, row.total_s, row.mismatches);
}

Json lwe_row_json(const LweRow& row, const std::string& source) {
  const bool fails = std::isfinite(row.estimate.failure_log2);
  Json energy = nullptr;
  if (row.joules)
    energy = {{"joules", *row.joules}, {"average_watts", *row.average_watts}, {"source", source}};
  return {{"n", row.n},
          {"classical_bits", row.estimate.classical_bits},
          {"quantum_bits", row.estimate.quantum_bits},
          {"failure_log2", fails ? Json(row.estimate.failure_log2) : Json(nullptr)},
          {"secure", row.estimate.secure != 0},
          {"rows_per_rank", row.rows_per_rank},
          {"keygen_ms", row.keygen_ms},
          {"encaps_ms", row.encaps_ms},
          {"decaps_ms", row.decaps_ms},
          {"total_s", row.total_s},
          {"mismatches", row.mismatches},
          {"tampered_rejected", row.tampered_rejected},
          {"digest", optional_json(row.digest)},
          {"speed_up_over_paper_cpu", optional_json(row.over_paper_cpu)},
          {"speed_up_over_paper_gh200", optional_json(row.over_paper_gpu)},
          {"slow_down_of_baseline", optional_json(row.slow_down)},
          {"energy", std::move(energy)}};
}

}  // namespace pqlane::cli
