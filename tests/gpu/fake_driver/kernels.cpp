// kernels.cpp: see kernels.hpp.
#include "gpu/fake_driver/kernels.hpp"

#include "gpu/emulated_dsa.hpp"
#include "gpu/emulated_fill.hpp"
#include "gpu/emulated_kem.hpp"
#include "gpu/emulated_lwe.hpp"
#include "gpu/emulator.hpp"
#include "runtime/gpu_images.hpp"

namespace fake {
namespace {

using namespace pqlane::gpu;

std::vector<Kernel> all_kernels(unsigned ops) {
  std::vector<Kernel> list;
  for (std::size_t shape = 0; shape < kem_shape_count; ++shape) {
    for (std::size_t i = 0; i < kem_kernel_count; ++i) {
      const auto kernel = static_cast<KemKernel>(i);
      list.push_back({entry_point(kem_kernel_info(kernel, shape).name, shape), sizeof(KemKernelArgs),
                      [](const Kernel& self, const void* argument) {
                        (*static_cast<const EmulatedKernel*>(self.code))(
                            *static_cast<const KemKernelArgs*>(argument));
                      },
                      &emulated_kernels(shape, ops)[i]});
    }
  }
  for (std::size_t i = 0; i < fill_kernel_count; ++i) {
    list.push_back({fill_kernel_name(static_cast<pqlane::FillKind>(i)), sizeof(FillKernelArgs),
                    [](const Kernel& self, const void* argument) {
                      (*static_cast<const EmulatedFillKernel*>(self.code))(
                          *static_cast<const FillKernelArgs*>(argument));
                    },
                    &emulated_fill_kernels[i]});
  }
  for (std::size_t shape = 0; shape < dsa_shape_count; ++shape) {
    for (std::size_t i = 0; i < dsa_kernel_count; ++i) {
      list.push_back({dsa_entry_point(dsa_kernel_info(static_cast<DsaKernel>(i), shape).name, shape),
                      sizeof(DsaKernelArgs),
                      [](const Kernel& self, const void* argument) {
                        (*static_cast<const EmulatedDsaKernel*>(self.code))(
                            *static_cast<const DsaKernelArgs*>(argument));
                      },
                      &emulated_dsa_kernels(shape)[i]});
    }
  }
  for (std::size_t modulus = 0; modulus < 2; ++modulus) {
    for (std::size_t i = 0; i < lwe_kernel_count; ++i) {
      list.push_back({lwe_entry_point(static_cast<LweKernel>(i), modulus), sizeof(LweKernelArgs),
                      [](const Kernel& self, const void* argument) {
                        (*static_cast<const EmulatedLweKernel*>(self.code))(
                            *static_cast<const LweKernelArgs*>(argument));
                      },
                      &emulated_lwe_kernels[modulus][i]});
    }
  }
  return list;
}

}  // namespace

const Kernel* find_kernel(const std::string& name, unsigned ops) {
  static const std::vector<Kernel> of_32 = all_kernels(32), of_16 = all_kernels(16);
  for (const Kernel& kernel : ops == 16 ? of_16 : of_32) {
    if (kernel.name == name) return &kernel;
  }
  return nullptr;
}

void run_kernel(const Kernel& kernel, const Grid& grid, const void* argument) {
  run_grid({grid.blocks, grid.threads, grid.shared_bytes, grid.wave_threads, grid.seed},
           [&] { kernel.run(kernel, argument); });
}

}  // namespace fake
