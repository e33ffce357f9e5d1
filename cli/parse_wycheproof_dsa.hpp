// parse_wycheproof_dsa.hpp: groups of ML-DSA in Wycheproof files: signing with a seed or an expanded key, and
// verification. Reads, does not run.
#pragma once

#include <string>

#include "cli/parse_json.hpp"
#include "cli/vector_items.hpp"

namespace pqlane::cli {

// Whether this is the type of such a group.
bool is_wycheproof_dsa_type(const std::string& type);

// A group of a file for `scheme` ("ML-DSA-44"); `where` names it. Throws ParseError when its structure is
// broken.
DsaGroup parse_wycheproof_dsa_group(const std::string& scheme, const std::string& type, const Json& group,
                                    const std::string& where);

}  // namespace pqlane::cli
