// nist_kat.hpp: the randomness of a NIST known-answer record. NIST's PQCgenKAT seeds a CTR_DRBG with
// the record's `seed`, and the scheme draws from it; where its draws are cut matters.
#pragma once

#include "cli/vector_items.hpp"

namespace pqlane::cli {

// Gives every item that has a drbg_seed what the group's scheme draws: seed (d || z) and m, or seed (xi) and
// rnd.
void expand_drbg_seeds(KemGroup& group);
void expand_drbg_seeds(DsaGroup& group);

}  // namespace pqlane::cli
