// Fuzz target: any text as an ACVP vector set, as `pqlane acvp` reads it.
#include "cli/parse_acvp.hpp"

#include <cstdint>
#include <cstdlib>

#include "cli/parse_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pqlane::cli;
  try {
    const AcvpSet set = parse_acvp(parse_json(std::string_view(reinterpret_cast<const char*>(data), size)));
    for (const AcvpGroup& group : set.groups) {
      // An answer names every test by its tcId.
      if (group.tc_ids.size() != item_count(group.items)) std::abort();
      if (!scheme_from_file(scheme_of(group.items))) std::abort();
    }
  } catch (const ParseError&) {
  }
  return 0;
}
