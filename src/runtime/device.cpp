// device.cpp: memory of devices that compute on the host's, and what a device lacks.
#include "runtime/device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/zeroize.hpp"
#include "runtime/last_error.hpp"

namespace pqlane {
namespace {

std::string lacks(const ComputeDevice& device, const char* scheme) {
  return std::string(device.name()) + " does not do " + scheme + " yet";
}

}  // namespace

BatchOutcome ComputeDevice::run(const DsaCall& call) {
  BatchOutcome outcome;
  outcome.status = PQLANE_ERROR_SCHEME;
  outcome.detail = lacks(*this, call.scheme->name);
  return outcome;
}

BatchOutcome ComputeDevice::run(const LweCall& call) {
  BatchOutcome outcome;
  outcome.status = PQLANE_ERROR_SCHEME;
  outcome.detail = lacks(*this, call.set->name);
  return outcome;
}

std::unique_ptr<ExpandedKey> ComputeDevice::expand_key(const SchemeInfo& scheme, DsaOperation,
                                                       const std::uint8_t*, bool) {
  fail(PQLANE_ERROR_SCHEME, lacks(*this, scheme.name));
  return nullptr;
}

pqlane_status ComputeDevice::allocate(bool, std::size_t bytes, void*& memory) {
  constexpr std::size_t page_bytes = 4096;
  if (posix_memalign(&memory, page_bytes, std::max<std::size_t>(bytes, 1)) != 0) {
    memory = nullptr;
    return fail(PQLANE_ERROR_MEMORY, "no memory for " + std::to_string(bytes) + " bytes");
  }
  std::memset(memory, 0, bytes);
  return PQLANE_OK;
}

void ComputeDevice::release(bool, void* memory, std::size_t bytes) noexcept {
  wipe(memory, bytes);
  std::free(memory);
}

pqlane_status ComputeDevice::copy(void* to, const void* from, std::size_t bytes) {
  std::memmove(to, from, bytes);
  return PQLANE_OK;
}

pqlane_status ComputeDevice::clear(void* memory, std::size_t bytes) {
  wipe(memory, bytes);
  return PQLANE_OK;
}

namespace {

std::unique_ptr<PendingBatch> refuse_stream(const ComputeDevice& device) {
  fail(PQLANE_ERROR_OPTION, std::string(device.name()) + " has no streams or events");
  return nullptr;
}

}  // namespace

std::unique_ptr<PendingBatch> ComputeDevice::start_in_stream(const KemCall&, void*) {
  return refuse_stream(*this);
}
std::unique_ptr<PendingBatch> ComputeDevice::start_in_stream(const DsaCall&, void*) {
  return refuse_stream(*this);
}

}  // namespace pqlane
