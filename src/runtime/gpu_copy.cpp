// gpu_copy.cpp: see gpu_copy.hpp.
#include "runtime/gpu_copy.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/zeroize.hpp"

namespace pqlane::gpu {
namespace {

// Rows that one thread copies at a time.
constexpr std::size_t rows_a_piece = 256;
// Below this many bytes waking other threads to copy costs more than it saves.
constexpr std::size_t least_shared_bytes = 256 * 1024;

// Copies rows between a caller's view and packed memory, shared by the threads of the pool.
class RowCopy final : public ThreadPool::Job {
 public:
  RowCopy(std::uint8_t* to, std::size_t to_stride, const std::uint8_t* from, std::size_t from_stride,
          std::size_t row_bytes, std::size_t rows)
      : to_(to),
        from_(from),
        to_stride_(to_stride),
        from_stride_(from_stride),
        row_bytes_(row_bytes),
        rows_(rows) {}

  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= rows_; }
  const char* share_name() const noexcept override { return "copy_rows"; }
  void run_share() noexcept override {
    const bool packed = to_stride_ == row_bytes_ && from_stride_ == row_bytes_;
    for (std::size_t first; (first = next_.fetch_add(rows_a_piece, std::memory_order_relaxed)) < rows_;) {
      const std::size_t end = std::min(rows_, first + rows_a_piece);
      if (packed) {
        std::memcpy(to_ + first * row_bytes_, from_ + first * row_bytes_, (end - first) * row_bytes_);
        continue;
      }
      for (std::size_t i = first; i < end; ++i)
        std::memcpy(to_ + i * to_stride_, from_ + i * from_stride_, row_bytes_);
    }
  }

 private:
  std::uint8_t* to_;
  const std::uint8_t* from_;
  std::size_t to_stride_, from_stride_, row_bytes_, rows_;
  std::atomic<std::size_t> next_{0};
};

// Wipes a range, shared by the threads of the pool: one thread would take longer than the kernels did.
class SharedWipe final : public ThreadPool::Job {
 public:
  SharedWipe(std::byte* data, std::size_t bytes) : data_(data), bytes_(bytes) {}
  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= bytes_; }
  const char* share_name() const noexcept override { return "wipe"; }
  void run_share() noexcept override {
    for (std::size_t first; (first = next_.fetch_add(piece, std::memory_order_relaxed)) < bytes_;) {
      wipe(data_ + first, std::min(piece, bytes_ - first));
    }
  }

 private:
  static constexpr std::size_t piece = 256 * 1024;
  std::byte* data_;
  std::size_t bytes_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace

void copy_rows(ThreadPool& pool, std::uint8_t* to, std::size_t to_stride, const std::uint8_t* from,
               std::size_t from_stride, std::size_t row_bytes, std::size_t rows) {
  RowCopy job(to, to_stride, from, from_stride, row_bytes, rows);
  pool.run(job, row_bytes * rows < least_shared_bytes);
}

void wipe_shared(ThreadPool& pool, std::byte* data, std::size_t bytes) {
  SharedWipe job(data, bytes);
  pool.run(job, bytes < least_shared_bytes);
}

}  // namespace pqlane::gpu
