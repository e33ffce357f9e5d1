// kem_engine.hpp: runs the items of a group (kem_items.hpp) as batch calls and collects what came out.
// It compares nothing: that is verdict.hpp, or the caller.
#pragma once

#include <pqlane/pqlane.hpp>

#include <vector>

#include "cli/item_batch.hpp"
#include "cli/kem_items.hpp"

namespace pqlane::cli {

struct KemAnswer {
  OpOutcome keygen, encaps, decaps, check_ek, check_dk;
  Bytes ek, dk;       // of keygen
  Bytes c, encaps_k;  // of encaps
  Bytes decaps_k;     // of decaps
};

// One answer an item. An item with a value of a wrong length is left out of the batch and answered
// with PQLANE_ERROR_LENGTH. Throws pqlane::Error when a whole call is refused.
std::vector<KemAnswer> run_group(const Device& device, const KemGroup& group);

}  // namespace pqlane::cli
