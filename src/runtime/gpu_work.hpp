// gpu_work.hpp: what a batch call is to GpuBatch, whatever the scheme: buffers, their places in a chunk's
// memory, and kernels. Says nothing about chunks' order, slots, copies or wiping; those are GpuBatch's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pqlane/pqlane.h"
#include "runtime/gpu_context.hpp"
#include "runtime/gpu_graph.hpp"
#include "runtime/gpu_layout.hpp"
#include "runtime/gpu_trace.hpp"
#include "runtime/kem_backend.hpp"
#include "runtime/thread_pool.hpp"

namespace pqlane::gpu {

struct GpuBufferInfo {
  const char* name;                // of errors
  const char *copy, *pack, *wipe;  // spans of a trace
  bool of_caller;                  // the caller's rows, which may be anywhere; others are the library's own
  std::size_t alignment = 16;      // of rows in device memory: address and stride are multiples
};

// Where a chunk's kernels run.
struct GpuPlace {
  GpuContext& context;
  Stream stream;
  DeviceTrace& trace;
  trace::Details details;  // of the chunk
  std::byte* base;         // the chunk's block of device memory
};

struct GpuChunkSizes {
  std::size_t most;  // operations of a chunk
  std::size_t cut;   // batches above this are cut
};

// Status of an operation that needs more launches.
inline constexpr std::uint8_t gpu_unfinished = 255;

class GpuWork {
 public:
  struct Batch {
    const char* scheme;
    std::size_t first, count;
    pqlane_status* status;  // null, or one an item of the views
    void* start_event;      // that the work waits for, or null
  };

  GpuWork(const Batch& batch, const GpuChunkSizes& sizes) : batch_(batch), sizes_(sizes) {}
  virtual ~GpuWork() = default;
  GpuWork(const GpuWork&) = delete;
  GpuWork& operator=(const GpuWork&) = delete;

  const Batch& batch() const { return batch_; }
  const GpuChunkSizes& sizes() const { return sizes_; }

  // Buffers go by their number.
  virtual std::span<const GpuBufferInfo> buffers() const = 0;
  virtual std::size_t status_buffer() const = 0;  // a byte an operation
  // The rows that are copied from and to; null data for those that the call lacks or pack() makes.
  virtual ConstView input(std::size_t buffer) const = 0;
  virtual MutableView output(std::size_t buffer) const = 0;
  // Null, or what is where it cannot be used, as an error's text.
  virtual const char* misplaced() const { return nullptr; }

  // Lays out chunks of up to `ops` operations, anew each time. `resident`: the caller's rows are in memory of
  // this device.
  virtual void lay_out(std::size_t ops, const GpuBufferSet& resident) = 0;
  virtual const GpuLayout& layout() const = 0;
  virtual const GpuRegion& region(std::size_t buffer) const = 0;
  // Operations of the chunk that begins at `first`, of up to `most`.
  virtual std::size_t chunk_length(std::size_t first, std::size_t most) const {
    return std::min(most, batch_.first + batch_.count - first);
  }

  // Makes the contents of an input buffer without rows for operations [first, first + ops); `mirror` is the
  // start of the slot's page-locked memory. Returns how many bytes of the buffer are to be copied.
  virtual std::size_t pack(ThreadPool&, std::size_t /*buffer*/, std::byte* /*mirror*/, std::size_t /*first*/,
                           std::size_t /*ops*/) {
    return 0;
  }

  // Takes results of a finished chunk that are not rows of the caller's from the mirror.
  virtual void take_results(const std::byte* /*mirror*/, std::size_t /*first*/, std::size_t /*ops*/) {}

  virtual void load_code(GpuContext& context) = 0;
  virtual void launch(const GpuPlace& place, std::size_t first, std::size_t ops) = 0;
  // Work whose chunks may need more launches, on the memory as it is, until none is unfinished.
  virtual bool may_continue() const { return false; }
  virtual bool unfinished(const std::uint8_t* /*status*/, std::size_t /*ops*/) const { return false; }
  virtual void launch_more(const GpuPlace&, std::size_t /*first*/, std::size_t /*ops*/) {}
  // In a caller's stream, where nobody looks: launches as many as an operation may take. One that is then
  // unfinished has failed with the status below.
  virtual void launch_all(const GpuPlace& place, std::size_t first, std::size_t ops) {
    launch(place, first, ops);
  }
  virtual pqlane_status unfinished_status() const { return PQLANE_ERROR_INTERNAL; }
  // Null, or why the call cannot be in a stream, as an error's text.
  virtual const char* needs_host() const { return nullptr; }

  // Work whose small batches run as one graph. Calls with the same form have graphs with the same steps,
  // apart from rare exceptions. `direct`: buffers that are copied without staging.
  virtual bool has_graphs() const { return false; }
  virtual std::uint64_t graph_form(const GpuBufferSet& /*direct*/) const { return 0; }
  virtual void begin_graph(GpuGraph&) {}
  virtual void add_to_graph(GpuGraph&, std::byte* /*base*/) {}

 private:
  Batch batch_;
  GpuChunkSizes sizes_;
};

}  // namespace pqlane::gpu
