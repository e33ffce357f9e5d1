// c_guard.hpp: keeps exceptions inside the C interface.
#pragma once

#include <exception>
#include <new>

#include "pqlane/pqlane.h"
#include "runtime/last_error.hpp"

namespace pqlane {

// Runs the body of a C function that returns a status; what it throws becomes a status and a message.
template <class Body>
pqlane_status guarded(Body body) noexcept {
  clear_error();
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return fail(PQLANE_ERROR_MEMORY, {});
  } catch (const std::exception& error) {
    return fail(PQLANE_ERROR_INTERNAL, error.what());
  } catch (...) {  // errors of a GPU's driver are no std::exception
    return fail(PQLANE_ERROR_INTERNAL, {});
  }
}

}  // namespace pqlane
