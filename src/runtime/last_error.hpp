// last_error.hpp: what pqlane_last_error() says on the calling thread.
#pragma once

#include <cstddef>
#include <string_view>

#include "pqlane/pqlane.h"

namespace pqlane {

// Room for a message and its end; a longer one is cut.
inline constexpr std::size_t last_error_bytes = 512;

// Records the message and returns the status, for `return fail(PQLANE_ERROR_NULL, "..")`. An empty message
// stands for the status's general text, which needs no memory.
pqlane_status fail(pqlane_status status, std::string_view message) noexcept;
// A new call begins: no error yet.
void clear_error() noexcept;
const char* last_error() noexcept;
// The status of the last failure, PQLANE_OK when there was none.
pqlane_status error_status() noexcept;

}  // namespace pqlane
