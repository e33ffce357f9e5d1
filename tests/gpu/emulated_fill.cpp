// emulated_fill.cpp: see emulated_fill.hpp.
#define PQLANE_GPU_EMULATOR 1
#define PQLANE_TARGET gpu
#include "gpu/emulated_fill.hpp"

#include "backends/gpu/fill.cu"
#include "gpu/emulator.hpp"

namespace pqlane::gpu {

const EmulatedFillKernel emulated_fill_kernels[fill_kernel_count] = {pqlane_fill_u32, pqlane_fill_i32,
                                                                     pqlane_fill_f32, pqlane_fill_f64};

void run_emulated_fill(const FillCall& call, std::uint64_t first, std::uint64_t count, void* out,
                       std::uint64_t seed) {
  const FillKernelArgs args = make_fill_args(call, first, count, out, call.table);
  const EmulatedFillKernel kernel = emulated_fill_kernels[static_cast<std::size_t>(call.kind)];
  run_grid({static_cast<unsigned>(fill_grid_blocks(call.kind, args)), fill_threads, 0, 32, seed},
           [&] { kernel(args); });
}

}  // namespace pqlane::gpu
