// gpu_slots.hpp: the slots of one call on a GPU: several, so that its chunks overlap, and smaller chunks
// while memory is short.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/gpu_device.hpp"
#include "runtime/gpu_slot.hpp"

namespace pqlane::gpu {

// Given back to the device when destroyed.
class GpuSlots {
 public:
  explicit GpuSlots(GpuDevice& device) : device_(device) {}
  ~GpuSlots() {
    for (auto& slot : slots_) device_.give_back(std::move(slot));
  }
  GpuSlots(const GpuSlots&) = delete;
  GpuSlots& operator=(const GpuSlots&) = delete;

  // One slot at least, and at most `most`, or what the chunks of `all` need. Calls wait for the first one;
  // too many batches in streams are an error (DriverError).
  void take(SlotUse use, std::size_t most, std::size_t all, std::size_t chunk) {
    slots_.reserve(most);  // so that no slot is lost on the way
    auto first = device_.take_slot(use, true);
    if (first == nullptr) {
      throw DriverError{0,
                        "as many batches are pending in streams as there can be (" +
                            std::to_string(GpuDevice::most_stream_slots) + ")",
                        true};
    }
    slots_.push_back(std::move(first));
    while (slots_.size() < most && slots_.size() * chunk < all) {
      auto slot = device_.take_slot(use, false);
      if (slot == nullptr) break;
      slots_.push_back(std::move(slot));
    }
  }

  // reserve(chunk) makes room in all slots. While that runs out of memory, idle memory is freed, one slot is
  // kept, and smaller(chunk) is tried, down to `least`. Returns the size that fits; throws DriverError.
  template <class Smaller, class Reserve>
  std::size_t reserve(std::size_t chunk, std::size_t least, Smaller smaller, Reserve reserve) {
    for (;;) {
      try {
        reserve(chunk);
        return chunk;
      } catch (const DriverError& error) {
        if (!error.out_of_memory || chunk <= least) throw;
      }
      for (auto& slot : slots_) slot->release();
      device_.trim();
      while (slots_.size() > 1) {
        device_.give_back(std::move(slots_.back()));
        slots_.pop_back();
      }
      chunk = smaller(chunk);
    }
  }

  std::size_t size() const { return slots_.size(); }
  GpuSlot& operator[](std::size_t i) { return *slots_[i]; }
  auto begin() { return slots_.begin(); }
  auto end() { return slots_.end(); }

 private:
  GpuDevice& device_;
  std::vector<std::unique_ptr<GpuSlot>> slots_;
};

}  // namespace pqlane::gpu
