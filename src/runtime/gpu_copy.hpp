// gpu_copy.hpp: what host threads share around a GPU's work: packing and unpacking rows, and wiping.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/thread_pool.hpp"

namespace pqlane::gpu {

// Copies `rows` rows between a caller's view and packed memory.
void copy_rows(ThreadPool& pool, std::uint8_t* to, std::size_t to_stride, const std::uint8_t* from,
               std::size_t from_stride, std::size_t row_bytes, std::size_t rows);

void wipe_shared(ThreadPool& pool, std::byte* data, std::size_t bytes);

}  // namespace pqlane::gpu
