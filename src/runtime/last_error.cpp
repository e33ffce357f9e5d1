// last_error.cpp: the message is kept in a fixed buffer a thread, so that reporting needs no memory.
#include "runtime/last_error.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace pqlane {
namespace {

thread_local std::array<char, last_error_bytes> message_buffer{};
thread_local pqlane_status message_status = PQLANE_OK;

}  // namespace

pqlane_status fail(pqlane_status status, std::string_view message) noexcept {
  if (message.empty()) message = pqlane_status_text(status);
  const std::size_t length = std::min(message.size(), message_buffer.size() - 1);
  std::memcpy(message_buffer.data(), message.data(), length);
  message_buffer[length] = '\0';
  message_status = status;
  return status;
}

void clear_error() noexcept {
  message_buffer[0] = '\0';
  message_status = PQLANE_OK;
}

pqlane_status error_status() noexcept { return message_status; }

const char* last_error() noexcept { return message_buffer.data(); }

}  // namespace pqlane
