// kernels.cpp: see kernels.hpp.
#include "gpu/fake_driver/kernels.hpp"

#include "gpu/emulated_kem.hpp"
#include "gpu/emulator.hpp"
#include "runtime/gpu_images.hpp"

namespace fake {
namespace {

using namespace pqlane::gpu;

std::vector<Kernel> all_kernels() {
  std::vector<Kernel> list;
  const EmulatedKernels* tables[kem_shape_count] = {&emulated_kernels_512, &emulated_kernels_768,
                                                    &emulated_kernels_1024};
  for (std::size_t shape = 0; shape < kem_shape_count; ++shape) {
    for (std::size_t i = 0; i < kem_kernel_count; ++i) {
      const auto kernel = static_cast<KemKernel>(i);
      list.push_back({entry_point(kem_kernel_info(kernel, shape).name, shape), sizeof(KemKernelArgs),
                      [](const Kernel& self, const void* argument) {
                        (*static_cast<const EmulatedKernel*>(self.code))(
                            *static_cast<const KemKernelArgs*>(argument));
                      },
                      &(*tables[shape])[i]});
    }
  }
  return list;
}

}  // namespace

const Kernel* find_kernel(const std::string& name) {
  static const std::vector<Kernel> kernels = all_kernels();
  for (const Kernel& kernel : kernels) {
    if (kernel.name == name) return &kernel;
  }
  return nullptr;
}

void run_kernel(const Kernel& kernel, const Grid& grid, const void* argument) {
  run_grid({grid.blocks, grid.threads, grid.shared_bytes, grid.wave_threads, grid.seed},
           [&] { kernel.run(kernel, argument); });
}

}  // namespace fake
