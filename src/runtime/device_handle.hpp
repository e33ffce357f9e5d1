// device_handle.hpp: what the C interface's opaque device points to.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "pqlane/pqlane.h"
#include "runtime/device.hpp"
#include "runtime/job_queue.hpp"

namespace pqlane {

inline constexpr unsigned max_device_threads = 4096;
inline constexpr std::size_t most_running_jobs = 4;

// Blocks of a device and their sizes.
class DeviceMemory {
 public:
  struct Block {
    std::size_t bytes;
    bool on_device;
  };
  void add(void* memory, Block block) {
    const std::lock_guard lock(mutex_);
    blocks_.emplace(memory, block);
  }
  // Nothing for memory that is not one of them.
  std::optional<Block> remove(void* memory) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(memory);
    if (found == blocks_.end()) return std::nullopt;
    const Block block = found->second;
    blocks_.erase(found);
    return block;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<void*, Block> blocks_;
};

}  // namespace pqlane

struct pqlane_device {
  std::unique_ptr<pqlane::ComputeDevice> device;
  pqlane::DeviceMemory memory;                       // what pqlane_memory_allocate gave
  pqlane::JobQueue jobs{pqlane::most_running_jobs};  // closed first: its jobs use the others
  pqlane::LweGroup* lwe_group = nullptr;             // that does its LWE-KEM calls; null: this process
  pid_t process = 0;                                 // that opened it
  pqlane_device* next_abandoned = nullptr;
};
