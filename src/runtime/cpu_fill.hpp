// cpu_fill.hpp: fills on the CPU.
#pragma once

#include "runtime/fill_backend.hpp"
#include "runtime/fill_call.hpp"
#include "runtime/thread_pool.hpp"

namespace pqlane {

// Runs a validated fill over the pool; `backend_name` as in CpuBackend: "scalar" keeps off AES instructions.
FillOutcome run_cpu_fill(const FillCall& call, const FillBackend& backend, const char* backend_name,
                         ThreadPool& pool);

}  // namespace pqlane
