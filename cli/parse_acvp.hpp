// parse_acvp.hpp: NIST ACVP vector sets for ML-KEM (keyGen, encapDecap with key checks) and ML-DSA (keyGen,
// sigGen, sigVer), prompts and files that hold the expected results too. Reads, does not run.
#pragma once

#include <string>
#include <vector>

#include "cli/parse_json.hpp"
#include "cli/vector_items.hpp"

namespace pqlane::cli {

struct AcvpGroup {
  Json tg_id;                // as in the file
  std::vector<Json> tc_ids;  // one an item; null when absent
  VectorGroup items;
};

struct AcvpSet {
  Json vs_id;  // null when absent
  Json algorithm, mode, revision;
  std::vector<AcvpGroup> groups;
  std::vector<std::string> bad_groups;  // groups that cannot be read: "tgId 3: the reason"
};

// Whether the tree looks like an ACVP vector set of any algorithm.
bool is_acvp(const Json& root);

// Throws ParseError for a set of another algorithm or mode, or one without its structure; a group that is
// malformed by itself is in bad_groups, and an item has TestItem::problem.
AcvpSet parse_acvp(const Json& root);

// A set with expected results as vectors to check. Tests without expected results, and sets of
// other algorithms, are counted as skipped. Throws ParseError for a malformed group too.
VectorSet acvp_vectors(const Json& root);

}  // namespace pqlane::cli
