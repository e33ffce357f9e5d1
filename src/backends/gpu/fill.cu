// fill.cu: the kernels of the fills. Compiled to device code only, by nvcc or clang, and as plain C++ for the
// emulator of tests/gpu.
#include "backends/gpu/fill.cuh"

namespace pqlane::gpu {

PQLANE_KERNEL_WITH(FillKernelArgs, pqlane_fill_u32, fill_threads, 4) { fill_uniform_u32(a); }
PQLANE_KERNEL_WITH(FillKernelArgs, pqlane_fill_i32, fill_threads, 4) { fill_gaussian_i32(a); }
PQLANE_KERNEL_WITH(FillKernelArgs, pqlane_fill_f32, fill_threads, 4) { fill_gaussian_f32(a); }
PQLANE_KERNEL_WITH(FillKernelArgs, pqlane_fill_f64, fill_threads, 4) { fill_gaussian_f64(a); }

}  // namespace pqlane::gpu
