// gpu_lwe_run.cpp: see gpu_lwe_run.hpp.
#include "runtime/gpu_lwe_run.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

#include "runtime/gpu_device.hpp"

namespace pqlane::gpu {
namespace {

// Operations of n up to this run side by side: larger ones fill a GPU.
constexpr std::size_t most_side_by_side_n = 2048, most_engines = 8;

std::string gigabytes(std::size_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g GB", static_cast<double>(bytes) / 1e9);
  return text;
}

// An array of the call in a GPU's memory, or null: the operations read and write host memory.
const char* array_on_device(const Driver& driver, const LweCall& call) {
  const std::pair<const char*, const void*> arrays[] = {
      {"seed", call.seed.data}, {"pk", call.pk.data},     {"m", call.m.data},
      {"sk", call.sk.data},     {"ct", call.ct.data},     {"pk", call.pk_out.data},
      {"sk", call.sk_out.data}, {"ct", call.ct_out.data}, {"ss", call.ss_out.data}};
  for (const auto& [name, data] : arrays) {
    if (data != nullptr && driver.place_of(data).kind == Driver::MemoryKind::device) return name;
  }
  return nullptr;
}

// Spans of an engine's work, while it lives.
class TracedEngine {
 public:
  TracedEngine(GpuLweEngine& engine, DeviceTrace& trace) : engine_(engine) {
    trace.start(engine.stream());
    engine_.trace_into(&trace);
  }
  ~TracedEngine() { engine_.trace_into(nullptr); }
  TracedEngine(const TracedEngine&) = delete;
  TracedEngine& operator=(const TracedEngine&) = delete;

 private:
  GpuLweEngine& engine_;
};

}  // namespace

// The items of a call over the engines: engine k does items k, k + engines, and so on, so that operations
// with the same keys meet the same engine, which may have their matrix.
class GpuLwe::Lanes final : public ThreadPool::Job {
 public:
  Lanes(GpuLwe& lwe, const LweCall& call) : lwe_(lwe), call_(call) {}

  bool exhausted() const noexcept override {
    return next_.load(std::memory_order_relaxed) >= lwe_.engines_.size();
  }
  const char* share_name() const noexcept override { return "lwe_items"; }
  void run_share() noexcept override {
    for (std::size_t lane; (lane = next_.fetch_add(1, std::memory_order_relaxed)) < lwe_.engines_.size();)
      run_lane(lane);
  }
  BatchOutcome outcome() const { return outcome_; }

 private:
  void run_lane(std::size_t lane) noexcept {
    GpuLweEngine& engine = *lwe_.engines_[lane];
    std::size_t item = lane;
    pqlane_status failure = PQLANE_OK;
    std::string detail;
    try {
      const ContextScope scope(lwe_.kernels_.context());
      DeviceTrace trace(lwe_.kernels_.context().driver(), lwe_.device_.name());
      try {
        const TracedEngine traced(engine, trace);
        for (; item < call_.count; item += lwe_.engines_.size()) {
          engine.begin_item();
          finish(item, run_lwe_item(engine, call_, item));
        }
        return;
      } catch (const DriverError& error) {
        failure = error.out_of_memory ? PQLANE_ERROR_MEMORY : PQLANE_ERROR_DEVICE;
        detail = error.message;
        engine.forget();
      }
    } catch (const DriverError& error) {  // of the context
      failure = PQLANE_ERROR_DEVICE;
      detail = error.message;
    } catch (const std::exception&) {
      failure = PQLANE_ERROR_MEMORY;
      engine.forget();
    }
    end_early(item, failure, detail);
  }

  void finish(std::size_t item, pqlane_status status) {
    const std::lock_guard lock(mutex_);
    note_lwe_item(call_, item, status, outcome_);
  }

  void end_early(std::size_t item, pqlane_status failure, const std::string& detail) noexcept {
    const std::lock_guard lock(mutex_);
    outcome_.done = outcome_.status == PQLANE_OK ? item : std::min(outcome_.done, item);
    outcome_.status = failure;
    outcome_.detail = std::string(lwe_.device_.name()) + ": " + (detail.empty() ? "out of memory" : detail);
    if (call_.status == nullptr) return;
    for (; item < call_.count; item += lwe_.engines_.size()) call_.status[item] = PQLANE_ERROR_NOT_DONE;
  }

  GpuLwe& lwe_;
  const LweCall& call_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  BatchOutcome outcome_;
};

GpuLwe::GpuLwe(GpuDevice& device) : device_(device), kernels_(device.context()) {}

GpuLwe::~GpuLwe() {
  try {
    const ContextScope scope(kernels_.context());
    engines_.clear();
  } catch (const DriverError&) {  // a lost device has nothing to free
  }
}

// One more engine, where there is memory for it.
bool GpuLwe::add_engine(const LweSet& set, std::size_t n) {
  const std::size_t needed = GpuLweEngine::needed_bytes(kernels_, set, n);
  const Driver& driver = kernels_.context().driver();
  std::size_t free = driver.free_memory();
  if (free < needed) {
    device_.trim();
    free = driver.free_memory();
  }
  if (free < needed) {
    if (!engines_.empty()) return false;
    throw DriverError{0,
                      std::string(set.name) + " with n = " + std::to_string(n) + " needs " +
                          gigabytes(needed) + " of its memory, " + gigabytes(free) + " are free",
                      true};
  }
  engines_.push_back(std::make_unique<GpuLweEngine>(kernels_, device_.pool(), set, n));
  return true;
}

void GpuLwe::prepare(const LweCall& call) {
  kernels_.load();
  if (!engines_.empty() && !engines_.front()->is_of(*call.set, call.n)) engines_.clear();
  const std::size_t wanted =
      call.n <= most_side_by_side_n
          ? std::min(call.count, std::min<std::size_t>(device_.threads(), most_engines))
          : 1;
  while (engines_.size() < wanted && add_engine(*call.set, call.n)) {
  }
}

BatchOutcome GpuLwe::run(const LweCall& call) {
  if (call.count == 0) return {};
  const std::lock_guard lock(mutex_);
  BatchOutcome outcome;
  try {
    const ContextScope scope(kernels_.context());
    if (const char* name = array_on_device(kernels_.context().driver(), call)) {
      outcome.status = PQLANE_ERROR_DEVICE;
      outcome.detail = std::string(name) + " is in a GPU's memory; LWE-KEM takes arrays in host memory";
    } else {
      prepare(call);
      Lanes lanes(*this, call);
      device_.pool().run(lanes, call.count == 1);
      return lanes.outcome();
    }
  } catch (const DriverError& error) {
    outcome.status = error.out_of_memory ? PQLANE_ERROR_MEMORY : PQLANE_ERROR_DEVICE;
    outcome.detail = std::string(device_.name()) + ": " + error.message;
  }
  if (call.status != nullptr) std::fill_n(call.status, call.count, PQLANE_ERROR_NOT_DONE);
  return outcome;
}

}  // namespace pqlane::gpu
