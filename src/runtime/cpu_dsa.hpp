// cpu_dsa.hpp: signature batches on the CPU: tiles over the thread pool.
#pragma once

#include <cstddef>
#include <memory>

#include "runtime/dsa_call.hpp"
#include "runtime/kem_backend.hpp"
#include "runtime/thread_pool.hpp"
#include "runtime/workspace_pool.hpp"

namespace pqlane {

// Size of a workspace for every operation and parameter set of the backend; 0 when it has none.
std::size_t dsa_workspace_bytes(const CpuBackend& backend);

BatchOutcome run_cpu_dsa(const DsaCall& call, const DsaBackend& dsa, unsigned threads, ThreadPool& pool,
                         WorkspacePool& workspaces);

// A private key for sign, a public one for verify. Sets the error and returns null when the key is refused.
std::unique_ptr<ExpandedKey> expand_cpu_key(const SchemeInfo& scheme, const DsaBackend& dsa,
                                            DsaOperation operation, const std::uint8_t* key, bool seed_form,
                                            WorkspacePool& workspaces);

}  // namespace pqlane
