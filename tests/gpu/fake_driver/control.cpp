// control.cpp: see control.hpp.
#include "gpu/fake_driver/control.hpp"

#include <cstring>

#include "gpu/fake_driver/machine.hpp"

using fake::Machine;

void fake_gpu_set(const char* name, std::uint64_t value) {
  if (std::strcmp(name, "peak_device_bytes") == 0) return Machine::get().reset_peak();
  Machine::get().set_option(name, value);
}
std::uint64_t fake_gpu_get(const char* name) { return Machine::get().counter(name); }
std::size_t fake_gpu_find(const void* bytes, std::size_t count) { return Machine::get().find(bytes, count); }
std::size_t fake_gpu_find_host(const void* bytes, std::size_t count) {
  return Machine::get().find(bytes, count, false);
}
void fake_gpu_forget_freed() { Machine::get().forget_freed(); }
void fake_gpu_after_kernel(void (*hook)(void*), void* data) { Machine::get().set_hook(hook, data); }
