// gpu_registry.cpp: see gpu_registry.hpp.
#include "runtime/gpu_registry.hpp"

#include "runtime/gpu_device.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/gpu_tuning.hpp"
#include "runtime/last_error.hpp"

namespace pqlane::gpu {

namespace {

#if defined(PQLANE_GPU_OFF)
constexpr const char* no_images = "left out of this build (PQLANE_GPU=OFF)";
#else
constexpr const char* no_images = "not part of this build: no compiler for such GPU code was found";
#endif

// Rows of one vendor, at least one.
void add_rows(Vendor vendor, std::vector<GpuRow>& list) {
  const std::string prefix = std::string(Driver::name(vendor)) + ":";
  if (gpu_images(vendor, 0).empty()) {
    list.push_back({prefix + "0", false, no_images, false});
    return;
  }
  std::string why_not;
  const Driver* driver = Driver::open(vendor, why_not);
  if (driver == nullptr) {
    list.push_back({prefix + "0", false, why_not, false});
    return;
  }
  for (int i = 0; i < driver->device_count(); ++i) {
    const std::string name = prefix + std::to_string(i);
    try {
      const Driver::DeviceInfo info = driver->device_info(i);
      const GpuImage* image = choose_image(vendor, 0, info);
      if (image == nullptr) {
        list.push_back({name, false, info.name + ": no code for " + info.architecture + " in this build"});
      } else {
        GpuTuning tuning;
        std::string what;
        const bool understood = load_tuning(*driver, info, tuning, what);
        if (understood) {
          what = info.name + ", " + info.architecture + ", code " + image->target + ", tuning " +
                 describe(tuning);
          const char* lacking = driver->lacking_for_graphs();
          if (vendor == Vendor::hip) {
            what += ", in streams alone";
          } else if (lacking != nullptr) {
            what += std::string(", no graphs: the driver lacks ") + lacking;
          }
        }
        list.push_back({name, understood, what});
      }
    } catch (const DriverError& error) {
      list.push_back({name, false, error.message});
    }
  }
}

// The vendor that a device name asks for ("cuda", "hip:1"); false when it asks for none.
bool vendor_of(const std::string& device_name, Vendor& vendor) {
  for (const Vendor candidate : {Vendor::cuda, Vendor::hip}) {
    const std::string name = Driver::name(candidate);
    if (device_name != name && !device_name.starts_with(name + ":")) continue;
    vendor = candidate;
    return true;
  }
  return false;
}

}  // namespace

const std::vector<GpuRow>& gpu_rows() {
  static const std::vector<GpuRow> rows = [] {
    std::vector<GpuRow> list;
    for (const Vendor vendor : {Vendor::cuda, Vendor::hip}) add_rows(vendor, list);
    return list;
  }();
  return rows;
}

bool is_gpu_name(const std::string& device_name) {
  Vendor vendor{};
  return vendor_of(device_name, vendor);
}

bool is_device_memory(const void* memory) {
  for (const GpuRow& row : gpu_rows()) {
    Vendor vendor{};
    std::string why_not;
    if (!row.usable || !vendor_of(row.device_name, vendor)) continue;
    if (Driver::open(vendor, why_not)->place_of(memory).kind == Driver::MemoryKind::device) return true;
  }
  return false;
}

std::unique_ptr<ComputeDevice> open_gpu_device(const std::string& device_name, unsigned threads) {
  Vendor vendor{};
  std::string known;  // the last device of the vendor
  if (vendor_of(device_name, vendor)) {
    const std::string prefix = std::string(Driver::name(vendor)) + ":";
    const std::string wanted = device_name + (device_name.find(':') == std::string::npos ? ":0" : "");
    int index = 0;
    for (const GpuRow& row : gpu_rows()) {
      if (!row.device_name.starts_with(prefix)) continue;
      known = (index == 0 ? "" : prefix + "0 to ") + row.device_name;
      if (row.device_name != wanted && row.present) {
        ++index;
        continue;
      }
      if (!row.usable) {
        fail(PQLANE_ERROR_DEVICE, "device '" + device_name + "' cannot be used here: " + row.reason);
        return nullptr;
      }
      std::string why_not;
      try {
        return std::make_unique<GpuDevice>(*Driver::open(vendor, why_not), index, threads);
      } catch (const DriverError& error) {
        fail(PQLANE_ERROR_DEVICE, device_name + ": " + error.message);
        return nullptr;
      }
    }
  }
  fail(PQLANE_ERROR_DEVICE, "device '" + device_name + "' is unknown; this machine has " + known);
  return nullptr;
}

}  // namespace pqlane::gpu
