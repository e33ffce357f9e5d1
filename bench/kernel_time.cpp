// kernel_time.cpp: see kernel_time.hpp.
#include "bench/kernel_time.hpp"

#include "bench/clock.hpp"
#include "runtime/trace.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace pqlane::bench {
namespace {

// Nanoseconds in which one of the intervals or more is under way.
std::int64_t covered(std::vector<std::pair<std::int64_t, std::int64_t>> intervals) {
  std::sort(intervals.begin(), intervals.end());
  std::int64_t sum = 0, until = 0;
  bool any = false;
  for (const auto& [begin, end] : intervals) {
    const std::int64_t from = any ? std::max(begin, until) : begin;
    if (end > from) sum += end - from;
    until = any ? std::max(until, end) : end;
    any = true;
  }
  return sum;
}

}  // namespace

KernelTimes measure_kernels(Workload& workload, std::size_t calls, double most_seconds,
                            const std::atomic<bool>* stop) {
  KernelTimes result;
  const std::int64_t start = wall_nanoseconds();
  for (std::size_t i = 0; i < calls; ++i) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
      result.interrupted = true;
      return result;
    }
    if (i > 0 && 1e-9 * static_cast<double>(wall_nanoseconds() - start) >= most_seconds) return result;
    const std::size_t set = i % workload.sets();
    workload.prepare(set, 1);
    if (!trace::start()) {
      result.why_not = "a timeline is being recorded already";
      return result;
    }
    const bool done = workload.call(set);
    (void)trace::stop();
    result.failure = done ? workload.verify(set, 1) : workload.failure();
    if (!result.failure.empty()) return result;
    const trace::Snapshot spans = trace::snapshot();
    std::vector<std::pair<std::int64_t, std::int64_t>> kernels;
    for (const trace::Record& record : spans.records) {
      const bool on_device = record.track.process != trace::host_process;
      if (on_device && std::strcmp(record.category, trace::kernel_category) == 0)
        kernels.emplace_back(record.start_ns, record.end_ns);
    }
    const std::int64_t nanoseconds = covered(std::move(kernels));
    if (spans.dropped > 0 || nanoseconds <= 0) {
      result.seconds.clear();
      result.why_not = spans.dropped > 0 ? "too many kernels for a timeline" : "no kernel was seen on a GPU";
      return result;
    }
    result.seconds.push_back(1e-9 * static_cast<double>(nanoseconds));
  }
  return result;
}

}  // namespace pqlane::bench
