// kernel_time.hpp: what part of a batch call its kernels take on a GPU, without copies, launches and waiting.
//
// Taken from the spans that the library records around each kernel (trace.hpp): of a call, the time in which
// at least one kernel runs, on whatever stream. Recording costs a call time of its own, so these calls are
// made apart from those whose rates are measured; their outputs are verified too.
#pragma once

#include "bench/measure.hpp"

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace pqlane::bench {

struct KernelTimes {
  std::vector<double> seconds;  // of each call
  std::string why_not;          // why there are none
  std::string failure;          // a call or a verification that failed
  bool interrupted = false;
};

// `calls` calls, or as many as are done in `most_seconds`, at least one. There may be no other recording.
KernelTimes measure_kernels(Workload& workload, std::size_t calls, double most_seconds,
                            const std::atomic<bool>* stop);

}  // namespace pqlane::bench
