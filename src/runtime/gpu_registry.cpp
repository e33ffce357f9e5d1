// gpu_registry.cpp: see gpu_registry.hpp.
#include "runtime/gpu_registry.hpp"

#include "runtime/gpu_device.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/last_error.hpp"

namespace pqlane::gpu {

const std::vector<GpuRow>& gpu_rows() {
  static const std::vector<GpuRow> rows = [] {
    std::vector<GpuRow> list;
    if (cuda_images(0).empty()) {
      list.push_back({"cuda:0", false, "not part of this build: no compiler for GPU code was found"});
      return list;
    }
    std::string why_not;
    const Driver* driver = Driver::cuda(why_not);
    if (driver == nullptr) {
      list.push_back({"cuda:0", false, why_not});
      return list;
    }
    for (int i = 0; i < driver->device_count(); ++i) {
      const std::string name = "cuda:" + std::to_string(i);
      try {
        const Driver::DeviceInfo info = driver->device_info(i);
        const std::string capability = std::to_string(info.major) + "." + std::to_string(info.minor);
        const GpuImage* image = choose_cuda_image(0, info.major, info.minor);
        if (image == nullptr) {
          list.push_back(
              {name, false, info.name + ": no code for compute capability " + capability + " in this build"});
        } else {
          list.push_back(
              {name, true, info.name + ", compute capability " + capability + ", code " + image->target});
        }
      } catch (const DriverError& error) {
        list.push_back({name, false, error.message});
      }
    }
    return list;
  }();
  return rows;
}

bool is_gpu_name(const std::string& device_name) {
  return device_name == "cuda" || device_name.starts_with("cuda:");
}

bool is_device_memory(const void* memory) {
  if (!gpu_rows().front().usable) return false;
  std::string why_not;
  return Driver::cuda(why_not)->place_of(memory).kind == Driver::MemoryKind::device;
}

std::unique_ptr<ComputeDevice> open_gpu_device(const std::string& device_name, unsigned threads) {
  const std::string wanted = device_name == "cuda" ? "cuda:0" : device_name;
  const std::vector<GpuRow>& rows = gpu_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].device_name != wanted) continue;
    if (!rows[i].usable) {
      fail(PQLANE_ERROR_DEVICE, "device '" + device_name + "' cannot be used here: " + rows[i].reason);
      return nullptr;
    }
    std::string why_not;
    try {
      return std::make_unique<GpuDevice>(*Driver::cuda(why_not), static_cast<int>(i), threads);
    } catch (const DriverError& error) {
      fail(PQLANE_ERROR_DEVICE, device_name + ": " + error.message);
      return nullptr;
    }
  }
  fail(PQLANE_ERROR_DEVICE, "device '" + device_name + "' is unknown; this machine has " +
                                rows.front().device_name +
                                (rows.size() > 1 ? " to " + rows.back().device_name : ""));
  return nullptr;
}

}  // namespace pqlane::gpu
