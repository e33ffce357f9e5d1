// measure.cpp: see measure.hpp.
#include "bench/measure.hpp"

#include "bench/clock.hpp"

#include <algorithm>
#include <cmath>

namespace pqlane::bench {
namespace {

double seconds_since(std::int64_t start_ns) {
  return static_cast<double>(wall_nanoseconds() - start_ns) * 1e-9;
}

class Loop {
 public:
  Loop(Workload& workload, const MeasureOptions& options) : workload_(workload), options_(options) {}

  Measurement execute() {
    const double call_seconds = warm_up();
    if (usable()) {
      const double wanted = std::ceil(options_.run_seconds / std::max(call_seconds, 1e-9));
      const double most = static_cast<double>(workload_.sets());
      const auto calls_per_run = static_cast<std::size_t>(std::clamp(wanted, 1.0, most));
      while (usable() && !enough()) run(calls_per_run);
    }
    result_.verified = result_.failure.empty() && !result_.runs.empty();
    return std::move(result_);
  }

 private:
  bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }
  bool usable() const { return result_.failure.empty() && !result_.interrupted; }

  bool enough() const {
    const double part = measured_seconds_ / options_.seconds;
    if (options_.progress) options_.progress(std::min(part, 1.0));
    if (part >= 1 && result_.runs.size() >= options_.min_runs) return true;
    return options_.deadline_seconds > 0 && !result_.runs.empty() &&
           seconds_since(start_ns_) >= options_.deadline_seconds;
  }

  // Calls without a record; gives the shortest time that one took.
  double warm_up() {
    double shortest = 0;
    for (std::size_t set = 0;; set = (set + 1) % workload_.sets()) {
      const std::int64_t before = wall_nanoseconds();
      if (!call(set)) return shortest;
      const double taken = seconds_since(before);
      shortest = shortest == 0 ? taken : std::min(shortest, taken);
      if (seconds_since(start_ns_) >= options_.warmup_seconds) return shortest;
    }
  }

  bool call(std::size_t set) {
    if (stopped()) {
      result_.interrupted = true;
      return false;
    }
    if (workload_.call(set)) return true;
    result_.failure = workload_.failure();
    return false;
  }

  void run(std::size_t calls) {
    if (next_set_ + calls > workload_.sets()) next_set_ = 0;
    const std::size_t first = next_set_;
    next_set_ += calls;
    workload_.prepare(first, calls);
    times_ns_.resize(calls + 1);

    Run sample;
    const std::optional<std::uint64_t> cycles_before = read_cycles();
    const std::int64_t cpu_before = process_cpu_nanoseconds();
    const std::uint64_t tsc_before = tsc_ticks();
    times_ns_[0] = wall_nanoseconds();
    for (std::size_t i = 0; i < calls; ++i) {
      if (!call(first + i)) return;  // a run that was not finished gives no sample
      times_ns_[i + 1] = wall_nanoseconds();
    }
    sample.tsc_ticks = static_cast<double>(tsc_ticks() - tsc_before);
    sample.cpu_seconds = static_cast<double>(process_cpu_nanoseconds() - cpu_before) * 1e-9;
    const std::optional<std::uint64_t> cycles_after = read_cycles();
    if (cycles_before && cycles_after) sample.cycles = static_cast<double>(*cycles_after - *cycles_before);
    sample.wall_seconds = static_cast<double>(times_ns_[calls] - times_ns_[0]) * 1e-9;
    sample.ops = calls * workload_.ops_per_call();

    if (options_.after_run) options_.after_run();
    for (std::size_t i = 0; i < calls; ++i) {
      result_.latencies.add(static_cast<double>(times_ns_[i + 1] - times_ns_[i]) * 1e-9);
    }
    result_.calls += calls;
    result_.runs.push_back(sample);
    measured_seconds_ += sample.wall_seconds;
    result_.failure = workload_.verify(first, calls);
  }

  std::optional<std::uint64_t> read_cycles() const {
    return options_.cycles != nullptr ? options_.cycles->read() : std::nullopt;
  }

  Workload& workload_;
  const MeasureOptions& options_;
  Measurement result_;
  std::int64_t start_ns_ = wall_nanoseconds();
  std::vector<std::int64_t> times_ns_;
  std::size_t next_set_ = 0;
  double measured_seconds_ = 0;
};

}  // namespace

Measurement measure(Workload& workload, const MeasureOptions& options) {
  return Loop(workload, options).execute();
}

}  // namespace pqlane::bench
