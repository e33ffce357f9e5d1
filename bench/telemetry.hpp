// telemetry.hpp: a thread that reads sources of telemetry at a fixed rate while a suite runs, and what it
// found: a time series a device, and the conditions of each row.
//
// Its own CPU time is kept, so that a result tells what watching cost. It measures no energy of an operation
// (energy.hpp).
#pragma once

#include "bench/telemetry_source.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pqlane::bench {

struct Span {
  std::size_t row = 0;  // of the results
  double from_s = 0, to_s = 0;
};

struct Series {
  std::string device, source;
  bool is_gpu = false;
  double interval_s = 0;
  Reading idle;                                     // means before the first row
  std::vector<std::pair<double, Reading>> samples;  // seconds since the watching began
  std::vector<Span> spans;
};

// What held while a row was measured.
struct Conditions {
  std::optional<double> clock_mhz;            // median
  std::optional<unsigned> throttle;           // bits of ThrottleReason that were seen
  std::optional<std::uint64_t> memory_bytes;  // peak
  bool memory_of_process = false;
};

class Telemetry {
 public:
  // Watches nothing with a rate of 0.
  Telemetry(std::vector<SourcePointer> sources, double rate_hz);
  ~Telemetry();
  Telemetry(const Telemetry&) = delete;
  Telemetry& operator=(const Telemetry&) = delete;

  double rate_hz() const { return rate_hz_; }
  // Seconds since the watching began.
  double now() const;
  // Waits, and keeps the means of what was read meanwhile as the idle values. Ends early when `stop` (which
  // may be null) becomes true.
  void measure_idle(double seconds, const std::atomic<bool>* stop);
  // One sample at once, apart from the rate: rows may be shorter than the interval.
  void sample_now();
  // Reads the first source of a device now; it is no sample. Nothing is read with a rate of 0.
  Reading read(const std::string& device);
  // What was seen of a device (as source_devices() parts it) in a span.
  Conditions conditions(const std::string& device, double from_s, double to_s) const;
  void add_span(const std::string& device, const Span& span);
  // Sources of a device that have an energy counter; empty unless all of its parts do, then with a reason.
  std::vector<SourcePointer> energy_sources(const std::string& device, std::string& why_not) const;

  // Ends the watching. A series for each source.
  std::vector<Series> finish();
  // CPU time of the sampling, as a share of the time that passed.
  double cpu_share() const;

 private:
  void loop();
  void sample_locked();

  std::vector<SourcePointer> sources_;
  double rate_hz_;
  std::int64_t start_ns_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool ending_ = false;
  std::vector<Series> series_;
  std::vector<std::pair<double, double>>
      last_energy_;  // of each source: when, and how much; below 0: none yet
  std::int64_t cpu_ns_ = 0, ended_ns_ = 0;
  std::thread thread_;
};

}  // namespace pqlane::bench
