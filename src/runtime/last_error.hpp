// last_error.hpp: what pqlane_last_error() says on the calling thread.
#pragma once

#include <string>

#include "pqlane/pqlane.h"

namespace pqlane {

// Records the message and returns the status, for `return fail(PQLANE_ERROR_NULL, "..")`. When there is no
// memory for the message, the status's general text stands instead.
pqlane_status fail(pqlane_status status, const std::string& message) noexcept;
// A new call begins: no error yet.
void clear_error() noexcept;
const char* last_error() noexcept;
// The status of the last failure, PQLANE_OK when there was none.
pqlane_status error_status() noexcept;

}  // namespace pqlane
