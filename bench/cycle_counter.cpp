// cycle_counter.cpp: see cycle_counter.hpp.
#include "bench/cycle_counter.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace pqlane::bench {

CycleCounter::CycleCounter() {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_HW_CPU_CYCLES;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  const long result = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  descriptor_ = static_cast<int>(result);
  if (descriptor_ < 0) reason_ = std::string("perf_event_open: ") + std::strerror(errno);
}

CycleCounter::~CycleCounter() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::uint64_t> CycleCounter::read() const {
  if (descriptor_ < 0) return std::nullopt;
  struct {
    std::uint64_t cycles, enabled_ns, running_ns;
  } values{};
  if (::read(descriptor_, &values, sizeof values) != static_cast<ssize_t>(sizeof values)) return std::nullopt;
  if (values.cycles == 0 || values.running_ns != values.enabled_ns) return std::nullopt;
  return values.cycles;
}

}  // namespace pqlane::bench
