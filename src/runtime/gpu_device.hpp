// gpu_device.hpp: batches on a GPU, from and to host memory.
//
// A batch runs in chunks. A chunk has a slot: a stream, a block of device memory and a page-locked mirror of
// the part that travels; while one chunk computes, others are copied, packed or unpacked. Memory in use is
// bounded by slots times chunk size and kept for later calls.
#pragma once

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/device.hpp"
#include "runtime/gpu_context.hpp"
#include "runtime/gpu_fill_run.hpp"
#include "runtime/gpu_lwe_run.hpp"
#include "runtime/gpu_slot.hpp"
#include "runtime/gpu_work.hpp"

namespace pqlane::gpu {

class GpuDevice final : public ComputeDevice {
 public:
  static constexpr std::size_t most_call_slots = 6, most_stream_slots = 64;

  GpuDevice(const Driver& driver, int index, unsigned threads);
  ~GpuDevice() override;

  const char* name() const override { return name_.c_str(); }
  unsigned threads() const override { return threads_; }
  BatchOutcome run(const KemCall& call) override;
  BatchOutcome run(const DsaCall& call) override;
  BatchOutcome run(const LweCall& call) override { return lwe_.run(call); }
  // The kernels take keys as they are: this one checks the key, on the host.
  std::unique_ptr<ExpandedKey> expand_key(const SchemeInfo& scheme, DsaOperation operation,
                                          const std::uint8_t* key, bool seed_form) override;
  std::uint64_t run_keccak(std::uint64_t permutations) override;
  FillOutcome fill(const FillCall& call) override { return run_gpu_fill(*this, fill_kernels_, call); }

  pqlane_status allocate(bool on_device, std::size_t bytes, void*& memory) override;
  void release(bool on_device, void* memory, std::size_t bytes) noexcept override;
  pqlane_status copy(void* to, const void* from, std::size_t bytes) override;
  pqlane_status clear(void* memory, std::size_t bytes) override;
  bool has_streams() const noexcept override { return true; }
  std::unique_ptr<PendingBatch> start_in_stream(const KemCall& call, void* stream) override;
  std::unique_ptr<PendingBatch> start_in_stream(const DsaCall& call, void* stream) override;

  // What became of a call whose context could not be made current.
  BatchOutcome lost(const GpuWork::Batch& batch, const DriverError& error) const;

  GpuContext& context() { return context_; }
  ThreadPool& pool() { return pool_; }
  // An idle or a new slot. For calls there are few, and `wait` waits for one to come back. A batch in a
  // caller's stream is never waited for: it has one while less than most_stream_slots are in use, and without
  // `wait`, which is said of slots that it can do without, while less than most_call_slots are. Else null.
  std::unique_ptr<GpuSlot> take_slot(SlotUse use, bool wait);
  void give_back(std::unique_ptr<GpuSlot> slot) noexcept;
  // Frees the memory that idle slots keep.
  void trim() noexcept;

 private:
  template <class Work, class Call>
  BatchOutcome run_as(const Call& call);
  template <class Work, class Call>
  std::unique_ptr<PendingBatch> start_as(const Call& call, void* stream);
  template <class Body>
  pqlane_status guarded(Body body);

  std::string name_;
  unsigned threads_;
  GpuContext context_;
  FillKernels fill_kernels_{context_};
  ThreadPool pool_;
  std::mutex mutex_;
  std::condition_variable slot_returned_;
  std::vector<std::unique_ptr<GpuSlot>> idle_;
  std::size_t slots_ = 0;                      // made, idle or in use
  std::array<std::size_t, 2> slots_in_use_{};  // by SlotUse
  GpuLwe lwe_{*this};
};

}  // namespace pqlane::gpu
