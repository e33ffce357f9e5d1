// fake_management.cpp: a library with the functions of NVML [NVML] and AMD SMI [AMD-SMI] that pqlane calls,
// for GPUs at the bus addresses of the fake driver. Opened as PQLANE_NVML and PQLANE_AMD_SMI.
//
// GPU i draws 200 + 50 i W, steadily. Its energy counter steps at an interval, as real ones do. The
// environment sets:
// - FAKE_NVML_STEP_MS: the interval of the energy counter, default 20; 0: there is none
// - FAKE_NVML_HIDDEN: 1: nothing can be read but the list of GPUs
// - FAKE_NVML_PROCESSES: "own": this process is listed with 300 MiB; "stranger": under another number, and
// beside one
//   that was there before; "none" (default): nobody is, and the GPU uses 64 MiB more with every reading
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#define FAKE_API extern "C" __attribute__((visibility("default"))) int

namespace {

constexpr int ok = 0, not_supported = 3, not_found = 6, insufficient_size = 7;  // nvmlReturn_t
constexpr std::size_t gpus = 4;
int gpu_objects[gpus];
std::atomic<std::uint64_t> asked_memory{0}, asked_processes{0};

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}
double step_seconds() { return 1e-3 * std::atof(setting("FAKE_NVML_STEP_MS", "20").c_str()); }
bool hidden() { return setting("FAKE_NVML_HIDDEN", "0") == "1"; }

int index_of(void* gpu) { return static_cast<int>(static_cast<int*>(gpu) - gpu_objects); }
double watts(int index) { return 200.0 + 50.0 * index; }
double joules(int index) {
  const double step = step_seconds();
  return watts(index) * std::floor(seconds() / step) * step;
}

int give(unsigned* value, unsigned number) {
  if (hidden()) return not_supported;
  *value = number;
  return ok;
}

struct Process {
  unsigned pid;
  unsigned long long bytes;
  unsigned gpu_instance, compute_instance;
};

}  // namespace

// ---- NVML ---------------------------------------------------------------------

FAKE_API nvmlInit_v2() { return ok; }
extern "C" __attribute__((visibility("default"))) const char* nvmlErrorString(int code) {
  return code == not_supported ? "Not Supported" : code == not_found ? "Not Found" : "other";
}
FAKE_API nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, void** gpu) {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  const int found = std::sscanf(bus_id, "%x:%x:%x.%x", &domain, &bus, &device, &function);
  if (found != 4 || bus != 0x40 || device >= gpus) return not_found;
  *gpu = &gpu_objects[device];
  return ok;
}
FAKE_API nvmlDeviceGetPowerUsage(void* gpu, unsigned* milliwatts) {
  return give(milliwatts, static_cast<unsigned>(1e3 * watts(index_of(gpu))));
}
FAKE_API nvmlDeviceGetTotalEnergyConsumption(void* gpu, unsigned long long* millijoules) {
  if (hidden() || step_seconds() <= 0) return not_supported;
  *millijoules = static_cast<unsigned long long>(1e3 * joules(index_of(gpu)));
  return ok;
}
FAKE_API nvmlDeviceGetUtilizationRates(void*, unsigned rates[2]) {
  if (hidden()) return not_supported;
  rates[0] = 93;
  rates[1] = 40;
  return ok;
}
FAKE_API nvmlDeviceGetClockInfo(void*, int type, unsigned* mhz) { return give(mhz, type == 1 ? 1980 : 3201); }
FAKE_API nvmlDeviceGetTemperature(void*, int, unsigned* degrees) { return give(degrees, 54); }
// Idle (1, none of a benchmark's business) and the power limit (4).
FAKE_API nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  if (hidden()) return not_supported;
  *reasons = 0x1 | 0x4;
  return ok;
}
FAKE_API nvmlDeviceGetMemoryInfo(void*, unsigned long long memory[3]) {
  if (hidden()) return not_supported;
  memory[0] = 16ull << 30;
  memory[2] = (512ull << 20) + (asked_memory++ << 26);
  memory[1] = memory[0] - memory[2];
  return ok;
}
// The first answer is that of a time when this process did not use the GPU.
FAKE_API nvmlDeviceGetComputeRunningProcesses_v2(void*, unsigned* count, Process* list) {
  if (hidden()) return not_supported;
  const std::string which = setting("FAKE_NVML_PROCESSES", "none");
  const bool before = asked_processes++ == 0;
  Process all[2];
  unsigned found = 0;
  if (which == "own" && !before) all[found++] = {static_cast<unsigned>(getpid()), 300ull << 20, 0, 0};
  if (which == "stranger") all[found++] = {1, 111ull << 20, 0, 0};
  if (which == "stranger" && !before) all[found++] = {2, 300ull << 20, 0, 0};
  if (*count < found) {
    *count = found;
    return insufficient_size;
  }
  *count = found;
  if (found > 0) std::memcpy(list, all, found * sizeof(Process));
  return ok;
}

// ---- AMD SMI --------------------------------------------------------------------

FAKE_API amdsmi_init(std::uint64_t flags) { return flags == 2 ? ok : not_supported; }
// One socket; its GPUs are counted from the last, so that order tells nothing.
FAKE_API amdsmi_get_socket_handles(std::uint32_t* count, void** handles) {
  *count = 1;
  if (handles != nullptr) handles[0] = gpu_objects;
  return ok;
}
FAKE_API amdsmi_get_processor_handles(void*, std::uint32_t* count, void** handles) {
  *count = gpus;
  for (std::size_t i = 0; handles != nullptr && i < gpus; ++i) handles[i] = &gpu_objects[gpus - 1 - i];
  return ok;
}
FAKE_API amdsmi_get_gpu_bdf_id(void* gpu, std::uint64_t* id) {
  *id = 0x80u << 8 | static_cast<unsigned>(index_of(gpu)) << 3;
  return ok;
}
FAKE_API amdsmi_get_energy_count(void* gpu, std::uint64_t* count, float* microjoules, std::uint64_t* time) {
  if (step_seconds() <= 0) return not_supported;
  *microjoules = 16;
  *count = static_cast<std::uint64_t>(1e6 * joules(index_of(gpu)) / 16);
  *time = static_cast<std::uint64_t>(1e9 * seconds());
  return ok;
}
FAKE_API amdsmi_get_temp_metric(void*, int type, int metric, std::int64_t* degrees) {
  if (type != 1 || metric != 0) return not_supported;
  *degrees = 61;
  return ok;
}
FAKE_API amdsmi_get_gpu_memory_usage(void*, int, std::uint64_t* bytes) {
  *bytes = (512ull << 20) + (asked_memory++ << 26);
  return ok;
}
FAKE_API amdsmi_get_gpu_activity(void*, std::uint32_t usage[16]) {
  usage[0] = 77;
  return ok;
}
