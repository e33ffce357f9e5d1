// gaussian_table.hpp: the cumulative table of a rounded normal variable, 2^63 P(|N(0, sigma)| < k + 1/2).
//
// Computed in 256-bit integers: the same entries on every machine, each the nearest integer. Nothing here is
// secret: a table depends on sigma alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace pqlane {

using GaussianTable = std::vector<std::uint64_t>;

// The entries below 2^63, for 0 <= sigma <= PQLANE_GAUSSIAN_I32_MAX_SIGMA; about 9.2 sigma of them.
GaussianTable make_gaussian_table(double sigma);

// The same from a store of the last few tables of this process; thread-safe. Throws std::bad_alloc.
std::shared_ptr<const GaussianTable> find_gaussian_table(double sigma);

}  // namespace pqlane
