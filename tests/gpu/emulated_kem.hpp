// emulated_kem.hpp: the KEM kernels on the emulator, behind the interface that the GPU implements.
#pragma once

#include <array>
#include <cstdint>

#include "gpu/emulator.hpp"
#include "runtime/gpu_kem.hpp"

namespace pqlane::gpu {

using EmulatedKernel = void (*)(const KemKernelArgs&);
using EmulatedKernels = std::array<EmulatedKernel, kem_kernel_count>;  // by KemKernel

extern const EmulatedKernels emulated_kernels_512, emulated_kernels_768, emulated_kernels_1024;
extern const EmulatedKernels emulated_kernels_512_tiles_of_16, emulated_kernels_768_tiles_of_16,
    emulated_kernels_1024_tiles_of_16;
// The kernels of a shape with 32 or 16 operations a tile.
const EmulatedKernels& emulated_kernels(std::size_t shape, unsigned ops);

class EmulatedLauncher final : public KemLauncher {
 public:
  EmulatedLauncher(std::size_t shape, unsigned ops, unsigned wave_threads, std::uint64_t seed)
      : shape_(shape), ops_(ops), wave_threads_(wave_threads), seed_(seed) {}
  void launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand strand) override;
  std::size_t launches() const { return launches_; }

 private:
  std::size_t shape_;
  unsigned ops_;  // a tile
  unsigned wave_threads_;
  std::uint64_t seed_;
  std::size_t launches_ = 0;
};

// Runs a validated call in chunks of up to `chunk_ops` operations, as the GPU device does, with `ops`
// operations a tile.
BatchOutcome run_emulated(const KemCall& call, std::size_t chunk_ops, unsigned ops, unsigned wave_threads,
                          std::uint64_t seed, const KemSpread& spread = {});

}  // namespace pqlane::gpu
