// gpu_layout.hpp: where the parts of a chunk of operations are in one block of device memory, whose first
// bytes have a mirror in host memory: inputs, then outputs and statuses; scratch follows.
#pragma once

#include <array>
#include <cstddef>

namespace pqlane::gpu {

inline constexpr std::size_t gpu_region_alignment = 256;

constexpr std::size_t gpu_ceil_div(std::size_t a, std::size_t b) { return (a + b - 1) / b; }
constexpr std::size_t gpu_round_up(std::size_t value, std::size_t unit) {
  return gpu_ceil_div(value, unit) * unit;
}

// What is true of some of a call's buffers, by their numbers.
inline constexpr std::size_t most_gpu_buffers = 16;
using GpuBufferSet = std::array<bool, most_gpu_buffers>;

struct GpuRegion {
  std::size_t offset = 0;
  std::size_t row_bytes = 0;    // an operation
  std::size_t fixed_bytes = 0;  // of a region that is not made of rows
  bool input = false;
  bool shared = false;  // one row for all operations
  bool secret = false;  // wiped after the call
  // The caller's rows are in device memory and are used where they are: no part of the block.
  bool resident = false;
  bool used() const { return row_bytes != 0 || fixed_bytes != 0; }
  bool travels() const { return used() && !resident; }
  std::size_t rows(std::size_t ops) const { return shared ? 1 : ops; }
  std::size_t bytes(std::size_t ops) const { return resident ? 0 : fixed_bytes + row_bytes * rows(ops); }
};

struct GpuLayout {
  std::size_t input_bytes = 0;                   // [0, input_bytes) goes up
  std::size_t transfer_bytes = 0;                // [input_bytes, transfer_bytes) comes down
  std::size_t total_bytes = 0;                   // with scratch
  std::size_t secret_begin = 0, secret_end = 0;  // all secrets are in here, and some public values
};

// Hands out parts of a block one after the other.
class GpuLayoutCursor {
 public:
  std::size_t take(std::size_t bytes) {
    const std::size_t offset = used_;
    used_ += gpu_round_up(bytes, gpu_region_alignment);
    return offset;
  }
  std::size_t used() const { return used_; }

  // Gives a region that travels its place, of `ops` operations, and counts it in the layout; inputs first.
  void place(GpuRegion& region, std::size_t ops, GpuLayout& layout) {
    region.offset = take(region.bytes(ops));
    if (region.secret && region.travels()) {
      if (layout.secret_end == 0) layout.secret_begin = region.offset;
      layout.secret_end = used_;
    }
    if (region.input) layout.input_bytes = used_;
    layout.transfer_bytes = used_;
  }

 private:
  std::size_t used_ = 0;
};

}  // namespace pqlane::gpu
