// cmd_lwe.cpp: `pqlane lwe`: KeyGen, Encaps and Decaps of LWE-KEM over dimensions, as the tables of
// [LWEKEM26] have them; in one process, or in the ranks of an MPI run.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/json_report.hpp"
#include "bench/machine.hpp"
#include "bench/series_json.hpp"
#include "bench/sweep.hpp"
#include "bench/telemetry.hpp"
#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/hex.hpp"
#include "cli/lwe_measure.hpp"
#include "cli/lwe_output.hpp"
#include "cli/ranks.hpp"
#include "cli/record_io.hpp"
#include "cli/trace_file.hpp"
#include "runtime/memory_limit.hpp"

namespace pqlane::cli {
namespace {

constexpr std::uint64_t most_iterations = 1'000'000, most_batch = 4096;
constexpr std::size_t most_batch_n = 2048;
constexpr double idle_seconds = 0.5;  // before the first row, for the series of --json

struct LweOptions {
  ComputeOptions compute;
  std::string set = "lwe-12289-aes", n, iterations = "100", batch = "1", format = "table", baseline, check,
              seed;
  double sample_rate_hz = 10;
  bool allow_insecure = false;
};

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
    if (std::find(list.begin(), list.end(), n) != list.end()) {
      throw usage_error(fmt::format("--n: {} is there twice", n));
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

std::optional<LweSeed> parse_seed(const std::string& text) {
  if (text.empty()) return std::nullopt;
  LweSeed seed{};
  const std::optional<Bytes> bytes = decode_hex(text);
  if (!bytes) throw usage_error("--seed: " + describe_bad_hex(text));
  if (bytes->size() != seed.size()) {
    throw usage_error(fmt::format("--seed has {} bytes, wanted {}", bytes->size(), seed.size()));
  }
  std::copy(bytes->begin(), bytes->end(), seed.begin());
  return seed;
}

// A run in one rank, or in the only process.
class LweRun {
 public:
  // Checks everything that can be checked before the work.
  LweRun(const LweOptions& options, MpiGroup* group);
  int run();

 private:
  ComputeOptions compute_options() const;
  void check_memory() const;
  void print(const std::string& text) const { print_text(text, quiet_); }
  void print_heading() const;
  void write_json(Json rows, const std::vector<bench::Series>& series);

  const LweOptions& options_;
  MpiGroup* const group_;
  const bool speaks_;  // rank 0 alone
  const pqlane_lwe_set set_;
  const std::size_t iterations_, batch_;
  const std::optional<LweSeed> seed_;
  const std::vector<std::size_t> list_;
  std::optional<results::Document> baseline_;
  std::optional<Device> device_, other_;
  std::optional<LweCase> case_;
  std::optional<JsonFile> json_file_;
  const bool quiet_;
  std::string used_;
};

ComputeOptions LweRun::compute_options() const {
  ComputeOptions compute = options_.compute;
  if (group_ != nullptr && compute.threads == 0) {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    compute.threads =
        group_->threads_of_rank(bench::usable_cores(), online > 0 ? static_cast<unsigned>(online) : 1);
  }
  return compute;
}

LweRun::LweRun(const LweOptions& options, MpiGroup* group)
    : options_(options),
      group_(group),
      speaks_(group == nullptr || group->rank() == 0),
      set_(set_or_throw(options.set)),
      iterations_(checked_count("--iterations", options.iterations, most_iterations)),
      batch_(checked_count("--batch", options.batch, most_batch)),
      seed_(parse_seed(options.seed)),
      list_(dimensions(options, set_)),
      quiet_(!speaks_ || options.compute.json == "-") {
  if (options.format != "table" && options.format != "paper") {
    throw usage_error("--format: '" + options.format + "' is neither table nor paper");
  }
  if (!(options.sample_rate_hz >= 0 && options.sample_rate_hz <= 1000)) {
    throw usage_error("--sample-rate must be 0 to 1000");
  }
  for (const std::size_t n : list_) {
    if (batch_ > 1 && n > most_batch_n) {
      throw usage_error(fmt::format("--batch: operations side by side are for n up to {}", most_batch_n));
    }
  }
  check_file_names({{"--baseline", options.baseline}}, {}, options.compute);
  if (speaks_ && !options.baseline.empty()) {
    baseline_ = results::load_lwe_document(options.baseline);
    if (baseline_->lwe->set != options.set) {
      throw data_error(fmt::format("{}: set: {} is not {}, which is measured", options.baseline,
                                   baseline_->lwe->set, options.set));
    }
  }
  device_.emplace(open_device(compute_options()));
  share_lwe(*device_, group);
  if (!options.check.empty() && speaks_) {
    ComputeOptions compute;
    compute.device = options.check;
    other_.emplace(open_device(compute));
  }
  case_.emplace(
      LweCase{*device_, set_, options.set, options.allow_insecure, iterations_, batch_, seed_, group});
  check_memory();
  json_file_.emplace(speaks_ ? options.compute.json : "");
}

void LweRun::check_memory() const {
  const std::size_t there = most_memory_bytes();
  for (const std::size_t n : list_) {
    const std::size_t needed = lwe_memory_bytes(*case_, n);
    if (needed <= there) continue;
    const std::string ranks =
        group_ != nullptr ? fmt::format(" for {} ranks on a host", group_->ranks_of_host()) : "";
    throw data_error(fmt::format("--n: {} with n = {} needs {} bytes of memory{}, there may be {} at most",
                                 options_.set, n, needed, ranks, there));
  }
}

void LweRun::print_heading() const {
  std::string ranks;
  if (group_ != nullptr)
    ranks = fmt::format("{} ranks ({}) of ", group_->size(), fmt::join(group_->hosts(), ", "));
  print(fmt::format("LWE-KEM {} on {}, {}{} threads, {} iterations of {} operations\n", options_.set,
                    device_->name(), ranks, device_->threads(), iterations_, batch_) +
        lwe_table_header());
}

int LweRun::run() {
  const bool paper = options_.format == "paper";
  if (!paper) print_heading();
  const EnergyCounter counter(device_->name());
  const bool watches = json_file_->wanted() && options_.sample_rate_hz > 0;
  bench::Telemetry telemetry(counter.sources(), watches ? options_.sample_rate_hz : 0);
  if (watches) telemetry.measure_idle(idle_seconds, nullptr);
  Json rows = Json::array();
  bool good = true;
  used_ = device_->name();
  for (const std::size_t n : list_) {
    if (!options_.check.empty() && !gives_same_bytes(*case_, other_ ? *other_ : *device_, n)) {
      throw data_error(fmt::format("{} with n = {}: {} and {} give different bytes", options_.set, n,
                                   device_->name(), options_.check));
    }
    const double from = telemetry.now();
    LweRow row = measure_lwe(*case_, counter, n);
    for (const bench::SourcePointer& source : counter.sources()) {
      telemetry.add_span(source->device(), {rows.size(), from, telemetry.now()});
    }
    used_ = used_device(*device_);
    compare_lwe_row(row, options_.set, baseline_ ? &*baseline_ : nullptr);
    good = good && row.mismatches == 0 && row.tampered_rejected;
    print(paper ? lwe_paper_row(row) : lwe_table_row(row));
    rows.push_back(lwe_row_json(row, counter.names()));
  }
  if (!paper) print(lwe_table_footer);
  write_json(std::move(rows), watches ? telemetry.finish() : std::vector<bench::Series>());
  if (!good && speaks_) {
    print_error("the two secrets of an iteration differ, or a changed ciphertext was accepted");
  }
  return good ? exit_done : exit_failed;
}

void LweRun::write_json(Json rows, const std::vector<bench::Series>& series) {
  json_file_->write({{"schema", "pqlane-lwe/1"},
                     {"machine", bench::machine_json(bench::describe_machine())},
                     {"set", options_.set},
                     {"label", "research"},
                     {"device", used_},
                     {"threads", device_->threads()},
                     {"ranks", group_ != nullptr ? group_->size() : 1},
                     {"hosts", group_ != nullptr ? group_->hosts() : std::vector<std::string>()},
                     {"iterations", iterations_},
                     {"batch", batch_},
                     {"seed", seed_ ? Json(options_.seed) : Json(nullptr)},
                     {"equal_to", other_ ? Json(other_->name()) : Json(nullptr)},
                     {"results", std::move(rows)},
                     {"series", bench::series_json(series)}});
}

int run_lwe(const LweOptions& options) {
  const std::unique_ptr<MpiGroup> group = join_ranks();
  std::optional<LweRun> run;
  return run_in_ranks(group.get(), [&] { run.emplace(options, group.get()); }, [&] { return run->run(); });
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
  refuse_empty(command->add_option("--seed", options->seed,
                                   "32 bytes that all keys and messages are made from: the same bytes in "
                                   "every run"))
      ->type_name("HEX");
  command
      ->add_option("--sample-rate", options->sample_rate_hz,
                   "Readings a second of power and clocks for --json; 0: none")
      ->type_name("HZ")
      ->capture_default_str();
  add_compute_options(*command, options->compute);
  command->footer(
      "Under an MPI launcher the ranks share every operation and rank 0 reports; with --check its bytes are\n"
      "compared with those of one rank alone.\n\n"
      "Examples:\n"
      "  pqlane lwe --n 1024:4096:x2 --iterations 10\n"
      "  pqlane lwe --n 32:32768:x2 --allow-insecure --device cpu:avx512 --json lwe.json\n"
      "  pqlane lwe --set lwe-65521-shake --n 1024 --format paper\n"
      "  mpirun -n 4 pqlane lwe --set lwe-65521-aes --n 65536 --iterations 1");
  command->callback([options, &invocation] {
    // One timeline, of rank 0.
    const std::string trace = mpi_launch().rank == 0 ? options->compute.trace : "";
    invocation.run = with_trace(trace, [options] { return run_lwe(*options); });
  });
}

}  // namespace pqlane::cli
