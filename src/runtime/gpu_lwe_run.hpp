// gpu_lwe_run.hpp: calls of LWE-KEM on a GPU.
#pragma once

#include <memory>
#include <mutex>

#include "runtime/gpu_lwe_engine.hpp"

namespace pqlane::gpu {

class GpuDevice;

// What a GPU keeps for LWE-KEM: the kernels, and the engine of the last set and n.
class GpuLwe {
 public:
  explicit GpuLwe(GpuDevice& device);
  ~GpuLwe();
  GpuLwe(const GpuLwe&) = delete;
  GpuLwe& operator=(const GpuLwe&) = delete;

  // Runs a validated call to its end, item after item. Thread-safe.
  BatchOutcome run(const LweCall& call);

 private:
  void prepare(const LweSet& set, std::size_t n);
  BatchOutcome run_items(const LweCall& call);

  GpuDevice& device_;
  LweKernels kernels_;
  std::mutex mutex_;
  std::unique_ptr<GpuLweEngine> engine_;
};

}  // namespace pqlane::gpu
