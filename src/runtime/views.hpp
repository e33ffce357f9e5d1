// views.hpp: checks of the buffers that a caller passes.
#pragma once

#include <cstddef>
#include <string>

#include "pqlane/dsa.h"
#include "pqlane/pqlane.h"
#include "runtime/kem_backend.hpp"

namespace pqlane {

// A buffer of a call under its name in the interface, for messages.
struct NamedBuffer {
  const char* name;
  const unsigned char* data;
  std::size_t stride_bytes;
  std::size_t count;       // as the caller states it
  std::size_t item_bytes;  // as the scheme demands it
  bool output;
};

inline NamedBuffer named(const char* name, const pqlane_in& view, std::size_t item_bytes) {
  return {name, view.data, view.stride_bytes, view.count, item_bytes, false};
}
inline NamedBuffer named(const char* name, const pqlane_out& view, std::size_t item_bytes) {
  return {name, view.data, view.stride_bytes, view.count, item_bytes, true};
}

// The same for backends, once checked.
inline ConstView const_view(const pqlane_in& view) { return {view.data, view.stride_bytes}; }
inline MutableView mutable_view(const pqlane_out& view) { return {view.data, view.stride_bytes}; }

// Byte strings of a call, one an item, under their name in the interface.
struct NamedStrings {
  const char* name;
  const pqlane_strings* strings;
};

// Checks counts, null pointers, strides, sizes and overlap of all buffers of one call; gives the batch's
// count. Returns PQLANE_OK or sets the error. With `leader` its count is the batch's.
pqlane_status check_buffers(const NamedBuffer* buffers, std::size_t buffer_count, std::size_t& count,
                            const NamedStrings* leader = nullptr);

// Whether the array of statuses (may be null) is apart from the checked buffers of a batch of `count` items.
pqlane_status check_status_array(const NamedBuffer* buffers, std::size_t buffer_count,
                                 const pqlane_status* status, std::size_t count);

// Checks the strings of a batch of `count` items: their count, their stride, and that none of them, nor the
// arrays that describe them, shares a byte with an output among the buffers, which are checked, or with the
// array of statuses. A null start of a string that is not empty is the item's failure, not the call's.
pqlane_status check_strings(const NamedStrings& strings, const NamedBuffer* buffers, std::size_t buffer_count,
                            const pqlane_status* status, std::size_t count);

}  // namespace pqlane
