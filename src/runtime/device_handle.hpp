// device_handle.hpp: what the C interface's opaque device points to.
#pragma once

#include <memory>

#include "pqlane/pqlane.h"
#include "runtime/device.hpp"

namespace pqlane {

inline constexpr unsigned max_device_threads = 4096;

}  // namespace pqlane

struct pqlane_device {
  std::unique_ptr<pqlane::ComputeDevice> device;
};
