// auto_device.hpp: the CPU and a GPU as one device: each batch goes to whichever is measured to finish it
// sooner.
//
// The break-even of an operation is measured when it is first asked for, on zero keys (the time does not
// depend on their values), and kept. What a lost GPU leaves undone is done on the CPU, and the GPU is not
// used again.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "runtime/device.hpp"

namespace pqlane {

class AutoDevice final : public ComputeDevice {
 public:
  // `gpu` may be null: then everything runs on the CPU.
  AutoDevice(std::unique_ptr<ComputeDevice> cpu, std::unique_ptr<ComputeDevice> gpu);

  const char* name() const override { return "auto"; }
  unsigned threads() const override { return cpu_->threads(); }
  KemOutcome run(const KemCall& call) override;
  std::uint64_t run_keccak(std::uint64_t permutations) override { return cpu_->run_keccak(permutations); }
  std::string last_device() const override;

  pqlane_status allocate(bool on_device, std::size_t bytes, void*& memory) override;
  void release(bool on_device, void* memory, std::size_t bytes) noexcept override;
  pqlane_status copy(void* to, const void* from, std::size_t bytes) override;
  bool owns(const void* memory) const noexcept override { return gpu_ != nullptr && gpu_->owns(memory); }

  // Batches of this many items and more go to the GPU.
  std::size_t break_even(const KemCall& call);

 private:
  bool needs_gpu(const KemCall& call) const noexcept;
  ComputeDevice& memory_device() const { return gpu_ != nullptr ? *gpu_ : *cpu_; }

  static constexpr std::size_t operations = 5, forms = 2;
  static constexpr std::size_t all_scheme_kernels = std::extent_v<decltype(CpuBackend::kem)>;
  std::unique_ptr<ComputeDevice> cpu_, gpu_;
  std::atomic<bool> gpu_lost_{false};
  std::mutex mutex_;
  std::array<std::optional<std::size_t>, all_scheme_kernels * operations * forms> break_even_{};
};

}  // namespace pqlane
