// gpu_context.hpp: one GPU: its primary context and the kernels loaded on it.
#pragma once

#include <array>
#include <mutex>
#include <span>
#include <string>

#include "runtime/gpu_driver.hpp"
#include "runtime/gpu_dsa.hpp"
#include "runtime/gpu_kem.hpp"
#include "runtime/gpu_trace.hpp"
#include "runtime/gpu_tuning.hpp"

namespace pqlane::gpu {

struct GpuImage;

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
  // The same of ML-DSA.
  using DsaKernels = std::array<Function, dsa_kernel_count>;
  const DsaKernels& dsa_kernels(std::size_t shape);

  // A kernel of a module.
  struct Entry {
    std::string name;
    std::size_t shared_bytes;
  };
  // Loads an image and finds its kernels; the context is current. The caller unloads it.
  Module load(const GpuImage& image, std::span<const Entry> entries, std::span<Function> functions) const;

 private:
  const GpuImage& image(std::size_t unit) const;

  const Driver& driver_;
  int index_;
  Driver::DeviceInfo info_;
  GpuTuning tuning_;
  Context context_ = nullptr;
  std::mutex mutex_;
  std::array<Module, kem_shape_count> modules_{};
  std::array<Kernels, kem_shape_count> kernels_{};
  std::array<Module, dsa_shape_count> dsa_modules_{};
  std::array<DsaKernels, dsa_shape_count> dsa_kernels_{};
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

// What launchers on a stream have in common. Launches can become spans of a trace, which the launcher does
// not outlive. The caller has made the context current.
class StreamLaunches {
 public:
  StreamLaunches(GpuContext& context, Stream stream) : driver_(context.driver()), stream_(stream) {}
  void trace_into(DeviceTrace& trace, const trace::Details& details) {
    trace_ = &trace;
    details_ = details;
  }

 protected:
  struct Launch {
    Function function;
    const char* phase;
    std::size_t blocks;
    unsigned threads;
    std::size_t shared_bytes;
  };
  void start(const Launch& launch, void* args);

 private:
  const Driver& driver_;
  Stream stream_;
  DeviceTrace* trace_ = nullptr;
  trace::Details details_;
};

class StreamLauncher final : public KemLauncher, public StreamLaunches {
 public:
  StreamLauncher(GpuContext& context, std::size_t shape, Stream stream)
      : StreamLaunches(context, stream), kernels_(context.kernels(shape)), shape_(shape) {}
  void launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand strand) override;

 private:
  const GpuContext::Kernels& kernels_;
  std::size_t shape_;
};

class DsaStreamLauncher final : public DsaLauncher, public StreamLaunches {
 public:
  DsaStreamLauncher(GpuContext& context, std::size_t shape, Stream stream)
      : StreamLaunches(context, stream), kernels_(context.dsa_kernels(shape)), shape_(shape) {}
  void launch(DsaKernel kernel, std::size_t blocks, const DsaKernelArgs& args) override;

 private:
  const GpuContext::DsaKernels& kernels_;
  std::size_t shape_;
};

}  // namespace pqlane::gpu
