// control.cpp: see control.hpp.
#include "gpu/fake_driver/control.hpp"

#include <cstring>

#include "gpu/fake_driver/machine.hpp"

using fake::Machine;

namespace {
Machine* const* machines() {
  static Machine* const both[] = {&Machine::cuda(), &Machine::hip()};
  return both;
}
}  // namespace

void fake_gpu_set(const char* name, std::uint64_t value) {
  for (int i = 0; i < 2; ++i) {
    if (std::strcmp(name, "peak_device_bytes") == 0) {
      machines()[i]->reset_peak();
    } else {
      machines()[i]->set_option(name, value);
    }
  }
}
std::uint64_t fake_gpu_get(const char* name) {
  return machines()[0]->counter(name) + machines()[1]->counter(name);
}
std::size_t fake_gpu_find(const void* bytes, std::size_t count) {
  return machines()[0]->find(bytes, count) + machines()[1]->find(bytes, count);
}
std::size_t fake_gpu_find_host(const void* bytes, std::size_t count) {
  return machines()[0]->find(bytes, count, false) + machines()[1]->find(bytes, count, false);
}
void fake_gpu_forget_freed() {
  for (int i = 0; i < 2; ++i) machines()[i]->forget_freed();
}
void fake_gpu_after_kernel(void (*hook)(void*), void* data) {
  for (int i = 0; i < 2; ++i) machines()[i]->set_hook(hook, data);
}
