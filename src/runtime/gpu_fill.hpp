// gpu_fill.hpp: the kernels of fills on a GPU: their names and arguments. Knows no driver: the device and the
// emulator of the tests use the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/gpu/fill_args.hpp"
#include "runtime/fill_call.hpp"

namespace pqlane::gpu {

inline constexpr std::size_t fill_kernel_count = 4;  // by FillKind
// Entry point in the module.
const char* fill_kernel_name(FillKind kind);

// Arguments for elements [first, first + count) of the call; `out` and `table` are addresses that the kernel
// reaches. Holds the key schedule: to be wiped.
FillKernelArgs make_fill_args(const FillCall& call, std::uint64_t first, std::uint64_t count, void* out,
                              const std::uint64_t* table);

// Blocks of threads that these arguments need.
std::uint64_t fill_grid_blocks(FillKind kind, const FillKernelArgs& args);

}  // namespace pqlane::gpu
