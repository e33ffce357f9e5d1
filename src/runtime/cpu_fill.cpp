// cpu_fill.cpp: see cpu_fill.hpp. The stream of a fill is cut into tasks of whole blocks; a task is made
// piece by piece in a buffer of the thread that does it, or, where uniform words are whole blocks, in place.
#include "runtime/cpu_fill.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/aes.hpp"
#include "core/zeroize.hpp"

namespace pqlane {
namespace {

// A task of 32 KiB of stream takes 5 us with AES instructions: more of them would only cost.
constexpr std::uint64_t task_blocks = 2048;
// Two buffers of a piece fit in the first-level cache.
constexpr std::size_t piece_blocks = 256;

class FillJob final : public ThreadPool::Job {
 public:
  FillJob(const FillCall& call, const FillBackend& backend, const Aes256& cipher)
      : call_(call),
        backend_(backend),
        cipher_(cipher),
        block_elements_(fill_block_elements(call.kind)),
        element_bytes_(fill_element_bytes(call.kind)),
        first_block_(call.first / block_elements_),
        blocks_((call.first + (call.count - 1)) / block_elements_ - first_block_ + 1),
        tasks_((blocks_ - 1) / task_blocks + 1) {}

  bool is_short() const { return tasks_ == 1; }
  bool exhausted() const noexcept override { return next_task_.load(std::memory_order_relaxed) >= tasks_; }
  const char* share_name() const noexcept override { return "fill_tasks"; }

  void run_share() noexcept override {
    Buffers buffers;
    bool used = false;
    for (std::uint64_t task; (task = next_task_.fetch_add(1, std::memory_order_relaxed)) < tasks_;) {
      const std::uint64_t begin = task * task_blocks;
      const std::uint64_t end = std::min(blocks_, begin + task_blocks);
      for (std::uint64_t block = begin; block < end; block += piece_blocks) {
        run_piece(first_block_ + block,
                  static_cast<std::size_t>(std::min<std::uint64_t>(piece_blocks, end - block)), buffers);
      }
      used = true;
    }
    if (used) wipe(&buffers, sizeof buffers);
  }

 private:
  struct Buffers {
    alignas(64) std::uint64_t stream[2 * piece_blocks];
    alignas(64) std::uint64_t elements[2 * piece_blocks];
  };

  // Elements of blocks [block, block + blocks) that the call wants.
  void run_piece(std::uint64_t block, std::size_t blocks, Buffers& buffers) const noexcept {
    const std::uint64_t piece_first = block * block_elements_;
    const std::size_t skip = static_cast<std::size_t>(std::max(piece_first, call_.first) - piece_first);
    const std::uint64_t offset = piece_first + skip - call_.first;  // of the piece's first element in `out`
    const std::size_t wanted = static_cast<std::size_t>(
        std::min<std::uint64_t>(blocks * block_elements_ - skip, call_.count - offset));
    std::uint8_t* out = static_cast<std::uint8_t*>(call_.out) + offset * element_bytes_;
    const bool whole = wanted == blocks * block_elements_;
    if (call_.kind == FillKind::uniform_u32 && whole) {
      cipher_.indexed_stream(fill_prefix(call_.kind), block, out, blocks);
      return;
    }
    cipher_.indexed_stream(fill_prefix(call_.kind), block, reinterpret_cast<std::uint8_t*>(buffers.stream),
                           blocks);
    const std::uint64_t* elements = buffers.stream;
    if (call_.kind != FillKind::uniform_u32) {
      convert(buffers.stream, blocks, whole ? static_cast<void*>(out) : buffers.elements);
      if (whole) return;
      elements = buffers.elements;
    }
    std::memcpy(out, reinterpret_cast<const std::uint8_t*>(elements) + skip * element_bytes_,
                wanted * element_bytes_);
  }

  void convert(const std::uint64_t* stream, std::size_t blocks, void* out) const noexcept {
    switch (call_.kind) {
      case FillKind::uniform_u32: return;
      case FillKind::gaussian_i32:
        backend_.gaussian_i32(stream, 2 * blocks, call_.table, call_.table_entries,
                              static_cast<std::int32_t*>(out));
        return;
      case FillKind::gaussian_f32:
        backend_.gaussian_f32(stream, 2 * blocks, static_cast<float>(call_.mean),
                              static_cast<float>(call_.sigma), static_cast<float*>(out));
        return;
      case FillKind::gaussian_f64:
        backend_.gaussian_f64(stream, blocks, call_.mean, call_.sigma, static_cast<double*>(out));
        return;
    }
  }

  const FillCall& call_;
  const FillBackend& backend_;
  const Aes256& cipher_;
  const std::size_t block_elements_, element_bytes_;
  const std::uint64_t first_block_, blocks_, tasks_;
  std::atomic<std::uint64_t> next_task_{0};
};

}  // namespace

FillOutcome run_cpu_fill(const FillCall& call, const FillBackend& backend, const char* backend_name,
                         ThreadPool& pool) {
  const Aes256 cipher(call.key, choose_aes_engine(backend_name));
  FillJob job(call, backend, cipher);
  pool.run(job, job.is_short());
  return {};
}

}  // namespace pqlane
