// c_api_job.cpp: the C functions of asynchronous calls.
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

#include "core/zeroize.hpp"
#include "runtime/batch_job.hpp"
#include "runtime/batch_report.hpp"
#include "runtime/c_guard.hpp"
#include "runtime/device_handle.hpp"
#include "runtime/last_error.hpp"
#include "runtime/trace.hpp"

using namespace pqlane;

namespace {

// A call with all that it needs after the function that made it has returned.
template <class Call>
class BatchJob {
 public:
  BatchJob(ComputeDevice& device, const Call& call, const BatchKey* key, const pqlane_async& options,
           std::shared_ptr<JobState> state)
      : device_(device), call_(call), options_(options), state_(std::move(state)) {
    if (key == nullptr) return;
    key_ = *key;
    call_.args.batch_key = &key_;
  }
  ~BatchJob() { wipe(&key_, sizeof key_); }
  BatchJob(const BatchJob&) = delete;
  BatchJob& operator=(const BatchJob&) = delete;

  // Sets the error when the call cannot be put where the options want it.
  pqlane_status take_its_place() {
    call_.start_event = options_.start_event;
    if (options_.start_event != nullptr && !device_.has_streams())
      return fail(PQLANE_ERROR_OPTION, std::string(device_.name()) + " has no streams or events");
    if (options_.stream == nullptr || call_.count == 0) return PQLANE_OK;
    pending_ = device_.start_in_stream(call_, options_.stream);
    return pending_ != nullptr ? PQLANE_OK : error_status();
  }

  void run() noexcept {
    clear_last_device();
    trace::Span span(operation_name(call_.operation), trace::call_category,
                     {.scheme = call_.scheme->name, .first = 0, .count = call_.count});
    const pqlane_status result = guarded([&] { return report_batch(outcome(), call_.count); });
    span.end();  // before anybody is told
    // Nobody reads it before the job has finished; the function below may make calls of its own.
    std::memcpy(state_->message.data(), last_error(), std::strlen(last_error()) + 1);
    state_->device = last_device();
    if (options_.finished != nullptr) options_.finished(options_.user, result, state_->message.data());
    const std::lock_guard lock(state_->mutex);
    state_->result = result;
    state_->finished = true;
    state_->changed.notify_all();
  }

 private:
  BatchOutcome outcome() {
    if (call_.count == 0) return {};
    BatchOutcome outcome = pending_ != nullptr ? pending_->finish() : device_.run(call_);
    note_last_device(device_);
    return outcome;
  }

  ComputeDevice& device_;
  Call call_;
  BatchKey key_{};
  pqlane_async options_;
  std::shared_ptr<JobState> state_;
  std::unique_ptr<PendingBatch> pending_;
};

}  // namespace

namespace pqlane {

pqlane_status check_request(const AsyncRequest& request) {
  if (request.options != nullptr && request.options->struct_bytes != sizeof(pqlane_async)) {
    return fail(PQLANE_ERROR_OPTION, "options.struct_bytes is " +
                                         std::to_string(request.options->struct_bytes) + ", not " +
                                         std::to_string(sizeof(pqlane_async)));
  }
  if (request.job == nullptr && (request.options == nullptr || request.options->finished == nullptr)) {
    return fail(PQLANE_ERROR_NULL, "job is null and there is no function to call when it has finished");
  }
  return PQLANE_OK;
}

namespace {

template <class Call>
pqlane_status start_job_of(pqlane_device& device, const Call& call, const BatchKey* key,
                           const AsyncRequest& request) {
  constexpr pqlane_async none{sizeof(pqlane_async), nullptr, nullptr, nullptr, nullptr};
  auto state = std::make_shared<JobState>();
  auto handle = std::make_unique<pqlane_job>();
  handle->state = state;
  auto job = std::make_shared<BatchJob<Call>>(*device.device, call, key,
                                              request.options != nullptr ? *request.options : none, state);
  // A thread first: what is queued on a GPU must be waited for by somebody.
  try {
    device.jobs.require_thread();
  } catch (const std::system_error&) {
    return fail(PQLANE_ERROR_MEMORY, "no thread can be started for the job");
  }
  if (const pqlane_status bad = job->take_its_place(); bad != PQLANE_OK) return bad;
  try {
    device.jobs.submit([job] { job->run(); });
  } catch (const std::bad_alloc&) {
    job->run();  // no memory to hand it over
    clear_error();
  }
  if (request.job != nullptr) *request.job = handle.release();
  return PQLANE_OK;
}

}  // namespace

pqlane_status start_job(pqlane_device& device, const KemCall& call, const BatchKey* key,
                        const AsyncRequest& request) {
  return start_job_of(device, call, key, request);
}

pqlane_status start_job(pqlane_device& device, const DsaCall& call, const BatchKey* key,
                        const AsyncRequest& request) {
  return start_job_of(device, call, key, request);
}

}  // namespace pqlane

pqlane_status pqlane_job_wait(pqlane_job* job) {
  return guarded([&] {
    if (job == nullptr) return fail(PQLANE_ERROR_NULL, "job is null");
    JobState& state = *job->state;
    std::unique_lock lock(state.mutex);
    state.changed.wait(lock, [&] { return state.finished; });
    if (state.device.front() != '\0') set_last_device(state.device);
    return state.result == PQLANE_OK ? PQLANE_OK : fail(state.result, state.message.data());
  });
}

pqlane_status pqlane_job_poll(pqlane_job* job, int* finished) {
  return guarded([&] {
    if (job == nullptr || finished == nullptr) return fail(PQLANE_ERROR_NULL, "job or finished is null");
    const std::lock_guard lock(job->state->mutex);
    *finished = job->state->finished ? 1 : 0;
    return PQLANE_OK;
  });
}

void pqlane_job_free(pqlane_job* job) {
  if (job == nullptr) return;
  (void)pqlane_job_wait(job);
  delete job;
}
