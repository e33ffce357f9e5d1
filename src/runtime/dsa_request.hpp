// dsa_request.hpp: sign and verify as the C functions share them: with the key of a call, or with one that
// was expanded before.
#pragma once

#include "pqlane/dsa.h"
#include "runtime/batch_job.hpp"
#include "runtime/dsa_call.hpp"

namespace pqlane {

// One of both.
struct DsaKey {
  const pqlane_in* view;
  const ExpandedKey* expanded;
};

// Validate, draw a batch key where one is needed, run and report, or, with `async`, start a job. They may
// throw. `rnd` is null or the caller's.
pqlane_status dsa_sign(pqlane_device* device, pqlane_scheme scheme, const pqlane_dsa_options* options,
                       const DsaKey& key, const pqlane_strings& message, const pqlane_in* rnd,
                       const pqlane_out& sig, pqlane_status* status, const AsyncRequest* async = nullptr);
pqlane_status dsa_verify(pqlane_device* device, pqlane_scheme scheme, const pqlane_dsa_options* options,
                         const DsaKey& key, const pqlane_strings& message, const pqlane_in& sig,
                         pqlane_status* status, const AsyncRequest* async = nullptr);

}  // namespace pqlane
