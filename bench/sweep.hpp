// sweep.hpp: sizes and sweeps as they are written on the command line.
//
//   size   digits, then nothing or one of k M (10^3, 10^6) Ki Mi (2^10, 2^20)
//   sweep  size | a:b:xF (a, aF, aFF .. up to b) | a:b:+S (a, a+S .. up to b) | a:b (a:b:+1)
//   list   sweeps with commas between; a value that occurs again is left out
//
// Where a largest value is meaningful (threads), the word `all` stands for it.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace pqlane::bench {

// Text from the command line that is not understood; the message says which and why.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The most values that one list may have: each of them is a row of measurements.
constexpr std::size_t max_sweep_values = 1000;

std::uint64_t parse_size(std::string_view text);
std::vector<std::uint64_t> parse_sweeps(std::string_view text,
                                        std::optional<std::uint64_t> all = std::nullopt);

// "a,b,c" into its parts; an empty part is an error.
std::vector<std::string> split_list(std::string_view text, char separator = ',');

}  // namespace pqlane::bench
