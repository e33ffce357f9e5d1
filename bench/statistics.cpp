// statistics.cpp: see statistics.hpp.
#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace pqlane::bench {

double percentile(const std::vector<double>& sorted, double fraction) {
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double weight = position - static_cast<double>(below);
  return sorted[below] + weight * (sorted[below + 1] - sorted[below]);
}

std::pair<double, double> median_interval(const std::vector<double>& sorted) {
  const auto n = static_cast<double>(sorted.size());
  // The interval [x(r), x(n+1-r)] misses the median with probability 2 P(B < r), B ~ Bin(n, 1/2).
  // Find the largest r that keeps this at or below 5%.
  double tail = 0;
  std::size_t rank = 0;
  while (rank < sorted.size() / 2) {
    const auto k = static_cast<double>(rank);
    tail += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::log(2.0));
    if (2 * tail > 0.05) break;
    ++rank;
  }
  if (rank == 0) return {sorted.front(), sorted.back()};
  return {sorted[rank - 1], sorted[sorted.size() - rank]};
}

std::size_t count_outliers(const std::vector<double>& sorted) {
  if (sorted.size() < 4) return 0;
  const double lower_quartile = percentile(sorted, 0.25);
  const double upper_quartile = percentile(sorted, 0.75);
  const double reach = 1.5 * (upper_quartile - lower_quartile);
  const auto outside = [&](double value) {
    return value < lower_quartile - reach || value > upper_quartile + reach;
  };
  return static_cast<std::size_t>(std::count_if(sorted.begin(), sorted.end(), outside));
}

Summary summarise(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto interval = median_interval(values);
  return {percentile(values, 0.5), percentile(values, 0.1), percentile(values, 0.9),
          interval.first,          interval.second,         count_outliers(values)};
}

void Reservoir::add(double value) {
  ++seen_;
  if (values_.size() < capacity_) {
    values_.push_back(value);
    return;
  }
  // A 64-bit linear congruential generator (Knuth's MMIX constants): only its high bits are used, and
  // nothing here needs more than an even spread.
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  const std::uint64_t slot = (state_ >> 32) * seen_ >> 32;
  if (slot < capacity_) values_[static_cast<std::size_t>(slot)] = value;
}

std::vector<double> Reservoir::sorted() const {
  std::vector<double> copy = values_;
  std::sort(copy.begin(), copy.end());
  return copy;
}

}  // namespace pqlane::bench
