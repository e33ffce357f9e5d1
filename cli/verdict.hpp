// verdict.hpp: compares what the engine computed for an item with what its file expects.
#pragma once

#include <string>

#include "cli/kem_engine.hpp"
#include "cli/kem_items.hpp"

namespace pqlane::cli {

// "" when the item passes; else what differs, naming the field: "ek differs at byte 17 (KeyGen)".
std::string judge(const KemGroup& group, const KemItem& item, const KemAnswer& answer);

}  // namespace pqlane::cli
