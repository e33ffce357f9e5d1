// gpu_fill_run.cpp: see gpu_fill_run.hpp.
#include "runtime/gpu_fill_run.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/wipe_on_exit.hpp"
#include "runtime/gpu_copy.hpp"
#include "runtime/gpu_device.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/gpu_slots.hpp"
#include "runtime/gpu_trace.hpp"

namespace pqlane::gpu {
namespace {

// Bytes of a chunk: long enough to hide a launch and a copy's start, small beside the chunks of a KEM.
constexpr std::size_t most_chunk_bytes = std::size_t{8} << 20;
constexpr std::size_t least_chunk_bytes = std::size_t{64} << 10;
constexpr std::size_t most_slots = 3;
// The grid of one launch, of 16 KiB of stream a block: HIP allows below 2^32 threads, CUDA 2^31 - 1 blocks.
constexpr std::uint64_t most_launch_blocks = std::uint64_t{1} << 24;
// A chunk begins up to 15 bytes behind this, so that its whole blocks are aligned.
constexpr std::size_t chunk_alignment = 256;

std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

// One fill on one GPU. The context is current.
class GpuFill {
 public:
  GpuFill(GpuDevice& device, FillKernels& kernels, const FillCall& call)
      : device_(device),
        driver_(device.context().driver()),
        kernels_(kernels),
        call_(call),
        element_bytes_(fill_element_bytes(call.kind)),
        table_bytes_(round_up(call.table_entries * sizeof *call.table, chunk_alignment)),
        place_(driver_.place_of(call.out)),
        slots_(device) {}

  FillOutcome run() {
    FillOutcome outcome;
    if (place_.kind == Driver::MemoryKind::device && place_.device != device_.context().index()) {
      outcome.status = PQLANE_ERROR_DEVICE;
      outcome.detail = "out is in the memory of GPU " + std::to_string(place_.device) + ", not of " +
                       std::string(device_.name());
      return outcome;
    }
    try {
      kernels_.load();
      if (place_.kind == Driver::MemoryKind::device) {
        fill_in_place();
      } else {
        fill_host_memory();
      }
    } catch (const DriverError& error) {
      outcome.status = error.out_of_memory ? PQLANE_ERROR_MEMORY : PQLANE_ERROR_DEVICE;
      outcome.detail = std::string(device_.name()) + ": " + error.message;
      end_early();
    }
    return outcome;
  }

 private:
  // The table of the call in the slot's device memory.
  const std::uint64_t* send_table(GpuSlot& slot) {
    if (call_.table_entries == 0) return nullptr;
    std::memcpy(slot.host(), call_.table, call_.table_entries * sizeof *call_.table);
    const DeviceTrace::Work work(trace_, slot.stream(), "copy_table_in", trace::copy_category,
                                 {.bytes = table_bytes_});
    driver_.copy_to_device(slot.device(), slot.host(), table_bytes_, slot.stream());
    return reinterpret_cast<const std::uint64_t*>(slot.device());
  }

  void fill_in_place() {
    slots_.take(SlotUse::call, 1, 1, 1);
    GpuSlot& slot = slots_[0];
    slot.reserve(table_bytes_, table_bytes_);
    trace_.start(slot.stream());
    const std::uint64_t* table = send_table(slot);
    const std::uint64_t most = (most_launch_blocks - 1) * fill_tile_blocks * fill_block_elements(call_.kind);
    for (std::uint64_t done = 0; done < call_.count;) {
      const std::uint64_t count = std::min(most, call_.count - done);
      {
        const DeviceTrace::Work work = kernel(slot, done, count, -1);
        kernels_.launch(call_, call_.first + done, count, out_at(done), table, slot.stream());
      }
      done += count;
    }
    wait_for(slot);
  }

  void fill_host_memory() {
    take_slots();
    trace_.start(slots_[0].stream());
    std::vector<const std::uint64_t*> tables;
    for (auto& slot : slots_) tables.push_back(send_table(*slot));
    const std::size_t chunk = chunk_bytes_ / element_bytes_;
    std::size_t next = 0;
    for (std::size_t begun = 0; begun < call_.count; begun += chunk) {
      GpuSlot& slot = slots_[next];
      if (slot.busy) finish(slot);
      slot.busy = true;
      slot.first = begun;
      slot.ops = std::min(chunk, call_.count - begun);
      std::byte* from = chunk_at(slot.device(), begun);
      {
        const DeviceTrace::Work work = kernel(slot, begun, slot.ops, chunk_of(begun));
        kernels_.launch(call_, call_.first + begun, slot.ops, from, tables[next], slot.stream());
      }
      const DeviceTrace::Work work(trace_, slot.stream(), "copy_numbers_out", trace::copy_category,
                                   {.first = call_.first + begun,
                                    .count = slot.ops,
                                    .chunk = chunk_of(begun),
                                    .bytes = slot.ops * element_bytes_});
      driver_.copy_to_host(page_locked() ? out_at(begun) : chunk_at(slot.host(), begun), from,
                           slot.ops * element_bytes_, slot.stream());
      next = (next + 1) % slots_.size();
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      GpuSlot& slot = slots_[(next + i) % slots_.size()];
      if (slot.busy) finish(slot);
    }
    for (auto& slot : slots_) wipe_slot(*slot);
  }

  // Slots for the chunks that overlap; smaller chunks while memory is short.
  void take_slots() {
    const std::size_t all = round_up(call_.count * element_bytes_, chunk_alignment);
    chunk_bytes_ = std::min(most_chunk_bytes, all);
    if (all > most_chunk_bytes / 8) {
      chunk_bytes_ = std::min(most_chunk_bytes, round_up(all / most_slots + 1, most_chunk_bytes / 32));
    }
    slots_.take(SlotUse::call, most_slots, all, chunk_bytes_);
    chunk_bytes_ = slots_.reserve(
        chunk_bytes_, least_chunk_bytes,
        [](std::size_t chunk) { return round_up(chunk / 4, least_chunk_bytes); },
        [this](std::size_t chunk) {
          const std::size_t bytes = table_bytes_ + chunk + chunk_alignment;
          for (auto& slot : slots_) slot->reserve(bytes, page_locked() ? table_bytes_ : bytes);
        });
    reserved_ = true;
  }

  DeviceTrace::Work kernel(GpuSlot& slot, std::uint64_t begun, std::uint64_t count, std::int64_t chunk) {
    return {trace_,
            slot.stream(),
            fill_name(call_.kind),
            trace::kernel_category,
            {.first = call_.first + begun, .count = count, .chunk = chunk}};
  }
  std::int64_t chunk_of(std::size_t begun) const {
    return static_cast<std::int64_t>(begun / (chunk_bytes_ / element_bytes_));
  }

  void wait_for(GpuSlot& slot) {
    {
      const trace::Span span("wait_for_device", trace::host_category);
      driver_.synchronize(slot.stream());
    }
    trace_.collect(slot.stream());
  }

  void finish(GpuSlot& slot) {
    wait_for(slot);
    slot.busy = false;
    if (page_locked()) return;
    const trace::Span span("unpack_numbers", trace::host_category,
                           {.first = call_.first + slot.first, .count = slot.ops});
    std::byte *to = out_at(slot.first), *from = chunk_at(slot.host(), slot.first);
    const std::size_t bytes = slot.ops * element_bytes_, rows = bytes / piece_bytes;
    copy_rows(device_.pool(), reinterpret_cast<std::uint8_t*>(to), piece_bytes,
              reinterpret_cast<std::uint8_t*>(from), piece_bytes, piece_bytes, rows);
    std::memcpy(to + rows * piece_bytes, from + rows * piece_bytes, bytes - rows * piece_bytes);
  }

  // What the chunks left in the slot's memory.
  void wipe_slot(GpuSlot& slot) {
    const std::size_t bytes = chunk_bytes_ + chunk_alignment;
    {
      const DeviceTrace::Work work(trace_, slot.stream(), "wipe_numbers", trace::wipe_category,
                                   {.bytes = bytes});
      driver_.clear(slot.device() + table_bytes_, bytes, slot.stream());
    }
    if (!page_locked()) wipe_shared(device_.pool(), slot.host() + table_bytes_, bytes);
    wait_for(slot);
  }

  // Work of the stream that may still write to the caller's memory is waited for.
  void end_early() noexcept {
    for (auto& slot : slots_) {
      try {
        wait_for(*slot);
        if (reserved_) wipe_slot(*slot);
      } catch (const DriverError&) {  // a lost device keeps nothing that could be reached
      }
      slot->busy = false;
    }
  }

  bool page_locked() const { return place_.kind == Driver::MemoryKind::page_locked; }
  std::byte* out_at(std::uint64_t offset) const {
    return static_cast<std::byte*>(call_.out) + offset * element_bytes_;
  }
  // Where the chunk that begins at this element of the call is in a slot's block.
  std::byte* chunk_at(std::byte* block, std::uint64_t offset) const {
    return block + table_bytes_ + (call_.first + offset) * element_bytes_ % 16;
  }

  static constexpr std::size_t piece_bytes = 4096;  // a row for copy_rows

  GpuDevice& device_;
  const Driver& driver_;
  FillKernels& kernels_;
  const FillCall& call_;
  const std::size_t element_bytes_, table_bytes_;
  const Driver::MemoryPlace place_;
  GpuSlots slots_;
  DeviceTrace trace_{driver_, device_.name()};
  std::size_t chunk_bytes_ = 0;
  bool reserved_ = false;  // the slots hold chunks
};

}  // namespace

FillKernels::~FillKernels() {
  if (module_ == nullptr) return;
  try {
    const ContextScope scope(context_);
    context_.driver().unload_module(module_);
  } catch (const DriverError&) {  // the process is ending, or the device is lost
  }
}

void FillKernels::load() {
  const std::lock_guard lock(mutex_);
  if (module_ != nullptr) return;
  const GpuImage* image = choose_image(context_.driver().vendor(), fill_image_index, context_.info());
  if (image == nullptr)
    throw DriverError{0, "this build has no code of fills for " + context_.info().architecture};
  std::array<GpuContext::Entry, fill_kernel_count> entries;
  for (std::size_t i = 0; i < fill_kernel_count; ++i)
    entries[i] = {fill_kernel_name(static_cast<FillKind>(i)), 0};
  module_ = context_.load(*image, entries, functions_);
}

void FillKernels::launch(const FillCall& call, std::uint64_t first, std::uint64_t count, void* out,
                         const std::uint64_t* table, Stream stream) {
  FillKernelArgs args = make_fill_args(call, first, count, out, table);
  const WipeOnExit wiped(&args, sizeof args);  // the driver takes its own copy
  void* arguments[] = {&args};
  context_.driver().launch(functions_[static_cast<std::size_t>(call.kind)],
                           static_cast<std::size_t>(fill_grid_blocks(call.kind, args)), fill_threads, 0,
                           stream, arguments);
}

FillOutcome run_gpu_fill(GpuDevice& device, FillKernels& kernels, const FillCall& call) {
  try {
    const ContextScope scope(device.context());
    return GpuFill(device, kernels, call).run();
  } catch (const DriverError& error) {  // of the context: a fill catches its own
    FillOutcome outcome;
    outcome.status = PQLANE_ERROR_DEVICE;
    outcome.detail = std::string(device.name()) + ": " + error.message;
    return outcome;
  }
}

}  // namespace pqlane::gpu
