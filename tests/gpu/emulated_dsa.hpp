// emulated_dsa.hpp: the ML-DSA kernels on the emulator, behind the interface that the GPU implements.
#pragma once

#include <array>
#include <cstdint>

#include "gpu/emulator.hpp"
#include "runtime/gpu_dsa.hpp"

namespace pqlane::gpu {

using EmulatedDsaKernel = void (*)(const DsaKernelArgs&);
using EmulatedDsaKernels = std::array<EmulatedDsaKernel, dsa_kernel_count>;  // by DsaKernel

extern const EmulatedDsaKernels emulated_dsa_kernels_44, emulated_dsa_kernels_65, emulated_dsa_kernels_87;
const EmulatedDsaKernels& emulated_dsa_kernels(std::size_t shape);

class EmulatedDsaLauncher final : public DsaLauncher {
 public:
  EmulatedDsaLauncher(std::size_t shape, unsigned wave_threads, std::uint64_t seed)
      : shape_(shape), wave_threads_(wave_threads), seed_(seed) {}
  void launch(DsaKernel kernel, std::size_t blocks, const DsaKernelArgs& args) override;

 private:
  std::size_t shape_;
  unsigned wave_threads_;
  std::uint64_t seed_;
  std::size_t launches_ = 0;
};

// Runs a validated call in chunks of up to `chunk_ops` operations, as the GPU device does. `turns`, if not
// null, counts how often the rounds of a chunk were launched again.
BatchOutcome run_emulated(const DsaCall& call, std::size_t chunk_ops, std::size_t fill_slots,
                          unsigned wave_threads, std::uint64_t seed, unsigned* turns = nullptr);

}  // namespace pqlane::gpu
