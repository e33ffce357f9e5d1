// auto_device.cpp: see auto_device.hpp.
#include "runtime/auto_device.hpp"

#include <algorithm>
#include <limits>

namespace pqlane {
namespace {

thread_local std::string used_devices;

// Where the line through (x0, d0) and (x1, d1) crosses zero; d0 > 0 >= d1.
std::size_t crossing(std::size_t x0, double d0, std::size_t x1, double d1) {
  const double share = d0 / (d0 - d1);
  return x0 + static_cast<std::size_t>(share * static_cast<double>(x1 - x0)) + 1;
}

}  // namespace

AutoDevice::AutoDevice(std::unique_ptr<ComputeDevice> cpu, OpenGpu open_gpu, IsGpuMemory is_gpu_memory)
    : cpu_(std::move(cpu)), open_gpu_(std::move(open_gpu)), is_gpu_memory_(std::move(is_gpu_memory)) {}

ComputeDevice* AutoDevice::gpu() {
  std::call_once(gpu_asked_, [this] { gpu_ = open_gpu_(); });
  return gpu_.get();
}

ComputeDevice& AutoDevice::memory_device() {
  ComputeDevice* device = gpu();
  return device != nullptr ? *device : *cpu_;
}

template <class MakeTrial>
std::size_t AutoDevice::break_even(std::optional<std::size_t>& kept, MakeTrial make_trial) {
  ComputeDevice* device = gpu();
  if (device == nullptr || gpu_lost_) return std::numeric_limits<std::size_t>::max();  // never
  const std::lock_guard lock(mutex_);
  if (!kept) {
    auto trial = make_trial();
    kept = measure(*device, trial);
  }
  return *kept;
}

std::size_t AutoDevice::break_even(const KemCall& call) {
  const auto operation = static_cast<std::size_t>(call.operation);
  const std::size_t row = (call.scheme->kernel_index * operations + operation) * forms +
                          (call.args.seed_form || call.args.keys_checked ? 1 : 0);
  return break_even(break_even_[row], [&] { return KemTrial(call); });
}

std::size_t AutoDevice::break_even(const DsaCall& call) {
  const auto operation = static_cast<std::size_t>(call.operation);
  const bool shared = (call.operation == DsaOperation::sign ? call.args.sk : call.args.pk).stride == 0;
  const std::size_t form = (call.args.seed_form ? 2 : 0) + (shared ? 1 : 0);
  const std::size_t row = (call.scheme->kernel_index * dsa_operations + operation) * dsa_forms + form;
  return break_even(dsa_break_even_[row], [&] { return DsaTrial(call, *cpu_); });
}

// From the largest size down, so that what wakes threads and loads code is done before small sizes are
// measured.
std::size_t AutoDevice::measure(ComputeDevice& device, Trial& trial) {
  std::size_t above = std::numeric_limits<std::size_t>::max();  // the GPU was sooner at this size ..
  double lead = 0;                                              // .. by so many seconds
  for (const std::size_t items : trial.ladder()) {
    const double gpu_seconds = trial.seconds(device, items), cpu_seconds = trial.seconds(*cpu_, items);
    if (gpu_seconds > cpu_seconds) {
      if (lead == 0) return above;
      return std::min(above, crossing(items, gpu_seconds - cpu_seconds, above, -lead));
    }
    above = items;
    lead = cpu_seconds - gpu_seconds;
  }
  return above;
}

namespace {

BatchOutcome cannot_reach(const char* scheme) {
  BatchOutcome refused;
  refused.status = PQLANE_ERROR_SCHEME;
  refused.detail = std::string("auto does ") + scheme + " on the CPU, which cannot reach a GPU's memory";
  return refused;
}

}  // namespace

bool AutoDevice::has_gpu_memory(std::initializer_list<const void*> pointers) const {
  for (const void* p : pointers) {
    if (p != nullptr && is_gpu_memory_(p)) return true;
  }
  return false;
}

BatchOutcome AutoDevice::run(const DsaCall& call) {
  const DsaArgs& a = call.args;
  const std::uint8_t* const string = a.message.rows != nullptr ? a.message.rows[call.first] : a.message.data;
  return choose(call, has_gpu_memory({a.seed.data, a.pk.data, a.sk.data, a.sig.data, a.rnd.data,
                                      a.pk_out.data, a.sk_out.data, a.sig_out.data, string, a.context.data}));
}

BatchOutcome AutoDevice::run(const LweCall& call) {
  if (has_gpu_memory({call.seed.data, call.pk.data, call.m.data, call.sk.data, call.ct.data, call.pk_out.data,
                      call.sk_out.data, call.ct_out.data, call.ss_out.data})) {
    return cannot_reach(call.set->name);
  }
  BatchOutcome outcome = cpu_->run(call);
  used_devices = cpu_->last_device();
  return outcome;
}

BatchOutcome AutoDevice::run(const KemCall& call) {
  const KemArgs& a = call.args;
  return choose(call, has_gpu_memory({a.seed.data, a.ek.data, a.dk.data, a.ct.data, a.m.data, a.ek_out.data,
                                      a.dk_out.data, a.ct_out.data, a.ss_out.data}));
}

// `only_gpu`: the CPU cannot reach the call's memory.
template <class Call>
BatchOutcome AutoDevice::choose(const Call& call, bool only_gpu) {
  if (only_gpu && gpu() == nullptr) {
    BatchOutcome refused;
    refused.status = PQLANE_ERROR_DEVICE;
    refused.detail = "an array is in the memory of a GPU that cannot be used";
    if (call.status != nullptr) std::fill_n(call.status + call.first, call.count, PQLANE_ERROR_NOT_DONE);
    return refused;
  }
  if (!only_gpu && (call.count <= few_items || call.count < break_even(call))) {
    BatchOutcome outcome = cpu_->run(call);
    used_devices = cpu_->last_device();
    return outcome;
  }
  BatchOutcome outcome = gpu_->run(call);
  used_devices = gpu_->last_device();
  if (outcome.status == PQLANE_OK || only_gpu) return outcome;
  if (outcome.status == PQLANE_ERROR_DEVICE) gpu_lost_ = true;
  Call rest = call;
  rest.first += outcome.done;
  rest.count -= outcome.done;
  if (rest.count == 0) {  // lost when all was done already
    outcome.status = PQLANE_OK;
    return outcome;
  }
  BatchOutcome finished = cpu_->run(rest);
  finished.add_failures(outcome);
  used_devices += ", then " + cpu_->last_device() + " (" + outcome.detail + ")";
  return finished;
}

FillOutcome AutoDevice::fill(const FillCall& call) {
  if (!is_gpu_memory_(call.out)) return cpu_->fill(call);
  ComputeDevice* const device = gpu();
  if (device != nullptr) return device->fill(call);
  return {PQLANE_ERROR_DEVICE, "out is in the memory of a GPU that cannot be used"};
}

std::string AutoDevice::last_device() const { return used_devices; }

}  // namespace pqlane
