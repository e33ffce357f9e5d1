// gpu_batch.cpp: see gpu_batch.hpp.
#include "runtime/gpu_batch.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/gpu_copy.hpp"

namespace pqlane::gpu {
namespace {

std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }
std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }

// The caller's rows of a buffer, of either direction.
ConstView rows_of(const KemCall& call, KemBuffer buffer) {
  const ConstView in = input_view(call, buffer);
  if (in.data != nullptr) return in;
  const MutableView out = output_view(call, buffer);
  return {out.data, out.stride};
}

constexpr const char* buffer_names[kem_buffer_count] = {"batch key", "seed", "ek", "dk", "ct",    "m",
                                                        "ek",        "dk",   "ct", "ss", "status"};

// Of the spans of a trace, by buffer.
constexpr const char* copy_names[kem_buffer_count] = {
    "copy_batch_key_in", "copy_seed_in", "copy_ek_in",  "copy_dk_in",  "copy_ct_in",     "copy_m_in",
    "copy_ek_out",       "copy_dk_out",  "copy_ct_out", "copy_ss_out", "copy_status_out"};
constexpr const char* pack_names[kem_buffer_count] = {
    "pack_batch_key", "pack_seed", "pack_ek",   "pack_dk",   "pack_ct",      "pack_m",
    "unpack_ek",      "unpack_dk", "unpack_ct", "unpack_ss", "unpack_status"};
constexpr const char* wipe_names[kem_buffer_count] = {"wipe_batch_key", "wipe_seed", "wipe_ek",    "wipe_dk",
                                                      "wipe_ct",        "wipe_m",    "wipe_ek",    "wipe_dk",
                                                      "wipe_ct",        "wipe_ss",   "wipe_status"};

}  // namespace

GpuBatch::~GpuBatch() {
  const Driver& driver = device_.context().driver();
  for (const Event event : events_) driver.destroy_event(event);
}

BatchOutcome GpuBatch::run() {
  if (!find_places()) return std::move(outcome_);
  try {
    if (fits_a_graph()) stage_few_rows();
    set_up(first_chunk_ops());
    if (fits_a_graph() && chunk_ops_ >= call_.count) {
      run_as_graph();
    } else {
      run_chunks();
    }
    for (auto& slot : slots_) wipe_mirror(*slot);
  } catch (const DriverError& error) {
    end_early(error);
  }
  return std::move(outcome_);
}

bool GpuBatch::refuse(pqlane_status status, std::string what) {
  outcome_.status = status;
  outcome_.detail = std::move(what);
  if (call_.status != nullptr) std::fill_n(call_.status + call_.first, call_.count, PQLANE_ERROR_NOT_DONE);
  return false;
}

// Where the caller's buffers are; false, with the outcome set, when one cannot be used.
bool GpuBatch::find_places() {
  std::array<bool, kem_buffer_count> page_locked{};
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const ConstView rows = rows_of(call_, static_cast<KemBuffer>(b));
    if (rows.data == nullptr || static_cast<KemBuffer>(b) == KemBuffer::batch_key) continue;
    const Driver::MemoryPlace place = device_.context().driver().place_of(rows.data);
    page_locked[b] = place.kind == Driver::MemoryKind::page_locked;
    if (place.kind != Driver::MemoryKind::device) continue;
    if (place.device != device_.context().index()) {
      return refuse(PQLANE_ERROR_DEVICE, std::string(buffer_names[b]) + " is in the memory of GPU " +
                                             std::to_string(place.device) + ", not of " + device_.name());
    }
    if (reinterpret_cast<std::uintptr_t>(rows.data) % resident_alignment != 0 ||
        rows.stride % resident_alignment != 0) {
      return refuse(PQLANE_ERROR_LENGTH, std::string(buffer_names[b]) +
                                             ": in device memory, address and stride must be multiples of " +
                                             std::to_string(resident_alignment));
    }
    resident_[b] = true;
  }
  layout_ = make_kem_layout(call_, tile_ops, resident_);  // of a chunk's length set_up() decides
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const KemRegion& region = layout_.regions[b];
    const bool packed = region.shared || rows_of(call_, static_cast<KemBuffer>(b)).stride == region.row_bytes;
    direct_[b] = page_locked[b] && packed;
  }
  return true;
}

std::size_t GpuBatch::first_chunk_ops() const {
  const GpuTuning& tuning = device_.context().tuning();
  const std::size_t most = round_up(tuning.chunk_ops, tile_ops);
  if (call_.count <= std::min(tuning.cut_ops, most) || fits_a_graph()) return call_.count;
  const std::size_t share = round_up((call_.count + tuning.slots - 1) / tuning.slots, tile_ops);
  return std::clamp(share, std::min(most, round_up(tuning.cut_ops / 2, tile_ops)), most);
}

// Slots for all chunks that overlap; smaller chunks while memory is short.
void GpuBatch::set_up(std::size_t chunk_ops) {
  const trace::Span span("take_memory", trace::host_category);
  slots_.take(device_.context().tuning().slots, call_.count, chunk_ops);
  chunk_ops_ = slots_.reserve(
      chunk_ops, tile_ops, [](std::size_t chunk) { return round_up(chunk / 2, tile_ops); },
      [this](std::size_t chunk) {
        layout_ = make_kem_layout(call_, chunk, resident_);
        slots_[0].reserve(layout_.total_bytes, layout_.transfer_bytes + stream_status_bytes_);
        for (auto& slot : slots_) slot->reserve(layout_.total_bytes, layout_.transfer_bytes);
      });
  reserved_ = true;
  trace_.start(slots_[0].stream());
  if (call_.start_event == nullptr) return;
  for (auto& slot : slots_) slot->driver().wait(slot->stream(), call_.start_event);
}

void GpuBatch::run_chunks() {
  std::size_t next_slot = 0;
  for (std::size_t begun = 0; begun < call_.count; begun += chunk_ops_) {
    GpuSlot& slot = slots_[next_slot];
    next_slot = (next_slot + 1) % slots_.size();
    if (slot.busy) finish(slot);
    start(slot, call_.first + begun, std::min(chunk_ops_, call_.count - begun));
    if (call_.count - begun <= slots_.size() * chunk_ops_) clear_secrets(slot);  // its last chunk
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    GpuSlot& slot = slots_[(next_slot + i) % slots_.size()];
    if (slot.busy) finish(slot);
  }
}

bool GpuBatch::needs_no_staging() {
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const auto buffer = static_cast<KemBuffer>(b);
    const bool stays =
        !layout_.regions[b].travels() || buffer == KemBuffer::status || buffer == KemBuffer::batch_key;
    if (stays || direct_[b]) continue;
    return refuse(PQLANE_ERROR_OPTION,
                  std::string(buffer_names[b]) +
                      ": in a stream, rows must be in device memory, or page-locked without gaps");
  }
  return true;
}

BatchOutcome GpuBatch::start_in_stream(Stream stream) {
  if (!find_places() || !needs_no_staging()) return std::move(outcome_);
  const Driver& driver = device_.context().driver();
  try {
    stream_status_bytes_ = call_.count;
    set_up(first_chunk_ops());
    all_status_ = slots_[0].host() + layout_.transfer_bytes;
    (void)device_.context().kernels(shape_of(*call_.scheme));  // loads the code, while nothing waits
    for (std::size_t i = 0; i <= slots_.size(); ++i) events_.push_back(driver.make_event());
    driver.record(events_[0], stream);
    for (auto& slot : slots_) driver.wait(slot->stream(), events_[0]);
    std::size_t next_slot = 0;
    for (std::size_t begun = 0; begun < call_.count; begun += chunk_ops_) {
      start(slots_[next_slot], call_.first + begun, std::min(chunk_ops_, call_.count - begun));
      next_slot = (next_slot + 1) % slots_.size();
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
    }
    record(bytes(all_status_), call_.first, call_.count);
    done_ = call_.count;
  } catch (const DriverError& error) {
    end_early(error);
  }
  return std::move(outcome_);
}

// Of a chunk, for traces.
trace::Details GpuBatch::details(std::size_t first, std::size_t ops, std::size_t bytes) const {
  const auto chunk = static_cast<std::int64_t>((first - call_.first) / chunk_ops_);
  return {call_.scheme->name, first, ops, chunk, bytes};
}

void GpuBatch::start(GpuSlot& slot, std::size_t first, std::size_t ops) {
  const Driver& driver = slot.driver();
  slot.busy = true;
  slot.first = first;
  slot.ops = ops;
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const KemRegion& region = layout_.regions[b];
    if (!region.input || !region.travels()) continue;
    const ConstView view = input_view(call_, static_cast<KemBuffer>(b));
    const std::size_t rows = region.shared ? 1 : ops;
    const trace::Details piece = details(first, ops, rows * region.row_bytes);
    const void* from = slot.host() + region.offset;
    if (direct_[b]) {
      from = view.at(first);
    } else {
      const trace::Span span(pack_names[b], trace::host_category, piece);
      copy_rows(device_.pool(), bytes(slot.host() + region.offset), region.row_bytes, view.at(first),
                view.stride, region.row_bytes, rows);
    }
    const DeviceTrace::Work work(trace_, slot.stream(), copy_names[b], trace::copy_category, piece);
    driver.copy_to_device(slot.device() + region.offset, from, rows * region.row_bytes, slot.stream());
  }
  StreamLauncher launcher(device_.context(), shape_of(*call_.scheme), slot.stream());
  launcher.trace_into(trace_, details(first, ops, 0));
  run_kem_chunk(launcher, call_, layout_, slot.device(), first, ops, device_.context().tuning().spread());
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const KemRegion& region = layout_.regions[b];
    if (region.input || !region.travels()) continue;
    const MutableView view = output_view(call_, static_cast<KemBuffer>(b));
    void* to = slot.host() + region.offset;
    if (direct_[b]) to = view.at(first);
    if (all_status_ != nullptr && static_cast<KemBuffer>(b) == KemBuffer::status)
      to = all_status_ + (first - call_.first);
    const DeviceTrace::Work work(trace_, slot.stream(), copy_names[b], trace::copy_category,
                                 details(first, ops, ops * region.row_bytes));
    driver.copy_to_host(to, slot.device() + region.offset, ops * region.row_bytes, slot.stream());
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
  slot.busy = false;
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const KemRegion& region = layout_.regions[b];
    const MutableView view = output_view(call_, static_cast<KemBuffer>(b));
    if (region.input || !region.travels() || view.data == nullptr || direct_[b]) continue;
    const trace::Span span(pack_names[b], trace::host_category,
                           details(slot.first, slot.ops, slot.ops * region.row_bytes));
    copy_rows(device_.pool(), view.at(slot.first), view.stride, bytes(slot.host() + region.offset),
              region.row_bytes, region.row_bytes, slot.ops);
  }
  record(bytes(slot.host() + layout_.at(KemBuffer::status).offset), slot.first, slot.ops);
  done_ += slot.ops;
}

void GpuBatch::record(const std::uint8_t* status, std::size_t first, std::size_t ops) {
  std::uint8_t any = 0;
  for (std::size_t i = 0; i < ops; ++i) any = static_cast<std::uint8_t>(any | status[i]);
  if (call_.status != nullptr) {
    for (std::size_t i = 0; i < ops; ++i) call_.status[first + i] = static_cast<pqlane_status>(status[i]);
  }
  if (any == 0) return;
  for (std::size_t i = 0; i < ops; ++i) {
    if (status[i] == 0) continue;
    if (outcome_.failed_items++ == 0) {
      outcome_.first_failed_item = first + i;
      outcome_.first_failure = static_cast<pqlane_status>(status[i]);
    }
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
  const std::size_t count = layout_.secret_end - layout_.secret_begin;
  if (count == 0) return;
  const DeviceTrace::Work work(trace_, slot.stream(), "wipe_secrets", trace::wipe_category, {.bytes = count});
  driver.clear(slot.device() + layout_.secret_begin, count, slot.stream());
}

void GpuBatch::wipe_mirror(GpuSlot& slot) {
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const KemRegion& region = layout_.regions[b];
    if (!region.secret || !region.travels() || direct_[b]) continue;  // direct: the mirror was not used
    const trace::Span span(wipe_names[b], trace::host_category, {.bytes = region.bytes(chunk_ops_)});
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
  for (auto& slot : slots_) {
    if (!reserved_) continue;
    try {
      wait_for(*slot);
      wipe_slot(*slot);
    } catch (const DriverError&) {  // a lost device keeps nothing that could be reached; the mirror does
      wipe_mirror(*slot);
    }
    slot->busy = false;
  }
  if (call_.status != nullptr)
    std::fill_n(call_.status + call_.first + done_, call_.count - done_, PQLANE_ERROR_NOT_DONE);
}

}  // namespace pqlane::gpu
