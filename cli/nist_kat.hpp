// nist_kat.hpp: the randomness of a NIST known-answer record. NIST's PQCgenKAT seeds a CTR_DRBG with
// the record's `seed`, and the scheme draws from it; where its draws are cut matters.
#pragma once

#include "cli/kem_items.hpp"

namespace pqlane::cli {

// Gives every item that has a drbg_seed its seed (d || z) and m, as the group's scheme draws them.
void expand_drbg_seeds(KemGroup& group);

}  // namespace pqlane::cli
