// suite.hpp: what `pqlane bench` measures: a plan of cases, and a row of results for each.
//
// The suite prints nothing; it reports through hooks.
#pragma once

#include "bench/batch_workload.hpp"
#include "bench/energy.hpp"
#include "bench/evp_workload.hpp"
#include "bench/roofline.hpp"
#include "bench/statistics.hpp"
#include "bench/telemetry.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

struct Plan {
  std::vector<pqlane_scheme> schemes;
  std::vector<const EvpAlgorithm*> evp;  // measured in OpenSSL, after the devices
  std::vector<Op> ops;
  std::vector<std::string> devices;  // names that pqlane_device_open takes
  std::vector<std::size_t> batches;
  std::vector<std::size_t> signature_batches;  // of signature schemes, where they differ; else empty
  std::vector<unsigned> threads;
  double seconds = 1.0;             // least measured time of a row
  std::size_t runs = 0;             // above 0: so many runs of one call each, instead
  double row_deadline_seconds = 0;  // above 0: a row ends after its first run past this
  bool derand = false;              // keygen, encaps, sign: the caller gives the randomness
  bool checked_keys = false;        // decaps: keys were checked before
  KeyReuse reuse = KeyReuse::none;  // otherwise one key for all items; rows without such keys are left out
  std::vector<std::size_t> message_sizes{default_message_bytes};  // sign, verify: rows for each
  bool pin = false;                                               // pin threads to cores
  Place place = Place::pageable;                                  // where the arrays of the timed calls are
  double sample_rate_hz = 10;                                     // of telemetry; 0: none
  bool roofline = false;                                          // measure what the devices can do at most
  double energy_seconds = 0;  // above 0: joules of an operation are measured, for at least this long
};

// A row of OpenSSL's instead of ours.
struct EvpWork {
  const EvpAlgorithm* algorithm;
  std::string version;
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
  Case work{};  // with `evp`: operation, batch and reuse of keys alone
  std::optional<EvpWork> evp;
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
  std::vector<std::string> failures;  // one line each: calls, verifications, rows that were not possible
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

const std::vector<std::size_t>& batches_of(const Plan& plan, pqlane_scheme scheme);
// Lengths of messages that an operation is measured with: one for those that take none.
const std::vector<std::size_t>& messages_of(const Plan& plan, Op op);
const char* row_scheme(const Row& row);
// The device name of rows that OpenSSL does.
constexpr const char* evp_device_name = "cpu:openssl";

// Rows that a plan gives.
std::size_t row_count(const Plan& plan);

// Opens every (device, threads) of the plan first: throws UsageError for a device that is unknown or not
// usable here.
SuiteResult run_suite(const Plan& plan, const Hooks& hooks);

}  // namespace pqlane::bench
