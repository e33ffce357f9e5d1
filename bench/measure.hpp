// measure.hpp: the measurement loop: warm-up, then runs of whole batch calls in steady state.
//
// A run is one or several calls, long enough for the clocks; its rate is one sample. Every call of a
// run has input and output buffers of its own (a set), and after the run, outside the timed region,
// the outputs of all its calls are verified. What a call does is the Workload's business.
#pragma once

#include "bench/cycle_counter.hpp"
#include "bench/statistics.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

class Workload {
 public:
  virtual ~Workload() = default;
  // Number of sets; set i has its own inputs and outputs.
  virtual std::size_t sets() const = 0;
  virtual std::uint64_t ops_per_call() const = 0;
  // Makes the outputs of `count` sets from `first` on invalid, so that stale ones cannot pass.
  virtual void prepare(std::size_t first, std::size_t count) = 0;
  // One batch call on a set: what is timed. False when it failed.
  virtual bool call(std::size_t set) = 0;
  // Checks every output of `count` sets from `first` on; empty, or what is wrong.
  virtual std::string verify(std::size_t first, std::size_t count) = 0;
  // Why the last call failed.
  virtual std::string failure() const = 0;
};

struct MeasureOptions {
  double seconds = 1.0;                     // least wall time of all runs together
  double warmup_seconds = 0.2;              // at least one call is made in any case
  double run_seconds = 0.005;               // least length of a run, as far as the sets allow
  std::size_t min_runs = 6;                 // the fewest that give a 95% interval of the median
  double deadline_seconds = 0;              // above 0: stop after the first run past this, warm-up counted
  const std::atomic<bool>* stop = nullptr;  // set from outside: end after the present call
  const CycleCounter* cycles = nullptr;
  std::function<void()> after_run;       // called when a run has been timed, before it is verified
  std::function<void(double)> progress;  // called between runs with the part done, 0 to 1
};

struct Run {
  std::uint64_t ops = 0;
  double wall_seconds = 0;
  double cpu_seconds = 0;        // all threads of the process
  std::optional<double> cycles;  // core cycles of all threads
  double tsc_ticks = 0;          // wall time in ticks of the time stamp counter
};

struct Measurement {
  std::vector<Run> runs;
  Reservoir latencies{1 << 16};  // seconds of single calls
  std::uint64_t calls = 0;       // timed calls; all of them were verified
  bool verified = false;         // at least one run, and every output of every run right
  bool interrupted = false;
  std::string failure;  // why a call or a verification failed
};

Measurement measure(Workload& workload, const MeasureOptions& options);

}  // namespace pqlane::bench
