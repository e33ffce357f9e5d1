// device_rows.hpp: byte strings of one size in device memory, one an operation.
#pragma once

#include <cstdint>

namespace pqlane::gpu {

struct DeviceRows {
  std::uint8_t* data;
  std::uint64_t stride;
};

}  // namespace pqlane::gpu
