// open_device.hpp: from the name of a device to the device.
#pragma once

#include <memory>
#include <string>

#include "runtime/device.hpp"

namespace pqlane {

// Sets the error and returns null when the device is unknown or cannot be used. `threads` as in
// pqlane_device_options; `pin` binds the threads of a CPU to cores.
std::unique_ptr<ComputeDevice> open_device(const std::string& name, unsigned threads, bool pin);

}  // namespace pqlane
