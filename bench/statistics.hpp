// statistics.hpp: order statistics of a small set of measurements.
//
// Percentiles interpolate linearly between the two nearest sorted values. The interval of the median
// is distribution-free: it is made of two order statistics whose ranks come from the binomial
// distribution. Outliers are counted, never dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pqlane::bench {

struct Summary {
  double median = 0;
  double p10 = 0;
  double p90 = 0;
  double ci95_low = 0;
  double ci95_high = 0;
  std::size_t outliers = 0;
};

// `sorted` is ascending and not empty; fraction is in [0, 1].
double percentile(const std::vector<double>& sorted, double fraction);

// Interval that holds the median with a probability of at least 95%. Fewer than 6 values cannot give
// that; the result is then their whole range, whose coverage is 1 - 2^(1-n).
std::pair<double, double> median_interval(const std::vector<double>& sorted);

// Values more than 1.5 interquartile ranges outside the quartiles (Tukey's fences); 0 for fewer than
// 4 values.
std::size_t count_outliers(const std::vector<double>& sorted);

// All of the above; `values` need not be sorted and must not be empty.
Summary summarise(std::vector<double> values);

// A uniform random sample of a stream, of bounded size. Up to its capacity it holds every value.
class Reservoir {
 public:
  explicit Reservoir(std::size_t capacity) : capacity_(capacity) {}

  void add(double value);
  std::uint64_t seen() const { return seen_; }
  std::vector<double> sorted() const;

 private:
  std::size_t capacity_;
  std::uint64_t seen_ = 0;
  std::uint64_t state_ = 1;
  std::vector<double> values_;
};

}  // namespace pqlane::bench
