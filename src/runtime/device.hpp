// device.hpp: where batches run: the interface of all devices, and the CPU.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/backend_registry.hpp"
#include "runtime/core_binding.hpp"
#include "runtime/cpu_lwe.hpp"
#include "runtime/dsa_call.hpp"
#include "runtime/fill_call.hpp"
#include "runtime/kem_call.hpp"
#include "runtime/lwe_call.hpp"
#include "runtime/thread_pool.hpp"
#include "runtime/workspace_pool.hpp"

namespace pqlane {

// A call whose work is queued on its device.
class PendingBatch {
 public:
  virtual ~PendingBatch() = default;
  // Waits; to be called once.
  virtual BatchOutcome finish() noexcept = 0;
};

class ComputeDevice {
 public:
  virtual ~ComputeDevice() = default;
  // "cpu:avx512"
  virtual const char* name() const = 0;
  virtual unsigned threads() const = 0;
  // Runs a validated call to its end. Thread-safe.
  virtual BatchOutcome run(const KemCall& call) = 0;
  // The same of a signature scheme. This one serves devices that have no kernels for it: nothing is done.
  virtual BatchOutcome run(const DsaCall& call);
  // And of LWE-KEM. In a group only where parts_lwe() says so.
  virtual BatchOutcome run(const LweCall& call);
  virtual bool parts_lwe() const noexcept { return false; }
  // The scheme's key (private for sign, where it may be a seed, public for verify) for calls on this device.
  // Sets the error and returns null when the key is refused or the device lacks the scheme.
  virtual std::unique_ptr<ExpandedKey> expand_key(const SchemeInfo& scheme, DsaOperation operation,
                                                  const std::uint8_t* key, bool seed_form);
  // Keccak-f[1600] permutations as batches do them, on one thread; returns how many.
  virtual std::uint64_t run_keccak(std::uint64_t permutations) = 0;
  // Runs a validated fill to its end. Thread-safe.
  virtual FillOutcome fill(const FillCall& call) = 0;

  // What ran the calling thread's last batch, where name() does not say it.
  virtual std::string last_device() const { return name(); }

  // Zeroed memory, of the device or of the host; the error is set when there is none. Released memory is
  // overwritten. These serve devices whose memory is the host's.
  virtual pqlane_status allocate(bool on_device, std::size_t bytes, void*& memory);
  virtual void release(bool on_device, void* memory, std::size_t bytes) noexcept;
  virtual pqlane_status copy(void* to, const void* from, std::size_t bytes);
  virtual pqlane_status clear(void* memory, std::size_t bytes);
  virtual bool has_streams() const noexcept { return false; }
  // Queues the call behind the work that a caller's stream has, and makes the stream's later work wait for
  // it. The call must stay where it is. Sets the error and returns null when that cannot be.
  virtual std::unique_ptr<PendingBatch> start_in_stream(const KemCall& call, void* stream);
  virtual std::unique_ptr<PendingBatch> start_in_stream(const DsaCall& call, void* stream);
};

// A device made of others; its memory is that of one of them.
class JoinedDevice : public ComputeDevice {
 public:
  pqlane_status allocate(bool on_device, std::size_t bytes, void*& memory) override {
    return memory_device().allocate(on_device, bytes, memory);
  }
  void release(bool on_device, void* memory, std::size_t bytes) noexcept override {
    memory_device().release(on_device, memory, bytes);
  }
  pqlane_status copy(void* to, const void* from, std::size_t bytes) override {
    return memory_device().copy(to, from, bytes);
  }
  pqlane_status clear(void* memory, std::size_t bytes) override {
    return memory_device().clear(memory, bytes);
  }

 private:
  virtual ComputeDevice& memory_device() = 0;
};

class CpuDevice final : public ComputeDevice {
 public:
  // `threads` as in pqlane_device_options, 0 = all cores; `binding` may be null.
  CpuDevice(const RegisteredBackend& backend, unsigned threads, std::unique_ptr<CoreBinding> binding);

  const char* name() const override { return backend_.device_name; }
  unsigned threads() const override { return threads_; }
  BatchOutcome run(const KemCall& call) override;
  BatchOutcome run(const DsaCall& call) override;
  BatchOutcome run(const LweCall& call) override;
  bool parts_lwe() const noexcept override { return lwe_ != nullptr; }
  std::unique_ptr<ExpandedKey> expand_key(const SchemeInfo& scheme, DsaOperation operation,
                                          const std::uint8_t* key, bool seed_form) override;
  std::uint64_t run_keccak(std::uint64_t permutations) override;
  FillOutcome fill(const FillCall& call) override;

  // For tests.
  const WorkspacePool& workspaces() const { return workspaces_; }

 private:
  const RegisteredBackend& backend_;
  unsigned threads_;
  std::unique_ptr<CoreBinding> binding_;
  WorkspacePool workspaces_;
  std::unique_ptr<CpuLweState> lwe_;  // null where the backend has no LWE-KEM
  ThreadPool pool_;
};

}  // namespace pqlane
