// kem_engine.hpp: runs the items of a group (kem_items.hpp) as batch calls and collects what came out.
// It compares nothing: that is verdict.hpp, or the caller.
#pragma once

#include <pqlane/pqlane.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/kem_items.hpp"

namespace pqlane::cli {

// How one operation of one item ended.
struct OpOutcome {
  bool ran = false;  // false: the group has no such operation, or the item has a problem
  pqlane_status status = PQLANE_OK;
  std::string reason;  // of a refusal
  bool accepted() const noexcept { return ran && status == PQLANE_OK; }
};

struct KemAnswer {
  OpOutcome keygen, encaps, decaps, check_ek, check_dk;
  Bytes ek, dk;       // of keygen
  Bytes c, encaps_k;  // of encaps
  Bytes decaps_k;     // of decaps
};

// One answer an item. An item with a value of a wrong length is left out of the batch and answered
// with PQLANE_ERROR_LENGTH. Throws pqlane::Error when a whole call is refused.
std::vector<KemAnswer> run_kem_group(const Device& device, const KemGroup& group);

// The same in pieces, so that a large group's answers need little memory: `take` gets each piece, the place
// of its first item in the group, and its answers. The items are moved out of the group.
using TakeAnswers =
    std::function<void(const KemGroup& piece, std::size_t first, const std::vector<KemAnswer>&)>;
void run_kem_pieces(const Device& device, KemGroup&& group, const TakeAnswers& take);

}  // namespace pqlane::cli
