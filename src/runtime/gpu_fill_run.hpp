// gpu_fill_run.hpp: fills on a GPU. Numbers for device memory are made where they are wanted; those for host
// memory are made in chunks, copied while the next chunk is made.
#pragma once

#include <array>
#include <mutex>

#include "runtime/gpu_context.hpp"
#include "runtime/gpu_fill.hpp"

namespace pqlane::gpu {

class GpuDevice;

// The kernels on one GPU, loaded on first use.
class FillKernels {
 public:
  explicit FillKernels(GpuContext& context) : context_(context) {}
  ~FillKernels();
  FillKernels(const FillKernels&) = delete;
  FillKernels& operator=(const FillKernels&) = delete;

  // Both throw DriverError; the context is current.
  void load();
  // Starts the fill of elements [first, first + count) of the call on the stream; see make_fill_args.
  void launch(const FillCall& call, std::uint64_t first, std::uint64_t count, void* out,
              const std::uint64_t* table, Stream stream);

 private:
  GpuContext& context_;
  std::mutex mutex_;
  Module module_ = nullptr;
  std::array<Function, fill_kernel_count> functions_{};
};

FillOutcome run_gpu_fill(GpuDevice& device, FillKernels& kernels, const FillCall& call);

}  // namespace pqlane::gpu
