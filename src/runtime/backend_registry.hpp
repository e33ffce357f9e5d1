// backend_registry.hpp: which CPU backends this build has, which can run here, and the choice of one.
#pragma once

#include <span>
#include <string>

#include "pqlane/pqlane.h"
#include "runtime/kem_backend.hpp"

namespace pqlane {

struct RegisteredBackend {
  const char* device_name;    // "cpu:avx512"
  const CpuBackend* backend;  // null when it was not built
  bool usable;
  const char* reason;  // what was found or is missing
};

// In order of preference, best last. Detection runs once.
std::span<const RegisteredBackend> registered_backends();

// The backend for a device name: "cpu" takes the one that PQLANE_BACKEND names or else the best, and
// "cpu:NAME" takes NAME. Sets the error and returns null when it is unknown or cannot run.
const RegisteredBackend* choose_backend(const std::string& device_name);

}  // namespace pqlane
