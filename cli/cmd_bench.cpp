// cmd_bench.cpp: `pqlane bench`: options, progress, the table and the JSON of a measurement. What is
// measured, and how, is in bench/.
#include "bench/machine.hpp"
#include "bench/suite.hpp"
#include "bench/sweep.hpp"
#include "bench/table.hpp"
#include "cli/bench_output.hpp"
#include "cli/bench_plan.hpp"
#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "cli/reproduce.hpp"
#include "cli/stop_on_signal.hpp"
#include "cli/trace_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace pqlane::cli {
namespace {

// ---- the terminal -------------------------------------------------------

// A bar on stderr, redrawn in place; draws nothing unless stderr is a terminal.
class ProgressBar {
 public:
  ProgressBar(bool wanted, std::size_t rows) : shown_(wanted && isatty(STDERR_FILENO) != 0), rows_(rows) {}
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::size_t row, double part) {
    const Clock::time_point now = Clock::now();
    if (!shown_ || (drawn_ && now - last_ < std::chrono::milliseconds(100))) return;
    last_ = now;
    drawn_ = true;
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    fmt::print(stderr, "\r\033[K{}", bench::progress_line(row, part, rows_, elapsed));
    std::fflush(stderr);
  }

  void clear() {
    if (drawn_) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    drawn_ = false;
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  bool drawn_ = false;
  std::size_t rows_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

// What is read and what is written are different files; those of --out are seen to by BenchOutput.
void refuse_same_files(const BenchOptions& options) {
  const std::pair<const char*, const std::string&> files[] = {
      {"--reproduce", options.reproduce}, {"--json", options.json}, {"--trace", options.trace}};
  for (std::size_t i = 0; i < std::size(files); ++i) {
    for (std::size_t j = i + 1; j < std::size(files); ++j) {
      if (same_file(files[i].second, files[j].second))
        throw usage_error(
            fmt::format("{} and {} name the same file {}", files[i].first, files[j].first, files[j].second));
    }
  }
}

int run_bench(const BenchOptions& options) {
  refuse_same_files(options);
  if (!options.reproduce.empty()) return run_reproduce(options);
  const bench::Plan plan = make_plan(options);
  BenchOutput output(options, format_or_throw(options.format), plan);

  const bool no_table = options.quiet || output.uses_stdout();
  StopOnSignal signals;
  ProgressBar bar(!options.quiet, bench::row_count(plan));
  bool first_row = true;
  bench::Hooks hooks;
  hooks.stop = signals.stop();
  hooks.progress = [&](std::size_t row, double part) { bar.update(row, part); };
  hooks.row_done = [&](const bench::Row& row) {
    bar.clear();
    print_text((first_row ? bench::table_header() : std::string()) + bench::table_row(row), no_table);
    first_row = false;
  };

  bench::SuiteResult result;
  try {
    result = bench::run_suite(plan, hooks);
  } catch (const bench::UsageError& error) {
    throw usage_error(error.what());
  } catch (const bench::Failure& failure) {
    throw data_error(failure.what());
  }
  signals.restore();
  bar.clear();
  output.write(bench::describe_machine(plan.devices), result);
  if (!result.rows.empty()) print_text(bench::table_footer(plan, result), no_table);
  for (const std::string& failure : result.failures) print_error("bench: " + failure);
  if (result.interrupted) {
    print_error(
        fmt::format("bench: interrupted after {} of {} rows", result.rows.size(), bench::row_count(plan)));
    return exit_interrupted;
  }
  return result.failures.empty() ? exit_done : exit_failed;
}

constexpr const char* help_footer = R"(
Every item has a key and a message of its own, and every output that was timed is verified.

Columns of the table, a row a scheme, operation, device, number of threads and batch:
  thr, batch     CPU threads; operations in one call
  ops/s          operations a second of wall time, median of the runs; ns/op is its inverse
  ops/cpu-s      the same by CPU time of all threads: the steadier one on a machine that others use too
  cycles/op      CPU cycles of an operation, - where the system does not let them be counted
  p50, p99 us    half and 99% of the calls (of a whole batch each) took no longer than this
  keccak         share of the device's bare Keccak rate that the operation's own permutations take (of sign,
                 those of the expected number of attempts)
  verified       whether every output was right
Sizes: k and M are 10^3 and 10^6, Ki and Mi 2^10 and 2^20. Sweeps: a:b:xF multiplies, a:b:+S adds.

Examples
  pqlane bench                                          ML-KEM and ML-DSA, batches of 1 and of 4096
  pqlane bench --scheme ml-kem-768 --batch 1:1Mi:x4     latency and throughput against batch size
  pqlane bench --device cpu:scalar,cpu:avx2 --op decaps
  pqlane bench --scheme ml-dsa-65 --op sign --cached-key --message-bytes 1Ki
  pqlane bench --threads 1:all --batch 64Ki --json result.json
  pqlane bench --scheme ml-kem-768 --peer liboqs=/opt/lib/liboqs.so
  pqlane bench --reproduce published.json               the rows of a result file, measured again here)";

}  // namespace

void add_bench_command(CLI::App& app, Invocation& invocation) {
  CLI::App* command =
      app.add_subcommand("bench", "Measure operations: rate, latency, share of the Keccak ceiling");
  auto options = std::make_shared<BenchOptions>();
  command
      ->add_option("--scheme", options->schemes,
                   "Schemes, all (KEMs), or what OpenSSL does: rsa-2048, p-256, .. or "
                   "conventional for all (default: the ML-KEM and ML-DSA sets)")
      ->type_name("NAME,..")
      ->allow_extra_args(false);
  command
      ->add_option("--peer", options->peers,
                   "Measure other libraries' form of the schemes as well: openssl (3.5 and later), liboqs, "
                   "wolfssl; opened by name or from a file")
      ->type_name("NAME[=FILE],..")
      ->allow_extra_args(false);
  command
      ->add_option("--op", options->ops,
                   "Operations: keygen, encaps, decaps, sign, verify, agree, all (default: all of a scheme)")
      ->type_name("OP,..")
      ->allow_extra_args(false);
  command
      ->add_option("--device", options->devices,
                   "Devices: cpu, cpu:avx2, cuda:0, cuda:0,1, cuda:all, auto, .. or all that are usable "
                   "(default: cpu)")
      ->type_name("NAME,..")
      ->allow_extra_args(false);
  command->add_option("--batch", options->batches, "Operations a call; list or sweep (default: 1,4Ki)")
      ->type_name("SIZES");
  command->add_option("--threads", options->threads, "CPU threads; list or sweep, all is every core")
      ->type_name("SIZES")
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "Least measured time of a row (default: 1)")
      ->type_name("S");
  command
      ->add_option(
          "--sample-rate", options->sample_rate,
          "Power, clocks, temperature and memory of the devices are read so often a second; 0: never")
      ->type_name("HZ")
      ->capture_default_str();
  command
      ->add_option("--energy", options->energy,
                   "Measure joules of an operation as well, for at least so long a row and as long as the "
                   "device's energy counter needs")
      ->type_name("S");
  refuse_empty(command->add_option("--reproduce", options->reproduce,
                                   "Measure the rows of a result file of bench again, here, and show both"))
      ->type_name("FILE");
  add_json_option(*command, options->json);
  refuse_empty(
      command->add_option("--format", options->format,
                          "Another form of the results: cupqc (20 runs; needs --out), wolfcrypt, csv, "
                          "markdown, google-benchmark; on stdout without --out"))
      ->type_name("NAME");
  refuse_empty(
      command->add_option("--out", options->out, "The folder for the files of --format; made if missing"))
      ->type_name("DIR");
  add_trace_option(*command, options->trace);
  command->add_flag("--quick", options->quick, "Short rows, so that all of it takes less than a minute");
  command->add_flag("--derand", options->derand,
                    "Give keygen, encaps and sign their randomness, so that making it is not timed");
  command->add_flag("--checked-keys", options->checked_keys,
                    "decaps: keys checked once before, not in every operation");
  command->add_flag("--same-key", options->same_key, "all but keygen: one key for all items");
  command->add_flag("--cached-key", options->cached_key,
                    "sign, verify: one key for all items, expanded before (signer and verifier objects)");
  refuse_empty(command->add_option("--message-bytes", options->message_bytes,
                                   "sign, verify: length of a message; list or sweep (default: 32)"))
      ->type_name("SIZES");
  refuse_empty(
      command->add_option(
          "--buffers", options->buffers,
          "Where keys, ciphertexts and secrets are: pageable, page-locked (a GPU copies at the bus's "
          "rate) or device (the GPU's memory: nothing is copied) (default: pageable)"))
      ->type_name("PLACE");
  command->add_flag("--roofline", options->roofline,
                    "Measure what the devices can do at most (Keccak, AES, FP64, INT8, memory, bus), each "
                    "operation's share of it and what bounds it");
  command->add_flag("--pin", options->pin, "Pin each thread to a core");
  command->add_flag("--quiet", options->quiet, "Print neither table nor progress");
  command->footer(help_footer);
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->trace, [options] { return run_bench(*options); });
  });
}

}  // namespace pqlane::cli
