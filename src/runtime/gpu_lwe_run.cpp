// gpu_lwe_run.cpp: see gpu_lwe_run.hpp.
#include "runtime/gpu_lwe_run.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "runtime/gpu_device.hpp"

namespace pqlane::gpu {
namespace {

std::string gigabytes(std::size_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g GB", static_cast<double>(bytes) / 1e9);
  return text;
}

// An array of the call in a GPU's memory, or null: the operations read and write host memory.
const char* array_on_device(const Driver& driver, const LweCall& call) {
  const std::pair<const char*, const void*> arrays[] = {
      {"seed", call.seed.data},     {"pk", call.pk.data},         {"m", call.m.data},
      {"sk", call.sk.data},         {"ct", call.ct.data},         {"pk", call.pk_out.data},
      {"sk", call.sk_out.data},     {"ct", call.ct_out.data},     {"ss", call.ss_out.data}};
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

GpuLwe::GpuLwe(GpuDevice& device) : device_(device), kernels_(device.context()) {}

GpuLwe::~GpuLwe() {
  try {
    const ContextScope scope(kernels_.context());
    engine_.reset();
  } catch (const DriverError&) {  // a lost device has nothing to free
  }
}

void GpuLwe::prepare(const LweSet& set, std::size_t n) {
  if (engine_ != nullptr && engine_->is_of(set, n)) return;
  engine_.reset();  // before the next one takes memory
  kernels_.load();
  const std::size_t needed = GpuLweEngine::needed_bytes(kernels_, set, n);
  const Driver& driver = kernels_.context().driver();
  std::size_t free = driver.free_memory();
  if (free < needed) {
    device_.trim();
    free = driver.free_memory();
  }
  if (free < needed) {
    throw DriverError{0,
                      std::string(set.name) + " with n = " + std::to_string(n) + " needs " +
                          gigabytes(needed) + " of its memory, " + gigabytes(free) + " are free",
                      true};
  }
  engine_ = std::make_unique<GpuLweEngine>(kernels_, device_.pool(), set, n);
}

BatchOutcome GpuLwe::run_items(const LweCall& call) {
  BatchOutcome outcome;
  std::size_t item = 0;
  DeviceTrace trace(kernels_.context().driver(), device_.name());
  try {
    prepare(*call.set, call.n);
    const TracedEngine traced(*engine_, trace);
    for (; item < call.count; ++item) {
      engine_->begin_item();
      const pqlane_status status = run_lwe_item(*engine_, call, item);
      if (call.status != nullptr) call.status[item] = status;
      if (status == PQLANE_OK) continue;
      if (outcome.failed_items++ == 0) {
        outcome.first_failed_item = item;
        outcome.first_failure = status;
      }
    }
  } catch (const DriverError& error) {
    outcome.status = error.out_of_memory ? PQLANE_ERROR_MEMORY : PQLANE_ERROR_DEVICE;
    outcome.detail = std::string(device_.name()) + ": " + error.message;
    outcome.done = item;
    if (engine_ != nullptr) engine_->forget();
    if (call.status != nullptr) std::fill_n(call.status + item, call.count - item, PQLANE_ERROR_NOT_DONE);
  }
  return outcome;
}

BatchOutcome GpuLwe::run(const LweCall& call) {
  if (call.count == 0) return {};
  const std::lock_guard lock(mutex_);
  BatchOutcome outcome;
  try {
    const ContextScope scope(kernels_.context());
    if (const char* name = array_on_device(kernels_.context().driver(), call)) {
      outcome.status = PQLANE_ERROR_DEVICE;
      outcome.detail = std::string(name) + " is in a GPU's memory; LWE-KEM takes host memory";
      return outcome;
    }
    return run_items(call);
  } catch (const DriverError& error) {  // of the context
    outcome.status = PQLANE_ERROR_DEVICE;
    outcome.detail = std::string(device_.name()) + ": " + error.message;
  }
  return outcome;
}

}  // namespace pqlane::gpu
