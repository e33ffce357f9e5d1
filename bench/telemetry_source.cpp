// telemetry_source.cpp: see telemetry_source.hpp.
#include "bench/telemetry_source.hpp"

#include "bench/sweep.hpp"

#include <pqlane/pqlane.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace pqlane::bench {
namespace {

// Names of usable devices that begin so.
std::vector<std::string> usable_devices(std::string_view prefix) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pqlane_backend_count(); ++i) {
    pqlane_backend_info info{};
    if (pqlane_backend_get(i, &info) != PQLANE_OK || info.usable == 0) continue;
    if (std::string_view(info.device_name).starts_with(prefix)) names.emplace_back(info.device_name);
  }
  return names;
}

}  // namespace

std::vector<std::string> throttle_names(unsigned reasons) {
  std::vector<std::string> names;
  if ((reasons & throttle_power) != 0) names.emplace_back("power");
  if ((reasons & throttle_thermal) != 0) names.emplace_back("thermal");
  if ((reasons & throttle_power_brake) != 0) names.emplace_back("power-brake");
  return names;
}

std::vector<std::string> source_devices(const std::string& device) {
  if (device == "auto") {
    std::vector<std::string> all{"cpu"};
    for (const char* vendor : {"cuda:", "hip:"}) {
      const std::vector<std::string> gpus = usable_devices(vendor);
      all.insert(all.end(), gpus.begin(), gpus.end());
    }
    return all;
  }
  const std::size_t colon = device.find(':');
  const std::string kind = device.substr(0, colon);
  if (kind != "cuda" && kind != "hip") return {"cpu"};
  const std::string numbers = colon == std::string::npos ? "0" : device.substr(colon + 1);
  if (numbers == "all") return usable_devices(kind + ":");
  std::vector<std::string> gpus;
  if (numbers.empty() || numbers.find_first_not_of("0123456789,") != std::string::npos) return gpus;
  for (const std::string& number : split_list(numbers)) {
    const std::string name = kind + ":" + number;
    if (std::find(gpus.begin(), gpus.end(), name) == gpus.end()) gpus.push_back(name);
  }
  return gpus;
}

std::vector<SourcePointer> open_sources(const std::vector<std::string>& devices,
                                        std::vector<std::string>& why_not) {
  std::vector<std::string> names;
  for (const std::string& device : devices) {
    for (const std::string& name : source_devices(device)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  std::vector<SourcePointer> sources;
  for (const std::string& name : names) {
    if (name == "cpu") {
      sources.push_back(open_host_source());
      continue;
    }
    const std::size_t colon = name.find(':');
    int index = -1;
    std::from_chars(name.data() + colon + 1, name.data() + name.size(), index);
    std::string reason;
    const SourcePointer source =
        name.starts_with("cuda") ? open_nvml_source(index, reason) : open_amd_smi_source(index, reason);
    if (source != nullptr) {
      sources.push_back(source);
    } else {
      why_not.push_back(name + ": " + reason);
    }
  }
  return sources;
}

}  // namespace pqlane::bench
