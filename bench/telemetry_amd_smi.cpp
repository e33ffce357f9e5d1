// telemetry_amd_smi.cpp: the source of an AMD GPU, by AMD SMI [AMD-SMI].
//
// Only functions whose arguments are numbers are called, but for one structure of sixteen: AMD SMI's
// structures have changed between versions. Power is not asked for; it follows from the energy counter.
#include "bench/shared_library.hpp"
#include "bench/telemetry_source.hpp"

#include <array>
#include <cstdio>

namespace pqlane::bench {
namespace {

using AmdHandle = void*;

constexpr std::uint64_t init_gpus = 2;                           // AMDSMI_INIT_AMD_GPUS
constexpr int temperature_hotspot = 1, temperature_current = 0;  // amdsmi_temperature_type_t, .._metric_t
constexpr int memory_vram = 0;                                   // amdsmi_memory_type_t
constexpr std::size_t engine_usage_words = 16;  // amdsmi_engine_usage_t; the first is graphics
constexpr std::int64_t hottest_degrees = 1000;  // above this a temperature is in thousandths

struct AmdSmi {
  SharedLibrary library{"PQLANE_AMD_SMI", {"libamd_smi.so.26", "libamd_smi.so.25", "libamd_smi.so"}};
  std::string why_not;
  int (*init)(std::uint64_t);
  int (*sockets)(std::uint32_t*, AmdHandle*);
  int (*processors)(AmdHandle, std::uint32_t*, AmdHandle*);
  int (*bus_id)(AmdHandle, std::uint64_t*);
  int (*energy)(AmdHandle, std::uint64_t*, float*, std::uint64_t*);
  int (*temperature)(AmdHandle, int, int, std::int64_t*);
  int (*memory)(AmdHandle, int, std::uint64_t*);
  int (*activity)(AmdHandle, std::uint32_t*);

  AmdSmi() {
    if (!library) {
      why_not = "no AMD SMI: " + library.why_not();
      return;
    }
    const bool complete = library.find(init, "amdsmi_init") &&
                          library.find(sockets, "amdsmi_get_socket_handles") &&
                          library.find(processors, "amdsmi_get_processor_handles") &&
                          library.find(bus_id, {"amdsmi_get_gpu_bdf_id", "amdsmi_get_gpu_pci_id"});
    library.find(energy, "amdsmi_get_energy_count");
    library.find(temperature, "amdsmi_get_temp_metric");
    library.find(memory, "amdsmi_get_gpu_memory_usage");
    library.find(activity, "amdsmi_get_gpu_activity");
    if (!complete) {
      why_not = "AMD SMI is too old: it does not list GPUs by their bus address";
    } else if (const int code = init(init_gpus); code != 0) {
      why_not = "amdsmi_init: error " + std::to_string(code);
    }
  }

  std::vector<AmdHandle> gpus() const {
    std::vector<AmdHandle> all;
    std::uint32_t count = 0;
    if (sockets(&count, nullptr) != 0) return all;
    std::vector<AmdHandle> found(count);
    if (sockets(&count, found.data()) != 0) return all;
    for (const AmdHandle socket : found) {
      std::uint32_t of_socket = 0;
      if (processors(socket, &of_socket, nullptr) != 0) continue;
      std::vector<AmdHandle> list(of_socket);
      if (processors(socket, &of_socket, list.data()) != 0) continue;
      list.resize(of_socket);
      all.insert(all.end(), list.begin(), list.end());
    }
    return all;
  }
};

const AmdSmi& amd_smi() {
  static const AmdSmi* const opened = new AmdSmi();
  return *opened;
}

// The PCI bus address of a GPU as HIP counts, in AMD SMI's form: domain in the upper half, then bus, device
// and function. Absent with a reason.
std::optional<std::uint64_t> bus_id_of(int index, std::string& why_not) {
  static const SharedLibrary runtime("PQLANE_HIP_DRIVER",
                                     {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"});
  int (*bus_id)(char*, int, int);
  if (!runtime.find(bus_id, "hipDeviceGetPCIBusId")) {
    why_not = "the AMD HIP runtime does not tell the bus address of a GPU";
    return std::nullopt;
  }
  std::array<char, 32> text{};
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  if (bus_id(text.data(), static_cast<int>(text.size()), index) != 0 ||
      std::sscanf(text.data(), "%x:%x:%x.%x", &domain, &bus, &device, &function) != 4) {
    why_not = "the AMD HIP runtime gives no bus address of GPU " + std::to_string(index);
    return std::nullopt;
  }
  return std::uint64_t{domain} << 32 | bus << 8 | device << 3 | function;
}

class AmdSmiSource final : public TelemetrySource {
 public:
  AmdSmiSource(int index, AmdHandle gpu)
      : TelemetrySource("hip:" + std::to_string(index), "amd-smi"), gpu_(gpu), used_before_(used_bytes()) {
    if (!read_energy()) set_no_energy_reason("AMD SMI has no energy counter of this GPU");
  }

  bool is_gpu() const override { return true; }

  Reading read() override {
    const AmdSmi& smi = amd_smi();
    Reading reading;
    std::array<std::uint32_t, engine_usage_words> usage{};
    if (smi.activity != nullptr && smi.activity(gpu_, usage.data()) == 0)
      reading[Quantity::utilisation_pct] = usage[0];
    std::int64_t degrees = 0;
    if (smi.temperature != nullptr &&
        smi.temperature(gpu_, temperature_hotspot, temperature_current, &degrees) == 0) {
      const bool thousandths = degrees > hottest_degrees;
      reading[Quantity::temperature_c] = static_cast<double>(degrees) * (thousandths ? 1e-3 : 1.0);
    }
    const std::optional<std::uint64_t> used = used_bytes();
    if (used && used_before_ && *used > *used_before_)
      reading[Quantity::memory_bytes] = static_cast<double>(*used - *used_before_);
    return reading;
  }

  std::optional<double> energy() override {
    return no_energy_reason().empty() ? read_energy() : std::nullopt;
  }

  bool memory_is_of_process() const override { return false; }

 private:
  std::optional<double> read_energy() const {
    std::uint64_t count = 0, time = 0;
    float microjoules = 0;  // of one count
    if (amd_smi().energy == nullptr || amd_smi().energy(gpu_, &count, &microjoules, &time) != 0)
      return std::nullopt;
    return 1e-6 * static_cast<double>(microjoules) * static_cast<double>(count);
  }

  std::optional<std::uint64_t> used_bytes() const {
    std::uint64_t bytes = 0;
    if (amd_smi().memory == nullptr || amd_smi().memory(gpu_, memory_vram, &bytes) != 0) return std::nullopt;
    return bytes;
  }

  AmdHandle gpu_;
  std::optional<std::uint64_t> used_before_;
};

}  // namespace

SourcePointer open_amd_smi_source(int index, std::string& why_not) {
  const AmdSmi& smi = amd_smi();
  if (!smi.why_not.empty()) {
    why_not = smi.why_not;
    return nullptr;
  }
  const std::optional<std::uint64_t> wanted = bus_id_of(index, why_not);
  if (!wanted) return nullptr;
  for (const AmdHandle gpu : smi.gpus()) {
    std::uint64_t bus_id = 0;
    // Bits 28 to 31 number a partition of a GPU, which HIP's text does not have.
    if (smi.bus_id(gpu, &bus_id) == 0 && (bus_id & ~(std::uint64_t{0xf} << 28)) == *wanted)
      return std::make_shared<AmdSmiSource>(index, gpu);
  }
  why_not = "AMD SMI does not know GPU " + std::to_string(index);
  return nullptr;
}

}  // namespace pqlane::bench
