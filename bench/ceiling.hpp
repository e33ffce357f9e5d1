// ceiling.hpp: the rate of bare Keccak-f[1600] permutations, beside which operations are put.
//
// It is measured on the calling thread, with the code that the device's batches use, and by CPU time:
// permutations per CPU second. Samples taken right before and right after an operation see the same
// clock frequency as the operation does.
#pragma once

#include <pqlane/pqlane.h>

#include <cstdint>
#include <vector>

namespace pqlane::bench {

class KeccakMeter {
 public:
  explicit KeccakMeter(pqlane_device* device) : device_(device) {}

  // Runs permutations for about `seconds` of wall time, in slices of some milliseconds, and keeps the
  // rate of each slice. Throws Failure when the device cannot.
  void sample(double seconds);

  // Permutations per CPU second, one value a slice.
  const std::vector<double>& rates() const { return rates_; }

 private:
  pqlane_device* device_;
  std::uint64_t slice_permutations_ = 0;
  std::vector<double> rates_;
};

}  // namespace pqlane::bench
