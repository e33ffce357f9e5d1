// open_device.cpp: see open_device.hpp.
#include "runtime/open_device.hpp"

#include <algorithm>
#include <vector>

#include "runtime/auto_device.hpp"
#include "runtime/gpu_registry.hpp"
#include "runtime/last_error.hpp"
#include "runtime/multi_device.hpp"
#include "runtime/omp_device.hpp"

namespace pqlane {
namespace {

using DevicePointer = std::unique_ptr<ComputeDevice>;

DevicePointer open_cpu(const std::string& name, unsigned threads, bool pin) {
  const RegisteredBackend* backend = choose_backend(name);
  if (backend == nullptr) return nullptr;
  std::unique_ptr<CoreBinding> binding;
  if (pin) {
    binding = std::make_unique<CoreBinding>();
    if (!binding->available()) {
      fail(PQLANE_ERROR_OPTION, "threads cannot be pinned: built without hwloc");
      return nullptr;
    }
  }
  return std::make_unique<CpuDevice>(*backend, threads, std::move(binding));
}

// The names that "cuda:0,2" or "cuda:all" stands for; one name for one GPU.
std::vector<std::string> gpu_names(const std::string& name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos) return {name};
  const std::string vendor = name.substr(0, colon + 1), list = name.substr(colon + 1);
  std::vector<std::string> names;
  if (list == "all") {
    for (const gpu::GpuRow& row : gpu::gpu_rows()) {
      if (row.usable && row.device_name.starts_with(vendor)) names.push_back(row.device_name);
    }
    if (names.empty()) names.push_back(vendor + "0");  // opening it says why there is none
    return names;
  }
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    names.push_back(vendor + list.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

DevicePointer open_gpus(const std::string& name, unsigned threads) {
  const std::vector<std::string> names = gpu_names(name);
  std::vector<DevicePointer> devices;
  for (auto one = names.begin(); one != names.end(); ++one) {
    if (std::find(names.begin(), one, *one) != one) {
      fail(PQLANE_ERROR_DEVICE, "device '" + name + "' names " + *one + " twice");
      return nullptr;
    }
    devices.push_back(gpu::open_gpu_device(*one, threads));
    if (devices.back() == nullptr) return nullptr;
  }
  if (devices.size() == 1) return std::move(devices.front());
  std::string all = devices.front()->name();
  for (std::size_t d = 1; d < devices.size(); ++d) {
    const std::string other = devices[d]->name();
    all += "," + other.substr(other.find(':') + 1);
  }
  return std::make_unique<MultiDevice>(all, std::move(devices));
}

DevicePointer open_auto(unsigned threads, bool pin) {
  DevicePointer cpu = open_cpu("cpu", threads, pin);
  if (cpu == nullptr) return nullptr;
  const auto open_gpu = [threads]() -> DevicePointer {
    for (const gpu::GpuRow& row : gpu::gpu_rows()) {
      if (!row.usable) continue;
      if (DevicePointer device = gpu::open_gpu_device(row.device_name, threads)) return device;
    }
    clear_error();  // without a GPU it is the CPU alone
    return nullptr;
  };
  return std::make_unique<AutoDevice>(std::move(cpu), open_gpu, &gpu::is_device_memory);
}

}  // namespace

std::unique_ptr<ComputeDevice> open_device(const std::string& name, unsigned threads, bool pin) {
  if (name == "auto") return open_auto(threads, pin);
  if (gpu::is_gpu_name(name)) return open_gpus(name, threads);
  if (is_omp_name(name)) return open_omp_device(name);
  return open_cpu(name, threads, pin);
}

}  // namespace pqlane
