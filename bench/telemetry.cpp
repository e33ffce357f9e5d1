// telemetry.cpp: see telemetry.hpp.
#include "bench/telemetry.hpp"

#include "bench/clock.hpp"
#include "bench/statistics.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace pqlane::bench {
namespace {

// Power from two readings of an energy counter needs them this far apart.
constexpr double least_power_seconds = 0.005;
// How often a stop is looked for while idle values are measured.
constexpr std::chrono::milliseconds stop_interval{20};

std::int64_t thread_cpu_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

Reading mean_of(const std::vector<std::pair<double, Reading>>& samples, double from_s) {
  Reading mean;
  for (std::size_t q = 0; q < quantity_count; ++q) {
    double sum = 0;
    std::size_t known = 0;
    for (const auto& [when, reading] : samples) {
      if (when < from_s || !reading.values[q]) continue;
      sum += *reading.values[q];
      ++known;
    }
    if (known > 0) mean.values[q] = sum / static_cast<double>(known);
  }
  // Reasons are bits and have no mean.
  mean[Quantity::throttle].reset();
  return mean;
}

}  // namespace

Telemetry::Telemetry(std::vector<SourcePointer> sources, double rate_hz)
    : sources_(std::move(sources)), rate_hz_(rate_hz), start_ns_(wall_nanoseconds()) {
  for (const SourcePointer& source : sources_) {
    Series series;
    series.device = source->device();
    series.source = source->name();
    series.is_gpu = source->is_gpu();
    series.interval_s = rate_hz > 0 ? 1 / rate_hz : 0;
    series_.push_back(std::move(series));
  }
  last_energy_.resize(sources_.size(), {0, -1});
  if (rate_hz > 0 && !sources_.empty()) thread_ = std::thread([this] { loop(); });
}

Telemetry::~Telemetry() { (void)finish(); }

double Telemetry::now() const { return 1e-9 * static_cast<double>(wall_nanoseconds() - start_ns_); }

void Telemetry::loop() {
  using Clock = std::chrono::steady_clock;
  const auto interval =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / rate_hz_));
  Clock::time_point next = Clock::now();
  std::unique_lock lock(mutex_);
  while (!ending_) {
    sample_locked();
    cpu_ns_ = thread_cpu_nanoseconds();
    // A sample that took longer than the interval drops those that it was late for.
    next = std::max(next + interval, Clock::now());
    wake_.wait_until(lock, next, [this] { return ending_; });
  }
}

void Telemetry::sample_locked() {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const double when = now();
    Reading reading = sources_[i]->read();
    if (!reading[Quantity::power_w]) {
      auto& [then, joules_then] = last_energy_[i];
      const std::optional<double> joules = sources_[i]->energy();
      if (joules && joules_then >= 0 && when - then >= least_power_seconds)
        reading[Quantity::power_w] = (*joules - joules_then) / (when - then);
      if (joules && (joules_then < 0 || when - then >= least_power_seconds))
        last_energy_[i] = {when, *joules};
    }
    series_[i].samples.emplace_back(when, reading);
  }
}

void Telemetry::sample_now() {
  const std::lock_guard lock(mutex_);
  if (rate_hz_ > 0 && !ending_) sample_locked();
}

Reading Telemetry::read(const std::string& device) {
  if (rate_hz_ <= 0) return {};
  const std::vector<std::string> names = source_devices(device);
  for (const SourcePointer& source : sources_) {
    if (std::find(names.begin(), names.end(), source->device()) != names.end()) return source->read();
  }
  return {};
}

void Telemetry::measure_idle(double seconds, const std::atomic<bool>* stop) {
  if (rate_hz_ <= 0) return;
  const double from = now();
  sample_now();
  while (now() - from < seconds && (stop == nullptr || !stop->load(std::memory_order_relaxed))) {
    const double left = seconds - (now() - from);
    std::this_thread::sleep_for(std::min<std::chrono::duration<double>>(
        stop_interval, std::chrono::duration<double>(std::max(left, 0.0))));
  }
  sample_now();
  const std::lock_guard lock(mutex_);
  for (Series& series : series_) series.idle = mean_of(series.samples, from);
}

Conditions Telemetry::conditions(const std::string& device, double from_s, double to_s) const {
  Conditions found;
  const std::vector<std::string> names = source_devices(device);
  std::vector<double> clocks;
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (std::find(names.begin(), names.end(), series_[i].device) == names.end()) continue;
    std::optional<double> peak;
    for (const auto& [when, reading] : series_[i].samples) {
      if (when < from_s || when > to_s) continue;
      if (const auto clock = reading[Quantity::clock_mhz]) clocks.push_back(*clock);
      if (const auto bits = reading[Quantity::throttle])
        found.throttle = found.throttle.value_or(0) | static_cast<unsigned>(*bits);
      if (const auto bytes = reading[Quantity::memory_bytes]) peak = std::max(peak.value_or(0), *bytes);
    }
    if (peak && series_[i].is_gpu) {
      found.memory_of_process =
          sources_[i]->memory_is_of_process() && (found.memory_of_process || !found.memory_bytes);
      found.memory_bytes = found.memory_bytes.value_or(0) + static_cast<std::uint64_t>(*peak);
    }
  }
  if (!clocks.empty()) {
    std::sort(clocks.begin(), clocks.end());
    found.clock_mhz = percentile(clocks, 0.5);
  }
  return found;
}

void Telemetry::add_span(const std::string& device, const Span& span) {
  const std::vector<std::string> names = source_devices(device);
  const std::lock_guard lock(mutex_);
  for (Series& series : series_) {
    if (std::find(names.begin(), names.end(), series.device) != names.end()) series.spans.push_back(span);
  }
}

std::vector<SourcePointer> Telemetry::energy_sources(const std::string& device, std::string& why_not) const {
  std::vector<SourcePointer> found;
  for (const std::string& name : source_devices(device)) {
    const auto at = std::find_if(sources_.begin(), sources_.end(),
                                 [&](const SourcePointer& source) { return source->device() == name; });
    if (at == sources_.end()) {
      why_not = name + " has no source of telemetry";
      return {};
    }
    if (!(*at)->no_energy_reason().empty()) {
      why_not = name + ": " + (*at)->no_energy_reason();
      return {};
    }
    found.push_back(*at);
  }
  return found;
}

std::vector<Series> Telemetry::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return {};
    ending_ = true;
    ended_ns_ = wall_nanoseconds();
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (rate_hz_ <= 0) return {};
  return std::move(series_);
}

double Telemetry::cpu_share() const {
  const std::lock_guard lock(mutex_);
  const std::int64_t end = ending_ ? ended_ns_ : wall_nanoseconds();
  return end > start_ns_ ? static_cast<double>(cpu_ns_) / static_cast<double>(end - start_ns_) : 0;
}

}  // namespace pqlane::bench
