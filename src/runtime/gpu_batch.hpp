// gpu_batch.hpp: one batch call on one GPU: chunks over slots, copies where the caller's data is not on the
// device, statuses, wiping.
#pragma once

#include <vector>

#include "runtime/batch_outcome.hpp"
#include "runtime/gpu_device.hpp"
#include "runtime/gpu_slots.hpp"
#include "runtime/gpu_work.hpp"

namespace pqlane::gpu {

class GpuBatch {
 public:
  GpuBatch(GpuDevice& device, GpuWork& work)
      : device_(device), work_(work), batch_(work.batch()), slots_(device) {}
  // Waits for what an exception left under way, and wipes it.
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
  ConstView rows_of(std::size_t buffer) const;
  bool find_places();
  bool refuse(pqlane_status status, std::string what);
  bool needs_no_staging();
  std::size_t first_chunk_ops() const;
  void set_up(SlotUse use, std::size_t chunk_ops);
  void run_chunks();
  // Small batches, as one graph (gpu_batch_graph.cpp).
  bool fits_a_graph() const;
  void stage_few_rows();
  void pack(GpuSlot& slot);
  void add_copies(GpuGraph& graph, GpuSlot& slot, bool up);
  void run_as_graph();
  trace::Details details(const GpuSlot& slot, std::size_t bytes) const;
  GpuPlace place_of(GpuSlot& slot);
  void start(GpuSlot& slot, std::size_t first, std::size_t ops);
  void copy_inputs_in_turn(GpuSlot& slot);
  void copy_inputs(GpuSlot& slot);
  void copy_outputs(GpuSlot& slot);
  void wait_for(GpuSlot& slot);
  void finish(GpuSlot& slot);
  void record(const std::uint8_t* status, std::size_t first, std::size_t ops);
  void wipe_slot(GpuSlot& slot);
  void clear_secrets(GpuSlot& slot);
  void wipe_mirror(GpuSlot& slot);
  void end_early(const DriverError& error) noexcept;
  void clean_up() noexcept;

  GpuDevice& device_;
  GpuWork& work_;
  const GpuWork::Batch& batch_;
  GpuSlots slots_;
  DeviceTrace trace_{device_.context().driver(), device_.name()};
  GpuBufferSet resident_{};
  GpuBufferSet direct_{};  // the caller's rows are page-locked and packed: no staging
  std::size_t chunk_ops_ = 0;
  std::size_t chunks_ = 0;  // started so far
  bool in_use_ = false;     // slots have room for a chunk, and may have work or secrets
  std::size_t done_ = 0;    // operations finished: chunks end in order
  BatchOutcome outcome_;
  // In a caller's stream: statuses of all items, behind the first slot's mirror; the start of the slots' work
  // and its ends.
  std::size_t stream_status_bytes_ = 0;
  std::byte* all_status_ = nullptr;
  std::vector<Event> events_;
  Event inputs_copied_ = nullptr;  // of the chunk begun last
  bool in_stream_ = false;
};

}  // namespace pqlane::gpu
