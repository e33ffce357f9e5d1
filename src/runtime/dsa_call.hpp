// dsa_call.hpp: a validated batch call of a signature scheme, as the runtime hands it to a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "core/zeroize.hpp"
#include "pqlane/dsa.h"
#include "runtime/batch_outcome.hpp"
#include "runtime/dsa_backend.hpp"
#include "runtime/message_hash.hpp"
#include "runtime/schemes.hpp"

namespace pqlane {

enum class DsaOperation { keygen, sign, verify };

constexpr const char* operation_name(DsaOperation operation) {
  switch (operation) {
    case DsaOperation::keygen: return "keygen";
    case DsaOperation::sign: return "sign";
    case DsaOperation::verify: return "verify";
  }
  return "unknown operation";
}

struct DsaCall {
  DsaOperation operation;
  const SchemeInfo* scheme;
  DsaArgs args;             // args.status and args.attempts are set by the device, a tile at a time
  const MessageHash* hash;  // not null: the device replaces messages by their digests
  std::size_t count;        // items [first, first + count) of the views are done
  pqlane_status* status;    // null, or one an item of the views
  std::size_t first = 0;
  std::uint16_t* attempts = nullptr;  // sign: or one an item of the views, 0 when the device gets them
  void* start_event = nullptr;        // on a GPU: an event of the driver that the work waits for, or null
};

inline constexpr std::size_t dsa_most_context_bytes = 255;

// What is wrong with an item's message or context, which the kernels take for sound: 0 or a pqlane_status.
inline std::uint8_t dsa_input_error(const DsaCall& call, std::size_t i) noexcept {
  if (call.operation == DsaOperation::keygen) return 0;
  const StringsView &message = call.args.message, &context = call.args.context;
  if (message.length(i) != 0 && message.at(i) == nullptr) return PQLANE_ERROR_NULL;
  if (call.args.input == DsaInput::mu && message.length(i) != call.scheme->dsa_sizes.mu_bytes)
    return PQLANE_ERROR_LENGTH;
  if (context.length(i) > dsa_most_context_bytes) return PQLANE_ERROR_CONTEXT;
  if (context.length(i) != 0 && context.at(i) == nullptr) return PQLANE_ERROR_NULL;
  return 0;
}

// A key for many calls: as it is, and in the form that a device's kernels take (DsaArgs::expanded_key).
class ExpandedKey {
 public:
  struct Form {
    bool is_private, is_seed;
  };
  ExpandedKey(std::size_t expanded_bytes, const std::uint8_t* key, std::size_t key_bytes, Form form)
      : expanded_bytes_(expanded_bytes), key_bytes_(key_bytes), form_(form) {
    if (posix_memalign(&data_, 64, expanded_bytes + key_bytes) != 0) throw std::bad_alloc();
    std::memcpy(static_cast<std::uint8_t*>(data_) + expanded_bytes, key, key_bytes);
  }
  ~ExpandedKey() {
    if (form_.is_private) wipe(data_, expanded_bytes_ + key_bytes_);
    std::free(data_);
  }
  ExpandedKey(const ExpandedKey&) = delete;
  ExpandedKey& operator=(const ExpandedKey&) = delete;

  void* data() { return data_; }
  const void* data() const { return data_; }
  // The key as it was given, for all items of a batch.
  ConstView key() const { return {static_cast<const std::uint8_t*>(data_) + expanded_bytes_, 0}; }
  const Form& form() const { return form_; }

 private:
  void* data_ = nullptr;
  std::size_t expanded_bytes_, key_bytes_;
  Form form_;
};

}  // namespace pqlane
