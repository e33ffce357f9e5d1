// ceiling.hpp: the rate of bare Keccak-f[1600] permutations, beside which operations are put.
//
// It is measured with the code that the device's batches use: on a CPU on the calling thread and by CPU time,
// on other devices on all of the device and by the clock. Samples taken right before and right after an
// operation see the same clock frequency as the operation does.
#pragma once

#include <pqlane/pqlane.h>

#include <cstdint>
#include <vector>

namespace pqlane::bench {

class KeccakMeter {
 public:
  KeccakMeter(pqlane_device* device, bool on_cpu) : device_(device), on_cpu_(on_cpu) {}

  // Runs permutations for about `seconds` of wall time, in slices of some milliseconds, and keeps the
  // rate of each slice. Throws Failure when the device cannot.
  void sample(double seconds);

  // Permutations a (CPU) second, one value a slice.
  const std::vector<double>& rates() const { return rates_; }

 private:
  pqlane_device* device_;
  bool on_cpu_;
  std::uint64_t slice_permutations_ = 0;
  std::vector<double> rates_;
};

}  // namespace pqlane::bench
