// gpu_context.cpp: see gpu_context.hpp.
#include "runtime/gpu_context.hpp"

#include <optional>
#include <string>

#include "runtime/gpu_images.hpp"

namespace pqlane::gpu {

GpuContext::GpuContext(const Driver& driver, int index)
    : driver_(driver), index_(index), info_(driver.device_info(index)) {
  std::string error;
  if (!load_tuning(driver, info_, tuning_, error)) throw DriverError{0, error};
  context_ = driver.retain_context(index);
}

GpuContext::~GpuContext() {
  try {
    const ContextScope scope(*this);
    for (const Module module : modules_) {
      if (module != nullptr) driver_.unload_module(module);
    }
  } catch (const DriverError&) {  // the process is ending, or the device is lost
  }
  driver_.release_context(index_);
}

const GpuContext::Kernels& GpuContext::kernels(std::size_t shape) {
  const std::lock_guard lock(mutex_);
  if (modules_[shape] != nullptr) return kernels_[shape];
  const GpuImage* image = choose_image(driver_.vendor(), shape, info_);
  if (image == nullptr) throw DriverError{0, "this build has no code for " + info_.architecture};
  const Module module = driver_.load_module(image->data);
  try {
    for (std::size_t i = 0; i < kem_kernel_count; ++i) {
      const KemKernelInfo kernel = kem_kernel_info(static_cast<KemKernel>(i), shape, image->tile_ops);
      Function& function = kernels_[shape].functions[i];
      function = driver_.get_function(module, entry_point(kernel.name, shape).c_str());
      if (kernel.shared_bytes != 0) driver_.allow_shared_memory(function, kernel.shared_bytes);
    }
  } catch (...) {
    driver_.unload_module(module);
    throw;
  }
  kernels_[shape].tile_ops = image->tile_ops;
  modules_[shape] = module;
  return kernels_[shape];
}

ContextScope::ContextScope(const GpuContext& context)
    : driver_(context.driver()), before_(driver_.current()) {
  context.make_current();
}

ContextScope::~ContextScope() {
  try {
    driver_.make_current(before_);
  } catch (const DriverError&) {  // the caller's context has gone
  }
}

void StreamLauncher::launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand) {
  const KemKernelInfo info = kem_kernel_info(kernel, shape_, kernels_.tile_ops);
  // By operations there are as many threads with either tile.
  if (info.by_tiles) blocks = blocks_by_tiles(args, kernels_.tile_ops);
  KemKernelArgs copy = args;
  void* arguments[] = {&copy};
  std::optional<DeviceTrace::Work> work;
  if (trace_ != nullptr) work.emplace(*trace_, stream_, phase_name(info), trace::kernel_category, details_);
  driver_.launch(kernels_.functions[static_cast<std::size_t>(kernel)], blocks, info.threads,
                 info.shared_bytes, stream_, arguments);
}

}  // namespace pqlane::gpu
