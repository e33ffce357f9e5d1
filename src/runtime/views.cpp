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

// An array of the interface as a buffer.
template <class T>
NamedBuffer array_of(const char* name, const T* array, std::size_t count, bool output) {
  return {name, reinterpret_cast<const unsigned char*>(array), sizeof(T), count, sizeof(T), output};
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

pqlane_status counts_differ(const char* name, std::size_t count, const char* leader,
                            std::size_t leader_count) {
  return fail(PQLANE_ERROR_COUNT, std::string(name) + " has " + std::to_string(count) + " items, but " +
                                      leader + " has " + std::to_string(leader_count));
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

pqlane_status check_buffers(const NamedBuffer* buffers, std::size_t buffer_count, std::size_t& count,
                            const NamedStrings* strings) {
  // The batch is what the strings, or else the outputs, or else the inputs that are not shared, agree on.
  bool known = strings != nullptr;
  const char* leader = known ? strings->name : "";
  count = known ? strings->strings->count : 0;
  for (std::size_t i = 0; i < buffer_count; ++i) {
    const NamedBuffer& b = buffers[i];
    if (shared_by_all(b) && (known || i + 1 != buffer_count)) continue;
    if (!known) {
      known = true;
      leader = b.name;
      count = b.count;
    }
    if (b.count != count) return counts_differ(b.name, b.count, leader, count);
  }
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
                std::string(leader) + ": " + std::to_string(count) + " items exceed the address space");
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
  const NamedBuffer array = array_of("status", status, count, true);
  for (std::size_t i = 0; i < buffer_count; ++i) {
    if (overlap(array, buffers[i], count)) {
      return fail(PQLANE_ERROR_OVERLAP, std::string("status and ") + buffers[i].name + " overlap");
    }
  }
  return PQLANE_OK;
}

namespace {

std::size_t length_of(const pqlane_strings& s, std::size_t i) {
  return s.lengths != nullptr ? s.lengths[i] : s.bytes;
}

// Whether bytes [begin, begin + bytes) meet an item of an output.
bool meets(const NamedBuffer& output, std::size_t count, const std::uint8_t* begin, std::size_t bytes) {
  const auto from = reinterpret_cast<std::uintptr_t>(begin),
             out = reinterpret_cast<std::uintptr_t>(output.data);
  if (from < out) return bytes > out - from;
  const std::uintptr_t offset = from - out;
  if (offset >= span_bytes(output, count)) return false;
  const std::uintptr_t inside = offset % output.stride_bytes;
  if (inside < output.item_bytes) return true;
  return bytes > output.stride_bytes - inside;  // reaches the next item: this is not the last one's end
}

pqlane_status overlap_of(const char* name, const char* part, const NamedBuffer& output) {
  return fail(PQLANE_ERROR_OVERLAP, std::string(output.name) + " and " + name + part + " overlap");
}

// Strings, one by one where they begin at rows or differ in length, against one output.
pqlane_status check_apart(const NamedStrings& named, const NamedBuffer& output, std::size_t count) {
  const pqlane_strings& s = *named.strings;
  if (s.rows != nullptr && overlap(output, array_of("", s.rows, count, false), count))
    return overlap_of(named.name, ".rows", output);
  if (s.lengths != nullptr && overlap(output, array_of("", s.lengths, count, false), count))
    return overlap_of(named.name, ".lengths", output);
  if (s.rows == nullptr && s.data == nullptr) return PQLANE_OK;
  const bool alike = s.rows == nullptr && s.lengths == nullptr;
  if (alike) {
    const NamedBuffer packed = {named.name, s.data, s.stride_bytes, count, s.bytes, false};
    return s.bytes != 0 && overlap(output, packed, count) ? overlap_of(named.name, "", output) : PQLANE_OK;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* start = s.rows != nullptr ? s.rows[i] : s.data + i * s.stride_bytes;
    const std::size_t bytes = length_of(s, i);
    if (start != nullptr && bytes != 0 && meets(output, count, start, bytes))
      return overlap_of(named.name, "", output);
  }
  return PQLANE_OK;
}

// Strings that are not rows lie in one block of memory, at most a stride long each.
pqlane_status check_block(const NamedStrings& named, std::size_t count) {
  const pqlane_strings& s = *named.strings;
  if (s.rows != nullptr || s.stride_bytes == 0) return PQLANE_OK;
  const std::size_t limit = std::numeric_limits<std::size_t>::max() / 2;
  if (count > limit / s.stride_bytes) {
    return fail(PQLANE_ERROR_COUNT,
                std::string(named.name) + ": " + std::to_string(count) + " items exceed the address space");
  }
  for (std::size_t i = 0; i < (s.lengths != nullptr ? count : 1); ++i) {
    if (length_of(s, i) <= s.stride_bytes) continue;
    return fail(PQLANE_ERROR_LENGTH, std::string(named.name) + " has a stride of " +
                                         std::to_string(s.stride_bytes) + " bytes, but item " +
                                         std::to_string(i) + " has " + std::to_string(length_of(s, i)));
  }
  return PQLANE_OK;
}

}  // namespace

pqlane_status check_strings(const NamedStrings& named, const NamedBuffer* buffers, std::size_t buffer_count,
                            const pqlane_status* status, std::size_t count) {
  const pqlane_strings& s = *named.strings;
  if (s.count != count) return counts_differ(named.name, s.count, "the batch", count);
  if (count == 0) return PQLANE_OK;
  if (const pqlane_status bad = check_block(named, count); bad != PQLANE_OK) return bad;
  for (std::size_t i = 0; i < buffer_count; ++i) {
    if (!buffers[i].output) continue;
    if (const pqlane_status bad = check_apart(named, buffers[i], count); bad != PQLANE_OK) return bad;
  }
  if (status == nullptr) return PQLANE_OK;
  return check_apart(named, array_of("status", status, count, true), count);
}

}  // namespace pqlane
