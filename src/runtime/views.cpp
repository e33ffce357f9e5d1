// views.cpp: see views.hpp.
#include "runtime/views.hpp"

#include <cstdint>
#include <limits>

#include "runtime/last_error.hpp"

namespace pqlane {
namespace {

// Bytes from the first byte of the first item to the last byte of the last one.
std::size_t span_bytes(const NamedBuffer& b, std::size_t count) {
  return b.stride_bytes * (count - 1) + b.item_bytes;
}

bool shared_by_all(const NamedBuffer& b) { return !b.output && b.stride_bytes == 0; }

// Whether two buffers share a byte. Records that interleave with one common stride (the two halves of an
// array of structures) do not; other crossing ranges count as overlap.
bool overlap(const NamedBuffer& a, const NamedBuffer& b, std::size_t count) {
  const auto a_begin = reinterpret_cast<std::uintptr_t>(a.data),
             b_begin = reinterpret_cast<std::uintptr_t>(b.data);
  const std::uintptr_t a_end = a_begin + span_bytes(a, count), b_end = b_begin + span_bytes(b, count);
  if (a_end <= b_begin || b_end <= a_begin) return false;
  if (a.stride_bytes != b.stride_bytes || a.stride_bytes == 0) return true;
  const bool a_first = a_begin <= b_begin;
  const std::uintptr_t distance = (a_first ? b_begin - a_begin : a_begin - b_begin) % a.stride_bytes;
  const std::size_t first_bytes = a_first ? a.item_bytes : b.item_bytes;
  const std::size_t second_bytes = a_first ? b.item_bytes : a.item_bytes;
  return distance < first_bytes || distance + second_bytes > a.stride_bytes;
}

pqlane_status check_one(const NamedBuffer& b, std::size_t count) {
  const std::string name = b.name;
  if (b.data == nullptr) {
    return fail(PQLANE_ERROR_NULL, name + " is null, but the batch has " + std::to_string(count) + " items");
  }
  if (!shared_by_all(b) && b.stride_bytes < b.item_bytes) {
    return fail(PQLANE_ERROR_LENGTH, name + " has a stride of " + std::to_string(b.stride_bytes) +
                                         " bytes, but an item has " + std::to_string(b.item_bytes));
  }
  const std::size_t limit = std::numeric_limits<std::size_t>::max() / 2;
  if (b.stride_bytes != 0 && count - 1 > (limit - b.item_bytes) / b.stride_bytes) {
    return fail(PQLANE_ERROR_COUNT, name + ": " + std::to_string(count) + " items exceed the address space");
  }
  return PQLANE_OK;
}

}  // namespace

pqlane_status check_buffers(const NamedBuffer* buffers, std::size_t buffer_count, std::size_t& count) {
  // The batch is what the outputs, or else the inputs that are not shared, agree on.
  const NamedBuffer* leader = nullptr;
  for (std::size_t i = 0; i < buffer_count; ++i) {
    const NamedBuffer& b = buffers[i];
    if (shared_by_all(b) && leader == nullptr && i + 1 == buffer_count) leader = &b;
    if (shared_by_all(b)) continue;
    if (leader == nullptr) leader = &b;
    if (b.count != leader->count) {
      return fail(PQLANE_ERROR_COUNT, std::string(b.name) + " has " + std::to_string(b.count) +
                                          " items, but " + leader->name + " has " +
                                          std::to_string(leader->count));
    }
  }
  count = leader->count;
  if (count == 0) return PQLANE_OK;
  for (std::size_t i = 0; i < buffer_count; ++i) {
    if (shared_by_all(buffers[i]) && buffers[i].count == 0) {
      return fail(PQLANE_ERROR_COUNT,
                  std::string(buffers[i].name) + " is shared by all items, but its count is 0");
    }
    if (const pqlane_status status = check_one(buffers[i], count); status != PQLANE_OK) return status;
  }
  // A value that all items share bounds no count: the batch must have room for its statuses.
  if (count > std::numeric_limits<std::size_t>::max() / 2 / sizeof(pqlane_status)) {
    return fail(PQLANE_ERROR_COUNT,
                std::string(leader->name) + ": " + std::to_string(count) + " items exceed the address space");
  }
  for (std::size_t i = 0; i < buffer_count; ++i) {
    for (std::size_t j = i + 1; j < buffer_count; ++j) {
      if ((buffers[i].output || buffers[j].output) && overlap(buffers[i], buffers[j], count)) {
        return fail(PQLANE_ERROR_OVERLAP,
                    std::string(buffers[i].name) + " and " + buffers[j].name + " overlap");
      }
    }
  }
  return PQLANE_OK;
}

pqlane_status check_status_array(const NamedBuffer* buffers, std::size_t buffer_count,
                                 const pqlane_status* status, std::size_t count) {
  if (status == nullptr || count == 0) return PQLANE_OK;
  const NamedBuffer array = {
      "status", reinterpret_cast<const unsigned char*>(status), sizeof *status, count, sizeof *status, true};
  for (std::size_t i = 0; i < buffer_count; ++i) {
    if (overlap(array, buffers[i], count)) {
      return fail(PQLANE_ERROR_OVERLAP, std::string("status and ") + buffers[i].name + " overlap");
    }
  }
  return PQLANE_OK;
}

}  // namespace pqlane
