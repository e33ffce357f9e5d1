// Fuzz target: any text as JSON. What parses can be written out and read back to the same tree.
#include "cli/parse_json.hpp"

#include <cstdint>
#include <cstdlib>

#include "cli/parse_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pqlane::cli;
  try {
    const Json tree = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
    const std::string text = tree.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (parse_json(text).dump(-1, ' ', false, Json::error_handler_t::replace) != text) std::abort();
  } catch (const ParseError&) {
  }
  return 0;
}
