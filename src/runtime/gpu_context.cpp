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
    for (const Module module : dsa_modules_) {
      if (module != nullptr) driver_.unload_module(module);
    }
  } catch (const DriverError&) {  // the process is ending, or the device is lost
  }
  driver_.release_context(index_);
}

const GpuImage& GpuContext::image(std::size_t unit) const {
  const GpuImage* found = choose_image(driver_.vendor(), unit, info_);
  if (found == nullptr) throw DriverError{0, "this build has no code for " + info_.architecture};
  return *found;
}

Module GpuContext::load(const GpuImage& image, std::span<const Entry> entries,
                        std::span<Function> functions) const {
  const Module module = driver_.load_module(image.data);
  try {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      functions[i] = driver_.get_function(module, entries[i].name.c_str());
      if (entries[i].shared_bytes != 0) driver_.allow_shared_memory(functions[i], entries[i].shared_bytes);
    }
  } catch (...) {
    driver_.unload_module(module);
    throw;
  }
  return module;
}

const GpuContext::Kernels& GpuContext::kernels(std::size_t shape) {
  const std::lock_guard lock(mutex_);
  Kernels& kernels = kernels_[shape];
  if (modules_[shape] != nullptr) return kernels;
  const GpuImage& code = image(shape);
  std::array<Entry, kem_kernel_count> entries;
  for (std::size_t i = 0; i < kem_kernel_count; ++i) {
    const KemKernelInfo info = kem_kernel_info(static_cast<KemKernel>(i), shape, code.tile_ops);
    entries[i] = {entry_point(info.name, shape), info.shared_bytes};
  }
  modules_[shape] = load(code, entries, kernels.functions);
  kernels.tile_ops = code.tile_ops;
  return kernels;
}

const GpuContext::DsaKernels& GpuContext::dsa_kernels(std::size_t shape) {
  const std::lock_guard lock(mutex_);
  if (dsa_modules_[shape] != nullptr) return dsa_kernels_[shape];
  std::array<Entry, dsa_kernel_count> entries;
  for (std::size_t i = 0; i < dsa_kernel_count; ++i) {
    const DsaKernelInfo info = dsa_kernel_info(static_cast<DsaKernel>(i), shape);
    entries[i] = {dsa_entry_point(info.name, shape), info.shared_bytes};
  }
  dsa_modules_[shape] = load(image(dsa_image_index + shape), entries, dsa_kernels_[shape]);
  return dsa_kernels_[shape];
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

void StreamLaunches::start(const Launch& launch, void* args) {
  std::optional<DeviceTrace::Work> work;
  if (trace_ != nullptr) work.emplace(*trace_, stream_, launch.phase, trace::kernel_category, details_);
  void* arguments[] = {args};
  driver_.launch(launch.function, launch.blocks, launch.threads, launch.shared_bytes, stream_, arguments);
}

void StreamLauncher::launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand) {
  const KemKernelInfo info = kem_kernel_info(kernel, shape_, kernels_.tile_ops);
  // By operations there are as many threads with either tile.
  if (info.by_tiles) blocks = blocks_by_tiles(args, kernels_.tile_ops);
  KemKernelArgs copy = args;
  start({kernels_.functions[static_cast<std::size_t>(kernel)], phase_name(info), blocks, info.threads,
         info.shared_bytes},
        &copy);
}

void DsaStreamLauncher::launch(DsaKernel kernel, std::size_t blocks, const DsaKernelArgs& args) {
  const DsaKernelInfo info = dsa_kernel_info(kernel, shape_);
  DsaKernelArgs copy = args;
  start(
      {kernels_[static_cast<std::size_t>(kernel)], phase_name(info), blocks, info.threads, info.shared_bytes},
      &copy);
}

}  // namespace pqlane::gpu
