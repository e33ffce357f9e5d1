// timing_test.hpp: Welch's t test on the times of two classes of inputs, as dudect does it [DUDECT].
#pragma once

#include <x86intrin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "tile_call.hpp"

namespace pqlane::ct {

// dudect takes |t| > 10 for a leak beyond doubt. The median of the rounds is judged: on a shared machine
// single rounds were seen near the threshold without a cause in the code, and rounds that missed a planted
// leak.
inline constexpr double threshold = 10;
inline constexpr int rounds = 5;
inline constexpr std::size_t pool_items = 64;  // inputs made ahead of each class
inline constexpr std::size_t least_samples = 400;
inline constexpr std::size_t most_samples = 60000;

// Running mean and variance (Welford).
struct Moments {
  double n = 0, mean = 0, squares = 0;
  void add(double x) {
    n += 1;
    const double d = x - mean;
    mean += d / n;
    squares += d * (x - mean);
  }
  double variance() const { return n > 1 ? squares / (n - 1) : 0; }
};

inline double welch_t(const std::array<Moments, 2>& c) {
  if (c[0].n < 20 || c[1].n < 20) return 0;
  const double spread = c[0].variance() / c[0].n + c[1].variance() / c[1].n;
  return spread > 0 ? (c[0].mean - c[1].mean) / std::sqrt(spread) : 0;
}

struct Sample {
  std::uint64_t cycles;
  int input_class;
};

// Largest |t| over crops: all samples, and those below some quantiles, because interruptions are slow and
// have nothing to do with the input.
inline double largest_t(const std::vector<Sample>& samples) {
  std::vector<std::uint64_t> sorted;
  sorted.reserve(samples.size());
  for (const Sample& s : samples) sorted.push_back(s.cycles);
  std::sort(sorted.begin(), sorted.end());
  double largest = 0;
  for (const double keep : {0.25, 0.5, 0.75, 0.9, 0.99, 1.0}) {
    const auto last = static_cast<std::size_t>(keep * static_cast<double>(sorted.size() - 1));
    std::array<Moments, 2> classes;
    for (const Sample& s : samples) {
      if (s.cycles <= sorted[last])
        classes[static_cast<std::size_t>(s.input_class)].add(static_cast<double>(s.cycles));
    }
    const double t = welch_t(classes);
    if (std::fabs(t) > std::fabs(largest)) largest = t;
  }
  return largest;
}

// One comparison. prepare(class, index) writes the input of a class; both classes do the same work there.
struct Comparison {
  std::string name;
  std::function<void(int, std::size_t)> prepare;
  std::function<void()> run;
};

inline std::uint64_t cycles_of(const std::function<void()>& run) {
  unsigned core = 0;
  _mm_lfence();
  const std::uint64_t start = __rdtsc();
  _mm_lfence();
  run();
  const std::uint64_t end = __rdtscp(&core);
  _mm_lfence();
  return end - start;
}

// Wall time in time-stamp ticks is enough to bound a round.
inline double ticks_per_second() {
  timespec a{}, b{};
  clock_gettime(CLOCK_MONOTONIC, &a);
  const std::uint64_t start = __rdtsc();
  do {
    clock_gettime(CLOCK_MONOTONIC, &b);
  } while (static_cast<double>(b.tv_sec - a.tv_sec) + 1e-9 * static_cast<double>(b.tv_nsec - a.tv_nsec) <
           0.02);
  return static_cast<double>(__rdtsc() - start) / 0.02;
}

// True when the classes can be told apart: the median |t|. All rounds are run and shown.
inline bool differs(const Comparison& c, double round_seconds, TestData& random) {
  static const double frequency = ticks_per_second();
  std::array<double, rounds> found{};
  std::size_t count = 0;
  std::string shown;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Sample> samples;
    const std::uint64_t end = __rdtsc() + static_cast<std::uint64_t>(round_seconds * frequency);
    for (int warm = 0; warm < 20; ++warm) {
      c.prepare(warm & 1, 0);
      c.run();
    }
    while (samples.size() < most_samples && (samples.size() < least_samples || __rdtsc() < end)) {
      const std::uint64_t r = random.next();
      const int input_class = static_cast<int>(r >> 63);
      c.prepare(input_class, static_cast<std::size_t>(r % pool_items));
      samples.push_back({cycles_of(c.run), input_class});
    }
    const double t = largest_t(samples);
    char text[32];
    std::snprintf(text, sizeof text, " %8.2f", t);
    shown += text;
    found[static_cast<std::size_t>(round)] = std::fabs(t);
    count = samples.size();
  }
  std::sort(found.begin(), found.end());
  const bool leaks = found[rounds / 2] > threshold;
  std::printf("  %-36s t of each round%s  (%zu samples)%s\n", c.name.c_str(), shown.c_str(), count,
              leaks ? "  DIFFERS" : "");
  std::fflush(stdout);
  return leaks;
}

}  // namespace pqlane::ct
