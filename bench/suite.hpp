// suite.hpp: what `pqlane bench` measures: a row of results for each case of a plan.
//
// The suite prints nothing; it reports through hooks.
#pragma once

#include "bench/batch_workload.hpp"
#include "bench/energy.hpp"
#include "bench/plan.hpp"
#include "bench/roofline.hpp"
#include "bench/statistics.hpp"
#include "bench/telemetry.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

// A row of a peer's instead of ours.
struct PeerWork {
  std::string scheme;
  std::string implementation;  // and version
  std::string note;
  std::size_t message_bytes;
};

struct Ceiling {
  double permutations_per_op = 0;  // of sign the mean
  double permutations_per_s = 0;   // on a CPU a CPU second of one thread, else a second of the device
  double ops_per_s = 0;
  double share = 0;  // of the measured rate
};

struct RowMemory {
  std::optional<std::uint64_t> device_peak_bytes;  // of a GPU
  bool device_peak_is_of_process = false;          // false: all that the GPU used more than before
  std::optional<std::uint64_t> host_peak_bytes;    // highest resident set of the process
  bool peak_is_of_row = false;                     // false: since the process started
  std::uint64_t input_bytes = 0;                   // of one batch
  std::uint64_t output_bytes = 0;
  std::uint64_t bench_bytes = 0;  // all inputs, outputs and verification material that were held
};

struct Row {
  Case work{};  // with `peer`: operation, batch and reuse of keys alone
  std::optional<PeerWork> peer;
  std::string device;
  std::string ran_on;  // where the device's name does not say it ("auto")
  bool on_cpu = true;  // the rate and the ceiling are of CPU time; else of time
  unsigned threads = 1;
  bool pinned = false;
  double seconds = 0;
  std::size_t runs = 0;
  std::uint64_t calls = 0;
  Summary ops_per_s;
  Summary ops_per_cpu_s;
  // On a GPU: operations a second of its kernels alone, one value a call; see kernel_time.hpp.
  std::vector<double> kernel_rates;
  std::vector<double> run_rates;      // with Plan::runs: operations a second of each run
  std::vector<Reading> run_readings;  // and what was read of the device after each
  double latency_p50_us = 0, latency_p90_us = 0, latency_p99_us = 0;
  std::optional<double> cycles_per_op;
  std::optional<double> tsc_ticks_per_op;
  RowMemory memory;
  std::optional<Ceiling> ceiling;
  std::vector<Share> shares;         // with Plan::roofline, the Keccak one too
  std::optional<Attempts> attempts;  // sign
  std::optional<Energy> energy;
  std::optional<double> clock_mhz;   // median while the row was measured
  std::optional<unsigned> throttle;  // bits of ThrottleReason
  bool verified = false;
};

struct SuiteResult {
  std::vector<Row> rows;
  std::vector<DeviceCeiling> ceilings;
  std::vector<std::string> not_measured;  // what peers lack; a line each
  std::vector<std::string> failures;      // one line each: calls, verifications, rows that were not possible
  bool interrupted = false;
  std::string no_cycles_reason;  // why cycles_per_op is missing; empty when it is there
  std::vector<Series> series;
  double telemetry_cpu_share = 0;       // CPU time of the sampling, of all the time
  std::vector<std::string> unreadable;  // telemetry that is missing, and why; a line each
};

struct Hooks {
  std::function<void(const Row&)> row_done;
  std::function<void(std::size_t row, double part)> progress;  // row counts from 0; part from 0 to 1
  const std::atomic<bool>* stop = nullptr;
};

const char* row_scheme(const Row& row);

// Opens every (device, threads) of the plan first: throws UsageError for a device that is unknown or not
// usable here.
SuiteResult run_suite(const Plan& plan, const Hooks& hooks);

}  // namespace pqlane::bench
