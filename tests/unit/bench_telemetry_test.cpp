// Telemetry: the kernel's files from a folder of the test, sampling, conditions of a row, joules of an
// operation.
#include "bench/clock.hpp"
#include "bench/energy.hpp"
#include "bench/series_json.hpp"
#include "bench/telemetry.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace pqlane::bench {
namespace {

using std::chrono::duration;

void sleep_seconds(double seconds) { std::this_thread::sleep_for(duration<double>(seconds)); }

// A device of 100 W with a counter that steps.
class FakeSource : public TelemetrySource {
 public:
  explicit FakeSource(double step_seconds, std::string device = "cuda:0", bool gpu = true)
      : TelemetrySource(std::move(device), "fake"), step_seconds_(step_seconds), gpu_(gpu) {
    if (step_seconds <= 0) set_no_energy_reason("no counter");
  }
  bool is_gpu() const override { return gpu_; }
  bool memory_is_of_process() const override { return true; }
  Reading read() override {
    Reading reading;
    reading[Quantity::clock_mhz] = clock_mhz;
    reading[Quantity::throttle] = static_cast<double>(throttle.load());
    reading[Quantity::memory_bytes] = 1000;
    return reading;
  }
  std::optional<double> energy() override {
    if (step_seconds_ <= 0 || lost) return std::nullopt;
    return watts * std::floor(1e-9 * static_cast<double>(wall_nanoseconds()) / step_seconds_) * step_seconds_;
  }

  static constexpr double watts = 100;
  std::atomic<double> clock_mhz{1500};
  std::atomic<unsigned> throttle{0};
  std::atomic<bool> lost{false};

 private:
  double step_seconds_;
  bool gpu_;
};

class Sleeper : public Workload {
 public:
  std::size_t sets() const override { return 3; }
  std::uint64_t ops_per_call() const override { return 10; }
  void prepare(std::size_t, std::size_t) override { prepared = true; }
  bool call(std::size_t set) override {
    if (!prepared || set >= sets()) return false;
    const std::int64_t before = wall_nanoseconds();
    sleep_seconds(0.002);
    slept_ns += wall_nanoseconds() - before;
    return ++calls != fail_at_call;
  }
  std::string verify(std::size_t first, std::size_t count) override {
    verified_sets = first + count;
    return wrong ? "wrong" : "";
  }
  std::string failure() const override { return "call failed"; }

  bool prepared = false, wrong = false;
  std::uint64_t calls = 0, fail_at_call = 0;
  std::size_t verified_sets = 0;
  std::int64_t slept_ns = 0;
};

// ---- joules of an operation ---------------------------------------------------

TEST(BenchEnergy, JoulesFollowFromPowerAndTime) {
  const std::vector<SourcePointer> sources{std::make_shared<FakeSource>(0.01)};
  Sleeper sleeper;
  EnergyOptions options;
  options.seconds = 0.3;
  const EnergyMeasurement result = measure_energy(sleeper, sources, options);
  ASSERT_TRUE(result.energy) << result.why_not << result.failure;
  EXPECT_GE(result.energy->seconds, 0.3);
  EXPECT_GE(result.energy->steps, 10u);
  EXPECT_EQ(result.energy->source, "fake");
  EXPECT_EQ(sleeper.verified_sets, 3u);
  EXPECT_NEAR(result.energy->average_watts, 100, 5);
  const double call_seconds =
      1e-9 * static_cast<double>(sleeper.slept_ns) / static_cast<double>(sleeper.calls);
  EXPECT_NEAR(result.energy->joules_per_op, 100 * call_seconds / 10, 0.1 * 100 * call_seconds / 10);
}

TEST(BenchEnergy, SeveralSourcesAreAdded) {
  const std::vector<SourcePointer> sources{std::make_shared<FakeSource>(0.005),
                                           std::make_shared<FakeSource>(0.005)};
  Sleeper sleeper;
  EnergyOptions options;
  options.seconds = 0.2;
  const EnergyMeasurement result = measure_energy(sleeper, sources, options);
  ASSERT_TRUE(result.energy);
  EXPECT_NEAR(result.energy->average_watts, 200, 10);
}

TEST(BenchEnergy, ACounterThatHardlyStepsGivesNothing) {
  const std::vector<SourcePointer> sources{std::make_shared<FakeSource>(0.1)};
  Sleeper sleeper;
  EnergyOptions options;
  options.seconds = 0.1;
  options.grace_seconds = 0.1;
  const EnergyMeasurement result = measure_energy(sleeper, sources, options);
  EXPECT_FALSE(result.energy);
  EXPECT_NE(result.why_not.find("too few"), std::string::npos) << result.why_not;
}

TEST(BenchEnergy, FailuresAndStopsEndIt) {
  const auto source = std::make_shared<FakeSource>(0.005);
  EnergyOptions options;
  options.seconds = 0.05;
  Sleeper failing, wrong, unreadable, stopped;
  failing.fail_at_call = 3;
  EXPECT_EQ(measure_energy(failing, {source}, options).failure, "call failed");
  wrong.wrong = true;
  const EnergyMeasurement refused = measure_energy(wrong, {source}, options);
  EXPECT_EQ(refused.failure, "wrong");
  EXPECT_FALSE(refused.energy);
  source->lost = true;
  EXPECT_NE(measure_energy(unreadable, {source}, options).why_not.find("could not be read"),
            std::string::npos);
  const std::atomic<bool> stop{true};
  options.stop = &stop;
  EXPECT_TRUE(measure_energy(stopped, {std::make_shared<FakeSource>(0.005)}, options).interrupted);
}

// ---- sampling -----------------------------------------------------------------

TEST(BenchTelemetry, SamplesAtTheStatedRate) {
  const auto source = std::make_shared<FakeSource>(0.001);
  Telemetry telemetry({source}, 100);
  sleep_seconds(0.3);
  const std::vector<Series> series = telemetry.finish();
  ASSERT_EQ(series.size(), 1u);
  EXPECT_EQ(series[0].device, "cuda:0");
  EXPECT_EQ(series[0].interval_s, 0.01);
  EXPECT_GE(series[0].samples.size(), 10u) << "a busy machine may be late";
  EXPECT_LE(series[0].samples.size(), 32u);
  for (std::size_t i = 1; i < series[0].samples.size(); ++i)
    EXPECT_GT(series[0].samples[i].first, series[0].samples[i - 1].first);
  const Reading& last = series[0].samples.back().second;
  ASSERT_TRUE(last[Quantity::power_w]) << "follows from the energy counter";
  EXPECT_NEAR(*last[Quantity::power_w], 100, 30);
  EXPECT_FALSE(last[Quantity::temperature_c]);
}

TEST(BenchTelemetry, ConditionsAreThoseOfTheSpan) {
  const auto source = std::make_shared<FakeSource>(0.0);
  Telemetry telemetry({source}, 1);
  telemetry.measure_idle(0.01, nullptr);
  source->clock_mhz = 900;
  source->throttle = throttle_thermal;
  const double from = telemetry.now();
  telemetry.sample_now();
  source->throttle = throttle_power;
  telemetry.sample_now();
  const double to = telemetry.now();
  source->clock_mhz = 100;
  telemetry.sample_now();
  const Conditions found = telemetry.conditions("cuda:0,1", from, to);
  EXPECT_EQ(found.clock_mhz, 900);
  EXPECT_EQ(found.throttle, unsigned{throttle_thermal} | throttle_power);
  EXPECT_EQ(found.memory_bytes, 1000u);
  EXPECT_TRUE(found.memory_of_process);
  const Conditions other = telemetry.conditions("cuda:1", from, to);
  EXPECT_FALSE(other.clock_mhz || other.throttle || other.memory_bytes);
  telemetry.add_span("cuda:0", {4, from, to});

  const auto json = series_json(telemetry.finish());
  EXPECT_EQ(json[0]["columns"][0], "t_s");
  EXPECT_EQ(json[0]["columns"][3], "sm_clock_mhz");
  EXPECT_EQ(json[0]["idle"]["sm_clock_mhz"], 1500.0);
  EXPECT_TRUE(json[0]["idle"]["power_w"].is_null());
  EXPECT_TRUE(json[0]["rows"][0][1].is_null());
  EXPECT_EQ(json[0]["rows"][0].size(), json[0]["columns"].size());
  EXPECT_EQ(json[0]["spans"][0]["row"], 4);
  EXPECT_TRUE(telemetry.finish().empty());
}

TEST(BenchTelemetry, EnergyNeedsACounterOfEveryPart) {
  const Telemetry telemetry(
      {std::make_shared<FakeSource>(0.001), std::make_shared<FakeSource>(0.0, "cuda:1")}, 0);
  std::string why_not;
  EXPECT_EQ(telemetry.energy_sources("cuda:0", why_not).size(), 1u);
  EXPECT_TRUE(telemetry.energy_sources("cuda:0,1", why_not).empty());
  EXPECT_EQ(why_not, "cuda:1: no counter");
  EXPECT_TRUE(telemetry.energy_sources("cpu:avx2", why_not).empty());
  EXPECT_EQ(why_not, "cpu has no source of telemetry");
}

TEST(BenchTelemetry, DevicesByTheirParts) {
  EXPECT_EQ(source_devices("cpu"), std::vector<std::string>{"cpu"});
  EXPECT_EQ(source_devices("cpu:avx2"), std::vector<std::string>{"cpu"});
  EXPECT_EQ(source_devices("cuda"), std::vector<std::string>{"cuda:0"});
  EXPECT_EQ(source_devices("hip:0,2,0"), (std::vector<std::string>{"hip:0", "hip:2"}));
  EXPECT_TRUE(source_devices("cuda:x").empty());
  EXPECT_EQ(source_devices("auto").front(), "cpu");
}

TEST(BenchTelemetry, WatchingCostsLessThanOnePercent) {
  Telemetry telemetry({open_host_source()}, 10);
  sleep_seconds(0.6);
  EXPECT_EQ(telemetry.finish().size(), 1u);
  EXPECT_GT(telemetry.cpu_share(), 0);
  EXPECT_LT(telemetry.cpu_share(), 0.01);
}

// ---- the kernel's files ---------------------------------------------------------

class HostFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "pqlane-sys-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    setenv("PQLANE_SYSFS", name.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("PQLANE_SYSFS");
    std::filesystem::remove_all(folder_);
  }
  void write(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text << "\n";
  }
  void write_zone(const std::string& zone, const std::string& name, std::uint64_t microjoules) {
    const std::string base = "class/powercap/" + zone + "/";
    write(base + "name", name);
    write(base + "max_energy_range_uj", "1000000");
    write(base + "energy_uj", std::to_string(microjoules));
  }
  std::filesystem::path folder_;
};

TEST_F(HostFiles, RaplAddsPackagesAndMemoryAndWraps) {
  write_zone("intel-rapl:0", "package-0", 999'000);
  write_zone("intel-rapl:0:0", "core", 5);
  write_zone("intel-rapl:0:1", "dram", 100);
  write_zone("intel-rapl:1", "package-1", 0);
  write_zone("intel-rapl:2", "psys", 7);
  const SourcePointer source = open_host_source();
  EXPECT_EQ(source->name(), "rapl:package+dram");
  EXPECT_EQ(source->no_energy_reason(), "");
  EXPECT_EQ(source->energy(), 0);
  write_zone("intel-rapl:0", "package-0", 2'000);  // 3000 uJ later, past the range
  write_zone("intel-rapl:0:0", "core", 900'000);
  write_zone("intel-rapl:0:1", "dram", 600);
  write_zone("intel-rapl:1", "package-1", 1'500);
  EXPECT_NEAR(source->energy().value(), 1e-6 * (3000 + 500 + 1500), 1e-9);
}

TEST_F(HostFiles, WhatIsNotThereIsAbsentAndHasAReason) {
  const SourcePointer bare = open_host_source();
  EXPECT_FALSE(bare->energy());
  EXPECT_NE(bare->no_energy_reason().find("no energy counter"), std::string::npos);
  const Reading reading = bare->read();
  EXPECT_FALSE(reading[Quantity::power_w] || reading[Quantity::clock_mhz] ||
               reading[Quantity::temperature_c] || reading[Quantity::throttle]);
  EXPECT_GT(reading[Quantity::memory_bytes].value_or(0), 1e6);

  std::filesystem::create_directories(folder_ / "class/powercap/intel-rapl:0/energy_uj");
  write("class/powercap/intel-rapl:0/name", "package-0");
  const SourcePointer unreadable = open_host_source();
  EXPECT_FALSE(unreadable->energy());
  EXPECT_NE(unreadable->no_energy_reason().find("energy_uj"), std::string::npos);
}

TEST_F(HostFiles, ClocksTemperatureAndThrottling) {
  for (int core = 0; core < 64; ++core) {
    const std::string base = "devices/system/cpu/cpu" + std::to_string(core) + "/";
    write(base + "cpufreq/scaling_cur_freq", "2500000");
    write(base + "thermal_throttle/core_throttle_count", "7");
  }
  write("class/hwmon/hwmon0/name", "nvme");
  write("class/hwmon/hwmon0/temp1_input", "99000");
  write("class/hwmon/hwmon1/name", "k10temp");
  write("class/hwmon/hwmon1/temp1_input", "48500");
  const SourcePointer source = open_host_source();
  Reading reading = source->read();
  EXPECT_EQ(reading[Quantity::clock_mhz], 2500);
  EXPECT_EQ(reading[Quantity::temperature_c], 48.5);
  EXPECT_EQ(reading[Quantity::throttle], 0);
  for (int core = 0; core < 64; ++core)
    write("devices/system/cpu/cpu" + std::to_string(core) + "/thermal_throttle/core_throttle_count", "8");
  EXPECT_EQ(source->read()[Quantity::throttle], throttle_thermal);
  EXPECT_EQ(source->read()[Quantity::throttle], 0) << "nothing new";
}

}  // namespace
}  // namespace pqlane::bench
