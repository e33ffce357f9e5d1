// emulated_dsa.cpp: see emulated_dsa.hpp.
#include "gpu/emulated_dsa.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace pqlane::gpu {

const EmulatedDsaKernels& emulated_dsa_kernels(std::size_t shape) {
  static const EmulatedDsaKernels* const all[dsa_shape_count] = {
      &emulated_dsa_kernels_44, &emulated_dsa_kernels_65, &emulated_dsa_kernels_87};
  return *all[shape];
}

void EmulatedDsaLauncher::launch(DsaKernel kernel, std::size_t blocks, const DsaKernelArgs& args) {
  const DsaKernelInfo info = dsa_kernel_info(kernel, shape_);
  const EmulatedDsaKernel function = emulated_dsa_kernels(shape_)[static_cast<std::size_t>(kernel)];
  ++launches_;
  run_grid({static_cast<unsigned>(blocks), info.threads, info.shared_bytes, wave_threads_, seed_ + launches_},
           [&] { function(args); });
}

namespace {

// The memory of one chunk.
class Chunk {
 public:
  Chunk(const DsaCall& call, std::size_t first, std::size_t ops, std::size_t fill_slots, std::uint64_t seed)
      : call_(call), first_(first), ops_(ops) {
    std::size_t head_bytes = 0;
    const bool uniform = dsa_uniform_messages(call);
    for (std::size_t i = 0; i < (uniform ? 1 : ops); ++i)
      head_bytes += dsa_head_bytes(call, first + i, uniform);
    layout_ = make_dsa_layout(call, ops, head_bytes, fill_slots);
    // Random contents: what a kernel reads, one before it must have written.
    memory_.resize(layout_.total_bytes / 8);
    std::mt19937_64 random(seed + first);
    for (auto& word : memory_) word = random();
    put_inputs();
  }
  std::byte* base() { return reinterpret_cast<std::byte*>(memory_.data()); }
  const DsaLayout& layout() const { return layout_; }
  const std::uint8_t* status() { return at<std::uint8_t>(DsaBuffer::status); }

  void take_outputs() {
    for (std::size_t b = 0; b < dsa_buffer_count; ++b) {
      const GpuRegion& region = layout_.regions[b];
      const MutableView view = dsa_output_view(call_, static_cast<DsaBuffer>(b));
      if (region.row_bytes == 0 || view.data == nullptr) continue;
      for (std::size_t i = 0; i < ops_; ++i)
        std::memcpy(view.at(first_ + i), base() + region.offset + i * region.row_bytes, region.row_bytes);
    }
  }

 private:
  template <class T>
  T* at(DsaBuffer buffer) {
    return reinterpret_cast<T*>(base() + layout_.at(buffer).offset);
  }
  void put_inputs() {
    for (std::size_t b = 0; b < dsa_buffer_count; ++b) {
      const GpuRegion& region = layout_.regions[b];
      const ConstView view = dsa_input_view(call_, static_cast<DsaBuffer>(b));
      if (!region.input || region.row_bytes == 0 || view.data == nullptr) continue;
      for (std::size_t i = 0; i < (region.shared ? 1 : ops_); ++i)
        std::memcpy(base() + region.offset + i * region.row_bytes, view.at(first_ + i), region.row_bytes);
    }
    if (call_.operation == DsaOperation::keygen) return;
    auto* status = at<std::uint8_t>(DsaBuffer::input_status);
    for (std::size_t i = 0; i < ops_; ++i) status[i] = dsa_input_error(call_, first_ + i);
    if (layout_.uniform) {
      (void)pack_dsa_head(call_, first_, true, at<std::uint8_t>(DsaBuffer::head));
      return;
    }
    auto* ends = at<std::uint64_t>(DsaBuffer::head_ends);
    auto* heads = at<std::uint8_t>(DsaBuffer::head);
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < ops_; ++i)
      ends[i] = end += pack_dsa_head(call_, first_ + i, false, heads + end);
  }

  const DsaCall& call_;
  std::size_t first_, ops_;
  DsaLayout layout_;
  std::vector<std::uint64_t> memory_;
};

}  // namespace

BatchOutcome run_emulated(const DsaCall& call, std::size_t chunk_ops, std::size_t fill_slots,
                          unsigned wave_threads, std::uint64_t seed, unsigned* turns) {
  BatchOutcome outcome;
  EmulatedDsaLauncher launcher(call.scheme->kernel_index, wave_threads, seed);
  for (std::size_t first = 0; first < call.count; first += chunk_ops) {
    const std::size_t ops = std::min(chunk_ops, call.count - first);
    Chunk chunk(call, first, ops, fill_slots, seed);
    run_dsa_chunk(launcher, call, chunk.layout(), chunk.base(), first, ops, fill_slots);
    const std::uint8_t* status = chunk.status();
    while (std::find(status, status + ops, dsa_unfinished) != status + ops) {
      if (turns != nullptr) ++*turns;
      continue_signing(launcher, call, chunk.layout(), chunk.base(), first, ops, fill_slots);
    }
    chunk.take_outputs();
    for (std::size_t i = 0; i < ops; ++i) {
      if (call.status != nullptr) call.status[first + i] = static_cast<pqlane_status>(status[i]);
      if (status[i] == 0) continue;
      if (outcome.failed_items++ == 0) {
        outcome.first_failed_item = first + i;
        outcome.first_failure = static_cast<pqlane_status>(status[i]);
      }
    }
  }
  return outcome;
}

}  // namespace pqlane::gpu
