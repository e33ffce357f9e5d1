// gpu_device.cpp: see gpu_device.hpp.
#include "runtime/gpu_device.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/zeroize.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/last_error.hpp"

namespace pqlane::gpu {
namespace {

// Operations of a chunk: enough to fill a large GPU several times over, and 120 MB a slot at most.
constexpr std::size_t most_chunk_ops = 32768;
// Batches above this many operations are cut, so that copies and kernels overlap.
constexpr std::size_t least_cut_ops = 8192;
// Rows that one thread copies at a time.
constexpr std::size_t copy_rows = 256;
// Below this many bytes waking other threads to copy costs more than it saves.
constexpr std::size_t least_shared_copy_bytes = 256 * 1024;

std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

// Copies rows between a caller's view and packed memory, shared by the threads of the pool.
class RowCopy final : public ThreadPool::Job {
 public:
  RowCopy(std::uint8_t* to, std::size_t to_stride, const std::uint8_t* from, std::size_t from_stride,
          std::size_t row_bytes, std::size_t rows)
      : to_(to),
        from_(from),
        to_stride_(to_stride),
        from_stride_(from_stride),
        row_bytes_(row_bytes),
        rows_(rows) {}

  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= rows_; }
  void run_share() noexcept override {
    const bool packed = to_stride_ == row_bytes_ && from_stride_ == row_bytes_;
    for (std::size_t first; (first = next_.fetch_add(copy_rows, std::memory_order_relaxed)) < rows_;) {
      const std::size_t end = std::min(rows_, first + copy_rows);
      if (packed) {
        std::memcpy(to_ + first * row_bytes_, from_ + first * row_bytes_, (end - first) * row_bytes_);
        continue;
      }
      for (std::size_t i = first; i < end; ++i)
        std::memcpy(to_ + i * to_stride_, from_ + i * from_stride_, row_bytes_);
    }
  }

 private:
  std::uint8_t* to_;
  const std::uint8_t* from_;
  std::size_t to_stride_, from_stride_, row_bytes_, rows_;
  std::atomic<std::size_t> next_{0};
};

// Wipes a range, shared by the threads of the pool: one thread would take longer than the kernels did.
class SharedWipe final : public ThreadPool::Job {
 public:
  SharedWipe(std::byte* data, std::size_t bytes) : data_(data), bytes_(bytes) {}
  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= bytes_; }
  void run_share() noexcept override {
    for (std::size_t first; (first = next_.fetch_add(piece, std::memory_order_relaxed)) < bytes_;) {
      wipe(data_ + first, std::min(piece, bytes_ - first));
    }
  }

 private:
  static constexpr std::size_t piece = 256 * 1024;
  std::byte* data_;
  std::size_t bytes_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace

// A stream with its memory. The context is current whenever a member is called.
class GpuDevice::Slot {
 public:
  explicit Slot(const Driver& driver) : driver_(driver), stream_(driver.make_stream()) {}
  ~Slot() {
    release();
    driver_.destroy_stream(stream_);
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  void reserve(std::size_t device_bytes, std::size_t host_bytes) {
    if (device_bytes > device_bytes_) {
      release_device();
      device_ = driver_.allocate(device_bytes);
      device_bytes_ = device_bytes;
    }
    if (host_bytes > host_bytes_) {
      release_host();
      host_ = driver_.allocate_host(host_bytes);
      host_bytes_ = host_bytes;
    }
  }
  void release() noexcept {
    release_device();
    release_host();
  }

  const Driver& driver() const { return driver_; }
  Stream stream() const { return stream_; }
  std::byte* device() const { return device_; }
  std::byte* host() const { return host_; }

  // The chunk in flight.
  bool busy = false;
  std::size_t first = 0, ops = 0;

 private:
  void release_device() noexcept {
    if (device_ != nullptr) driver_.free(device_);
    device_ = nullptr;
    device_bytes_ = 0;
  }
  void release_host() noexcept {
    if (host_ != nullptr) driver_.free_host(host_);
    host_ = nullptr;
    host_bytes_ = 0;
  }

  const Driver& driver_;
  Stream stream_;
  std::byte *device_ = nullptr, *host_ = nullptr;
  std::size_t device_bytes_ = 0, host_bytes_ = 0;
};

// One call on this device.
class GpuDevice::Batch {
 public:
  Batch(GpuDevice& device, const KemCall& call) : device_(device), call_(call) {}
  ~Batch() {
    for (auto& slot : slots_) device_.give_back(std::move(slot));
  }

  KemOutcome run() {
    std::size_t chunk_ops = std::min(round_up(call_.count, tile_ops), most_chunk_ops);
    if (call_.count > least_cut_ops) {
      const std::size_t share = round_up((call_.count + slots_a_call - 1) / slots_a_call, tile_ops);
      chunk_ops = std::clamp(share, round_up(least_cut_ops / 2, tile_ops), most_chunk_ops);
    }
    try {
      set_up(chunk_ops);
      std::size_t next_slot = 0;
      for (std::size_t first = 0; first < call_.count; first += chunk_ops_) {
        Slot& slot = *slots_[next_slot];
        next_slot = (next_slot + 1) % slots_.size();
        if (slot.busy) finish(slot);
        start(slot, first, std::min(chunk_ops_, call_.count - first));
      }
      for (std::size_t i = 0; i < slots_.size(); ++i) {
        Slot& slot = *slots_[(next_slot + i) % slots_.size()];
        if (slot.busy) finish(slot);
      }
      for (auto& slot : slots_) wipe_slot(*slot);
    } catch (const DriverError& error) {
      end_early(error);
    }
    return std::move(outcome_);
  }

 private:
  // Slots for all chunks that overlap; smaller chunks while memory is short.
  void set_up(std::size_t chunk_ops) {
    slots_.push_back(device_.take_slot(true));
    while (slots_.size() < slots_a_call && slots_.size() * chunk_ops < call_.count) {
      auto slot = device_.take_slot(false);
      if (slot == nullptr) break;
      slots_.push_back(std::move(slot));
    }
    for (;;) {
      chunk_ops_ = chunk_ops;
      layout_ = make_kem_layout(call_, chunk_ops);
      try {
        for (auto& slot : slots_) slot->reserve(layout_.total_bytes, layout_.transfer_bytes);
        return;
      } catch (const DriverError& error) {
        if (!error.out_of_memory || chunk_ops <= tile_ops) throw;
      }
      for (auto& slot : slots_) slot->release();
      device_.trim();
      while (slots_.size() > 1) {
        device_.give_back(std::move(slots_.back()));
        slots_.pop_back();
      }
      chunk_ops = round_up(chunk_ops / 2, tile_ops);
    }
  }

  void copy(std::uint8_t* to, std::size_t to_stride, const std::uint8_t* from, std::size_t from_stride,
            std::size_t row_bytes, std::size_t rows) {
    RowCopy job(to, to_stride, from, from_stride, row_bytes, rows);
    device_.pool_.run(job, row_bytes * rows < least_shared_copy_bytes);
  }

  static std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }

  // A caller's packed and page-locked rows need no staging.
  bool direct(const std::uint8_t* data, std::size_t stride, const KemRegion& region) const {
    return stride == region.row_bytes && device_.context_.driver().is_pinned(data);
  }

  void start(Slot& slot, std::size_t first, std::size_t ops) {
    const Driver& driver = slot.driver();
    slot.busy = true;
    slot.first = first;
    slot.ops = ops;
    for (std::size_t b = 0; b < kem_buffer_count; ++b) {
      const KemRegion& region = layout_.regions[b];
      if (!region.input || region.row_bytes == 0) continue;
      const ConstView view = input_view(call_, static_cast<KemBuffer>(b));
      const std::size_t rows = region.shared ? 1 : ops;
      const void* from = slot.host() + region.offset;
      if (direct(view.data, view.stride, region)) {
        from = view.at(first);
      } else {
        copy(bytes(slot.host() + region.offset), region.row_bytes, view.at(first), view.stride,
             region.row_bytes, rows);
      }
      driver.copy_to_device(slot.device() + region.offset, from, rows * region.row_bytes, slot.stream());
    }
    StreamLauncher launcher(device_.context_, shape_of(*call_.scheme), slot.stream());
    run_kem_chunk(launcher, call_, layout_, slot.device(), first, ops);
    for (std::size_t b = 0; b < kem_buffer_count; ++b) {
      const KemRegion& region = layout_.regions[b];
      if (region.input || region.row_bytes == 0) continue;
      const MutableView view = output_view(call_, static_cast<KemBuffer>(b));
      void* to = slot.host() + region.offset;
      if (view.data != nullptr && direct(view.data, view.stride, region)) to = view.at(first);
      driver.copy_to_host(to, slot.device() + region.offset, ops * region.row_bytes, slot.stream());
    }
  }

  void finish(Slot& slot) {
    slot.driver().synchronize(slot.stream());
    slot.busy = false;
    for (std::size_t b = 0; b < kem_buffer_count; ++b) {
      const KemRegion& region = layout_.regions[b];
      const MutableView view = output_view(call_, static_cast<KemBuffer>(b));
      if (region.input || region.row_bytes == 0 || view.data == nullptr) continue;
      if (direct(view.data, view.stride, region)) continue;
      copy(view.at(slot.first), view.stride, bytes(slot.host() + region.offset), region.row_bytes,
           region.row_bytes, slot.ops);
    }
    record(bytes(slot.host() + layout_.at(KemBuffer::status).offset), slot.first, slot.ops);
    done_ += slot.ops;
  }

  void record(const std::uint8_t* status, std::size_t first, std::size_t ops) {
    for (std::size_t i = 0; i < ops; ++i) {
      if (call_.status != nullptr) call_.status[first + i] = static_cast<pqlane_status>(status[i]);
      if (status[i] == 0) continue;
      if (outcome_.failed_items++ == 0) {
        outcome_.first_failed_item = first + i;
        outcome_.first_failure = static_cast<pqlane_status>(status[i]);
      }
    }
  }

  // Secrets of the call's chunks, on the device and in page-locked memory.
  void wipe_slot(Slot& slot) {
    const Driver& driver = slot.driver();
    for (const KemRegion& region : layout_.regions) {
      if (!region.secret || region.row_bytes == 0) continue;
      driver.clear(slot.device() + region.offset, region.bytes(chunk_ops_), slot.stream());
      SharedWipe job(slot.host() + region.offset, region.bytes(chunk_ops_));
      device_.pool_.run(job, region.bytes(chunk_ops_) < least_shared_copy_bytes);
    }
    driver.clear(slot.device() + layout_.scratch_secret_begin,
                 layout_.scratch_secret_end - layout_.scratch_secret_begin, slot.stream());
    driver.synchronize(slot.stream());
  }

  // The driver refused: chunks in flight are lost, and the call says what was not done.
  void end_early(const DriverError& error) noexcept {
    outcome_.status = error.out_of_memory ? PQLANE_ERROR_MEMORY : PQLANE_ERROR_DEVICE;
    try {
      outcome_.detail = device_.name_ + ": " + error.message;
    } catch (const std::bad_alloc&) {
    }
    for (auto& slot : slots_) {
      if (slot == nullptr) continue;
      try {
        slot->driver().synchronize(slot->stream());
        if (layout_.total_bytes != 0 && slot->device() != nullptr) wipe_slot(*slot);
      } catch (const DriverError&) {  // a lost device keeps nothing that could be reached
      }
      slot->busy = false;
    }
    if (call_.status != nullptr)
      std::fill_n(call_.status + done_, call_.count - done_, PQLANE_ERROR_NOT_DONE);
  }

  GpuDevice& device_;
  const KemCall& call_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::size_t chunk_ops_ = 0;
  KemLayout layout_{};
  std::size_t done_ = 0;  // operations finished: chunks end in order
  KemOutcome outcome_;
};

GpuDevice::GpuDevice(const Driver& driver, int index, unsigned threads)
    : name_("cuda:" + std::to_string(index)),
      threads_(threads == 0 ? usable_core_count() : threads),
      context_(driver, index),
      pool_(threads_, nullptr) {}

GpuDevice::~GpuDevice() {
  try {
    context_.make_current();
  } catch (const DriverError&) {
    return;
  }
  idle_.clear();
}

std::unique_ptr<GpuDevice::Slot> GpuDevice::take_slot(bool wait) {
  std::unique_lock lock(mutex_);
  if (wait) slot_returned_.wait(lock, [&] { return !idle_.empty() || slots_ < most_slots; });
  if (!idle_.empty()) {
    auto slot = std::move(idle_.back());
    idle_.pop_back();
    return slot;
  }
  if (slots_ >= most_slots) return nullptr;
  auto slot = std::make_unique<Slot>(context_.driver());
  idle_.reserve(most_slots);
  ++slots_;
  return slot;
}

void GpuDevice::give_back(std::unique_ptr<Slot> slot) noexcept {
  if (slot == nullptr) return;
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(slot));
  slot_returned_.notify_one();
}

void GpuDevice::trim() noexcept {
  const std::lock_guard lock(mutex_);
  for (auto& slot : idle_) slot->release();
}

KemOutcome GpuDevice::run(const KemCall& call) {
  try {
    context_.make_current();
  } catch (const DriverError& error) {
    KemOutcome outcome;
    outcome.status = PQLANE_ERROR_DEVICE;
    outcome.detail = name_ + ": " + error.message;
    return outcome;
  }
  return Batch(*this, call).run();
}

std::uint64_t GpuDevice::run_keccak(std::uint64_t permutations) {
  constexpr std::size_t waves = 4, threads_a_multiprocessor = 512;
  try {
    context_.make_current();
    const Driver& driver = context_.driver();
    const std::size_t blocks = static_cast<std::size_t>(context_.info().multiprocessors) * waves *
                               threads_a_multiprocessor / hash_threads;
    const std::size_t states = blocks * hash_threads;
    auto slot = take_slot(true);
    KemKernelArgs args{};
    try {
      slot->reserve(states * sizeof(std::uint64_t), 0);
      args.secret = reinterpret_cast<std::uint64_t*>(slot->device());
      args.permutations = static_cast<std::uint32_t>((permutations + states - 1) / states);
      StreamLauncher(context_, 1, slot->stream()).launch(KemKernel::permute_states, blocks, args);
      driver.synchronize(slot->stream());
    } catch (const DriverError&) {
      give_back(std::move(slot));
      return 0;
    }
    give_back(std::move(slot));
    return std::uint64_t{args.permutations} * states;
  } catch (const DriverError&) {
    return 0;
  }
}

const std::vector<GpuRow>& gpu_rows() {
  static const std::vector<GpuRow> rows = [] {
    std::vector<GpuRow> list;
    if (cuda_images(0).empty()) {
      list.push_back({"cuda:0", false, "not part of this build: no compiler for GPU code was found"});
      return list;
    }
    std::string why_not;
    const Driver* driver = Driver::cuda(why_not);
    if (driver == nullptr) {
      list.push_back({"cuda:0", false, why_not});
      return list;
    }
    for (int i = 0; i < driver->device_count(); ++i) {
      const std::string name = "cuda:" + std::to_string(i);
      try {
        const Driver::DeviceInfo info = driver->device_info(i);
        const std::string capability = std::to_string(info.major) + "." + std::to_string(info.minor);
        const GpuImage* image = choose_cuda_image(0, info.major, info.minor);
        if (image == nullptr) {
          list.push_back(
              {name, false, info.name + ": no code for compute capability " + capability + " in this build"});
        } else {
          list.push_back(
              {name, true, info.name + ", compute capability " + capability + ", code " + image->target});
        }
      } catch (const DriverError& error) {
        list.push_back({name, false, error.message});
      }
    }
    return list;
  }();
  return rows;
}

bool is_gpu_name(const std::string& device_name) {
  return device_name == "cuda" || device_name.starts_with("cuda:");
}

std::unique_ptr<ComputeDevice> open_gpu_device(const std::string& device_name, unsigned threads) {
  const std::string wanted = device_name == "cuda" ? "cuda:0" : device_name;
  const std::vector<GpuRow>& rows = gpu_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].device_name != wanted) continue;
    if (!rows[i].usable) {
      fail(PQLANE_ERROR_DEVICE, "device '" + device_name + "' cannot be used here: " + rows[i].reason);
      return nullptr;
    }
    std::string why_not;
    try {
      return std::make_unique<GpuDevice>(*Driver::cuda(why_not), static_cast<int>(i), threads);
    } catch (const DriverError& error) {
      fail(PQLANE_ERROR_DEVICE, device_name + ": " + error.message);
      return nullptr;
    }
  }
  fail(PQLANE_ERROR_DEVICE, "device '" + device_name + "' is unknown; this machine has " +
                                rows.front().device_name +
                                (rows.size() > 1 ? " to " + rows.back().device_name : ""));
  return nullptr;
}

}  // namespace pqlane::gpu
