// device.hpp: where batches run. A CPU device today; GPUs and OpenMP targets implement the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/backend_registry.hpp"
#include "runtime/core_binding.hpp"
#include "runtime/kem_call.hpp"
#include "runtime/thread_pool.hpp"
#include "runtime/workspace_pool.hpp"

namespace pqlane {

class ComputeDevice {
 public:
  virtual ~ComputeDevice() = default;
  // "cpu:avx512"
  virtual const char* name() const = 0;
  virtual unsigned threads() const = 0;
  // Runs a validated call to its end. Thread-safe.
  virtual KemOutcome run(const KemCall& call) = 0;
  // Keccak-f[1600] permutations as batches do them, on one thread; returns how many.
  virtual std::uint64_t run_keccak(std::uint64_t permutations) = 0;
};

class CpuDevice final : public ComputeDevice {
 public:
  // `threads` as in pqlane_device_options, 0 = all cores; `binding` may be null.
  CpuDevice(const RegisteredBackend& backend, unsigned threads, std::unique_ptr<CoreBinding> binding);

  const char* name() const override { return backend_.device_name; }
  unsigned threads() const override { return threads_; }
  KemOutcome run(const KemCall& call) override;
  std::uint64_t run_keccak(std::uint64_t permutations) override;

  // For tests.
  const WorkspacePool& workspaces() const { return workspaces_; }

 private:
  const RegisteredBackend& backend_;
  unsigned threads_;
  std::unique_ptr<CoreBinding> binding_;
  WorkspacePool workspaces_;
  ThreadPool pool_;
};

}  // namespace pqlane
