// batch_job.hpp: validated calls that run in the background.
#pragma once

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "pqlane/pqlane.h"
#include "runtime/batch_report.hpp"
#include "runtime/device.hpp"
#include "runtime/dsa_call.hpp"
#include "runtime/kem_call.hpp"
#include "runtime/last_error.hpp"

namespace pqlane {

// What a pqlane_job handle and the thread that runs the job share.
struct JobState {
  std::mutex mutex;
  std::condition_variable changed;
  bool finished = false;
  pqlane_status result = PQLANE_OK;
  std::array<char, last_error_bytes> message{};
  LastDevice device{};
};

// The last two arguments of an asynchronous call.
struct AsyncRequest {
  const pqlane_async* options;  // may be null
  pqlane_job** job;             // may be null when options->finished is not
};

// Checks the request; sets the error.
pqlane_status check_request(const AsyncRequest& request);
// Runs the call on a thread of the device and gives the caller its handle. `key` is copied when the call
// draws randomness, else null.
pqlane_status start_job(pqlane_device& device, const KemCall& call, const BatchKey* key,
                        const AsyncRequest& request);
pqlane_status start_job(pqlane_device& device, const DsaCall& call, const BatchKey* key,
                        const AsyncRequest& request);

}  // namespace pqlane

struct pqlane_job {
  std::shared_ptr<pqlane::JobState> state;
};
