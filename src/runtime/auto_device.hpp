// auto_device.hpp: the CPU and a GPU as one device: each batch goes to whichever is measured to finish it
// sooner.
//
// The break-even of an operation is measured when it is first asked for (auto_trial.hpp), and kept. What a
// lost GPU leaves undone is done on the CPU, and the GPU is not used again.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "runtime/auto_trial.hpp"
#include "runtime/device.hpp"

namespace pqlane {

class AutoDevice final : public JoinedDevice {
 public:
  // `open_gpu` is asked once, when the first batch comes that a GPU might be good for; it may return null:
  // then everything runs on the CPU. `is_gpu_memory` says so of a pointer without a device being open.
  using OpenGpu = std::function<std::unique_ptr<ComputeDevice>()>;
  using IsGpuMemory = std::function<bool(const void*)>;
  AutoDevice(std::unique_ptr<ComputeDevice> cpu, OpenGpu open_gpu, IsGpuMemory is_gpu_memory);

  // A GPU needs longer than a CPU for so few, whatever they are.
  static constexpr std::size_t few_items = 64;

  const char* name() const override { return "auto"; }
  unsigned threads() const override { return cpu_->threads(); }
  BatchOutcome run(const KemCall& call) override;
  BatchOutcome run(const DsaCall& call) override;
  // On the CPU.
  BatchOutcome run(const LweCall& call) override;
  bool parts_lwe() const noexcept override { return cpu_->parts_lwe(); }
  // The CPU's form, with the key as it is for the GPU.
  std::unique_ptr<ExpandedKey> expand_key(const SchemeInfo& scheme, DsaOperation operation,
                                          const std::uint8_t* key, bool seed_form) override {
    return cpu_->expand_key(scheme, operation, key, seed_form);
  }
  std::uint64_t run_keccak(std::uint64_t permutations) override { return cpu_->run_keccak(permutations); }
  // For host memory the CPU: a GPU's numbers would have to come over the bus.
  FillOutcome fill(const FillCall& call) override;
  std::string last_device() const override;

  // Batches of this many items and more go to the GPU.
  std::size_t break_even(const KemCall& call);
  std::size_t break_even(const DsaCall& call);

 private:
  bool has_gpu_memory(std::initializer_list<const void*> pointers) const;
  ComputeDevice* gpu();  // null when there is none
  ComputeDevice& memory_device() override;
  template <class Call>
  BatchOutcome choose(const Call& call, bool only_gpu);
  template <class MakeTrial>
  std::size_t break_even(std::optional<std::size_t>& kept, MakeTrial make_trial);
  std::size_t measure(ComputeDevice& gpu, Trial& trial);

  static constexpr std::size_t operations = 5, forms = 2;
  static constexpr std::size_t all_scheme_kernels = std::extent_v<decltype(CpuBackend::kem)>;
  static constexpr std::size_t dsa_shapes = 3, dsa_operations = 3, dsa_forms = 4;
  std::unique_ptr<ComputeDevice> cpu_, gpu_;
  OpenGpu open_gpu_;
  IsGpuMemory is_gpu_memory_;
  std::once_flag gpu_asked_;
  std::atomic<bool> gpu_lost_{false};
  std::mutex mutex_;
  std::array<std::optional<std::size_t>, all_scheme_kernels * operations * forms> break_even_{};
  std::array<std::optional<std::size_t>, dsa_shapes * dsa_operations * dsa_forms> dsa_break_even_{};
};

}  // namespace pqlane
