// gpu_device.cpp: see gpu_device.hpp.
#include "runtime/gpu_device.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "runtime/cpu_dsa.hpp"
#include "runtime/gpu_batch.hpp"
#include "runtime/gpu_copy.hpp"
#include "runtime/gpu_dsa_work.hpp"
#include "runtime/gpu_kem_work.hpp"
#include "runtime/last_error.hpp"

namespace pqlane::gpu {

GpuDevice::GpuDevice(const Driver& driver, int index, unsigned threads)
    : name_(std::string(Driver::name(driver.vendor())) + ":" + std::to_string(index)),
      threads_(threads == 0 ? usable_core_count() : threads),
      context_(driver, index),
      pool_(threads_, nullptr) {}

GpuDevice::~GpuDevice() {
  try {
    const ContextScope scope(context_);
    idle_.clear();
  } catch (const DriverError&) {  // a lost device has nothing to free
  }
}

std::unique_ptr<GpuSlot> GpuDevice::take_slot(SlotUse use, bool wait) {
  std::unique_lock lock(mutex_);
  std::size_t& in_use = slots_in_use_[static_cast<std::size_t>(use)];
  if (use == SlotUse::call) {
    if (wait) slot_returned_.wait(lock, [&] { return in_use < most_call_slots; });
    if (in_use >= most_call_slots) return nullptr;
  } else if (in_use >= (wait ? most_stream_slots : most_call_slots)) {
    return nullptr;
  }
  std::unique_ptr<GpuSlot> slot;
  if (!idle_.empty()) {
    slot = std::move(idle_.back());
    idle_.pop_back();
  } else {
    slot = std::make_unique<GpuSlot>(context_.driver());
    idle_.reserve(++slots_);  // for its return
  }
  slot->use = use;
  ++in_use;
  return slot;
}

void GpuDevice::give_back(std::unique_ptr<GpuSlot> slot) noexcept {
  if (slot == nullptr) return;
  const std::lock_guard lock(mutex_);
  --slots_in_use_[static_cast<std::size_t>(slot->use)];
  idle_.push_back(std::move(slot));
  slot_returned_.notify_one();
}

void GpuDevice::trim() noexcept {
  const std::lock_guard lock(mutex_);
  for (auto& slot : idle_) slot->release();
}

BatchOutcome GpuDevice::lost(const GpuWork::Batch& batch, const DriverError& error) const {
  BatchOutcome outcome;
  outcome.status = PQLANE_ERROR_DEVICE;
  outcome.detail = name_ + ": " + error.message;
  if (batch.status != nullptr) std::fill_n(batch.status + batch.first, batch.count, PQLANE_ERROR_NOT_DONE);
  return outcome;
}

template <class Work, class Call>
BatchOutcome GpuDevice::run_as(const Call& call) {
  Work work(call, context_);
  try {
    const ContextScope scope(context_);
    return GpuBatch(*this, work).run();
  } catch (const DriverError& error) {  // of the context: a batch catches its own
    return lost(work.batch(), error);
  }
}

BatchOutcome GpuDevice::run(const KemCall& call) { return run_as<KemWork>(call); }
BatchOutcome GpuDevice::run(const DsaCall& call) { return run_as<DsaWork>(call); }

std::unique_ptr<ExpandedKey> GpuDevice::expand_key(const SchemeInfo& scheme, DsaOperation operation,
                                                   const std::uint8_t* key, bool seed_form) {
  const CpuBackend& cpu = *choose_backend("cpu")->backend;
  if (cpu.dsa == nullptr) return ComputeDevice::expand_key(scheme, operation, key, seed_form);
  WorkspacePool workspaces(dsa_workspace_bytes(cpu));
  return expand_cpu_key(scheme, cpu.dsa[scheme.kernel_index], operation, key, seed_form, workspaces);
}

std::uint64_t GpuDevice::run_keccak(std::uint64_t permutations) {
  constexpr std::size_t waves = 4, threads_a_multiprocessor = 512;
  try {
    const ContextScope scope(context_);
    const Driver& driver = context_.driver();
    const std::size_t blocks = static_cast<std::size_t>(context_.info().multiprocessors) * waves *
                               threads_a_multiprocessor / hash_threads;
    const std::size_t states = blocks * hash_threads;
    auto slot = take_slot(SlotUse::call, true);
    KemKernelArgs args{};
    try {
      slot->reserve(states * sizeof(std::uint64_t), 0);
      args.secret = reinterpret_cast<std::uint64_t*>(slot->device());
      args.permutations = static_cast<std::uint32_t>((permutations + states - 1) / states);
      StreamLauncher(context_, 1, slot->stream())
          .launch(KemKernel::permute_states, blocks, args, Strand::main);
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

// Runs `body` with the context current; an error of the driver becomes the error of the call.
template <class Body>
pqlane_status GpuDevice::guarded(Body body) {
  try {
    const ContextScope scope(context_);
    body(context_.driver());
    return PQLANE_OK;
  } catch (const DriverError& error) {
    return fail(error.out_of_memory ? PQLANE_ERROR_MEMORY : PQLANE_ERROR_DEVICE,
                name_ + ": " + error.message);
  }
}

pqlane_status GpuDevice::allocate(bool on_device, std::size_t bytes, void*& memory) {
  memory = nullptr;
  const std::size_t size = bytes != 0 ? bytes : 1;
  return guarded([&](const Driver& driver) {
    if (!on_device) {
      memory = driver.allocate_host(size);
      std::memset(memory, 0, bytes);
      return;
    }
    std::byte* block = driver.allocate(size);
    try {
      driver.clear_now(block, bytes);
    } catch (...) {
      driver.free(block);
      throw;
    }
    memory = block;
  });
}

void GpuDevice::release(bool on_device, void* memory, std::size_t bytes) noexcept {
  (void)guarded([&](const Driver& driver) {
    auto* block = static_cast<std::byte*>(memory);
    if (on_device) {
      driver.clear_now(block, bytes);
      driver.free(block);
    } else {
      wipe_shared(pool_, block, bytes);
      driver.free_host(block);
    }
  });
}

pqlane_status GpuDevice::copy(void* to, const void* from, std::size_t bytes) {
  return guarded([&](const Driver& driver) { driver.copy(to, from, bytes); });
}

pqlane_status GpuDevice::clear(void* memory, std::size_t bytes) {
  return guarded([&](const Driver& driver) {
    auto* block = static_cast<std::byte*>(memory);
    if (driver.place_of(memory).kind == Driver::MemoryKind::device) {
      driver.clear_now(block, bytes);
    } else {
      wipe_shared(pool_, block, bytes);
    }
  });
}

namespace {

// A batch in a caller's stream, between its start and its end.
template <class Work>
class GpuPending final : public PendingBatch {
 public:
  template <class Call>
  GpuPending(GpuDevice& device, const Call& call) : device_(device), work_(call, device.context()) {
    batch_.emplace(device, work_);
  }
  ~GpuPending() override {
    try {
      const ContextScope scope(device_.context());
      batch_.reset();
    } catch (const DriverError&) {  // the device is gone
    }
  }

  // Sets the error.
  bool start(Stream stream) {
    const BatchOutcome refused = batch_->start_in_stream(stream);
    if (refused.status == PQLANE_OK) return true;
    fail(refused.status, refused.detail);
    return false;
  }
  BatchOutcome finish() noexcept override {
    try {
      const ContextScope scope(device_.context());
      return batch_->finish_in_stream();
    } catch (const DriverError& error) {
      return device_.lost(work_.batch(), error);
    }
  }

 private:
  GpuDevice& device_;
  Work work_;
  std::optional<GpuBatch> batch_;
};

}  // namespace

template <class Work, class Call>
std::unique_ptr<PendingBatch> GpuDevice::start_as(const Call& call, void* stream) {
  auto pending = std::make_unique<GpuPending<Work>>(*this, call);
  bool started = false;
  if (guarded([&](const Driver&) { started = pending->start(stream); }) != PQLANE_OK || !started)
    return nullptr;
  return pending;
}

std::unique_ptr<PendingBatch> GpuDevice::start_in_stream(const KemCall& call, void* stream) {
  return start_as<KemWork>(call, stream);
}
std::unique_ptr<PendingBatch> GpuDevice::start_in_stream(const DsaCall& call, void* stream) {
  return start_as<DsaWork>(call, stream);
}

}  // namespace pqlane::gpu
