// bus_ids.cpp: the PCI bus addresses of the fake GPUs, by which a management library tells which GPU is
// meant: GPU i is device i of bus 0x40 in domain 0 (CUDA) and of bus 0x80 (HIP).
#include <cstdio>

#include "gpu/fake_driver/machine.hpp"

#define FAKE_API extern "C" __attribute__((visibility("default"))) int

namespace {

constexpr int invalid_value = 1, invalid_device = 101;  // of both

int write_bus_id(char* text, int bytes, unsigned bus, int device, std::uint64_t devices) {
  if (text == nullptr || bytes < 13) return invalid_value;
  if (device < 0 || static_cast<std::uint64_t>(device) >= devices) return invalid_device;
  std::snprintf(text, static_cast<std::size_t>(bytes), "0000:%02x:%02x.0", bus,
                static_cast<unsigned>(device));
  return 0;
}

}  // namespace

FAKE_API cuDeviceGetPCIBusId(char* text, int bytes, int device) {
  return write_bus_id(text, bytes, 0x40, device, fake::Machine::cuda().options().devices);
}

FAKE_API hipDeviceGetPCIBusId(char* text, int bytes, int device) {
  return write_bus_id(text, bytes, 0x80, device, fake::Machine::hip().options().hip_devices);
}
