// gpu_batch.hpp: one batch call on one GPU: chunks over slots, copies where the caller's data is not on the
// device, statuses, wiping.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "runtime/gpu_device.hpp"
#include "runtime/gpu_kem.hpp"
#include "runtime/gpu_slots.hpp"
#include "runtime/gpu_trace.hpp"

namespace pqlane::gpu {

class GpuBatch {
 public:
  GpuBatch(GpuDevice& device, const KemCall& call) : device_(device), call_(call), slots_(device) {}
  ~GpuBatch();
  GpuBatch(const GpuBatch&) = delete;
  GpuBatch& operator=(const GpuBatch&) = delete;

  // Does the call. The device's context is current, as in all members.
  BatchOutcome run();

  // The same in two steps: queues everything behind the stream's work, and the stream's later work behind it,
  // by events alone, so that neither waits for a thread of the host. The caller's rows must be in device
  // memory or page-locked and packed. With a status other than PQLANE_OK nothing was queued.
  BatchOutcome start_in_stream(Stream stream);
  BatchOutcome finish_in_stream();

 private:
  bool find_places();
  bool refuse(pqlane_status status, std::string what);
  bool needs_no_staging();
  std::size_t first_chunk_ops() const;
  void set_up(std::size_t chunk_ops);
  void run_chunks();
  // Small batches, as one graph (gpu_batch_graph.cpp).
  bool fits_a_graph() const;
  void stage_few_rows();
  std::uint64_t graph_form() const;
  void pack(GpuSlot& slot);
  void add_copies(GpuGraph& graph, GpuSlot& slot, bool up);
  void run_as_graph();
  trace::Details details(std::size_t first, std::size_t ops, std::size_t bytes) const;
  void start(GpuSlot& slot, std::size_t first, std::size_t ops);
  void wait_for(GpuSlot& slot);
  void finish(GpuSlot& slot);
  void record(const std::uint8_t* status, std::size_t first, std::size_t ops);
  void wipe_slot(GpuSlot& slot);
  void clear_secrets(GpuSlot& slot);
  void wipe_mirror(GpuSlot& slot);
  void end_early(const DriverError& error) noexcept;

  GpuDevice& device_;
  const KemCall& call_;
  GpuSlots slots_;
  DeviceTrace trace_{device_.context().driver(), device_.name()};
  ResidentBuffers resident_{};
  std::array<bool, kem_buffer_count> direct_{};  // the caller's rows are page-locked and packed: no staging
  std::size_t chunk_ops_ = 0;
  KemLayout layout_{};
  bool reserved_ = false;  // all slots have room for a chunk
  std::size_t done_ = 0;   // operations finished: chunks end in order
  BatchOutcome outcome_;
  // In a caller's stream: statuses of all items, behind the first slot's mirror; the start of the slots' work
  // and its ends.
  std::size_t stream_status_bytes_ = 0;
  std::byte* all_status_ = nullptr;
  std::vector<Event> events_;
};

}  // namespace pqlane::gpu
