// batch_report.cpp: see batch_report.hpp.
#include "runtime/batch_report.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include "runtime/device.hpp"
#include "runtime/entropy.hpp"
#include "runtime/last_error.hpp"
#include "runtime/trace.hpp"

namespace pqlane {
namespace {

thread_local LastDevice last_device_buffer{};

void copy_name(std::string_view name) noexcept {
  const std::size_t length = std::min(name.size(), last_device_buffer.size() - 1);
  std::memcpy(last_device_buffer.data(), name.data(), length);
  last_device_buffer[length] = '\0';
}

}  // namespace

pqlane_status draw_batch_key(BatchKey& key) {
  const trace::Span span("draw_batch_key", trace::host_category);
  const pqlane_status bad = make_batch_key(key);
  return bad == PQLANE_OK ? PQLANE_OK : fail(bad, {});
}

pqlane_status report_batch(const BatchOutcome& outcome, std::size_t count) {
  if (outcome.status != PQLANE_OK) return fail(outcome.status, outcome.detail);
  if (outcome.failed_items == 0) return PQLANE_OK;
  try {
    return fail(PQLANE_ERROR_ITEMS, "item " + std::to_string(outcome.first_failed_item) + ": " +
                                        pqlane_status_text(outcome.first_failure) + " (" +
                                        std::to_string(outcome.failed_items) + " of " +
                                        std::to_string(count) + " items failed)");
  } catch (const std::bad_alloc&) {  // the batch is done all the same
    return fail(PQLANE_ERROR_ITEMS, {});
  }
}

void note_last_device(const ComputeDevice& device) noexcept {
  try {
    copy_name(device.last_device());
  } catch (const std::bad_alloc&) {
    clear_last_device();
  }
}

const LastDevice& last_device() noexcept { return last_device_buffer; }
void set_last_device(const LastDevice& device) noexcept { last_device_buffer = device; }
void clear_last_device() noexcept { last_device_buffer.front() = '\0'; }

pqlane_status check_length(const char* name, std::size_t given, std::size_t wanted) {
  if (given == wanted) return PQLANE_OK;
  return fail(PQLANE_ERROR_LENGTH,
              std::string(name) + " has " + std::to_string(given) + " bytes, not " + std::to_string(wanted));
}

pqlane_status of_one(pqlane_status result, const pqlane_status& item) {
  return result == PQLANE_ERROR_ITEMS ? fail(item, {}) : result;
}

}  // namespace pqlane

const char* pqlane_last_device(void) { return pqlane::last_device_buffer.data(); }
