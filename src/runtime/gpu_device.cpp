// gpu_device.cpp: see gpu_device.hpp.
#include "runtime/gpu_device.hpp"

#include "runtime/gpu_batch.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/last_error.hpp"

namespace pqlane::gpu {

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

std::unique_ptr<GpuSlot> GpuDevice::take_slot(bool wait) {
  std::unique_lock lock(mutex_);
  if (wait) slot_returned_.wait(lock, [&] { return !idle_.empty() || slots_ < most_slots; });
  if (!idle_.empty()) {
    auto slot = std::move(idle_.back());
    idle_.pop_back();
    return slot;
  }
  if (slots_ >= most_slots) return nullptr;
  auto slot = std::make_unique<GpuSlot>(context_.driver());
  idle_.reserve(most_slots);
  ++slots_;
  return slot;
}

void GpuDevice::give_back(std::unique_ptr<GpuSlot> slot) noexcept {
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
  return GpuBatch(*this, call).run();
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
