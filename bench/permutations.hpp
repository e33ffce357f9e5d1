// permutations.hpp: how many Keccak-f[1600] permutations one operation needs.
//
// The counts follow from the algorithms of [FIPS203], [KYBER-R3] and [FIPS204]; they are what the Keccak
// ceiling of an operation is computed from. The few samplings that need one block more than nearly all (0.8%
// of the streams of SampleNTT, fewer of RejNTTPoly) are left out. The digest of HashML-DSA is not counted.
#pragma once

#include <pqlane/pqlane.h>

#include <cstddef>

namespace pqlane::bench {

enum class Op { keygen, encaps, decaps, sign, verify, agree };
const char* op_name(Op op);
// Whether an operation draws randomness: keygen, encaps, (hedged) sign.
bool is_randomised(Op op);

// How many keys the items of a batch have.
enum class KeyReuse {
  none,       // each its own
  one_key,    // one for all, given to every call
  cached_key  // one for all, expanded before the calls (signer and verifier objects)
};
const char* key_reuse_name(KeyReuse reuse);

struct OpVariant {
  bool randomness_inside = false;  // the seed, m or rnd is made inside the call
  bool keys_checked = false;       // decaps: the hash of ek inside dk was checked before
  KeyReuse reuse = KeyReuse::none;
  std::size_t message_bytes = 32;  // sign, verify
};

// Whether decaps checks the hash of ek inside dk (FIPS 203, section 7.3); round-3 Kyber does not.
bool has_key_check(pqlane_scheme scheme);

// Of sign the mean, by the expected number of attempts. What one shared key needs is counted for ML-DSA as
// nothing, being done once for many items. 0 for a scheme that is unknown here or lacks the operation.
double keccak_permutations(pqlane_scheme scheme, Op op, OpVariant variant);

}  // namespace pqlane::bench
