// Fuzz target: any bytes as a plain, xz or gzip file. It never gives more than the limit.
#include "cli/load_file.hpp"

#include <cstdint>
#include <cstdlib>

#include "cli/cli_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t limit = 1 << 20;
  try {
    const std::string text =
        pqlane::cli::decompress(std::string_view(reinterpret_cast<const char*>(data), size), "input", limit);
    if (text.size() > limit) std::abort();
  } catch (const pqlane::cli::CliError& error) {
    if (error.exit_status() != pqlane::cli::exit_failed) std::abort();
  }
  return 0;
}
