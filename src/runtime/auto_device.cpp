// auto_device.cpp: see auto_device.hpp.
#include "runtime/auto_device.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

namespace pqlane {
namespace {

using Bytes = std::vector<std::uint8_t>;

thread_local std::string used_devices;

// Sizes at which both are measured; between them time is taken to grow in a straight line.
constexpr std::size_t ladder[] = {16384, 4096, 1024, 256, AutoDevice::few_items};
constexpr int repeats = 4;

// A call like the given one on memory of its own.
class Trial {
 public:
  Trial(const KemCall& like, std::size_t most_items) : call_(like) {
    const pqlane_kem_sizes& s = like.scheme->sizes;
    call_.status = nullptr;
    call_.first = 0;
    call_.start_event = nullptr;
    KemArgs& a = call_.args;
    const std::size_t dk_bytes = a.seed_form ? s.seed_bytes : s.dk_bytes;
    in(a.seed, s.seed_bytes, most_items);
    in(a.ek, s.ek_bytes, most_items);
    in(a.dk, dk_bytes, most_items);
    in(a.ct, s.ct_bytes, most_items);
    in(a.m, s.m_bytes, most_items);
    out(a.ek_out, s.ek_bytes, most_items);
    out(a.dk_out, dk_bytes, most_items);
    out(a.ct_out, s.ct_bytes, most_items);
    out(a.ss_out, s.ss_bytes, most_items);
    if (a.batch_key != nullptr) a.batch_key = &key_;
  }

  // The best of some runs; infinite when the device fails.
  double seconds(ComputeDevice& device, std::size_t items) {
    double best = std::numeric_limits<double>::infinity();
    call_.count = items;
    for (int r = 0; r <= repeats; ++r) {
      const auto start = std::chrono::steady_clock::now();
      if (device.run(call_).status != PQLANE_OK) return std::numeric_limits<double>::infinity();
      const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (r > 0) best = std::min(best, s);  // the first loads code and memory
    }
    return best;
  }

 private:
  std::uint8_t* buffer(std::size_t bytes) {
    buffers_.emplace_back(bytes);
    return buffers_.back().data();
  }
  void in(ConstView& view, std::size_t bytes, std::size_t items) {
    if (view.data == nullptr) return;
    const bool shared = view.stride == 0;
    view = {buffer(shared ? bytes : bytes * items), shared ? 0 : bytes};
  }
  void out(MutableView& view, std::size_t bytes, std::size_t items) {
    if (view.data != nullptr) view = {buffer(bytes * items), bytes};
  }

  KemCall call_;
  BatchKey key_{};
  std::vector<Bytes> buffers_;
};

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

std::size_t AutoDevice::break_even(const KemCall& call) {
  constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  ComputeDevice* device = gpu();
  if (device == nullptr || gpu_lost_) return never;
  const auto operation = static_cast<std::size_t>(call.operation);
  const std::size_t row = (call.scheme->kernel_index * operations + operation) * forms +
                          (call.args.seed_form || call.args.keys_checked ? 1 : 0);
  const std::lock_guard lock(mutex_);
  if (!break_even_[row]) break_even_[row] = measure(*device, call);
  return *break_even_[row];
}

// From the largest size down, so that what wakes threads and loads code is done before small sizes are
// measured.
std::size_t AutoDevice::measure(ComputeDevice& device, const KemCall& call) {
  Trial trial(call, ladder[0]);
  std::size_t above = std::numeric_limits<std::size_t>::max();  // the GPU was sooner at this size ..
  double lead = 0;                                              // .. by so many seconds
  for (const std::size_t items : ladder) {
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

bool AutoDevice::has_gpu_memory(std::initializer_list<const void*> pointers) const {
  for (const void* p : pointers) {
    if (p != nullptr && is_gpu_memory_(p)) return true;
  }
  return false;
}

BatchOutcome AutoDevice::run(const DsaCall& call) {
  const DsaArgs& a = call.args;
  if (has_gpu_memory({a.seed.data, a.pk.data, a.sk.data, a.sig.data, a.rnd.data, a.pk_out.data, a.sk_out.data,
                      a.sig_out.data, a.message.data, a.context.data})) {
    BatchOutcome refused;
    refused.status = PQLANE_ERROR_SCHEME;
    refused.detail =
        std::string("auto does ") + call.scheme->name + " on the CPU, which cannot reach a GPU's memory";
    return refused;
  }
  BatchOutcome outcome = cpu_->run(call);
  used_devices = cpu_->last_device();
  return outcome;
}

BatchOutcome AutoDevice::run(const KemCall& call) {
  const KemArgs& a = call.args;
  const bool only_gpu = has_gpu_memory({a.seed.data, a.ek.data, a.dk.data, a.ct.data, a.m.data, a.ek_out.data,
                                        a.dk_out.data, a.ct_out.data, a.ss_out.data}) &&
                        gpu() != nullptr;
  if (!only_gpu && (call.count <= few_items || call.count < break_even(call))) {
    BatchOutcome outcome = cpu_->run(call);
    used_devices = cpu_->last_device();
    return outcome;
  }
  BatchOutcome outcome = gpu_->run(call);
  used_devices = gpu_->last_device();
  if (outcome.status == PQLANE_OK || only_gpu) return outcome;
  if (outcome.status == PQLANE_ERROR_DEVICE) gpu_lost_ = true;
  KemCall rest = call;
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
