// ceiling.cpp: see ceiling.hpp.
#include "bench/ceiling.hpp"

#include "bench/case.hpp"
#include "bench/clock.hpp"

namespace pqlane::bench {
namespace {

constexpr double slice_seconds = 0.004;

}  // namespace

void KeccakMeter::sample(double seconds) {
  const std::int64_t start = wall_nanoseconds();
  std::uint64_t permutations = slice_permutations_ != 0 ? slice_permutations_ : 1024;
  for (;;) {
    const std::int64_t before = on_cpu_ ? process_cpu_nanoseconds() : wall_nanoseconds();
    std::uint64_t done = 0;
    if (pqlane_measure_keccak(device_, permutations, &done) != PQLANE_OK) {
      throw Failure(std::string("Keccak ceiling: ") + pqlane_last_error());
    }
    const std::int64_t after = on_cpu_ ? process_cpu_nanoseconds() : wall_nanoseconds();
    const double spent_seconds = static_cast<double>(after - before) * 1e-9;
    if (slice_permutations_ != 0) {
      rates_.push_back(static_cast<double>(done) / spent_seconds);
      if (static_cast<double>(wall_nanoseconds() - start) * 1e-9 >= seconds) return;
    } else if (spent_seconds < slice_seconds) {
      permutations *= 2;
    } else {
      slice_permutations_ = permutations;
    }
  }
}

}  // namespace pqlane::bench
