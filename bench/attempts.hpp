// attempts.hpp: how many attempts of the rejection loop the signatures of a measurement took.
//
// Counted over the timed calls alone, like the rates beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pqlane::bench {

struct Attempts {
  double mean = 0;
  double p99 = 0;  // the fewest that 99% of the signatures stay within
  std::uint64_t signatures = 0;
};

class AttemptCounts {
 public:
  void add(const std::uint16_t* attempts, std::size_t count);
  // Nothing when there was no signature, or one whose attempts the device did not tell (0).
  std::optional<Attempts> summary() const;

 private:
  std::vector<std::uint64_t> signatures_;  // by attempts
};

}  // namespace pqlane::bench
