// The measurement loop: known lengths of time, verification of every call, stopping.
#include "bench/clock.hpp"
#include "bench/measure.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

namespace pqlane::bench {
namespace {

class FakeWorkload : public Workload {
 public:
  explicit FakeWorkload(std::size_t sets, std::uint64_t ops = 1)
      : written_(sets, false), prepared_(sets, false), ops_(ops) {}

  std::size_t sets() const override { return written_.size(); }
  std::uint64_t ops_per_call() const override { return ops_; }
  void prepare(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      written_[i] = false;
      prepared_[i] = true;
    }
  }
  bool call(std::size_t set) override {
    ++calls;
    written_[set] = true;
    work();
    return calls != fail_at_call;
  }
  std::string verify(std::size_t first, std::size_t count) override {
    ++verifications;
    for (std::size_t i = first; i < first + count; ++i) {
      if (!written_[i] || !prepared_[i]) return "a set was verified that was not prepared and written";
      ++verified_calls;
    }
    return verifications == wrong_at_verification ? "wrong" : "";
  }
  std::string failure() const override { return "call failed"; }
  virtual void work() {}

  std::uint64_t calls = 0, verifications = 0, verified_calls = 0;
  std::uint64_t fail_at_call = 0, wrong_at_verification = 0;

 private:
  std::vector<bool> written_, prepared_;
  std::uint64_t ops_;
};

class Sleeper : public FakeWorkload {
 public:
  explicit Sleeper(std::size_t sets, std::uint64_t ops = 1, std::int64_t sleep_ns = 20'000'000)
      : FakeWorkload(sets, ops), sleep_ns_(sleep_ns) {}

  // Sleeps to an absolute time, so that the length does not depend on how late it begins.
  void work() override {
    const double before = raw_seconds();
    const std::int64_t end = wall_nanoseconds() + sleep_ns_;
    timespec until{end / 1'000'000'000, end % 1'000'000'000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) != 0) {
    }
    slept.push_back(raw_seconds() - before);
  }

  std::vector<double> slept;  // what each sleep took by another clock than the one of the measurement

 private:
  static double raw_seconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  std::int64_t sleep_ns_;
};

MeasureOptions short_options(double seconds) {
  MeasureOptions options;
  options.seconds = seconds;
  options.warmup_seconds = 0.001;
  return options;
}

// A busy machine may wake a sleeper late, but hardly all of them.
TEST(BenchMeasure, SleepOfKnownLengthIsMeasuredToOnePercent) {
  Sleeper sleeper(4, 10, 200'000'000);
  const Measurement result = measure(sleeper, short_options(1));
  ASSERT_TRUE(result.verified);
  ASSERT_GE(result.runs.size(), 6u);
  const std::vector<double> latencies = result.latencies.sorted();
  EXPECT_NEAR(percentile(latencies, 0), 0.2, 0.002);

  sleeper.slept.erase(sleeper.slept.begin());  // the warm-up
  const double truth = summarise(sleeper.slept).median;
  RecordProperty("error_ppm", std::to_string(1e6 * (percentile(latencies, 0.5) / truth - 1)));
  EXPECT_NEAR(percentile(latencies, 0.5), truth, 0.01 * truth);
  std::vector<double> rates, cpu;
  for (const bench::Run& run : result.runs) {
    rates.push_back(static_cast<double>(run.ops) / run.wall_seconds);
    cpu.push_back(run.cpu_seconds);
  }
  EXPECT_NEAR(summarise(rates).median, 10 / truth, 0.1 / truth);
  EXPECT_LT(summarise(cpu).median, 0.02) << "sleeping is not CPU time";
}

TEST(BenchMeasure, CpuTimeCountsAllThreads) {
  const auto spin = [] {
    const std::int64_t end = process_cpu_nanoseconds() + 100'000'000;
    while (process_cpu_nanoseconds() < end) {
    }
  };
  const std::int64_t before = process_cpu_nanoseconds();
  std::thread(spin).join();
  EXPECT_GE(process_cpu_nanoseconds() - before, 100'000'000);
}

TEST(BenchMeasure, EveryTimedCallIsVerified) {
  FakeWorkload workload(7, 3);
  const Measurement result = measure(workload, short_options(0.02));
  EXPECT_TRUE(result.verified);
  EXPECT_EQ(result.calls, workload.verified_calls);
  EXPECT_EQ(result.latencies.seen(), result.calls);
  EXPECT_GE(result.runs.size(), 6u);
  EXPECT_EQ(result.runs.front().ops, 21u) << "a run of short calls uses all sets";
}

// One clock is read a call: 25 ns where the kernel lets user code read it. The bound leaves room for builds
// with sanitizers.
TEST(BenchMeasure, OverheadOfACallIsSmall) {
  FakeWorkload workload(1024);
  const Measurement result = measure(workload, short_options(0.02));
  EXPECT_LT(percentile(result.latencies.sorted(), 0.1), 1e-6);
}

// A workload that knows how long its calls took: what a run took beyond that is the measurement's.
class TimedSpinner : public FakeWorkload {
 public:
  TimedSpinner() : FakeWorkload(100) {}
  void work() override {
    const std::int64_t begin = wall_nanoseconds();
    while (wall_nanoseconds() < begin + 20'000) {
    }
    spent_ns.push_back(wall_nanoseconds() - begin);
  }
  std::vector<std::int64_t> spent_ns;
};

TEST(BenchMeasure, OverheadIsUnderOnePercent) {
  TimedSpinner spinner;
  spinner.spent_ns.reserve(1 << 16);
  const Measurement result = measure(spinner, short_options(0.2));
  ASSERT_TRUE(result.verified);
  std::size_t at = spinner.spent_ns.size() - result.calls;  // after the warm-up
  std::vector<double> overheads;
  for (const bench::Run& run : result.runs) {
    double spent = 0;
    for (std::uint64_t i = 0; i < run.ops; ++i) spent += 1e-9 * static_cast<double>(spinner.spent_ns[at++]);
    overheads.push_back(run.wall_seconds / spent - 1);
  }
  const double overhead = summarise(overheads).median;
  RecordProperty("overhead_ppm", std::to_string(1e6 * overhead));
  EXPECT_LT(overhead, 0.01);
}

TEST(BenchMeasure, AWrongOutputIsReported) {
  FakeWorkload workload(4);
  workload.wrong_at_verification = 3;
  const Measurement result = measure(workload, short_options(0.5));
  EXPECT_FALSE(result.verified);
  EXPECT_EQ(result.failure, "wrong");
  EXPECT_EQ(result.runs.size(), 3u);
}

TEST(BenchMeasure, AFailingCallEndsIt) {
  FakeWorkload workload(1);
  workload.fail_at_call = 1;
  Measurement result = measure(workload, short_options(0.5));
  EXPECT_FALSE(result.verified);
  EXPECT_EQ(result.failure, "call failed");
  EXPECT_TRUE(result.runs.empty());

  Sleeper later(1);
  later.fail_at_call = 4;
  result = measure(later, short_options(0.5));
  EXPECT_FALSE(result.verified);
  EXPECT_EQ(result.runs.size(), 2u) << "one call warms up, the fourth has no run";
}

TEST(BenchMeasure, StopKeepsWhatWasMeasured) {
  std::atomic<bool> stop{false};
  FakeWorkload workload(4);
  MeasureOptions options = short_options(60);
  options.stop = &stop;
  options.progress = [&](double part) { stop = part > 0; };
  const Measurement result = measure(workload, options);
  EXPECT_TRUE(result.interrupted);
  EXPECT_TRUE(result.verified);
  EXPECT_EQ(result.runs.size(), 1u);
}

TEST(BenchMeasure, DeadlineEndsAfterARun) {
  Sleeper sleeper(2);
  MeasureOptions options = short_options(60);
  options.deadline_seconds = 0.05;
  const Measurement result = measure(sleeper, options);
  EXPECT_TRUE(result.verified);
  EXPECT_GE(result.runs.size(), 1u);
  EXPECT_LE(result.runs.size(), 2u) << "one call of 20 ms warms up";
}

}  // namespace
}  // namespace pqlane::bench
