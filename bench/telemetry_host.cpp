// telemetry_host.cpp: the source of a CPU: the kernel's files of energy (powercap, RAPL), clocks, temperature
// and throttling, and what the process itself uses.
//
// Since Linux 5.10 only root may read the energy of RAPL; the reason is then told. PQLANE_SYSFS names a
// folder instead of /sys, for tests.
#include "bench/clock.hpp"
#include "bench/machine.hpp"
#include "bench/telemetry_source.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string_view>

namespace pqlane::bench {
namespace {

namespace fs = std::filesystem;

fs::path sys_folder() {
  const char* chosen = secure_getenv("PQLANE_SYSFS");
  return chosen != nullptr ? chosen : "/sys";
}

std::optional<std::uint64_t> read_number(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

std::string read_word(const fs::path& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

// Entries of a folder in the order of their names; none where it cannot be read.
std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> list;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    list.push_back(at->path());
  std::sort(list.begin(), list.end());
  return list;
}

// One counter of RAPL. It wraps; what it counted since the first reading does not.
struct RaplZone {
  fs::path file;
  std::uint64_t range_microjoules = 0;
  std::uint64_t last = 0;
  double joules = 0;
};

class HostSource final : public TelemetrySource {
 public:
  HostSource() : TelemetrySource("cpu", "kernel"), sys_(sys_folder()) {
    cores_ = usable_cores();
    open_rapl();
    open_clocks();
    open_temperature();
    last_cpu_ns_ = process_cpu_nanoseconds();
    last_wall_ns_ = wall_nanoseconds();
    throttle_count_ = throttle_count();
  }

  bool is_gpu() const override { return false; }
  bool memory_is_of_process() const override { return true; }

  Reading read() override {
    const std::lock_guard lock(mutex_);
    Reading reading;
    reading[Quantity::utilisation_pct] = utilisation();
    reading[Quantity::clock_mhz] = mean_clock();
    if (!temperature_file_.empty()) {
      if (const auto thousandths = read_number(temperature_file_))
        reading[Quantity::temperature_c] = 1e-3 * static_cast<double>(*thousandths);
    }
    reading[Quantity::memory_bytes] = resident_bytes();
    if (const auto count = throttle_count(); count && throttle_count_) {
      reading[Quantity::throttle] = *count > *throttle_count_ ? static_cast<double>(throttle_thermal) : 0.0;
      throttle_count_ = count;
    }
    return reading;
  }

  std::optional<double> energy() override {
    const std::lock_guard lock(mutex_);
    if (!no_energy_reason().empty()) return std::nullopt;
    double joules = 0;
    for (RaplZone& zone : zones_) {
      const auto now = read_number(zone.file);
      if (!now) return std::nullopt;
      const std::uint64_t step =
          *now >= zone.last ? *now - zone.last : *now + zone.range_microjoules - zone.last;
      zone.last = *now;
      zone.joules += 1e-6 * static_cast<double>(step);
      joules += zone.joules;
    }
    return joules;
  }

 private:
  // Packages and their memory. A zone for the whole platform ("psys") holds packages again and is left out,
  // as are the cores of a package.
  void open_rapl() {
    std::string parts;
    for (const fs::path& folder : entries(sys_ / "class" / "powercap")) {
      if (!folder.filename().string().starts_with("intel-rapl:")) continue;
      const std::string name = read_word(folder / "name");
      const bool package = name.starts_with("package"), memory = name == "dram";
      if (!package && !memory) continue;
      const fs::path file = folder / "energy_uj";
      const auto value = read_number(file);
      if (!value) {
        const bool forbidden = access(file.c_str(), R_OK) != 0 && errno == EACCES;
        set_no_energy_reason("RAPL: " + file.string() +
                             (forbidden ? " may be read by root alone" : " cannot be read"));
        return;
      }
      zones_.push_back({file, read_number(folder / "max_energy_range_uj").value_or(0), *value, 0});
      const char* part = package ? "package" : "dram";
      if (parts.find(part) == std::string::npos) parts += (parts.empty() ? "" : "+") + std::string(part);
    }
    if (zones_.empty()) {
      set_no_energy_reason("RAPL: the kernel shows no energy counter here");
    } else {
      set_name("rapl:" + parts);
    }
  }

  void open_clocks() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
      if (!CPU_ISSET(core, &set)) continue;
      const fs::path folder = sys_ / "devices" / "system" / "cpu" / ("cpu" + std::to_string(core));
      std::error_code error;
      const fs::path clock = folder / "cpufreq" / "scaling_cur_freq";
      if (fs::exists(clock, error)) clock_files_.push_back(clock);
      const fs::path throttle = folder / "thermal_throttle" / "core_throttle_count";
      if (fs::exists(throttle, error)) throttle_files_.push_back(throttle);
    }
  }

  void open_temperature() {
    constexpr std::array<std::string_view, 4> of_cpus{"coretemp", "k10temp", "zenpower", "cpu_thermal"};
    for (const fs::path& folder : entries(sys_ / "class" / "hwmon")) {
      const std::string name = read_word(folder / "name");
      if (std::find(of_cpus.begin(), of_cpus.end(), name) == of_cpus.end()) continue;
      if (!read_number(folder / "temp1_input")) continue;
      temperature_file_ = folder / "temp1_input";
      return;
    }
  }

  // CPU time of this process since the last reading, as a share of all cores that it may use.
  std::optional<double> utilisation() {
    const std::int64_t cpu = process_cpu_nanoseconds(), wall = wall_nanoseconds();
    std::optional<double> share;
    if (wall > last_wall_ns_ && cores_ > 0)
      share = 100.0 * static_cast<double>(cpu - last_cpu_ns_) /
              (static_cast<double>(wall - last_wall_ns_) * cores_);
    last_cpu_ns_ = cpu;
    last_wall_ns_ = wall;
    return share;
  }

  std::optional<double> mean_clock() const {
    double sum = 0;
    std::size_t known = 0;
    for (const fs::path& file : clock_files_) {
      const auto kilohertz = read_number(file);
      if (!kilohertz) continue;
      sum += 1e-3 * static_cast<double>(*kilohertz);
      ++known;
    }
    if (known == 0) return std::nullopt;
    return sum / static_cast<double>(known);
  }

  std::optional<std::uint64_t> throttle_count() const {
    if (throttle_files_.empty()) return std::nullopt;
    std::uint64_t sum = 0;
    for (const fs::path& file : throttle_files_) sum += read_number(file).value_or(0);
    return sum;
  }

  static std::optional<double> resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t total = 0, resident = 0;
    if (!(file >> total >> resident)) return std::nullopt;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
  }

  fs::path sys_;
  unsigned cores_ = 0;
  std::vector<RaplZone> zones_;
  std::vector<fs::path> clock_files_, throttle_files_;
  fs::path temperature_file_;
  std::mutex mutex_;
  std::int64_t last_cpu_ns_ = 0, last_wall_ns_ = 0;
  std::optional<std::uint64_t> throttle_count_;
};

}  // namespace

SourcePointer open_host_source() { return std::make_shared<HostSource>(); }

}  // namespace pqlane::bench
