// emulated_kem.cpp: see emulated_kem.hpp.
#include "gpu/emulated_kem.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace pqlane::gpu {

const EmulatedKernels& emulated_kernels(std::size_t shape, unsigned ops) {
  static const EmulatedKernels* const of_32[kem_shape_count] = {&emulated_kernels_512, &emulated_kernels_768,
                                                                &emulated_kernels_1024};
  static const EmulatedKernels* const of_16[kem_shape_count] = {&emulated_kernels_512_tiles_of_16,
                                                                &emulated_kernels_768_tiles_of_16,
                                                                &emulated_kernels_1024_tiles_of_16};
  return ops == 16 ? *of_16[shape] : *of_32[shape];
}

void EmulatedLauncher::launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand) {
  const KemKernelInfo info = kem_kernel_info(kernel, shape_, ops_);
  const EmulatedKernel function = emulated_kernels(shape_, ops_)[static_cast<std::size_t>(kernel)];
  if (info.by_tiles) blocks = blocks_by_tiles(args, ops_);
  ++launches_;
  run_grid({static_cast<unsigned>(blocks), info.threads, info.shared_bytes, wave_threads_, seed_ + launches_},
           [&] { function(args); });
}

BatchOutcome run_emulated(const KemCall& call, std::size_t chunk_ops, unsigned ops_a_tile,
                          unsigned wave_threads, std::uint64_t seed, const KemSpread& spread) {
  BatchOutcome outcome;
  EmulatedLauncher launcher(shape_of(*call.scheme), ops_a_tile, wave_threads, seed);
  for (std::size_t first = 0; first < call.count; first += chunk_ops) {
    const std::size_t ops = std::min(chunk_ops, call.count - first);
    const KemLayout layout = make_kem_layout(call, ops);
    // Random contents: what a kernel reads, one before it must have written.
    std::vector<std::uint64_t> memory(layout.total_bytes / 8);
    std::mt19937_64 random(seed + first);
    for (auto& word : memory) word = random();
    auto* base = reinterpret_cast<std::byte*>(memory.data());
    for (std::size_t b = 0; b < kem_buffer_count; ++b) {
      const GpuRegion& region = layout.regions[b];
      if (!region.input || region.row_bytes == 0) continue;
      const ConstView view = input_view(call, static_cast<KemBuffer>(b));
      for (std::size_t i = 0; i < (region.shared ? 1 : ops); ++i) {
        std::memcpy(base + region.offset + i * region.row_bytes, view.at(first + i), region.row_bytes);
      }
    }
    run_kem_chunk(launcher, call, layout, base, first, ops, spread);
    for (std::size_t b = 0; b < kem_buffer_count; ++b) {
      const GpuRegion& region = layout.regions[b];
      if (region.input || region.row_bytes == 0 || static_cast<KemBuffer>(b) == KemBuffer::status) continue;
      const MutableView view = output_view(call, static_cast<KemBuffer>(b));
      for (std::size_t i = 0; i < ops; ++i) {
        std::memcpy(view.at(first + i), base + region.offset + i * region.row_bytes, region.row_bytes);
      }
    }
    const auto* status = reinterpret_cast<const std::uint8_t*>(base + layout.at(KemBuffer::status).offset);
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
