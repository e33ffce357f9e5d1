// cpu_device.cpp: cuts a batch into tiles and runs them over the thread pool.
#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "runtime/cpu_fill.hpp"
#include "runtime/device.hpp"

namespace pqlane {
namespace {

// Below this many items waking other threads costs more than it saves (a wake-up takes some 10 us, an
// item some 3 us).
constexpr std::size_t least_shared_items = 32;

constexpr std::size_t most_tile_ops = 32;

std::size_t largest_workspace(const CpuBackend& backend) {
  std::size_t bytes = 0;
  for (const KemBackend* kem : backend.kem) bytes = std::max(bytes, kem->workspace_bytes());
  return bytes;
}

KemTileFunction tile_function(const KemBackend& kem, KemOperation operation) {
  switch (operation) {
    case KemOperation::keygen: return kem.keygen;
    case KemOperation::encaps: return kem.encaps;
    case KemOperation::decaps: return kem.decaps;
    case KemOperation::check_ek: return kem.check_ek;
    case KemOperation::check_dk: return kem.check_dk;
  }
  return nullptr;
}

// One call's tiles, shared by the threads that work on it.
class KemJob final : public ThreadPool::Job {
 public:
  KemJob(const KemCall& call, const KemBackend& kem, std::size_t tile_ops, unsigned threads,
         WorkspacePool& workspaces)
      : call_(call),
        kem_(kem),
        function_(tile_function(kem, call.operation)),
        tile_ops_(tile_ops),
        threads_(threads),
        tiles_((call.count + tile_ops - 1) / tile_ops),
        workspaces_(workspaces) {}

  bool exhausted() const noexcept override { return next_tile_.load(std::memory_order_relaxed) >= tiles_; }

  void run_share() noexcept override {
    Workspace workspace(workspaces_);
    if (workspace.block() == nullptr) return;  // others may still get one; see outcome()
    workspace.uses_secret_bytes(kem_.secret_bytes(tile_ops_));
    KemArgs args = call_.args;
    std::array<std::uint8_t, most_tile_ops> status{};
    args.status = status.data();
    for (std::size_t tile; (tile = next_tile_.fetch_add(1, std::memory_order_relaxed)) < tiles_;) {
      const std::size_t end = call_.first + call_.count, first = call_.first + tile * tile_ops_;
      const std::size_t count = std::min(tile_ops_, end - first);
      args.next_first = std::min(first + threads_ * tile_ops_, end);  // if all threads are as fast
      args.next_count = std::min(tile_ops_, end - args.next_first);
      function_(args, first, count, workspace.block());
      record(status.data(), first, count);
      tiles_done_.fetch_add(1, std::memory_order_release);
    }
  }

  KemOutcome outcome() const {
    KemOutcome result = outcome_;
    if (tiles_done_.load(std::memory_order_acquire) != tiles_) result.status = PQLANE_ERROR_MEMORY;
    return result;
  }

 private:
  void record(const std::uint8_t* status, std::size_t first, std::size_t count) noexcept {
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < count; ++i) {
      any = static_cast<std::uint8_t>(any | status[i]);
      if (call_.status != nullptr) call_.status[first + i] = static_cast<pqlane_status>(status[i]);
    }
    if (any == 0) return;
    const std::lock_guard lock(outcome_mutex_);
    for (std::size_t i = 0; i < count; ++i) {
      if (status[i] == 0) continue;
      if (outcome_.failed_items == 0 || first + i < outcome_.first_failed_item) {
        outcome_.first_failed_item = first + i;
        outcome_.first_failure = static_cast<pqlane_status>(status[i]);
      }
      ++outcome_.failed_items;
    }
  }

  const KemCall& call_;
  const KemBackend& kem_;
  const KemTileFunction function_;
  const std::size_t tile_ops_;
  const unsigned threads_;
  const std::size_t tiles_;
  WorkspacePool& workspaces_;
  std::atomic<std::size_t> next_tile_{0};
  std::atomic<std::size_t> tiles_done_{0};
  std::mutex outcome_mutex_;
  KemOutcome outcome_;
};

}  // namespace

CpuDevice::CpuDevice(const RegisteredBackend& backend, unsigned threads, std::unique_ptr<CoreBinding> binding)
    : backend_(backend),
      threads_(threads == 0 ? usable_core_count() : threads),
      binding_(std::move(binding)),
      workspaces_(largest_workspace(*backend.backend)),
      pool_(threads_, binding_.get()) {}

KemOutcome CpuDevice::run(const KemCall& call) {
  if (call.count == 0) return {};
  const KemBackend& kem = *backend_.backend->kem[call.scheme->kernel_index];
  const bool alone = threads_ == 1 || call.count < least_shared_items;
  // Full tiles, unless that would leave threads without work.
  std::size_t tile_ops = kem.tile_ops;
  if (!alone) tile_ops = std::clamp((call.count + threads_ - 1) / threads_, std::size_t{1}, kem.tile_ops);
  tile_ops = std::min(tile_ops, call.count);
  KemJob job(call, kem, tile_ops, alone ? 1 : threads_, workspaces_);
  pool_.run(job, alone);
  return job.outcome();
}

std::uint64_t CpuDevice::run_keccak(std::uint64_t permutations) {
  return backend_.backend->keccak_permutations(permutations);
}

FillOutcome CpuDevice::fill(const FillCall& call) {
  return run_cpu_fill(call, *backend_.backend->fill, backend_.backend->name, pool_);
}

}  // namespace pqlane
