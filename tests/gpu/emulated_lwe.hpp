// emulated_lwe.hpp: the kernels of LWE-KEM on the emulator.
#pragma once

#include "runtime/gpu_lwe.hpp"

namespace pqlane::gpu {

using EmulatedLweKernel = void (*)(const LweKernelArgs&);
// By LweSet::modulus_index and LweKernel.
extern const EmulatedLweKernel emulated_lwe_kernels[2][lwe_kernel_count];

}  // namespace pqlane::gpu
