// cpu_lwe.hpp: LWE-KEM on the CPU.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "runtime/kem_backend.hpp"
#include "runtime/lwe_backend.hpp"
#include "runtime/lwe_call.hpp"
#include "runtime/thread_pool.hpp"
#include "runtime/workspace_pool.hpp"

namespace pqlane {

// Memory of operations, which depends on n: blocks are kept for later ones. Thread-safe.
class LweMemoryPool {
 public:
  struct Block {
    std::uint8_t* data = nullptr;
    std::size_t bytes = 0;
  };
  LweMemoryPool() = default;
  ~LweMemoryPool();
  LweMemoryPool(const LweMemoryPool&) = delete;
  LweMemoryPool& operator=(const LweMemoryPool&) = delete;

  // 64-byte aligned, of at least so many bytes; throws std::bad_alloc.
  Block take(std::size_t bytes);
  // Takes a block back whose used part has been wiped.
  void give_back(Block block) noexcept;

 private:
  static constexpr std::size_t most_kept = 8;
  std::mutex mutex_;
  std::vector<Block> kept_;
};

// The table of a CPU backend that this CPU takes; null where it has none.
const LweBackend* choose_lwe_backend(const CpuBackend& backend);

// What a device keeps for LWE-KEM.
struct CpuLweState {
  explicit CpuLweState(const LweBackend& kernels) : backend(kernels), workspaces(kernels.workspace_bytes) {}
  const LweBackend& backend;
  WorkspacePool workspaces;
  LweMemoryPool memory;
};

// Bytes of memory that one operation takes beside workspaces.
std::size_t cpu_lwe_memory_bytes(const LweSet& set, std::size_t n);

// Runs a validated call to its end. Throws std::bad_alloc.
BatchOutcome run_cpu_lwe(const LweCall& call, const char* backend_name, unsigned threads, ThreadPool& pool,
                         CpuLweState& state);

}  // namespace pqlane
