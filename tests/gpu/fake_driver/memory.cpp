// memory.cpp: see memory.hpp.
#include "gpu/fake_driver/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace fake {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t device_alignment = 256;  // what cuMemAlloc promises
constexpr std::size_t most_freed_bytes = std::size_t{512} << 20;
constexpr std::byte red{0xA7};  // between the end of an allocation and the page after it

std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

// Pages that nobody may touch, `bytes` of them open for use in the middle.
std::byte* map_guarded(std::size_t open_bytes, std::size_t total_bytes) {
  void* p = mmap(nullptr, total_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  auto* base = static_cast<std::byte*>(p);
  if (open_bytes != 0 && mprotect(base + page, open_bytes, PROT_READ | PROT_WRITE) != 0) {
    munmap(p, total_bytes);
    return nullptr;
  }
  return base;
}

std::size_t occurrences(const std::byte* data, std::size_t size, std::string_view wanted) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t count = 0;
  for (std::size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1))
    ++count;
  return count;
}

}  // namespace

void Memory::fill(std::byte* p, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 8) {
    const std::uint64_t word = random_();
    std::memcpy(p + i, &word, std::min<std::size_t>(8, bytes - i));
  }
}

std::byte* Memory::allocate_device(std::size_t bytes, const void* owner) {
  const std::size_t used = round_up(bytes, device_alignment), open = round_up(used, page);
  Block block{bytes, nullptr, map_guarded(open, open + 2 * page), open + 2 * page, owner, true};
  if (block.mapping == nullptr) return nullptr;
  std::byte* address = map_guarded(0, open);  // never given back, so that no later allocation has it
  if (address == nullptr) {
    munmap(block.mapping, block.mapping_bytes);
    return nullptr;
  }
  block.contents = block.mapping + page + (open - used);  // ends where the closed page begins
  fill(block.contents, bytes);
  std::memset(block.contents + bytes, static_cast<int>(red), used - bytes);
  device_[reinterpret_cast<std::uintptr_t>(address)] = block;
  return address;
}

std::byte* Memory::allocate_host(std::size_t bytes, const void* owner) {
  const std::size_t open = round_up(bytes, page);
  Block block{bytes, nullptr, map_guarded(open, open + 2 * page), open + 2 * page, owner};
  if (block.mapping == nullptr) return nullptr;
  block.contents = block.mapping + page;  // begins at a page, as the driver's does
  fill(block.contents, bytes);
  std::memset(block.contents + bytes, static_cast<int>(red), open - bytes);
  host_[reinterpret_cast<std::uintptr_t>(block.contents)] = block;
  return block.contents;
}

void Memory::register_host(std::byte* memory, std::size_t bytes, const void* owner) {
  registered_[reinterpret_cast<std::uintptr_t>(memory)] = {bytes, memory, nullptr, 0, owner};
}

void Memory::retire(Block& block) {
  const std::byte* end = block.mapping + block.mapping_bytes - page;
  for (const std::byte* p = block.contents + block.bytes; p < end; ++p) {
    if (*p == red) continue;
    ++overruns_;
    break;
  }
  (void)mprotect(block.mapping, block.mapping_bytes, PROT_NONE);
  freed_bytes_ += block.mapping_bytes;
  freed_.push_back(block);
  while (freed_bytes_ > most_freed_bytes) {
    munmap(freed_.front().mapping, freed_.front().mapping_bytes);
    freed_bytes_ -= freed_.front().mapping_bytes;
    freed_.pop_front();
  }
}

bool Memory::free_device(std::uintptr_t address) {
  const auto found = device_.find(address);
  if (found == device_.end()) return false;
  retire(found->second);
  device_.erase(found);
  return true;
}

bool Memory::free_host(std::uintptr_t address) {
  const auto found = host_.find(address);
  if (found == host_.end()) return false;
  retire(found->second);
  host_.erase(found);
  return true;
}

bool Memory::unregister_host(std::uintptr_t address) { return registered_.erase(address) != 0; }

const Memory::Block* Memory::holder(const Blocks& blocks, std::uintptr_t address) {
  auto next = blocks.upper_bound(address);
  if (next == blocks.begin()) return nullptr;
  --next;
  return address - next->first < next->second.bytes ? &next->second : nullptr;
}

const Memory::Block* Memory::host_block(std::uintptr_t address) const {
  const Block* block = holder(host_, address);
  return block != nullptr ? block : holder(registered_, address);
}

std::byte* Memory::contents(std::uintptr_t address, std::size_t bytes) const {
  auto next = device_.upper_bound(address);
  if (next == device_.begin()) return nullptr;
  --next;
  const std::size_t offset = address - next->first, size = next->second.bytes;
  return offset < size && bytes <= size - offset ? next->second.contents + offset : nullptr;
}

bool Memory::is_page_locked(std::uintptr_t address, std::size_t bytes) const {
  const Block* block = host_block(address);
  return block != nullptr &&
         address + bytes <= reinterpret_cast<std::uintptr_t>(block->contents) + block->bytes;
}

std::size_t Memory::device_bytes(const void* owner) const {
  std::size_t sum = 0;
  for (const auto& [address, block] : device_)
    sum += owner == nullptr || block.owner == owner ? block.bytes : 0;
  return sum;
}

std::size_t Memory::host_bytes() const {
  std::size_t sum = 0;
  for (const auto& [address, block] : host_) sum += block.bytes;
  return sum;
}

std::size_t Memory::blocks(const void* owner) const {
  std::size_t count = 0;
  for (const Blocks* list : {&device_, &host_, &registered_}) {
    for (const auto& [address, block] : *list) count += owner == nullptr || block.owner == owner;
  }
  return count;
}

void Memory::free_all(const void* owner) {
  for (Blocks* list : {&device_, &host_}) {
    for (auto i = list->begin(); i != list->end();) {
      if (i->second.owner != owner) {
        ++i;
        continue;
      }
      retire(i->second);
      i = list->erase(i);
    }
  }
  std::erase_if(registered_, [&](const auto& entry) { return entry.second.owner == owner; });
}

std::size_t Memory::find(const void* bytes, std::size_t count, bool on_devices) const {
  const std::string_view wanted(static_cast<const char*>(bytes), count);
  std::size_t sum = 0;
  for (const Blocks* list : {&device_, &host_}) {
    for (const auto& [address, block] : *list) {
      if (!block.on_device || on_devices) sum += occurrences(block.contents, block.bytes, wanted);
    }
  }
  for (const Block& block : freed_) {
    const std::size_t open = block.mapping_bytes - 2 * page;
    if ((block.on_device && !on_devices) || mprotect(block.mapping + page, open, PROT_READ) != 0) continue;
    sum += occurrences(block.contents, block.bytes, wanted);
    (void)mprotect(block.mapping + page, open, PROT_NONE);
  }
  return sum;
}

void Memory::forget_freed() {
  for (const Block& block : freed_) munmap(block.mapping, block.mapping_bytes);
  freed_.clear();
  freed_bytes_ = 0;
}

}  // namespace fake
