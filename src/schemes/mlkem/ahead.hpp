// ahead.hpp: brings what the thread's next tile reads and writes into the second-level cache while this one
// hashes. A tile touches each cache line of its items once, so that without this every line is waited for;
// spread over the permutations of the matrix, the fetches cost nothing (docs/performance.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/target.hpp"
#include "runtime/kem_backend.hpp"

PQLANE_BEGIN_TARGET

class Ahead {
 public:
  // The next tile's rows of a view, `row_bytes` each. Rows far apart or shared by all items are left out.
  PQLANE_INLINE void will_read(const KemArgs& args, const ConstView& view, std::size_t row_bytes) {
    add(args, reinterpret_cast<std::uintptr_t>(view.data), view.stride, row_bytes, false);
  }
  PQLANE_INLINE void will_write(const KemArgs& args, const MutableView& view, std::size_t row_bytes) {
    add(args, reinterpret_cast<std::uintptr_t>(view.data), view.stride, row_bytes, true);
  }

  // To be called once everything is known, with the number of steps to come.
  PQLANE_INLINE void spread_over(std::size_t steps) {
    std::size_t lines = 0;
    for (const Range& range : ranges_) lines += (range.end - range.next + line - 1) / line;
    lines_a_step_ = (lines + steps - 1) / steps;
  }

  // The next few lines.
  PQLANE_INLINE void step() {
    std::size_t left = lines_a_step_;
    for (Range& range : ranges_) {
      for (; left > 0 && range.next < range.end; range.next += line, --left) {
        if (range.write) {
          __builtin_prefetch(reinterpret_cast<const void*>(range.next), 1, 2);
        } else {
          __builtin_prefetch(reinterpret_cast<const void*>(range.next), 0, 2);
        }
      }
    }
  }

 private:
  static constexpr std::size_t line = 64;
  struct Range {
    std::uintptr_t next = 0, end = 0;
    bool write = false;
  };
  PQLANE_INLINE void add(const KemArgs& args, std::uintptr_t data, std::size_t stride, std::size_t row_bytes,
                         bool write) {
    if (stride < row_bytes || stride > 2 * row_bytes) return;
    const std::uintptr_t begin = data + args.next_first * stride;
    ranges_[used_++] = {begin / line * line, begin + args.next_count * stride, write};
  }
  Range ranges_[2];
  int used_ = 0;
  std::size_t lines_a_step_ = 0;
};

PQLANE_END_TARGET
