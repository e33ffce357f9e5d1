// workspace_pool.hpp: scratch memory that calls borrow, wiped before it is handed back.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace pqlane {

// Blocks of one size, 64-byte aligned. Taking and giving back are lock-free; a block that finds no free
// slot is freed. Nothing is allocated once as many blocks exist as calls run at a time.
class WorkspacePool {
 public:
  explicit WorkspacePool(std::size_t block_bytes);
  ~WorkspacePool();
  WorkspacePool(const WorkspacePool&) = delete;
  WorkspacePool& operator=(const WorkspacePool&) = delete;

  // Null when memory is short.
  void* take() noexcept;
  // Wipes the first `secret_bytes` and keeps the block for the next call.
  void give_back(void* block, std::size_t secret_bytes) noexcept;

  std::size_t block_bytes() const { return block_bytes_; }
  // For tests: a block that is kept, or null.
  const void* peek(std::size_t slot) const { return slots_[slot].load(); }
  static constexpr std::size_t slot_count = 64;

 private:
  std::size_t block_bytes_;
  std::array<std::atomic<void*>, slot_count> slots_{};
};

// A block for the length of a scope.
class Workspace {
 public:
  explicit Workspace(WorkspacePool& pool) : pool_(pool), block_(pool.take()) {}
  ~Workspace() {
    if (block_ != nullptr) pool_.give_back(block_, secret_bytes_);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  void* block() const { return block_; }
  // The prefix that may hold secrets, wiped at the end; grows only.
  void uses_secret_bytes(std::size_t bytes) {
    if (bytes > secret_bytes_) secret_bytes_ = bytes;
  }

 private:
  WorkspacePool& pool_;
  void* block_;
  std::size_t secret_bytes_ = 0;
};

}  // namespace pqlane
