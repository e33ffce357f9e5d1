// permutations.hpp: how many Keccak-f[1600] permutations one KEM operation needs.
//
// The counts follow from the algorithms of [FIPS203] and [KYBER-R3]; they are what the Keccak ceiling
// of an operation is computed from. The few operations whose SampleNTT needs a fourth block (0.8% of
// the streams) are left out.
#pragma once

#include <pqlane/pqlane.h>

namespace pqlane::bench {

enum class Op { keygen, encaps, decaps };

struct OpVariant {
  bool randomness_inside = false;  // the seed or m is made inside the call
  bool keys_checked = false;       // decaps: the hash of ek inside dk was checked before
};

// Whether decaps checks the hash of ek inside dk (FIPS 203, section 7.3); round-3 Kyber does not.
bool has_key_check(pqlane_scheme scheme);

// 0 for a scheme that is unknown here.
unsigned keccak_permutations(pqlane_scheme scheme, Op op, OpVariant variant);

}  // namespace pqlane::bench
