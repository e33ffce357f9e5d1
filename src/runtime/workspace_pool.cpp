// workspace_pool.cpp: see workspace_pool.hpp.
#include "runtime/workspace_pool.hpp"

#include <cstdlib>

#include "core/zeroize.hpp"

namespace pqlane {

WorkspacePool::WorkspacePool(std::size_t block_bytes) : block_bytes_((block_bytes + 63) / 64 * 64) {}

WorkspacePool::~WorkspacePool() {
  for (std::atomic<void*>& slot : slots_) std::free(slot.load());
}

void* WorkspacePool::take() noexcept {
  for (std::atomic<void*>& slot : slots_) {
    if (slot.load(std::memory_order_relaxed) == nullptr) continue;
    void* block = slot.exchange(nullptr, std::memory_order_acquire);
    if (block != nullptr) return block;
  }
  return std::aligned_alloc(64, block_bytes_);
}

void WorkspacePool::give_back(void* block, std::size_t secret_bytes) noexcept {
  wipe(block, secret_bytes);
  for (std::atomic<void*>& slot : slots_) {
    void* empty = nullptr;
    if (slot.load(std::memory_order_relaxed) == nullptr &&
        slot.compare_exchange_strong(empty, block, std::memory_order_release, std::memory_order_relaxed)) {
      return;
    }
  }
  std::free(block);
}

}  // namespace pqlane
