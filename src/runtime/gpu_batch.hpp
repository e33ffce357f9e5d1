// gpu_batch.hpp: one batch call on one GPU: chunks over slots, copies where the caller's data is not on the
// device, statuses, wiping.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "runtime/gpu_device.hpp"
#include "runtime/gpu_kem.hpp"
#include "runtime/gpu_slot.hpp"

namespace pqlane::gpu {

class GpuBatch {
 public:
  GpuBatch(GpuDevice& device, const KemCall& call) : device_(device), call_(call) {}
  ~GpuBatch();
  GpuBatch(const GpuBatch&) = delete;
  GpuBatch& operator=(const GpuBatch&) = delete;

  // Does the call. The device's context is current.
  KemOutcome run();

 private:
  using Kind = Driver::MemoryKind;

  bool find_places();
  std::size_t first_chunk_ops() const;
  void set_up(std::size_t chunk_ops);
  void run_chunks();
  void start(GpuSlot& slot, std::size_t first, std::size_t ops);
  void finish(GpuSlot& slot);
  void record(const std::uint8_t* status, std::size_t first, std::size_t ops);
  void wipe_slot(GpuSlot& slot);
  void wipe_mirror(GpuSlot& slot);
  void end_early(const DriverError& error) noexcept;
  // The caller's rows of a buffer are page-locked and packed: no staging.
  bool direct(std::size_t buffer, std::size_t stride) const {
    return places_[buffer].kind == Kind::page_locked && stride == layout_.regions[buffer].row_bytes;
  }

  GpuDevice& device_;
  const KemCall& call_;
  std::vector<std::unique_ptr<GpuSlot>> slots_;
  std::array<Driver::MemoryPlace, kem_buffer_count> places_{};
  ResidentBuffers resident_{};
  std::size_t chunk_ops_ = 0;
  KemLayout layout_{};
  bool reserved_ = false;  // all slots have room for a chunk
  std::size_t done_ = 0;   // operations finished: chunks end in order
  KemOutcome outcome_;
};

}  // namespace pqlane::gpu
