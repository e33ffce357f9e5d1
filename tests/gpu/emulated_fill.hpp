// emulated_fill.hpp: the fill kernels on the emulator.
#pragma once

#include "runtime/gpu_fill.hpp"

namespace pqlane::gpu {

// Elements [first, first + count) of the call to `out`, as FillKernels::launch makes them on a GPU.
void run_emulated_fill(const FillCall& call, std::uint64_t first, std::uint64_t count, void* out,
                       std::uint64_t seed);

}  // namespace pqlane::gpu
