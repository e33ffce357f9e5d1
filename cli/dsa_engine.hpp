// dsa_engine.hpp: runs the items of a group (dsa_items.hpp) as batch calls, messages of all lengths in one,
// and collects what came out. It compares nothing: that is verdict.hpp, or the caller.
#pragma once

#include <pqlane/pqlane.hpp>

#include <vector>

#include "cli/dsa_items.hpp"
#include "cli/item_batch.hpp"

namespace pqlane::cli {

struct DsaAnswer {
  OpOutcome keygen, sign, verify;
  Bytes pk, sk;  // of keygen
  Bytes sig;     // of sign
};

// One answer an item. An item with a key, signature or rnd of a wrong length, or with an unknown hash
// function, is left out of the batch and answered with PQLANE_ERROR_LENGTH or PQLANE_ERROR_OPTION. Throws
// pqlane::Error when a whole call is refused.
std::vector<DsaAnswer> run_group(const Device& device, const DsaGroup& group);

}  // namespace pqlane::cli
