// cpu_device.cpp: KEM batches on the CPU: tiles over the thread pool.
#include <algorithm>
#include <array>

#include "runtime/cpu_dsa.hpp"
#include "runtime/cpu_fill.hpp"
#include "runtime/device.hpp"
#include "runtime/tile_job.hpp"

namespace pqlane {
namespace {

// Below this many items waking other threads costs more than it saves (a wake-up takes some 10 us, an
// item some 3 us).
constexpr std::size_t least_shared_items = 32;

constexpr std::size_t most_tile_ops = 32;

std::size_t largest_workspace(const CpuBackend& backend) {
  std::size_t bytes = dsa_workspace_bytes(backend);
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

class KemJob final : public TileJob {
 public:
  KemJob(const KemCall& call, const KemBackend& kem, const TilePlan& plan, WorkspacePool& workspaces)
      : TileJob({call.first, call.count, call.status}, plan, workspaces),
        call_(call),
        kem_(kem),
        function_(tile_function(kem, call.operation)) {}

  const char* share_name() const noexcept override {
    switch (call_.operation) {
      case KemOperation::keygen: return "keygen_tiles";
      case KemOperation::encaps: return "encaps_tiles";
      case KemOperation::decaps: return "decaps_tiles";
      case KemOperation::check_ek: return "check_ek_tiles";
      case KemOperation::check_dk: return "check_dk_tiles";
    }
    return "tiles";
  }

 private:
  void run_tiles(Workspace& workspace) noexcept override {
    workspace.uses_secret_bytes(kem_.secret_bytes(tile_ops()));
    KemArgs args = call_.args;
    std::array<std::uint8_t, most_tile_ops> status{};
    args.status = status.data();
    for (Tile tile; take_tile(tile);) {
      const Tile next = likely_next(tile);
      args.next_first = next.first;
      args.next_count = next.count;
      function_(args, tile.first, tile.count, workspace.block());
      finish_tile(tile, status.data());
    }
  }

  const KemCall& call_;
  const KemBackend& kem_;
  const KemTileFunction function_;
};

std::unique_ptr<CpuLweState> make_lwe_state(const CpuBackend& backend) {
  const LweBackend* const kernels = choose_lwe_backend(backend);
  return kernels != nullptr ? std::make_unique<CpuLweState>(*kernels) : nullptr;
}

}  // namespace

CpuDevice::CpuDevice(const RegisteredBackend& backend, unsigned threads, std::unique_ptr<CoreBinding> binding)
    : backend_(backend),
      threads_(threads == 0 ? usable_core_count() : threads),
      binding_(std::move(binding)),
      workspaces_(largest_workspace(*backend.backend)),
      lwe_(make_lwe_state(*backend.backend)),
      pool_(threads_, binding_.get()) {}

BatchOutcome CpuDevice::run(const KemCall& call) {
  if (call.count == 0) return {};
  const KemBackend& kem = *backend_.backend->kem[call.scheme->kernel_index];
  const TilePlan plan = plan_tiles(call.count, kem.tile_ops, threads_, least_shared_items);
  KemJob job(call, kem, plan, workspaces_);
  pool_.run(job, plan.alone);
  return job.outcome();
}

BatchOutcome CpuDevice::run(const DsaCall& call) {
  if (backend_.backend->dsa == nullptr) return ComputeDevice::run(call);
  return run_cpu_dsa(call, backend_.backend->dsa[call.scheme->kernel_index], threads_, pool_, workspaces_);
}

BatchOutcome CpuDevice::run(const LweCall& call) {
  if (lwe_ == nullptr) return ComputeDevice::run(call);
  if (call.count == 0) return {};
  return run_cpu_lwe(call, backend_.backend->name, threads_, pool_, *lwe_);
}

std::unique_ptr<ExpandedKey> CpuDevice::expand_key(const SchemeInfo& scheme, DsaOperation operation,
                                                   const std::uint8_t* key, bool seed_form) {
  if (backend_.backend->dsa == nullptr) return ComputeDevice::expand_key(scheme, operation, key, seed_form);
  return expand_cpu_key(scheme, backend_.backend->dsa[scheme.kernel_index], operation, key, seed_form,
                        workspaces_);
}

std::uint64_t CpuDevice::run_keccak(std::uint64_t permutations) {
  return backend_.backend->keccak_permutations(permutations);
}

FillOutcome CpuDevice::fill(const FillCall& call) {
  return run_cpu_fill(call, *backend_.backend->fill, backend_.backend->name, pool_);
}

}  // namespace pqlane
