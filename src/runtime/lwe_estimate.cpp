// lwe_estimate.cpp: see lwe_estimate.hpp.
//
// Security is the core-SVP estimate of the primal attack [ADPS16]: the smallest block size b of BKZ for which
// sigma sqrt(b) <= delta(b)^(2b - d - 1) (q^m zeta^n)^(1/d), d = n + m + 1, with m samples of at most n (n +
// 1 for a ciphertext row, which sees t beside A) and secrets scaled by zeta = sigma_e / sigma_s [BG14].
// Failures are the tail of <e, r> + e2 - <s, e1> beyond q/4, from its cumulant function by a saddle point.
#include "runtime/lwe_estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>

#include "params/lwe.hpp"

namespace pqlane {
namespace {

constexpr double pi = 3.14159265358979323846;

// Probabilities of -most .. most.
template <int most>
using Distribution = std::array<double, 2 * most + 1>;

Distribution<lwe_noise_bound> normal_distribution() {
  Distribution<lwe_noise_bound> p{};
  double below = 0;
  for (int k = 0; k <= lwe_noise_bound; ++k) {
    const double upto = k < lwe_noise_bound ? lwe_threshold(k) * 0x1p-31 : 1;
    p[static_cast<std::size_t>(lwe_noise_bound + k)] += (upto - below) / 2;
    p[static_cast<std::size_t>(lwe_noise_bound - k)] += (upto - below) / 2;
    below = upto;
  }
  return p;
}

constexpr Distribution<lwe_secret_bound> secret_distribution = {1 / 64.0,  6 / 64.0, 15 / 64.0, 20 / 64.0,
                                                                15 / 64.0, 6 / 64.0, 1 / 64.0};

template <class P>
double variance(const P& p) {
  const int most = static_cast<int>(p.size() / 2);
  double sum = 0;
  for (int x = -most; x <= most; ++x) sum += p[static_cast<std::size_t>(x + most)] * x * x;
  return sum;
}

// Log of the moment generating function, with its first two derivatives.
struct Cumulant {
  double value, first, second;
};

// Of x y, x and y independent.
template <class P, class R>
Cumulant product_cumulant(const P& px, const R& py, double theta) {
  const int x_most = static_cast<int>(px.size() / 2), y_most = static_cast<int>(py.size() / 2);
  double m0 = 0, m1 = 0, m2 = 0;
  for (int x = -x_most; x <= x_most; ++x) {
    for (int y = -y_most; y <= y_most; ++y) {
      const double weight = px[static_cast<std::size_t>(x + x_most)] *
                            py[static_cast<std::size_t>(y + y_most)] * std::exp(theta * x * y);
      m0 += weight;
      m1 += weight * (x * y);
      m2 += weight * (x * y) * (x * y);
    }
  }
  return {std::log(m0), m1 / m0, m2 / m0 - m1 / m0 * (m1 / m0)};
}

double failure_log2(const LweSet& set, std::size_t n) {
  const auto e = normal_distribution();
  const Distribution<1> e2 = {1 / 3.0, 1 / 3.0, 1 / 3.0}, one = {0, 0, 1};
  const double terms = static_cast<double>(n), limit = set.q / 4.0;
  const auto total = [&](double theta) {
    const Cumulant a = product_cumulant(e, e, theta), b = product_cumulant(secret_distribution, e, theta),
                   c = product_cumulant(e2, one, theta);
    return Cumulant{terms * (a.value + b.value) + c.value, terms * (a.first + b.first) + c.first,
                    terms * (a.second + b.second) + c.second};
  };
  const double largest = terms * (lwe_noise_bound * lwe_noise_bound + lwe_secret_bound * lwe_noise_bound) + 1;
  if (largest < limit) return -HUGE_VAL;  // sums do not get there
  double low = 0, high = 1;
  while (total(high).first < limit && high < 16) high *= 2;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (total(middle).first < limit ? low : high) = middle;
  }
  const Cumulant at = total(low);
  const double log_tail = at.value - low * limit - std::log(low * std::sqrt(2 * pi * at.second));
  const double per_message = 2 * static_cast<double>(lwe_message_bits);  // both tails of every bit
  return std::min(0.0, (log_tail + std::log(per_message)) / std::log(2.0));
}

double log_delta(double b) {
  return std::log(std::pow(pi * b, 1 / b) * b / (2 * pi * std::exp(1.0))) / (2 * (b - 1));
}

// Whether block size b solves LWE with these variances for some number of samples.
bool is_broken(double b, double n, double most_samples, double q, double secret_variance,
               double error_variance) {
  const double log_sigma = std::log(error_variance) / 2;
  const double log_zeta = log_sigma - std::log(secret_variance) / 2;
  const double left = log_sigma + std::log(b) / 2, delta = log_delta(b);
  // The best d is near sqrt(n log(q / zeta) / delta); all m around it are tried.
  const double best = std::sqrt(n * (std::log(q) - log_zeta) / delta) - n - 1;
  for (double m = std::floor(best) - 2; m <= best + 2; ++m) {
    const double samples = std::clamp(m, 1.0, most_samples), d = n + samples + 1;
    if (b > d) continue;
    const double right = (2 * b - d - 1) * delta + (samples * std::log(q) + n * log_zeta) / d;
    if (left <= right) return true;
  }
  return false;
}

double block_size(double n, double most_samples, double q, double secret_variance, double error_variance) {
  double low = 50, high = 50;  // the formula for delta holds from about there
  const auto broken = [&](double b) {
    return is_broken(b, n, most_samples, q, secret_variance, error_variance);
  };
  if (broken(low)) return low;
  while (!broken(high) && high < 1e6) high *= 2;
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (broken(middle) ? high : low) = middle;
  }
  return high;
}

pqlane_lwe_estimate compute(const LweSet& set, std::size_t n) {
  const double dimension = static_cast<double>(n), q = set.q;
  const double secret_variance = variance(secret_distribution),
               error_variance = variance(normal_distribution());
  const double key = block_size(dimension, dimension, q, secret_variance, error_variance);
  const double row = block_size(dimension, dimension + 1, q, error_variance, error_variance);
  const double b = std::min(key, row);
  pqlane_lwe_estimate estimate{};
  estimate.classical_bits = 0.292 * b;
  estimate.quantum_bits = 0.265 * b;
  estimate.failure_log2 = failure_log2(set, n);
  estimate.secure =
      estimate.classical_bits >= lwe_least_classical_bits && estimate.failure_log2 <= lwe_most_failure_log2;
  return estimate;
}

}  // namespace

pqlane_lwe_estimate estimate_lwe(const LweSet& set, std::size_t n) {
  static std::mutex mutex;
  static std::map<std::pair<unsigned, std::size_t>, pqlane_lwe_estimate> known;
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = known.try_emplace({set.q, n});
  if (is_new) place->second = compute(set, n);
  return place->second;
}

}  // namespace pqlane
