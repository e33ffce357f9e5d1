// fake_ranges.cpp: a library of ranges, NVTX and roctx, that keeps what it is told. Opened through
// PQLANE_RANGES_LIBRARY; a test that opens the same file reads the same lists.
#include <mutex>
#include <string>

#define FAKE_API extern "C" __attribute__((visibility("default")))

namespace {

std::mutex mutex;
std::string log;  // ranges, each in brackets that hold the ranges within
thread_local int depth = 0;

int push(const char* message) {
  const std::lock_guard lock(mutex);
  log += "(" + std::string(message);
  return depth++;
}

int pop() {
  const std::lock_guard lock(mutex);
  log += depth > 0 ? ")" : "!";
  return --depth;
}

}  // namespace

FAKE_API int nvtxRangePushA(const char* message) { return push(message); }
FAKE_API int nvtxRangePop() { return pop(); }
FAKE_API int roctxRangePushA(const char* message) { return push(message); }
FAKE_API int roctxRangePop() { return pop(); }

// The log of all threads; of one thread's work its brackets match.
FAKE_API const char* fake_ranges_log() { return log.c_str(); }
