// verdict.hpp: compares what an engine computed for an item with what its file expects.
#pragma once

#include <string>

#include "cli/dsa_engine.hpp"
#include "cli/kem_engine.hpp"

namespace pqlane::cli {

// "" when the item passes; else what differs, naming the field: "ek differs at byte 17 (KeyGen)".
std::string judge(const KemGroup& group, const KemItem& item, const KemAnswer& answer);
std::string judge(const DsaGroup& group, const DsaItem& item, const DsaAnswer& answer);

}  // namespace pqlane::cli
