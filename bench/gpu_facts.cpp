// gpu_facts.cpp: see gpu_facts.hpp.
#include "bench/gpu_facts.hpp"

#include "bench/telemetry_source.hpp"
#include "runtime/gpu_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace pqlane::bench {
namespace {

std::string version_text(gpu::Vendor vendor, int version) {
  // 13000 is CUDA 13.0, 60200000 HIP 6.2.
  if (vendor == gpu::Vendor::cuda) return fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
  return fmt::format("HIP {}.{}", version / 10'000'000, version / 100'000 % 100);
}

std::optional<GpuFacts> describe(const std::string& device) {
  const auto vendor = device.starts_with("cuda") ? gpu::Vendor::cuda : gpu::Vendor::hip;
  int index = -1;
  std::from_chars(device.data() + device.find(':') + 1, device.data() + device.size(), index);
  std::string why_not;
  const gpu::Driver* driver = gpu::Driver::open(vendor, why_not);
  if (driver == nullptr || index < 0 || index >= driver->device_count()) return std::nullopt;
  try {
    const gpu::Driver::DeviceInfo info = driver->device_info(index);
    const std::string capability =
        vendor == gpu::Vendor::cuda ? fmt::format("{}.{}", info.major, info.minor) : info.architecture;
    return GpuFacts{device, info.name, capability, info.memory_bytes,
                    version_text(vendor, driver->version())};
  } catch (const gpu::DriverError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<GpuFacts> describe_gpus(const std::vector<std::string>& devices) {
  std::vector<GpuFacts> all;
  for (const std::string& device : devices) {
    for (const std::string& part : source_devices(device)) {
      const auto known = [&](const GpuFacts& gpu) { return gpu.device == part; };
      if (part == "cpu" || std::any_of(all.begin(), all.end(), known)) continue;
      if (auto facts = describe(part)) all.push_back(std::move(*facts));
    }
  }
  return all;
}

}  // namespace pqlane::bench
