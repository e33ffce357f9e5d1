// telemetry_source.hpp: what can be read about a device while it works: power, energy, clocks, temperature,
// memory. One source a device.
//
// A value that cannot be read is absent; no other value is put in its place. Sources open vendors' libraries
// at run time with prototypes of their own, so that nothing of them is needed to build or to start.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

// The quantities that are sampled, in the order of a series' columns.
enum class Quantity {
  power_w,
  utilisation_pct,
  clock_mhz,
  temperature_c,
  memory_bytes,
  memory_clock_mhz,
  throttle  // bits of ThrottleReason
};
constexpr std::size_t quantity_count = 7;

struct Reading {
  std::array<std::optional<double>, quantity_count> values;
  std::optional<double>& operator[](Quantity q) { return values[static_cast<std::size_t>(q)]; }
  const std::optional<double>& operator[](Quantity q) const { return values[static_cast<std::size_t>(q)]; }
};

// Why a clock is lower than it could be.
enum ThrottleReason : unsigned {
  throttle_power = 1,       // at the power limit
  throttle_thermal = 2,     // too hot
  throttle_power_brake = 4  // asked for from outside the device, as by its power supply
};
std::vector<std::string> throttle_names(unsigned reasons);

class TelemetrySource {
 public:
  TelemetrySource(std::string device, std::string name)
      : device_(std::move(device)), name_(std::move(name)) {}
  virtual ~TelemetrySource() = default;
  TelemetrySource(const TelemetrySource&) = delete;
  TelemetrySource& operator=(const TelemetrySource&) = delete;

  // "cpu", "cuda:0".
  const std::string& device() const { return device_; }
  // What is read: "nvml", "amd-smi", "rapl".
  const std::string& name() const { return name_; }
  virtual bool is_gpu() const = 0;

  // Safe to call from several threads at once, as energy() is.
  virtual Reading read() = 0;
  // A counter in joules that only grows; absent where there is none, for the reason below.
  virtual std::optional<double> energy() = 0;
  const std::string& no_energy_reason() const { return no_energy_reason_; }
  // Whether Quantity::memory_bytes counts what this process uses, and not all users of the device.
  virtual bool memory_is_of_process() const = 0;

 protected:
  void set_name(std::string name) { name_ = std::move(name); }
  void set_no_energy_reason(std::string reason) { no_energy_reason_ = std::move(reason); }

 private:
  std::string device_, name_, no_energy_reason_;
};

using SourcePointer = std::shared_ptr<TelemetrySource>;

// The source of a CPU: the kernel's files, below /sys and /proc. Never null.
SourcePointer open_host_source();
// The source of GPU `index` as CUDA or HIP counts; null with a reason when it cannot be opened.
SourcePointer open_nvml_source(int index, std::string& why_not);
SourcePointer open_amd_smi_source(int index, std::string& why_not);

// The sources of devices by their names, each device once: "cpu:avx2" is "cpu", "cuda:0,1" are two; "auto" is
// the CPU and every usable GPU. What cannot be opened is told in `why_not`, a line each.
std::vector<SourcePointer> open_sources(const std::vector<std::string>& devices,
                                        std::vector<std::string>& why_not);
// The names of sources that a device has, as open_sources() parts it.
std::vector<std::string> source_devices(const std::string& device);

}  // namespace pqlane::bench
