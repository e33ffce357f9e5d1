// gpu_registry.hpp: the GPUs of this machine by name: which there are, why one cannot be used, opening one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/device.hpp"

namespace pqlane::gpu {

// A GPU as `doctor` lists it.
struct GpuRow {
  std::string device_name;  // "cuda:0", "hip:0"
  bool usable;
  std::string reason;   // what it is, or why it cannot be used
  bool present = true;  // false: stands for a vendor of whom no device can be asked
};
// At least one row, so that a machine without GPU says why. Detection runs once.
const std::vector<GpuRow>& gpu_rows();

// Whether a device name asks for a GPU ("cuda", "cuda:1", "hip:0").
bool is_gpu_name(const std::string& device_name);
// Whether a usable GPU's driver knows this as memory of a device.
bool is_device_memory(const void* memory);
// Opens it; sets the error and returns null when that cannot be. `threads` host threads pack and unpack, 0 =
// all.
std::unique_ptr<ComputeDevice> open_gpu_device(const std::string& device_name, unsigned threads);

}  // namespace pqlane::gpu
