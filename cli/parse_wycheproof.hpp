// parse_wycheproof.hpp: Wycheproof files for ML-KEM. Reads, does not run.
#pragma once

#include "cli/kem_items.hpp"
#include "cli/parse_json.hpp"

namespace pqlane::cli {

// Whether the tree looks like a Wycheproof file of any algorithm.
bool is_wycheproof(const Json& root);

// Throws ParseError when the structure is broken. Groups of a type that pqlane does not run are
// counted as skipped.
VectorSet parse_wycheproof(const Json& root);

}  // namespace pqlane::cli
