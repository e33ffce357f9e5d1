// Fuzz target: sizes and sweeps of the command line. They end with values or with UsageError.
#include "bench/sweep.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pqlane::bench;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const std::vector<std::uint64_t> values = parse_sweeps(text, 64);
    if (values.empty() || values.size() > max_sweep_values) std::abort();
  } catch (const UsageError&) {
  }
  try {
    parse_size(text);
  } catch (const UsageError&) {
  }
  return 0;
}
