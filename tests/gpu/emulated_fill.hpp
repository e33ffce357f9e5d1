// emulated_fill.hpp: the fill kernels on the emulator.
#pragma once

#include "runtime/gpu_fill.hpp"

namespace pqlane::gpu {

using EmulatedFillKernel = void (*)(const FillKernelArgs&);
extern const EmulatedFillKernel emulated_fill_kernels[fill_kernel_count];  // by FillKind

// Elements [first, first + count) of the call to `out`, as FillKernels::launch makes them on a GPU.
void run_emulated_fill(const FillCall& call, std::uint64_t first, std::uint64_t count, void* out,
                       std::uint64_t seed);

}  // namespace pqlane::gpu
