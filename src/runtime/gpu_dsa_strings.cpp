// gpu_dsa_strings.cpp: messages as the kernels take them; see gpu_dsa.hpp.
#include <cstring>

#include "runtime/gpu_dsa.hpp"

namespace pqlane::gpu {
namespace {

// What comes before the message: kind, length of the context, context, identifier of the hash.
std::size_t prefix_bytes(const DsaCall& call, std::size_t i) {
  switch (call.args.input) {
    case DsaInput::pure: return 2 + call.args.context.length(i);
    case DsaInput::prehash: return 2 + call.args.context.length(i) + dsa_oid_bytes;
    case DsaInput::mu:
    case DsaInput::internal: return 0;
  }
  return 0;
}

std::uint8_t* put(std::uint8_t* to, const void* from, std::size_t bytes) {
  if (bytes != 0) std::memcpy(to, from, bytes);
  return to + bytes;
}

}  // namespace

bool dsa_uniform_messages(const DsaCall& call) {
  const StringsView &message = call.args.message, &context = call.args.context;
  const auto one_for_all = [](const StringsView& v) {
    return v.rows == nullptr && v.lengths == nullptr && (v.bytes == 0 || v.stride == 0);
  };
  return call.operation != DsaOperation::keygen && call.hash == nullptr && message.rows == nullptr &&
         message.lengths == nullptr && message.bytes != 0 &&
         (message.stride == 0 || message.bytes <= dsa_most_row_message_bytes) && one_for_all(context) &&
         dsa_input_error(call, call.first) == 0;
}

std::size_t dsa_head_bytes(const DsaCall& call, std::size_t i, bool message_resident) {
  if (dsa_input_error(call, i) != 0) return 0;
  const std::size_t prefix = prefix_bytes(call, i);
  if (call.hash != nullptr) return prefix + call.hash->digest_bytes;
  return message_resident ? prefix : prefix + call.args.message.length(i);
}

std::size_t pack_dsa_head(const DsaCall& call, std::size_t i, bool message_resident, std::uint8_t* head) {
  if (dsa_input_error(call, i) != 0) return 0;
  std::uint8_t* to = head;
  if (prefix_bytes(call, i) != 0) {
    const std::size_t context_bytes = call.args.context.length(i);
    *to++ = call.args.input == DsaInput::prehash ? 1 : 0;
    *to++ = static_cast<std::uint8_t>(context_bytes);
    to = put(to, call.args.context.at(i), context_bytes);
    if (call.args.input == DsaInput::prehash) to = put(to, call.args.oid, dsa_oid_bytes);
  }
  if (call.hash != nullptr) {
    call.hash->digest(call.args.message.at(i), call.args.message.length(i), to);
    to += call.hash->digest_bytes;
  } else if (!message_resident) {
    to = put(to, call.args.message.at(i), call.args.message.length(i));
  }
  return static_cast<std::size_t>(to - head);
}

}  // namespace pqlane::gpu
