// telemetry_nvml.cpp: the source of an NVIDIA GPU, by the NVIDIA Management Library [NVML].
//
// NVML counts GPUs in another order than CUDA and knows nothing of CUDA_VISIBLE_DEVICES; the PCI bus address
// is what both name a GPU by. Power is an average of the driver's (over a second on recent GPUs); the energy
// counter is what joules come from.
#include "bench/shared_library.hpp"
#include "bench/telemetry_source.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <mutex>

namespace pqlane::bench {
namespace {

using NvmlDevice = void*;

struct NvmlUtilization {
  unsigned gpu, memory;
};
struct NvmlMemory {
  unsigned long long total, free, used;
};
struct NvmlProcess {
  unsigned pid;
  unsigned long long used_bytes;  // all bits set: not known
  unsigned gpu_instance, compute_instance;
};

constexpr int nvml_insufficient_size = 7;
constexpr int clock_sm = 1, clock_memory = 2, sensor_gpu = 0;  // nvmlClockType_t, nvmlTemperatureSensors_t
// nvmlClocksThrottleReasons: what lowers the clock under load. The others (idle, a clock that the user set,
// synchronised boards) are none of a benchmark's business.
constexpr unsigned long long sw_power_cap = 0x4, hw_slowdown = 0x8, sw_thermal = 0x20, hw_thermal = 0x40,
                             hw_power_brake = 0x80;

unsigned throttle_bits(unsigned long long reasons) {
  // Some GPUs say that the hardware slows down and not why: that is mostly heat.
  const bool no_reason = (reasons & hw_slowdown) != 0 && (reasons & (hw_thermal | hw_power_brake)) == 0;
  unsigned bits = 0;
  if ((reasons & sw_power_cap) != 0) bits |= throttle_power;
  if ((reasons & (sw_thermal | hw_thermal)) != 0 || no_reason) bits |= throttle_thermal;
  if ((reasons & hw_power_brake) != 0) bits |= throttle_power_brake;
  return bits;
}

struct Nvml {
  SharedLibrary library{"PQLANE_NVML", {"libnvidia-ml.so.1"}};
  std::string why_not;
  int (*init)();
  int (*handle_by_bus_id)(const char*, NvmlDevice*);
  const char* (*error_string)(int);
  int (*power_milliwatts)(NvmlDevice, unsigned*);
  int (*energy_millijoules)(NvmlDevice, unsigned long long*);
  int (*utilization)(NvmlDevice, NvmlUtilization*);
  int (*clock)(NvmlDevice, int, unsigned*);
  int (*temperature)(NvmlDevice, int, unsigned*);
  int (*memory)(NvmlDevice, NvmlMemory*);
  int (*processes)(NvmlDevice, unsigned*, NvmlProcess*);
  int (*throttle)(NvmlDevice, unsigned long long*);

  Nvml() {
    if (!library) {
      why_not = "no NVML: " + library.why_not();
      return;
    }
    const bool complete = library.find(init, "nvmlInit_v2") &&
                          library.find(handle_by_bus_id, "nvmlDeviceGetHandleByPciBusId_v2") &&
                          library.find(error_string, "nvmlErrorString");
    library.find(power_milliwatts, "nvmlDeviceGetPowerUsage");
    library.find(energy_millijoules, "nvmlDeviceGetTotalEnergyConsumption");
    library.find(utilization, "nvmlDeviceGetUtilizationRates");
    library.find(clock, "nvmlDeviceGetClockInfo");
    library.find(temperature, "nvmlDeviceGetTemperature");
    library.find(memory, "nvmlDeviceGetMemoryInfo");
    // _v2 first: some drivers gave the structure of _v3 another size.
    library.find(processes,
                 {"nvmlDeviceGetComputeRunningProcesses_v2", "nvmlDeviceGetComputeRunningProcesses_v3"});
    library.find(throttle,
                 {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
    if (!complete) {
      why_not = "NVML is too old: it lacks nvmlInit_v2 or nvmlDeviceGetHandleByPciBusId_v2";
    } else if (const int code = init(); code != 0) {
      why_not = std::string("nvmlInit_v2: ") + error_string(code);
    }
  }
};

// Opened once and never shut down: sources may live as long as the process.
const Nvml& nvml() {
  static const Nvml* const opened = new Nvml();
  return *opened;
}

// The PCI bus address of a GPU as CUDA counts; empty with a reason.
std::string bus_id_of(int index, std::string& why_not) {
  static const SharedLibrary driver("PQLANE_CUDA_DRIVER", {"libcuda.so.1"});
  int (*init)(unsigned);
  int (*device_get)(int*, int);
  int (*bus_id)(char*, int, int);
  if (!driver) {
    why_not = driver.why_not();
    return {};
  }
  if (!driver.find(init, "cuInit") || !driver.find(device_get, "cuDeviceGet") ||
      !driver.find(bus_id, "cuDeviceGetPCIBusId")) {
    why_not = "the NVIDIA driver does not tell the bus address of a GPU";
    return {};
  }
  std::array<char, 32> text{};
  int device = 0;
  const int code = init(0) != 0 || device_get(&device, index) != 0
                       ? 1
                       : bus_id(text.data(), static_cast<int>(text.size()), device);
  if (code != 0) {
    why_not = "the NVIDIA driver gives no bus address of GPU " + std::to_string(index);
    return {};
  }
  return text.data();
}

class NvmlSource final : public TelemetrySource {
 public:
  NvmlSource(int index, NvmlDevice device)
      : TelemetrySource("cuda:" + std::to_string(index), "nvml"), device_(device) {
    earlier_ = pids();
    used_before_ = used_bytes();
    unsigned long long millijoules = 0;
    if (nvml().energy_millijoules == nullptr) {
      set_no_energy_reason("NVML has no energy counter");
    } else if (const int code = nvml().energy_millijoules(device_, &millijoules); code != 0) {
      set_no_energy_reason(std::string("energy counter: ") + nvml().error_string(code));
    }
  }

  bool is_gpu() const override { return true; }

  Reading read() override {
    const Nvml& n = nvml();
    Reading reading;
    unsigned value = 0;
    if (n.power_milliwatts != nullptr && n.power_milliwatts(device_, &value) == 0)
      reading[Quantity::power_w] = 1e-3 * value;
    NvmlUtilization utilization{};
    if (n.utilization != nullptr && n.utilization(device_, &utilization) == 0)
      reading[Quantity::utilisation_pct] = utilization.gpu;
    if (n.clock != nullptr && n.clock(device_, clock_sm, &value) == 0) reading[Quantity::clock_mhz] = value;
    if (n.clock != nullptr && n.clock(device_, clock_memory, &value) == 0)
      reading[Quantity::memory_clock_mhz] = value;
    if (n.temperature != nullptr && n.temperature(device_, sensor_gpu, &value) == 0)
      reading[Quantity::temperature_c] = value;
    unsigned long long reasons = 0;
    if (n.throttle != nullptr && n.throttle(device_, &reasons) == 0) {
      reading[Quantity::throttle] = throttle_bits(reasons);
    }
    if (const auto bytes = memory_bytes()) reading[Quantity::memory_bytes] = static_cast<double>(*bytes);
    return reading;
  }

  std::optional<double> energy() override {
    unsigned long long millijoules = 0;
    if (!no_energy_reason().empty() || nvml().energy_millijoules(device_, &millijoules) != 0)
      return std::nullopt;
    return 1e-3 * static_cast<double>(millijoules);
  }

  bool memory_is_of_process() const override {
    const std::lock_guard lock(mutex_);
    return of_process_;
  }

 private:
  std::vector<NvmlProcess> processes() const {
    std::vector<NvmlProcess> list(64);
    for (int attempt = 0; attempt < 3 && nvml().processes != nullptr; ++attempt) {
      auto count = static_cast<unsigned>(list.size());
      const int code = nvml().processes(device_, &count, list.data());
      if (code == 0) {
        list.resize(std::min<std::size_t>(count, list.size()));
        return list;
      }
      if (code != nvml_insufficient_size) break;
      list.resize(2 * static_cast<std::size_t>(count) + 64);
    }
    return {};
  }

  std::vector<unsigned> pids() const {
    std::vector<unsigned> list;
    for (const NvmlProcess& process : processes()) list.push_back(process.pid);
    return list;
  }

  std::optional<std::uint64_t> used_bytes() const {
    NvmlMemory memory{};
    if (nvml().memory == nullptr || nvml().memory(device_, &memory) != 0) return std::nullopt;
    return memory.used;
  }

  // What this process uses. In a container NVML may know it by another number: then it is the only one that
  // came since this source was opened. Where processes are not told, what all of the device uses more than it
  // did then.
  std::optional<std::uint64_t> memory_bytes() {
    const std::vector<NvmlProcess> list = processes();
    const NvmlProcess* own = nullptr;
    std::size_t newcomers = 0;
    const NvmlProcess* newcomer = nullptr;
    for (const NvmlProcess& process : list) {
      if (process.pid == static_cast<unsigned>(getpid())) own = &process;
      if (std::find(earlier_.begin(), earlier_.end(), process.pid) != earlier_.end()) continue;
      ++newcomers;
      newcomer = &process;
    }
    if (own == nullptr && newcomers == 1) own = newcomer;
    const bool known = own != nullptr && own->used_bytes != ~0ull;
    {
      const std::lock_guard lock(mutex_);
      of_process_ = known;
    }
    if (known) return own->used_bytes;
    const std::optional<std::uint64_t> used = used_bytes();
    if (!used || !used_before_ || *used <= *used_before_) return std::nullopt;
    return *used - *used_before_;
  }

  NvmlDevice device_;
  std::vector<unsigned> earlier_;  // processes on the GPU before this one used it
  std::optional<std::uint64_t> used_before_;
  mutable std::mutex mutex_;
  bool of_process_ = false;
};

}  // namespace

SourcePointer open_nvml_source(int index, std::string& why_not) {
  const Nvml& n = nvml();
  if (!n.why_not.empty()) {
    why_not = n.why_not;
    return nullptr;
  }
  const std::string bus_id = bus_id_of(index, why_not);
  if (bus_id.empty()) return nullptr;
  NvmlDevice device = nullptr;
  if (const int code = n.handle_by_bus_id(bus_id.c_str(), &device); code != 0) {
    why_not = "NVML does not know the GPU at " + bus_id + ": " + n.error_string(code);
    return nullptr;
  }
  return std::make_shared<NvmlSource>(index, device);
}

}  // namespace pqlane::bench
