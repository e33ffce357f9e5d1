// attempts.cpp: see attempts.hpp.
#include "bench/attempts.hpp"

namespace pqlane::bench {

void AttemptCounts::add(const std::uint16_t* attempts, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (attempts[i] >= signatures_.size()) signatures_.resize(std::size_t{attempts[i]} + 1);
    ++signatures_[attempts[i]];
  }
}

std::optional<Attempts> AttemptCounts::summary() const {
  if (signatures_.empty() || signatures_[0] != 0) return std::nullopt;
  Attempts all;
  double sum = 0;
  for (std::size_t n = 0; n < signatures_.size(); ++n) {
    all.signatures += signatures_[n];
    sum += static_cast<double>(n) * static_cast<double>(signatures_[n]);
  }
  all.mean = sum / static_cast<double>(all.signatures);
  std::uint64_t within = 0;
  for (std::size_t n = 0; n < signatures_.size(); ++n) {
    within += signatures_[n];
    if (within < all.signatures - all.signatures / 100) continue;
    all.p99 = static_cast<double>(n);
    break;
  }
  return all;
}

}  // namespace pqlane::bench
