// gpu_batch.cpp: see gpu_batch.hpp.
#include "runtime/gpu_batch.hpp"

#include <algorithm>
#include <optional>

#include "runtime/gpu_copy.hpp"

namespace pqlane::gpu {
namespace {

// Chunks are whole tiles, which no scheme needs and all run well with.
constexpr std::size_t chunk_unit = 32;

std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }

}  // namespace

GpuBatch::~GpuBatch() {
  const Driver& driver = device_.context().driver();
  clean_up();
  for (const Event event : events_) driver.destroy_event(event);
  if (inputs_copied_ != nullptr) driver.destroy_event(inputs_copied_);
}

BatchOutcome GpuBatch::run() {
  if (!find_places()) return std::move(outcome_);
  try {
    if (fits_a_graph()) stage_few_rows();
    set_up(SlotUse::call, first_chunk_ops());
    if (fits_a_graph() && chunk_ops_ >= batch_.count) {
      run_as_graph();
    } else {
      run_chunks();
    }
    for (auto& slot : slots_) wipe_mirror(*slot);
    in_use_ = false;
  } catch (const DriverError& error) {
    end_early(error);
  }
  return std::move(outcome_);
}

bool GpuBatch::refuse(pqlane_status status, std::string what) {
  outcome_.status = status;
  outcome_.detail = std::move(what);
  if (batch_.status != nullptr)
    std::fill_n(batch_.status + batch_.first, batch_.count, PQLANE_ERROR_NOT_DONE);
  return false;
}

// The caller's rows of a buffer, of either direction.
ConstView GpuBatch::rows_of(std::size_t buffer) const {
  const ConstView in = work_.input(buffer);
  if (in.data != nullptr) return in;
  const MutableView out = work_.output(buffer);
  return {out.data, out.stride};
}

// Where the caller's buffers are; false, with the outcome set, when one cannot be used.
bool GpuBatch::find_places() {
  if (const char* what = work_.misplaced()) return refuse(PQLANE_ERROR_OPTION, what);
  GpuBufferSet page_locked{};
  const auto buffers = work_.buffers();
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    const ConstView rows = rows_of(b);
    if (rows.data == nullptr || !buffers[b].of_caller) continue;
    const Driver::MemoryPlace place = device_.context().driver().place_of(rows.data);
    page_locked[b] = place.kind == Driver::MemoryKind::page_locked;
    if (place.kind != Driver::MemoryKind::device) continue;
    if (place.device != device_.context().index()) {
      return refuse(PQLANE_ERROR_DEVICE, std::string(buffers[b].name) + " is in the memory of GPU " +
                                             std::to_string(place.device) + ", not of " + device_.name());
    }
    const std::size_t alignment = buffers[b].alignment;
    if (reinterpret_cast<std::uintptr_t>(rows.data) % alignment != 0 || rows.stride % alignment != 0) {
      return refuse(PQLANE_ERROR_LENGTH, std::string(buffers[b].name) +
                                             ": in device memory, address and stride must be multiples of " +
                                             std::to_string(alignment));
    }
    resident_[b] = true;
  }
  work_.lay_out(chunk_unit, resident_);  // of a chunk's length set_up() decides
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    const GpuRegion& region = work_.region(b);
    const bool packed = region.shared || rows_of(b).stride == region.row_bytes;
    direct_[b] = page_locked[b] && packed;
  }
  return true;
}

std::size_t GpuBatch::first_chunk_ops() const {
  const std::size_t most = gpu_round_up(work_.sizes().most, chunk_unit), cut = work_.sizes().cut;
  if (batch_.count <= std::min(cut, most) || fits_a_graph()) return batch_.count;
  const std::size_t share =
      gpu_round_up(gpu_ceil_div(batch_.count, device_.context().tuning().slots), chunk_unit);
  return std::clamp(share, std::min(most, gpu_round_up(cut / 2, chunk_unit)), most);
}

// Slots for all chunks that overlap; smaller chunks while memory is short.
void GpuBatch::set_up(SlotUse use, std::size_t chunk_ops) {
  const trace::Span span("take_memory", trace::host_category);
  slots_.take(use, device_.context().tuning().slots, batch_.count, chunk_ops);
  chunk_ops_ = slots_.reserve(
      chunk_ops, chunk_unit, [](std::size_t chunk) { return gpu_round_up(chunk / 2, chunk_unit); },
      [this](std::size_t chunk) {
        work_.lay_out(chunk, resident_);
        const GpuLayout& layout = work_.layout();
        slots_[0].reserve(layout.total_bytes, layout.transfer_bytes + stream_status_bytes_);
        for (auto& slot : slots_) slot->reserve(layout.total_bytes, layout.transfer_bytes);
      });
  in_use_ = true;
  trace_.start(slots_[0].stream());
  if (batch_.start_event == nullptr) return;
  for (auto& slot : slots_) slot->driver().wait(slot->stream(), batch_.start_event);
}

void GpuBatch::run_chunks() {
  std::size_t next_slot = 0;
  for (std::size_t begun = 0; begun < batch_.count;) {
    GpuSlot& slot = slots_[next_slot];
    next_slot = (next_slot + 1) % slots_.size();
    if (slot.busy) finish(slot);
    const std::size_t first = batch_.first + begun, ops = work_.chunk_length(first, chunk_ops_);
    start(slot, first, ops);
    begun += ops;
  }
  const bool may_continue = work_.may_continue();
  for (auto& slot : slots_) {
    if (!may_continue) clear_secrets(*slot);  // behind its last chunk
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    GpuSlot& slot = slots_[(next_slot + i) % slots_.size()];
    if (slot.busy) finish(slot);
  }
  if (!may_continue) return;
  for (auto& slot : slots_) clear_secrets(*slot);
  for (auto& slot : slots_) wait_for(*slot);
}

bool GpuBatch::needs_no_staging() {
  if (const char* why = work_.needs_host()) return refuse(PQLANE_ERROR_OPTION, why);
  const auto buffers = work_.buffers();
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    if (!work_.region(b).travels() || !buffers[b].of_caller || direct_[b]) continue;
    return refuse(PQLANE_ERROR_OPTION,
                  std::string(buffers[b].name) +
                      ": in a stream, rows must be in device memory, or page-locked without gaps");
  }
  return true;
}

BatchOutcome GpuBatch::start_in_stream(Stream stream) {
  if (!find_places() || !needs_no_staging()) return std::move(outcome_);
  in_stream_ = true;
  const Driver& driver = device_.context().driver();
  try {
    stream_status_bytes_ = batch_.count;
    set_up(SlotUse::stream, first_chunk_ops());
    all_status_ = slots_[0].host() + work_.layout().transfer_bytes;
    work_.load_code(device_.context());  // while nothing waits
    for (std::size_t i = 0; i <= slots_.size(); ++i) events_.push_back(driver.make_event());
    driver.record(events_[0], stream);
    for (auto& slot : slots_) driver.wait(slot->stream(), events_[0]);
    std::size_t next_slot = 0;
    for (std::size_t begun = 0; begun < batch_.count;) {
      const std::size_t first = batch_.first + begun, ops = work_.chunk_length(first, chunk_ops_);
      start(slots_[next_slot], first, ops);
      next_slot = (next_slot + 1) % slots_.size();
      begun += ops;
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      clear_secrets(slots_[i]);
      driver.record(events_[i + 1], slots_[i].stream());
      driver.wait(stream, events_[i + 1]);
    }
  } catch (const DriverError& error) {
    end_early(error);
  }
  return outcome_;
}

BatchOutcome GpuBatch::finish_in_stream() {
  try {
    for (auto& slot : slots_) {
      wait_for(*slot);
      slot->busy = false;
      wipe_mirror(*slot);
    }
    in_use_ = false;
    auto* const status = bytes(all_status_);
    if (work_.unfinished(status, batch_.count)) {
      std::replace(status, status + batch_.count, gpu_unfinished,
                   static_cast<std::uint8_t>(work_.unfinished_status()));
    }
    record(status, batch_.first, batch_.count);
    done_ = batch_.count;
  } catch (const DriverError& error) {
    end_early(error);
  }
  return std::move(outcome_);
}

// Of a chunk, for traces.
trace::Details GpuBatch::details(const GpuSlot& slot, std::size_t bytes) const {
  return {batch_.scheme, slot.first, slot.ops, static_cast<std::int64_t>(slot.chunk), bytes};
}

GpuPlace GpuBatch::place_of(GpuSlot& slot) {
  return {device_.context(), slot.stream(), trace_, details(slot, 0), slot.device()};
}

void GpuBatch::start(GpuSlot& slot, std::size_t first, std::size_t ops) {
  slot.busy = true;
  slot.first = first;
  slot.ops = ops;
  slot.chunk = chunks_++;
  copy_inputs_in_turn(slot);
  if (in_stream_) {
    work_.launch_all(place_of(slot), first, ops);
  } else {
    work_.launch(place_of(slot), first, ops);
  }
  copy_outputs(slot);
}

// Chunks are copied one after the other. Side by side, which the copy engine prefers, all of them would be
// there at the same time, late, and nothing would be copied while their kernels run.
void GpuBatch::copy_inputs_in_turn(GpuSlot& slot) {
  const Driver& driver = slot.driver();
  if (slots_.size() == 1) return copy_inputs(slot);
  if (inputs_copied_ == nullptr) {
    inputs_copied_ = driver.make_event();
  } else {
    driver.wait(slot.stream(), inputs_copied_);
  }
  copy_inputs(slot);
  driver.record(inputs_copied_, slot.stream());
}

void GpuBatch::copy_inputs(GpuSlot& slot) {
  const auto buffers = work_.buffers();
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    const GpuRegion& region = work_.region(b);
    if (!region.input || !region.travels()) continue;
    const ConstView view = work_.input(b);
    const std::size_t rows = region.rows(slot.ops);
    std::size_t count = rows * region.row_bytes;
    const void* from = slot.host() + region.offset;
    if (direct_[b]) {
      from = view.at(slot.first);
    } else {
      const trace::Span span(buffers[b].pack, trace::host_category, details(slot, count));
      if (view.data == nullptr) {
        count = work_.pack(device_.pool(), b, slot.host(), slot.first, slot.ops);
      } else {
        copy_rows(device_.pool(), bytes(slot.host() + region.offset), region.row_bytes, view.at(slot.first),
                  view.stride, region.row_bytes, rows);
      }
    }
    if (count == 0) continue;
    const DeviceTrace::Work work(trace_, slot.stream(), buffers[b].copy, trace::copy_category,
                                 details(slot, count));
    slot.driver().copy_to_device(slot.device() + region.offset, from, count, slot.stream());
  }
}

void GpuBatch::copy_outputs(GpuSlot& slot) {
  const auto buffers = work_.buffers();
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    const GpuRegion& region = work_.region(b);
    if (region.input || !region.travels()) continue;
    void* to = slot.host() + region.offset;
    if (direct_[b]) to = work_.output(b).at(slot.first);
    if (all_status_ != nullptr && b == work_.status_buffer()) to = all_status_ + (slot.first - batch_.first);
    const std::size_t count = slot.ops * region.row_bytes;
    const DeviceTrace::Work work(trace_, slot.stream(), buffers[b].copy, trace::copy_category,
                                 details(slot, count));
    slot.driver().copy_to_host(to, slot.device() + region.offset, count, slot.stream());
  }
}

void GpuBatch::wait_for(GpuSlot& slot) {
  {
    const trace::Span span("wait_for_device", trace::host_category);
    slot.driver().synchronize(slot.stream());
  }
  trace_.collect(slot.stream());
}

void GpuBatch::finish(GpuSlot& slot) {
  wait_for(slot);
  const std::uint8_t* const status = bytes(slot.host() + work_.region(work_.status_buffer()).offset);
  while (work_.unfinished(status, slot.ops)) {
    work_.launch_more(place_of(slot), slot.first, slot.ops);
    copy_outputs(slot);
    wait_for(slot);
  }
  slot.busy = false;
  const auto buffers = work_.buffers();
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    const GpuRegion& region = work_.region(b);
    const MutableView view = work_.output(b);
    if (region.input || !region.travels() || view.data == nullptr || direct_[b]) continue;
    const trace::Span span(buffers[b].pack, trace::host_category, details(slot, slot.ops * region.row_bytes));
    copy_rows(device_.pool(), view.at(slot.first), view.stride, bytes(slot.host() + region.offset),
              region.row_bytes, region.row_bytes, slot.ops);
  }
  work_.take_results(slot.host(), slot.first, slot.ops);
  record(status, slot.first, slot.ops);
  done_ += slot.ops;
}

void GpuBatch::record(const std::uint8_t* status, std::size_t first, std::size_t ops) {
  std::uint8_t any = 0;
  for (std::size_t i = 0; i < ops; ++i) any = static_cast<std::uint8_t>(any | status[i]);
  if (batch_.status != nullptr) {
    for (std::size_t i = 0; i < ops; ++i) batch_.status[first + i] = static_cast<pqlane_status>(status[i]);
  }
  if (any == 0) return;
  for (std::size_t i = 0; i < ops; ++i) {
    if (status[i] != 0) outcome_.add_failure(first + i, static_cast<pqlane_status>(status[i]));
  }
}

// Secrets of the call's chunks, in page-locked memory and on the device. Nothing is under way.
void GpuBatch::wipe_slot(GpuSlot& slot) {
  wipe_mirror(slot);
  clear_secrets(slot);
  wait_for(slot);
}

// Queues the wiping of what is on the device.
void GpuBatch::clear_secrets(GpuSlot& slot) {
  const Driver& driver = slot.driver();
  const GpuLayout& layout = work_.layout();
  const std::size_t count = layout.secret_end - layout.secret_begin;
  if (count == 0) return;
  const DeviceTrace::Work work(trace_, slot.stream(), "wipe_secrets", trace::wipe_category, {.bytes = count});
  driver.clear(slot.device() + layout.secret_begin, count, slot.stream());
}

void GpuBatch::wipe_mirror(GpuSlot& slot) {
  const auto buffers = work_.buffers();
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    const GpuRegion& region = work_.region(b);
    if (!region.secret || !region.travels() || direct_[b]) continue;  // direct: the mirror was not used
    const trace::Span span(buffers[b].wipe, trace::host_category, {.bytes = region.bytes(chunk_ops_)});
    wipe_shared(device_.pool(), slot.host() + region.offset, region.bytes(chunk_ops_));
  }
}

// The driver refused: chunks in flight are lost, and the call says what was not done.
void GpuBatch::end_early(const DriverError& error) noexcept {
  outcome_.status = error.out_of_memory ? PQLANE_ERROR_MEMORY : PQLANE_ERROR_DEVICE;
  outcome_.done = done_;
  try {
    outcome_.detail = std::string(device_.name()) + ": " + error.message;
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): then the status says it alone
  }
  clean_up();
  if (batch_.status != nullptr)
    std::fill_n(batch_.status + batch_.first + done_, batch_.count - done_, PQLANE_ERROR_NOT_DONE);
}

// After an early end: waits for the slots and wipes them, so that others can have them.
void GpuBatch::clean_up() noexcept {
  if (!in_use_) return;
  in_use_ = false;
  for (auto& slot : slots_) {
    slot->busy = false;
    try {
      wait_for(*slot);
      wipe_slot(*slot);
    } catch (const DriverError&) {  // a lost device keeps nothing that could be reached; the mirror does
      wipe_mirror(*slot);
    }
  }
}

}  // namespace pqlane::gpu
