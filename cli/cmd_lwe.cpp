// cmd_lwe.cpp: `pqlane lwe`: KeyGen, Encaps and Decaps of LWE-KEM over dimensions, as the tables of
// [LWEKEM26] have them.
//
// Every iteration has a fresh key, and so a fresh matrix; its two secrets are compared. Once a dimension a
// changed ciphertext is checked to give another secret, outside the measured time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <pqlane/lwe.hpp>

#include "bench/json_report.hpp"
#include "bench/machine.hpp"
#include "bench/sweep.hpp"
#include "bench/telemetry_source.hpp"
#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/load_file.hpp"
#include "cli/parse_json.hpp"
#include "cli/report.hpp"
#include "cli/trace_file.hpp"

namespace pqlane::cli {
namespace {

constexpr std::uint64_t most_iterations = 1'000'000, most_batch = 4096;
constexpr std::size_t most_batch_n = 2048;

struct LweOptions {
  ComputeOptions compute;
  std::string set = "lwe-12289-aes", n, iterations = "100", batch = "1", format = "table", baseline, check;
  bool allow_insecure = false;
};

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

struct LweRow {
  std::size_t n = 0;
  pqlane_lwe_estimate estimate{};
  double keygen_ms = 0, encaps_ms = 0, decaps_ms = 0, total_s = 0;  // ms an operation
  std::size_t mismatches = 0;
  bool tampered_rejected = false;
  std::optional<double> joules, average_watts;
  std::optional<double> over_paper_cpu, over_paper_gpu, slow_down;
  double sum_ms() const { return keygen_ms + encaps_ms + decaps_ms; }
};

// Energy J counters step up to ten times a second: a shorter run would be told a wrong number.
constexpr double least_energy_seconds = 1;

// The counters of a device; OpenMP's N-th device is CUDA's.
class EnergyCounter {
 public:
  explicit EnergyCounter(const std::string& device) {
    std::string name = device;
    if (device == "omp:host")
      name = "cpu";
    else if (device.starts_with("omp:"))
      name = "cuda:" + device.substr(4);
    std::vector<std::string> why_not;
    sources_ = bench::open_sources({name}, why_not);
  }
  // Of all sources together; nothing where one has no counter.
  std::optional<double> joules() const {
    double sum = 0;
    for (const bench::SourcePointer& source : sources_) {
      const std::optional<double> energy = source->energy();
      if (!energy) return std::nullopt;
      sum += *energy;
    }
    return sources_.empty() ? std::nullopt : std::optional(sum);
  }
  std::string names() const {
    std::string names;
    for (const bench::SourcePointer& source : sources_) names += (names.empty() ? "" : ", ") + source->name();
    return names;
  }

 private:
  std::vector<bench::SourcePointer> sources_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

pqlane_lwe_set set_or_throw(const std::string& name) {
  pqlane_lwe_set set{};
  if (pqlane_lwe_set_by_name(name.c_str(), &set) != PQLANE_OK) throw usage_error(pqlane_last_error());
  return set;
}

// Dimensions of --n; all are checked before the first is measured.
std::vector<std::size_t> dimensions(const LweOptions& options, pqlane_lwe_set set) {
  std::vector<std::size_t> list;
  for (const std::uint64_t n : bench::parse_sweeps(options.n)) {
    pqlane_lwe_estimate estimate{};
    if (pqlane_lwe_get_estimate(set, n, &estimate) != PQLANE_OK) {
      throw usage_error(std::string("--n: ") + pqlane_last_error());
    }
    if (estimate.secure == 0 && !options.allow_insecure) {
      throw usage_error(
          fmt::format("--n: {} with n = {} is insecure (estimated {:.0f} bits, failure rate 2^{:.0f}); "
                      "--allow-insecure runs it all the same",
                      options.set, n, estimate.classical_bits, estimate.failure_log2));
    }
    list.push_back(n);
  }
  return list;
}

std::size_t checked_count(const char* option, const std::string& text, std::uint64_t most) {
  const std::size_t count = parse_count_option(option, text);
  if (count == 0 || count > most) throw usage_error(fmt::format("{} must be 1 to {}", option, most));
  return count;
}

struct Buffers {
  Buffers(const pqlane_lwe_sizes& s, std::size_t batch)
      : pk(batch * s.pk_bytes),
        sk(batch * s.sk_bytes),
        ct(batch * s.ct_bytes),
        ss(batch * s.ss_bytes),
        again(batch * s.ss_bytes) {}
  std::vector<std::uint8_t> pk, sk, ct, ss, again;
};

void require_complete(const Result& result) {
  if (!result) throw data_error(pqlane_last_error());
}

LweRow measure(const Device& device, const EnergyCounter& counter, const LweOptions& options,
               pqlane_lwe_set set, std::size_t n, std::size_t iterations, std::size_t batch) {
  const Lwe lwe(device, set, n, options.allow_insecure);
  const pqlane_lwe_sizes& sizes = lwe.sizes();
  Buffers b(sizes, batch);
  LweRow row;
  row.n = n;
  row.estimate = lwe_estimate(set, n);
  double keygen = 0, encaps = 0, decaps = 0;
  const auto timed = [](double& sum, const auto& call) {
    const auto start = std::chrono::steady_clock::now();
    require_complete(call());
    sum += seconds_since(start);
  };
  const std::optional<double> energy = counter.joules();
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < iterations; ++i) {
    timed(keygen, [&] { return lwe.keygen(b.pk, b.sk); });
    timed(encaps, [&] { return lwe.encaps(b.pk, b.ct, b.ss); });
    timed(decaps, [&] { return lwe.decaps(b.sk, b.ct, b.again); });
    for (std::size_t item = 0; item < batch; ++item) {
      const auto at = static_cast<std::ptrdiff_t>(item * sizes.ss_bytes);
      const auto size = static_cast<std::ptrdiff_t>(sizes.ss_bytes);
      row.mismatches += !std::equal(b.ss.begin() + at, b.ss.begin() + at + size, b.again.begin() + at);
    }
  }
  row.total_s = seconds_since(start);
  const std::optional<double> energy_after = counter.joules();
  if (energy && energy_after && row.total_s >= least_energy_seconds) {
    row.joules = *energy_after - *energy;
    row.average_watts = *row.joules / row.total_s;
  }
  const double to_ms = 1e3 / static_cast<double>(iterations * batch);
  row.keygen_ms = keygen * to_ms;
  row.encaps_ms = encaps * to_ms;
  row.decaps_ms = decaps * to_ms;
  b.ct[b.ct.size() / 2] ^= 1;  // in some item's U
  require_complete(lwe.decaps(b.sk, b.ct, b.again));
  row.tampered_rejected = b.ss != b.again;
  return row;
}

// The outputs of one derandomised operation, and of decapsulating a changed ciphertext.
std::vector<std::uint8_t> known_bytes(const Device& device, const LweOptions& options, pqlane_lwe_set set,
                                      std::size_t n) {
  const Lwe lwe(device, set, n, options.allow_insecure);
  Buffers b(lwe.sizes(), 1);
  std::vector<std::uint8_t> seed(lwe.sizes().seed_bytes), m(lwe.sizes().m_bytes);
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::uint8_t>(i * 7 + n);
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = static_cast<std::uint8_t>(i * 11 + 1);
  require_complete(lwe.keygen_derand(seed, b.pk, b.sk));
  require_complete(lwe.encaps_derand(b.pk, m, b.ct, b.ss));
  std::vector<std::uint8_t> all = b.pk;
  for (const auto* part : {&b.sk, &b.ct, &b.ss}) all.insert(all.end(), part->begin(), part->end());
  for (int changed = 0; changed < 2; ++changed) {
    require_complete(lwe.decaps(b.sk, b.ct, b.again));
    all.insert(all.end(), b.again.begin(), b.again.end());
    b.ct.back() ^= 1;
  }
  return all;
}

void require_equal(const Device& device, const Device& other, const LweOptions& options, pqlane_lwe_set set,
                   std::size_t n) {
  if (known_bytes(device, options, set, n) == known_bytes(other, options, set, n)) return;
  throw data_error(fmt::format("{} with n = {}: {} and {} give different bytes", options.set, n,
                               device.name(), other.name()));
}

// ms of an iteration by n, of an earlier run.
using Baseline = std::vector<std::pair<std::size_t, double>>;

Baseline load_baseline(const std::string& path, const std::string& set) {
  const auto refuse = [&](const std::string& why) { return data_error("--baseline " + path + ": " + why); };
  Baseline baseline;
  try {
    const auto document = parse_json(load_text(path));
    if (document.value("schema", "") != "pqlane-lwe/1") throw refuse("not a file of `pqlane lwe --json`");
    if (document.at("set") != set) throw refuse("it is of another set");
    for (const auto& row : document.at("results")) {
      baseline.emplace_back(row.at("n").get<std::size_t>(), row.at("keygen_ms").get<double>() +
                                                                row.at("encaps_ms").get<double>() +
                                                                row.at("decaps_ms").get<double>());
    }
  } catch (const nlohmann::json::exception&) {
    throw refuse("not a file of `pqlane lwe --json`");
  }
  return baseline;
}

void compare(LweRow& row, const std::string& set, const Baseline& baseline) {
  if (set.starts_with("lwe-12289")) {
    for (const Published& known : published) {
      if (known.n != row.n) continue;
      row.over_paper_cpu = known.cpu_ms / row.sum_ms();
      row.over_paper_gpu = known.gpu_ms / row.sum_ms();
    }
  }
  for (const auto& [n, ms] : baseline) {
    if (n == row.n && ms > 0) row.slow_down = row.sum_ms() / ms;
  }
}

// ---- output -------------------------------------------------------------

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json row_json(const LweRow& row, const EnergyCounter& counter) {
  const bool fails = std::isfinite(row.estimate.failure_log2);
  return {{"n", row.n},
          {"classical_bits", row.estimate.classical_bits},
          {"quantum_bits", row.estimate.quantum_bits},
          {"failure_log2", fails ? Json(row.estimate.failure_log2) : Json(nullptr)},
          {"secure", row.estimate.secure != 0},
          {"keygen_ms", row.keygen_ms},
          {"encaps_ms", row.encaps_ms},
          {"decaps_ms", row.decaps_ms},
          {"total_s", row.total_s},
          {"mismatches", row.mismatches},
          {"tampered_rejected", row.tampered_rejected},
          {"speed_up_over_paper_cpu", optional_json(row.over_paper_cpu)},
          {"speed_up_over_paper_gh200", optional_json(row.over_paper_gpu)},
          {"slow_down_of_baseline", optional_json(row.slow_down)},
          {"energy", row.joules ? Json{{"joules", *row.joules},
                                       {"average_watts", *row.average_watts},
                                       {"source", counter.names()}}
                                : Json(nullptr)}};
}

std::string factor(const std::optional<double>& value) {
  return value ? fmt::format("{:.3g}x", *value) : "-";
}

std::string table_header() {
  return fmt::format("{:>6} {:>6} {:>9} {:>10} {:>10} {:>10} {:>9} {:>10} {:>9} {:>9} {:>9}\n", "n", "bits",
                     "failure", "KeyGen ms", "Encaps ms", "Decaps ms", "Total s", "paper CPU", "GH200",
                     "baseline", "Energy");
}

std::string table_row(const LweRow& row) {
  const std::string failure = std::isfinite(row.estimate.failure_log2)
                                  ? fmt::format("2^{:.0f}", row.estimate.failure_log2)
                                  : std::string("never");
  return fmt::format("{:>6} {:>6.0f} {:>9} {:>10.3f} {:>10.3f} {:>10.3f} {:>9.3f} {:>10} {:>9} {:>9} {:>9}\n",
                     row.n, row.estimate.classical_bits, failure, row.keygen_ms, row.encaps_ms, row.decaps_ms,
                     row.total_s, factor(row.over_paper_cpu), factor(row.over_paper_gpu),
                     factor(row.slow_down),
                     row.joules ? fmt::format("{:.4g}", *row.joules) : std::string("-"));
}

// The line of the paper's program: averages in microseconds.
std::string paper_row(const LweRow& row) {
  return fmt::format("{};{:.2f};{:.2f};{:.2f};{:.6f};{}\n", row.n, row.keygen_ms * 1e3, row.encaps_ms * 1e3,
                     row.decaps_ms * 1e3, row.total_s, row.mismatches);
}

constexpr const char* table_footer =
    "bits: estimated core-SVP, classical, of key or ciphertext, whichever is weaker. failure: rate a "
    "message.\n"
    "paper CPU, GH200: how many times faster than the figures that the paper reports for 72 threads and a "
    "GH200.\n"
    "baseline: time over that of --baseline. Energy: of the whole device, where it has a counter and a run "
    "takes a "
    "second.\nA research scheme: FrodoKEM is the standard of its kind.\n";

int run_lwe(const LweOptions& options) {
  const pqlane_lwe_set set = set_or_throw(options.set);
  if (options.format != "table" && options.format != "paper") {
    throw usage_error("--format: '" + options.format + "' is neither table nor paper");
  }
  const std::size_t iterations = checked_count("--iterations", options.iterations, most_iterations);
  const std::size_t batch = checked_count("--batch", options.batch, most_batch);
  const std::vector<std::size_t> list = dimensions(options, set);
  for (const std::size_t n : list) {
    if (batch > 1 && n > most_batch_n) {
      throw usage_error(fmt::format("--batch: operations side by side are for n up to {}", most_batch_n));
    }
  }
  const Baseline baseline =
      options.baseline.empty() ? Baseline() : load_baseline(options.baseline, options.set);
  const Device device = open_device(options.compute);
  std::optional<Device> other;
  if (!options.check.empty()) {
    ComputeOptions compute;
    compute.device = options.check;
    other.emplace(open_device(compute));
  }
  JsonFile json_file(options.compute.json);
  const bool quiet = options.compute.json == "-", paper = options.format == "paper";
  if (!paper) {
    print_text(fmt::format("LWE-KEM {} on {}, {} threads, {} iterations of {} operations\n", options.set,
                           device.name(), device.threads(), iterations, batch) +
                   table_header(),
               quiet);
  }
  const EnergyCounter counter(device.name());
  Json rows = Json::array();
  bool good = true;
  std::string used = device.name();
  for (const std::size_t n : list) {
    if (other) require_equal(device, *other, options, set, n);
    LweRow row = measure(device, counter, options, set, n, iterations, batch);
    used = used_device(device);
    compare(row, options.set, baseline);
    good = good && row.mismatches == 0 && row.tampered_rejected;
    print_text(paper ? paper_row(row) : table_row(row), quiet);
    rows.push_back(row_json(row, counter));
  }
  if (!paper) print_text(table_footer, quiet);
  json_file.write({{"schema", "pqlane-lwe/1"},
                   {"machine", bench::machine_json(bench::describe_machine())},
                   {"set", options.set},
                   {"label", "research"},
                   {"device", used},
                   {"threads", device.threads()},
                   {"iterations", iterations},
                   {"batch", batch},
                   {"equal_to", other ? Json(other->name()) : Json(nullptr)},
                   {"results", std::move(rows)}});
  if (!good) throw data_error("the two secrets of an iteration differ, or a changed ciphertext was accepted");
  return exit_done;
}

}  // namespace

void add_lwe_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<LweOptions>();
  CLI::App* command = app.add_subcommand("lwe", "Measure LWE-KEM, a research scheme, over dimensions");
  command
      ->add_option("--set", options->set, "lwe-12289-aes, lwe-12289-shake, lwe-65521-aes or lwe-65521-shake")
      ->type_name("NAME")
      ->capture_default_str();
  refuse_empty(command->add_option("--n", options->n, "Dimensions: a list or a sweep, such as 1024:16384:x2"))
      ->type_name("SIZES")
      ->required();
  command
      ->add_option("--iterations", options->iterations,
                   "KeyGen, Encaps and Decaps so often, each a fresh key")
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--batch", options->batch, "Operations side by side, for n up to 2048")
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--allow-insecure", options->allow_insecure,
                    "Dimensions below 118 estimated bits, or that fail more often than 2^-128, too");
  command
      ->add_option("--format", options->format,
                   "table, or paper: n;keygen us;encaps us;decaps us;total s;mismatches")
      ->type_name("FORM")
      ->capture_default_str();
  refuse_empty(command->add_option("--baseline", options->baseline, "Compare with an earlier --json FILE"))
      ->type_name("FILE");
  refuse_empty(
      command->add_option("--check", options->check, "Another device; stops where it gives other bytes"))
      ->type_name("DEVICE");
  add_compute_options(*command, options->compute);
  command->footer(
      "Examples:\n"
      "  pqlane lwe --n 1024:4096:x2 --iterations 10\n"
      "  pqlane lwe --n 32:32768:x2 --allow-insecure --device cpu:avx512 --json lwe.json\n"
      "  pqlane lwe --set lwe-65521-shake --n 1024 --format paper");
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->compute.trace, [options] { return run_lwe(*options); });
  });
}

}  // namespace pqlane::cli
