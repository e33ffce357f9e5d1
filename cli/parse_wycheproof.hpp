// parse_wycheproof.hpp: Wycheproof files for ML-KEM and ML-DSA. Reads, does not run.
#pragma once

#include "cli/parse_json.hpp"
#include "cli/vector_items.hpp"

namespace pqlane::cli {

// Whether the tree looks like a Wycheproof file of any algorithm.
bool is_wycheproof(const Json& root);

// Throws ParseError when the structure is broken. Groups of a type that pqlane does not run are
// counted as skipped.
VectorSet parse_wycheproof(const Json& root);

}  // namespace pqlane::cli
