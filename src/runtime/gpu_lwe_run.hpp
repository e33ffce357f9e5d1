// gpu_lwe_run.hpp: calls of LWE-KEM on a GPU.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "runtime/gpu_lwe_engine.hpp"

namespace pqlane::gpu {

class GpuDevice;

// What a GPU keeps for LWE-KEM: the kernels, and the engines of the last set and n.
class GpuLwe {
 public:
  explicit GpuLwe(GpuDevice& device);
  ~GpuLwe();
  GpuLwe(const GpuLwe&) = delete;
  GpuLwe& operator=(const GpuLwe&) = delete;

  // Runs a validated call to its end. Items of small n are done side by side, each engine's one after the
  // other. Thread-safe.
  BatchOutcome run(const LweCall& call);

 private:
  class Lanes;
  void prepare(const LweCall& call);
  bool add_engine(const LweSet& set, std::size_t n);

  GpuDevice& device_;
  LweKernels kernels_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<GpuLweEngine>> engines_;
};

}  // namespace pqlane::gpu
