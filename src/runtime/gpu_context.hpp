// gpu_context.hpp: one GPU: its primary context and the kernels loaded on it.
#pragma once

#include <array>
#include <mutex>

#include "runtime/gpu_driver.hpp"
#include "runtime/gpu_kem.hpp"
#include "runtime/gpu_trace.hpp"
#include "runtime/gpu_tuning.hpp"

namespace pqlane::gpu {

class GpuContext {
 public:
  // Retains the primary context. Throws DriverError, also for tuning that cannot be understood.
  GpuContext(const Driver& driver, int index);
  ~GpuContext();
  GpuContext(const GpuContext&) = delete;
  GpuContext& operator=(const GpuContext&) = delete;

  const Driver& driver() const { return driver_; }
  const Driver::DeviceInfo& info() const { return info_; }
  const GpuTuning& tuning() const { return tuning_; }
  int index() const { return index_; }
  Context handle() const { return context_; }
  // To be called by a thread before it uses the driver.
  void make_current() const { driver_.make_current(context_); }

  // Kernels of a shape, loaded on first use. Throws DriverError.
  struct Kernels {
    std::array<Function, kem_kernel_count> functions;
    unsigned tile_ops;
  };
  const Kernels& kernels(std::size_t shape);

 private:
  const Driver& driver_;
  int index_;
  Driver::DeviceInfo info_;
  GpuTuning tuning_;
  Context context_ = nullptr;
  std::mutex mutex_;
  std::array<Module, kem_shape_count> modules_{};
  std::array<Kernels, kem_shape_count> kernels_{};
};

// Makes a GPU's context that of the calling thread, and gives back what it was: a caller's own use of the
// vendor's runtime is not disturbed. Throws DriverError.
class ContextScope {
 public:
  explicit ContextScope(const GpuContext& context);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  const Driver& driver_;
  Context before_;
};

// Launches on a stream. The caller has made the context current.
class StreamLauncher final : public KemLauncher {
 public:
  StreamLauncher(GpuContext& context, std::size_t shape, Stream stream)
      : driver_(context.driver()), kernels_(context.kernels(shape)), shape_(shape), stream_(stream) {}
  // Launches become spans of the trace, which the launcher does not outlive.
  void trace_into(DeviceTrace& trace, const trace::Details& details) {
    trace_ = &trace;
    details_ = details;
  }
  void launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand strand) override;

 private:
  const Driver& driver_;
  const GpuContext::Kernels& kernels_;
  std::size_t shape_;
  Stream stream_;
  DeviceTrace* trace_ = nullptr;
  trace::Details details_;
};

}  // namespace pqlane::gpu
