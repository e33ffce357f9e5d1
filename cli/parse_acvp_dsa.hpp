// parse_acvp_dsa.hpp: groups of ML-DSA in NIST ACVP vector sets (keyGen, sigGen, sigVer), and the table of
// known answers for rare rejections in their specification. Reads, does not run.
#pragma once

#include <string>

#include "cli/parse_json.hpp"
#include "cli/vector_items.hpp"

namespace pqlane::cli {

// Whether the mode is one of those above.
bool is_acvp_dsa_mode(const std::string& mode);

// One group of the mode; `where` names it. Throws ParseError when the group is malformed by itself; a test
// that is malformed has TestItem::problem.
DsaGroup parse_acvp_dsa_group(const std::string& mode, const Json& group, const std::string& where);

// Whether the tree is such a table: tests of seed, message, keyHash and sigHash, without an algorithm.
bool is_rejection_table(const Json& root);
VectorSet parse_rejection_table(const Json& root);

}  // namespace pqlane::cli
