// memory.hpp: the memory of the fake GPUs. A device address is a page that nobody may touch; its contents are
// elsewhere, between pages that nobody may touch either, so that a host access to device memory and a
// kernel's access past an allocation end the process at once. Fresh memory has random contents. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <random>

namespace fake {

class Memory {
 public:
  struct Block {
    std::size_t bytes = 0;
    std::byte* contents = nullptr;  // of device memory; page-locked memory is its own
    std::byte* mapping = nullptr;
    std::size_t mapping_bytes = 0;
    const void* owner = nullptr;  // the context
    bool on_device = false;
  };

  // Null when the system has no memory.
  std::byte* allocate_device(std::size_t bytes, const void* owner);
  std::byte* allocate_host(std::size_t bytes, const void* owner);
  void register_host(std::byte* memory, std::size_t bytes, const void* owner);

  // Forgets an address; false when it is unknown.
  bool free_device(std::uintptr_t address);
  bool free_host(std::uintptr_t address);
  bool unregister_host(std::uintptr_t address);

  // The block that holds an address, or null.
  const Block* device_block(std::uintptr_t address) const { return holder(device_, address); }
  const Block* host_block(std::uintptr_t address) const;
  // The contents of [address, address + bytes) of device memory, or null.
  std::byte* contents(std::uintptr_t address, std::size_t bytes) const;
  bool is_page_locked(std::uintptr_t address, std::size_t bytes) const;

  std::size_t device_bytes(const void* owner) const;
  std::size_t host_bytes() const;
  // Live blocks of an owner, all when null.
  std::size_t blocks(const void* owner) const;
  void free_all(const void* owner);

  std::size_t find(const void* bytes, std::size_t count, bool on_devices) const;
  void forget_freed();
  std::size_t overruns() const { return overruns_; }
  void seed(std::uint64_t value) { random_.seed(value); }

 private:
  using Blocks = std::map<std::uintptr_t, Block>;
  static const Block* holder(const Blocks& blocks, std::uintptr_t address);
  void fill(std::byte* p, std::size_t bytes);
  void retire(Block& block);

  Blocks device_, host_, registered_;
  std::deque<Block> freed_;  // contents are kept for find()
  std::size_t freed_bytes_ = 0;
  std::size_t overruns_ = 0;
  std::mt19937_64 random_{1};
};

}  // namespace fake
