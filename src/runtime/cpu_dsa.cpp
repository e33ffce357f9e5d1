// cpu_dsa.cpp: see cpu_dsa.hpp.
//
// A workspace holds the kernels' scratch, then what a tile of this file needs: digests and statuses.
#include "runtime/cpu_dsa.hpp"

#include <algorithm>
#include <optional>

#include "runtime/last_error.hpp"
#include "runtime/tile_job.hpp"

namespace pqlane {
namespace {

// An item takes some 10 us (verify) to 100 us (sign), a wake-up some 10 us; and lanes should be full first.
constexpr std::size_t least_shared_items = 16;

std::size_t scratch_bytes(const DsaBackend& dsa) { return (dsa.workspace_bytes + 63) / 64 * 64; }
std::size_t most_tile_ops(const DsaBackend& dsa) { return std::max(dsa.tile_ops, dsa.sign_tile_ops); }

DsaTileFunction tile_function(const DsaBackend& dsa, DsaOperation operation) {
  switch (operation) {
    case DsaOperation::keygen: return dsa.keygen;
    case DsaOperation::sign: return dsa.sign;
    case DsaOperation::verify: return dsa.verify;
  }
  return nullptr;
}

class DsaJob final : public TileJob {
 public:
  DsaJob(const DsaCall& call, const DsaBackend& dsa, const TilePlan& plan, WorkspacePool& workspaces)
      : TileJob({call.first, call.count, call.status}, plan, workspaces), call_(call), dsa_(dsa) {}

  const char* share_name() const noexcept override {
    switch (call_.operation) {
      case DsaOperation::keygen: return "keygen_tiles";
      case DsaOperation::sign: return "sign_tiles";
      case DsaOperation::verify: return "verify_tiles";
    }
    return "tiles";
  }

 private:
  void run_tiles(Workspace& workspace) noexcept override {
    const DsaTileFunction function = tile_function(dsa_, call_.operation);
    if (call_.operation != DsaOperation::verify) workspace.uses_secret_bytes(dsa_.secret_bytes);
    auto* const digests = static_cast<std::uint8_t*>(workspace.block()) + scratch_bytes(dsa_);
    std::uint8_t* const status = digests + most_tile_ops(dsa_) * most_digest_bytes;
    DsaArgs args = call_.args;
    args.status = status;
    for (Tile tile; take_tile(tile);) {
      for (std::size_t i = 0; i < tile.count; ++i) status[i] = dsa_input_error(call_, tile.first + i);
      if (call_.hash != nullptr) {
        make_digests(tile, status, digests);
        args.message = digests_as_messages(tile, digests);
      }
      if (call_.attempts != nullptr) args.attempts = call_.attempts + tile.first;
      function(args, tile.first, tile.count, workspace.block());
      finish_tile(tile, status);
    }
    if (call_.hash != nullptr) wipe(digests, tile_ops() * most_digest_bytes);
  }

  void make_digests(const Tile& tile, const std::uint8_t* status, std::uint8_t* digests) const noexcept {
    const StringsView& message = call_.args.message;
    for (std::size_t i = 0; i < tile.count; ++i) {
      if (status[i] != 0) continue;
      const std::size_t item = tile.first + i;
      call_.hash->digest(message.at(item), message.length(item), digests + i * most_digest_bytes);
    }
  }
  // A view whose item tile.first is the first digest. Its start, where item 0 would be, is no memory of ours:
  // nothing below tile.first is read.
  StringsView digests_as_messages(const Tile& tile, const std::uint8_t* digests) const noexcept {
    const auto start = reinterpret_cast<std::uintptr_t>(digests) - tile.first * most_digest_bytes;
    return {reinterpret_cast<const std::uint8_t*>(start), most_digest_bytes, call_.hash->digest_bytes,
            nullptr, nullptr};
  }

  const DsaCall& call_;
  const DsaBackend& dsa_;
};

}  // namespace

// Scratch of a tile is larger than an expanded key, so that a block of the pool can hold either.
std::size_t dsa_workspace_bytes(const CpuBackend& backend) {
  if (backend.dsa == nullptr) return 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < dsa_schemes().size(); ++i) {
    const DsaBackend& dsa = backend.dsa[i];
    bytes = std::max({bytes, scratch_bytes(dsa) + most_tile_ops(dsa) * (most_digest_bytes + 1),
                      dsa.expanded_sk_bytes, dsa.expanded_pk_bytes});
  }
  return bytes;
}

namespace {

bool has_private_key(DsaOperation operation) { return operation == DsaOperation::sign; }

std::size_t expanded_bytes(const DsaBackend& dsa, DsaOperation operation) {
  return has_private_key(operation) ? dsa.expanded_sk_bytes : dsa.expanded_pk_bytes;
}

// The key of sign or verify as its kernels take it, to expanded_bytes. Returns 0 or an item status.
std::uint8_t expand_to(void* expanded, const DsaBackend& dsa, DsaOperation operation, const std::uint8_t* key,
                       bool seed_form, Workspace& scratch) {
  if (!has_private_key(operation)) return dsa.expand_pk(key, seed_form, expanded, scratch.block());
  scratch.uses_secret_bytes(dsa.secret_bytes);
  return dsa.expand_sk(key, seed_form, expanded, scratch.block());
}

// A batch with one key for all items: the key is expanded once, into a block of the pool.
class SharedKey {
 public:
  SharedKey(const DsaBackend& dsa, WorkspacePool& workspaces)
      : dsa_(dsa), expanded_(workspaces), scratch_(workspaces) {}

  // The key that all items of a batch share, or null.
  static const std::uint8_t* of(const DsaCall& call) {
    if (call.count < 2 || call.args.expanded_key != nullptr || call.operation == DsaOperation::keygen) {
      return nullptr;
    }
    const ConstView& keys = has_private_key(call.operation) ? call.args.sk : call.args.pk;
    return keys.stride == 0 ? keys.data : nullptr;
  }
  // Null when memory is short or the key is bad: each item then meets its key by itself, and says so.
  const void* expand(const DsaCall& call, const std::uint8_t* key) {
    if (expanded_.block() == nullptr || scratch_.block() == nullptr) return nullptr;
    if (has_private_key(call.operation)) expanded_.uses_secret_bytes(dsa_.expanded_sk_bytes);
    const std::uint8_t status =
        expand_to(expanded_.block(), dsa_, call.operation, key, call.args.seed_form, scratch_);
    return status == 0 ? expanded_.block() : nullptr;
  }

 private:
  const DsaBackend& dsa_;
  Workspace expanded_, scratch_;
};

}  // namespace

BatchOutcome run_cpu_dsa(const DsaCall& call, const DsaBackend& dsa, unsigned threads, ThreadPool& pool,
                         WorkspacePool& workspaces) {
  const std::size_t tile_ops = call.operation == DsaOperation::sign ? dsa.sign_tile_ops : dsa.tile_ops;
  const TilePlan plan = plan_tiles(call.count, tile_ops, threads, least_shared_items);
  DsaCall planned = call;
  std::optional<SharedKey> shared;
  if (const std::uint8_t* key = SharedKey::of(call); key != nullptr) {
    planned.args.expanded_key = shared.emplace(dsa, workspaces).expand(call, key);
  }
  DsaJob job(planned, dsa, plan, workspaces);
  pool.run(job, plan.alone);
  return job.outcome();
}

std::unique_ptr<ExpandedKey> expand_cpu_key(const SchemeInfo& scheme, const DsaBackend& dsa,
                                            DsaOperation operation, const std::uint8_t* key, bool seed_form,
                                            WorkspacePool& workspaces) {
  const pqlane_dsa_sizes& sizes = scheme.dsa_sizes;
  const bool is_private = has_private_key(operation);
  const std::size_t key_bytes = !is_private ? sizes.pk_bytes : seed_form ? sizes.seed_bytes : sizes.sk_bytes;
  auto expanded = std::make_unique<ExpandedKey>(expanded_bytes(dsa, operation), key, key_bytes,
                                                ExpandedKey::Form{is_private, seed_form});
  Workspace scratch(workspaces);
  if (scratch.block() == nullptr) throw std::bad_alloc();
  const std::uint8_t status = expand_to(expanded->data(), dsa, operation, key, seed_form, scratch);
  if (status == 0) return expanded;
  fail(static_cast<pqlane_status>(status), {});
  return nullptr;
}

}  // namespace pqlane
