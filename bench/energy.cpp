// energy.cpp: see energy.hpp.
#include "bench/energy.hpp"

#include "bench/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace pqlane::bench {
namespace {

constexpr std::chrono::milliseconds poll_interval{1};
// Ends of calls are noted this far apart at least: calls may take a microsecond.
constexpr std::int64_t note_interval_ns = 1'000'000;

struct Step {
  std::int64_t when_ns;
  double joules;
};

std::optional<double> total_energy(const std::vector<SourcePointer>& sources) {
  double sum = 0;
  for (const SourcePointer& source : sources) {
    const std::optional<double> joules = source->energy();
    if (!joules) return std::nullopt;
    sum += *joules;
  }
  return sum;
}

// Looks for the steps of the counter from a thread of its own, until there are enough.
class StepWatch {
 public:
  StepWatch(const std::vector<SourcePointer>& sources, const EnergyOptions& options)
      : sources_(sources), options_(options), thread_([this] { watch(); }) {}
  ~StepWatch() { end(); }
  StepWatch(const StepWatch&) = delete;
  StepWatch& operator=(const StepWatch&) = delete;

  bool done() const { return done_.load(std::memory_order_acquire); }
  void end() {
    ending_ = true;
    if (thread_.joinable()) thread_.join();
  }
  // After end().
  const std::vector<Step>& steps() const { return steps_; }
  bool unreadable() const { return unreadable_; }
  bool enough() const {
    return steps_.size() > options_.least_steps &&
           1e-9 * static_cast<double>(steps_.back().when_ns - steps_.front().when_ns) >= options_.seconds;
  }

 private:
  void watch() {
    const std::int64_t start = wall_nanoseconds();
    const double deadline = options_.seconds + options_.grace_seconds;
    const std::optional<double> at_first = total_energy(sources_);
    bool readable = at_first.has_value();
    double last = at_first.value_or(0);
    while (!ending_ && readable) {
      std::this_thread::sleep_for(poll_interval);
      const std::optional<double> joules = total_energy(sources_);
      const std::int64_t when = wall_nanoseconds();
      readable = joules.has_value();
      if (joules.value_or(last) != last) {
        last = *joules;
        steps_.push_back({when, last});
        if (enough()) break;
      }
      if (1e-9 * static_cast<double>(when - start) > deadline) break;
    }
    unreadable_ = !readable;
    done_.store(true, std::memory_order_release);
  }

  const std::vector<SourcePointer>& sources_;
  const EnergyOptions& options_;
  std::vector<Step> steps_;
  bool unreadable_ = false;
  std::atomic<bool> done_{false}, ending_{false};
  std::thread thread_;
};

// Operations done by a time, between the two notes around it in proportion.
double ops_at(const std::vector<std::pair<std::int64_t, std::uint64_t>>& notes, std::int64_t when_ns) {
  const auto after = std::lower_bound(notes.begin(), notes.end(), when_ns,
                                      [](const auto& note, std::int64_t when) { return note.first < when; });
  if (after == notes.begin()) return static_cast<double>(notes.front().second);
  if (after == notes.end()) return static_cast<double>(notes.back().second);
  const auto before = after - 1;
  const double part =
      static_cast<double>(when_ns - before->first) / static_cast<double>(after->first - before->first);
  return static_cast<double>(before->second) + part * static_cast<double>(after->second - before->second);
}

std::string names_of(const std::vector<SourcePointer>& sources) {
  std::string names;
  for (const SourcePointer& source : sources) {
    if (names.find(source->name()) == std::string::npos) names += (names.empty() ? "" : "+") + source->name();
  }
  return names;
}

}  // namespace

EnergyMeasurement measure_energy(Workload& workload, const std::vector<SourcePointer>& sources,
                                 const EnergyOptions& options) {
  EnergyMeasurement result;
  const std::size_t sets = workload.sets();
  workload.prepare(0, sets);
  std::vector<std::pair<std::int64_t, std::uint64_t>> notes{{wall_nanoseconds(), 0}};
  std::uint64_t calls = 0;
  StepWatch watch(sources, options);
  while (!watch.done()) {
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
      result.interrupted = true;
      return result;
    }
    if (!workload.call(calls % sets)) {
      result.failure = workload.failure();
      return result;
    }
    ++calls;
    const std::int64_t now = wall_nanoseconds();
    if (now - notes.back().first >= note_interval_ns)
      notes.emplace_back(now, calls * workload.ops_per_call());
  }
  // At least one call, and the end of the last.
  if (calls == 0) {
    if (!workload.call(0)) {
      result.failure = workload.failure();
      return result;
    }
    calls = 1;
  }
  notes.emplace_back(wall_nanoseconds(), calls * workload.ops_per_call());
  watch.end();
  result.failure = workload.verify(0, std::min<std::uint64_t>(calls, sets));
  if (!result.failure.empty()) return result;

  const std::vector<Step>& steps = watch.steps();
  if (watch.unreadable()) {
    result.why_not = "the energy counter could not be read any more";
  } else if (!watch.enough()) {
    result.why_not = fmt::format("the energy counter stepped {} times in {:.1f} s, too few", steps.size(),
                                 options.seconds + options.grace_seconds);
  } else {
    const Step &first = steps.front(), &last = steps.back();
    const double seconds = 1e-9 * static_cast<double>(last.when_ns - first.when_ns);
    const double joules = last.joules - first.joules;
    const double ops = ops_at(notes, last.when_ns) - ops_at(notes, first.when_ns);
    if (ops > 0 && joules > 0) {
      result.energy = Energy{joules / ops, joules / seconds, names_of(sources), seconds, steps.size() - 1};
    } else {
      result.why_not = "no operation was finished between two steps of the energy counter";
    }
  }
  return result;
}

}  // namespace pqlane::bench
