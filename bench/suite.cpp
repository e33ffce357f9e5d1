// suite.cpp: see suite.hpp.
#include "bench/suite.hpp"

#include "bench/ceiling.hpp"
#include "bench/kernel_time.hpp"
#include "bench/memory.hpp"
#include "bench/sweep.hpp"
#include "runtime/core_binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace pqlane::bench {
namespace {

struct CloseDevice {
  void operator()(pqlane_device* device) const { pqlane_device_close(device); }
};
using Device = std::unique_ptr<pqlane_device, CloseDevice>;

Device open_device(const std::string& name, unsigned threads, bool pin) {
  const pqlane_device_options options{sizeof options, threads, pin ? 1 : 0};
  pqlane_device* device = nullptr;
  const pqlane_status status = pqlane_device_open(name.c_str(), &options, &device);
  if (status == PQLANE_OK) return Device(device);
  const std::string reason = fmt::format("--device {}: {}", name, pqlane_last_error());
  if (status == PQLANE_ERROR_DEVICE || status == PQLANE_ERROR_OPTION) throw UsageError(reason);
  throw Failure(reason);
}

bool is_cpu(pqlane_device* device) { return std::string_view(pqlane_device_name(device)).starts_with("cpu"); }

// As the wolfCrypt benchmark's steps.
constexpr std::size_t peer_ops_a_thread = 100;

// Calls whose kernels are timed, beside the measured ones.
constexpr std::size_t kernel_calls = 5;

// Idle values are read this long, or as long as a row takes where that is less.
constexpr double longest_idle_seconds = 1;

std::vector<std::string> watched_devices(const Plan& plan) {
  std::vector<std::string> devices = plan.devices;
  for (const PeerSchemePointer& peer : plan.peers) {
    if (std::find(devices.begin(), devices.end(), peer->device()) == devices.end())
      devices.emplace_back(peer->device());
  }
  return devices;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return percentile(values, 0.5);
}

class Suite {
 public:
  Suite(const Plan& plan, const Hooks& hooks) : plan_(plan), hooks_(hooks) {}

  SuiteResult run() {
    result_.no_cycles_reason = cycles_.reason();
    result_.unreadable = no_sources_;
    result_.not_measured = plan_.lacking;
    std::vector<Device> devices;
    for (const std::string& name : plan_.devices) {
      for (const unsigned threads : plan_.threads) devices.push_back(open_device(name, threads, plan_.pin));
    }
    telemetry_.measure_idle(std::min(plan_.seconds, longest_idle_seconds), hooks_.stop);
    for (const Device& device : devices) {
      if (!result_.interrupted) run_device(device.get());
    }
    run_all_peers();
    result_.series = telemetry_.finish();
    result_.telemetry_cpu_share = telemetry_.cpu_share();
    for (auto& [device, rates] : keccak_rates_) {
      const std::size_t samples = rates.size();
      result_.ceilings.push_back(
          {device, keccak_resource, device.starts_with("cpu"), 1, summarise(std::move(rates)), samples});
    }
    return std::move(result_);
  }

 private:
  void run_device(pqlane_device* device) {
    if (plan_.roofline) {
      const double seconds = std::clamp(0.25 * plan_.seconds, 0.02, 0.5);
      for (DeviceCeiling& ceiling : measure_ceilings(device, is_cpu(device), seconds, result_.unreadable))
        add_device_ceiling(std::move(ceiling));
    }
    for (const pqlane_scheme scheme : plan_.schemes) {
      for (const Op op : plan_.ops) {
        if (!has_op(scheme, op, plan_.reuse)) continue;
        for (const std::size_t batch : batches_of(plan_, scheme)) {
          for (const std::size_t message_bytes : messages_of(plan_, op)) {
            run_case(device, make_case(scheme, op, batch, message_bytes));
            if (result_.interrupted) return;
            ++row_index_;
          }
        }
      }
    }
  }

  // What one thread can do is measured again with each number of threads; the first time counts.
  void add_device_ceiling(DeviceCeiling ceiling) {
    for (const DeviceCeiling& known : result_.ceilings) {
      if (known.device == ceiling.device && known.resource == ceiling.resource &&
          known.threads == ceiling.threads)
        return;
    }
    result_.ceilings.push_back(std::move(ceiling));
  }

  void run_all_peers() {
    for (const unsigned threads : plan_.threads) {
      for (const PeerSchemePointer& peer : plan_.peers) {
        for (const Op op : plan_.ops) {
          if (!peer->has_op(op)) continue;
          for (const std::size_t message_bytes : messages_of(plan_, *peer, op)) {
            if (result_.interrupted) return;
            run_peer(*peer, op, threads, message_bytes);
            ++row_index_;
          }
        }
      }
    }
  }

  Case make_case(pqlane_scheme scheme, Op op, std::size_t batch, std::size_t message_bytes) const {
    const bool checked_keys = plan_.checked_keys && op == Op::decaps && has_key_check(scheme);
    // A signer object takes no randomness from the caller.
    const bool derand = plan_.derand && is_randomised(op) && plan_.reuse != KeyReuse::cached_key;
    return {scheme, op, batch, derand, checked_keys, plan_.reuse, plan_.place, message_bytes};
  }

  void run_case(pqlane_device* device, const Case& work) {
    const std::string name = fmt::format("{} {} on {} with batch {}", pqlane_scheme_name(work.scheme),
                                         op_name(work.op), pqlane_device_name(device), work.batch);
    try {
      measure_case(device, work, name);
    } catch (const Failure& failure) {
      result_.failures.push_back(fmt::format("{}: {}", name, failure.what()));
    } catch (const Interrupted&) {
      result_.interrupted = true;
    }
  }

  void measure_case(pqlane_device* device, const Case& work, const std::string& name) {
    if (hooks_.progress) hooks_.progress(row_index_, 0);
    const std::unique_ptr<BatchWorkload> workload =
        make_workload(device, work, hooks_.stop, is_cpu(device) ? nullptr : checker());
    KeccakMeter keccak(device, is_cpu(device));
    const double keccak_seconds = std::max(0.02, 0.05 * plan_.seconds);
    keccak.sample(keccak_seconds);

    Row row;
    row.work = work;
    row.device = pqlane_device_name(device);
    row.on_cpu = is_cpu(device);
    row.threads = pqlane_device_threads(device);
    row.memory.input_bytes = workload->input_bytes();
    row.memory.output_bytes = workload->output_bytes();
    row.memory.bench_bytes = workload->owned_bytes();
    const double began = telemetry_.now();
    const bool measured = measure_row(row, *workload, name);
    if (row.device == "auto") row.ran_on = workload->ran_on();
    keccak.sample(keccak_seconds);
    std::vector<double>& all_rates = keccak_rates_[row.device];
    all_rates.insert(all_rates.end(), keccak.rates().begin(), keccak.rates().end());
    if (!measured) return;
    row.attempts = workload->attempts();
    add_ceiling(row, median_of(keccak.rates()));
    if (plan_.roofline) add_shares(row);
    if (!row.on_cpu && row.device != "auto" && row.verified && !result_.interrupted)
      add_kernel_rates(row, *workload, name);
    finish_row(row, *workload, name, began);
  }

  // Other libraries have no batches that would pay: one operation with one thread, else enough for each
  // thread to have some.
  void run_peer(const PeerScheme& peer, Op op, unsigned threads, std::size_t message_bytes) {
    const std::size_t batch = threads == 1 ? 1 : peer_ops_a_thread * std::size_t{threads};
    const std::string name = fmt::format("{} {} in {}", peer.scheme(), op_name(op), peer.implementation());
    if (hooks_.progress) hooks_.progress(row_index_, 0);
    try {
      const CoreBinding binding;
      ThreadPool pool(threads, plan_.pin ? &binding : nullptr);
      const CoreBinding::Scope pinned(plan_.pin ? &binding : nullptr, 0);
      const KeyReuse reuse = peer.reuse(op, plan_.reuse);
      const std::unique_ptr<SingleOps> workload =
          peer.make_workload({op, batch, message_bytes, reuse != KeyReuse::none}, pool, threads);
      Row row;
      row.work.op = op;
      row.work.batch = batch;
      row.work.message_bytes = message_bytes;
      row.work.reuse = reuse;
      row.peer = PeerWork{peer.scheme(), peer.implementation(), peer.note(), workload->message_bytes()};
      row.device = peer.device();
      row.threads = threads;
      row.memory.input_bytes = workload->input_bytes();
      row.memory.output_bytes = workload->output_bytes();
      row.memory.bench_bytes = workload->owned_bytes();
      const double began = telemetry_.now();
      if (measure_row(row, *workload, name)) finish_row(row, *workload, name, began);
    } catch (const Failure& failure) {
      result_.failures.push_back(fmt::format("{}: {}", name, failure.what()));
    }
  }

  // Measures, and fills in all but the ceiling and energy. False when there is no run.
  bool measure_row(Row& row, Workload& workload, const std::string& name) {
    MeasureOptions options;
    options.seconds = plan_.seconds;
    options.warmup_seconds = 0.1 * std::min(plan_.seconds, 2.0);
    options.deadline_seconds = plan_.row_deadline_seconds;
    options.stop = hooks_.stop;
    options.cycles = &cycles_;
    if (hooks_.progress) {
      options.progress = [this](double part) { hooks_.progress(row_index_, part); };
    }
    if (plan_.runs > 0) {
      options.seconds = 1e-9;
      options.min_runs = plan_.runs;
      options.run_seconds = 0;
      options.after_run = [&] { row.run_readings.push_back(telemetry_.read(row.device)); };
    }
    row.pinned = plan_.pin;
    row.memory.peak_is_of_row = reset_peak_resident();
    const double began = telemetry_.now();
    telemetry_.sample_now();
    const Measurement measurement = measure(workload, options);
    telemetry_.sample_now();
    const Conditions conditions = telemetry_.conditions(row.device, began, telemetry_.now());
    row.memory.host_peak_bytes = peak_resident_bytes();
    row.memory.device_peak_bytes = conditions.memory_bytes;
    row.memory.device_peak_is_of_process = conditions.memory_of_process;
    row.clock_mhz = conditions.clock_mhz;
    row.throttle = conditions.throttle;

    if (!measurement.failure.empty())
      result_.failures.push_back(fmt::format("{}: {}", name, measurement.failure));
    result_.interrupted = measurement.interrupted;
    if (measurement.runs.empty()) return false;
    row.runs = measurement.runs.size();
    row.calls = measurement.calls;
    row.verified = measurement.verified;
    add_rates(row, measurement);
    const std::vector<double> latencies = measurement.latencies.sorted();
    row.latency_p50_us = 1e6 * percentile(latencies, 0.5);
    row.latency_p90_us = 1e6 * percentile(latencies, 0.9);
    row.latency_p99_us = 1e6 * percentile(latencies, 0.99);
    return true;
  }

  void finish_row(Row& row, Workload& workload, const std::string& name, double began) {
    if (row.verified && !result_.interrupted) add_energy(row, workload, name);
    telemetry_.add_span(row.device, {result_.rows.size(), began, telemetry_.now()});
    result_.rows.push_back(row);
    if (hooks_.row_done) hooks_.row_done(row);
  }

  void add_kernel_rates(Row& row, Workload& workload, const std::string& name) {
    const KernelTimes times = plan_.runs > 0
                                  ? measure_kernels(workload, plan_.runs, 1e9, hooks_.stop)
                                  : measure_kernels(workload, kernel_calls, plan_.seconds, hooks_.stop);
    for (const double seconds : times.seconds)
      row.kernel_rates.push_back(static_cast<double>(row.work.batch) / seconds);
    result_.interrupted = times.interrupted;
    if (!times.failure.empty()) {
      row.verified = false;
      result_.failures.push_back(fmt::format("{}: {}", name, times.failure));
    }
    if (!times.why_not.empty()) add_unreadable(fmt::format("no kernel times: {}: {}", name, times.why_not));
  }

  void add_energy(Row& row, Workload& workload, const std::string& name) {
    if (plan_.energy_seconds <= 0) return;
    std::string why_not;
    const std::vector<SourcePointer> sources = telemetry_.energy_sources(row.device, why_not);
    if (!sources.empty()) {
      EnergyOptions options;
      options.seconds = plan_.energy_seconds;
      options.stop = hooks_.stop;
      const EnergyMeasurement measured = measure_energy(workload, sources, options);
      row.energy = measured.energy;
      result_.interrupted = measured.interrupted;
      if (!measured.failure.empty()) {
        row.verified = false;
        result_.failures.push_back(fmt::format("{}: {}", name, measured.failure));
      }
      why_not = measured.why_not.empty() ? "" : name + ": " + measured.why_not;
    }
    if (!why_not.empty()) add_unreadable("no energy: " + why_not);
  }

  void add_unreadable(const std::string& line) {
    std::vector<std::string>& lines = result_.unreadable;
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }

  // The CPU with all its cores, for the results of other devices.
  pqlane_device* checker() {
    if (checker_ == nullptr) checker_ = open_device("cpu", 0, false);
    return checker_.get();
  }

  static void add_ceiling(Row& row, double keccak_rate) {
    const Case& work = row.work;
    const OpVariant variant{is_randomised(work.op) && !work.derand, work.checked_keys, work.reuse,
                            work.message_bytes};
    const double permutations = keccak_permutations(work.scheme, work.op, variant);
    if (permutations <= 0 || row.device == "auto") return;
    const double limit = keccak_rate / permutations;
    const double reached = row.on_cpu ? row.ops_per_cpu_s.median : row.ops_per_s.median;
    row.ceiling = Ceiling{permutations, keccak_rate, limit, reached / limit};
  }

  void add_shares(Row& row) const {
    const auto batch = static_cast<double>(row.work.batch);
    const OpNeeds needs{static_cast<double>(row.memory.input_bytes) / batch,
                        static_cast<double>(row.memory.output_bytes) / batch,
                        !row.on_cpu && row.work.place != Place::device};
    if (row.ceiling) {
      row.shares.push_back({keccak_resource, row.ceiling->permutations_per_op,
                            row.ceiling->permutations_per_s, row.ceiling->ops_per_s, row.ceiling->share});
    }
    for (Share& share : shares_of(row.device, row.threads, needs, row.ops_per_s.median, result_.ceilings))
      row.shares.push_back(std::move(share));
  }

  static void add_rates(Row& row, const Measurement& measurement) {
    std::vector<double> wall, cpu, cycles, ticks;
    for (const Run& run : measurement.runs) {
      const auto ops = static_cast<double>(run.ops);
      row.seconds += run.wall_seconds;
      if (!row.run_readings.empty()) row.run_rates.push_back(ops / run.wall_seconds);
      wall.push_back(ops / run.wall_seconds);
      cpu.push_back(ops / run.cpu_seconds);
      if (run.cycles) cycles.push_back(*run.cycles / ops);
      if (run.tsc_ticks > 0) ticks.push_back(run.tsc_ticks / ops);
    }
    row.ops_per_s = summarise(std::move(wall));
    row.ops_per_cpu_s = summarise(std::move(cpu));
    if (!cycles.empty()) row.cycles_per_op = median_of(std::move(cycles));
    if (!ticks.empty()) row.tsc_ticks_per_op = median_of(std::move(ticks));
  }

  const Plan& plan_;
  const Hooks& hooks_;
  // Before the devices are opened, so that what is used already is known; and before the counter of cycles,
  // which counts threads that are started after it.
  std::vector<std::string> no_sources_;
  Telemetry telemetry_{open_sources(watched_devices(plan_), no_sources_), plan_.sample_rate_hz};
  CycleCounter cycles_;  // before the devices: it counts the threads that are started after it
  SuiteResult result_;
  Device checker_;
  std::map<std::string, std::vector<double>> keccak_rates_;  // by device
  std::size_t row_index_ = 0;
};

}  // namespace

const char* row_scheme(const Row& row) {
  return row.peer ? row.peer->scheme.c_str() : pqlane_scheme_name(row.work.scheme);
}

SuiteResult run_suite(const Plan& plan, const Hooks& hooks) { return Suite(plan, hooks).run(); }

}  // namespace pqlane::bench
