// permutations.cpp: see permutations.hpp.
#include "bench/permutations.hpp"

namespace pqlane::bench {
namespace {

// Rates in bytes, FIPS 202 table 3 and section 6.2.
constexpr unsigned sha3_256_rate = 136;
constexpr unsigned sha3_512_rate = 72;
constexpr unsigned shake128_rate = 168;
constexpr unsigned shake256_rate = 136;

// Padding adds at least one byte, so a message of n bytes fills n / rate + 1 blocks; the permutation
// after the last of them already gives the first block of output.
constexpr unsigned absorb(unsigned message_bytes, unsigned rate) { return message_bytes / rate + 1; }
constexpr unsigned sponge(unsigned message_bytes, unsigned output_bytes, unsigned rate) {
  return absorb(message_bytes, rate) + (output_bytes - 1) / rate;
}

struct Parameters {
  unsigned k, eta1, du, dv;
  bool round3;
};

// FIPS 203 table 2; round-3 Kyber, table 1, has the same values (eta2 is 2 in all).
Parameters parameters_of(pqlane_scheme scheme) {
  switch (scheme) {
    case PQLANE_ML_KEM_512: return {2, 3, 10, 4, false};
    case PQLANE_ML_KEM_768: return {3, 2, 10, 4, false};
    case PQLANE_ML_KEM_1024: return {4, 2, 11, 5, false};
    case PQLANE_KYBER_512: return {2, 3, 10, 4, true};
    case PQLANE_KYBER_768: return {3, 2, 10, 4, true};
    case PQLANE_KYBER_1024: return {4, 2, 11, 5, true};
    case PQLANE_ML_DSA_44:
    case PQLANE_ML_DSA_65:
    case PQLANE_ML_DSA_87: break;
  }
  return {0, 0, 0, 0, false};
}

}  // namespace

bool has_key_check(pqlane_scheme scheme) {
  const Parameters parameters = parameters_of(scheme);
  return parameters.k != 0 && !parameters.round3;
}

unsigned keccak_permutations(pqlane_scheme scheme, Op op, OpVariant variant) {
  const auto [k, eta1, du, dv, round3] = parameters_of(scheme);
  if (k == 0) return 0;

  const unsigned ek_bytes = 384 * k + 32;
  const unsigned ct_bytes = 32 * (du * k + dv);
  const unsigned hash_ek = absorb(ek_bytes, sha3_256_rate);
  const unsigned hash_ct = absorb(ct_bytes, sha3_256_rate);
  const unsigned hash_32 = absorb(32, sha3_256_rate);
  const unsigned g_64 = absorb(64, sha3_512_rate);  // G(m || H(ek))
  const unsigned kdf_64 = sponge(64, 32, shake256_rate);
  // SampleNTT of a 34-byte seed: three blocks give 336 candidates, of which 256 are needed and
  // 3329 / 4096 are accepted.
  const unsigned matrix = k * k * sponge(34, 3 * shake128_rate, shake128_rate);
  const unsigned noise1 = sponge(33, 64 * eta1, shake256_rate);  // PRF of one polynomial
  const unsigned noise2 = sponge(33, 64 * 2, shake256_rate);
  const unsigned encrypt = matrix + k * noise1 + (k + 1) * noise2;
  // The bytes of item i are SHAKE256(batch key || LE64(i)): 64 of them at most.
  const unsigned randomness = variant.randomness_inside ? sponge(40, 64, shake256_rate) : 0;

  switch (op) {
    case Op::keygen:  // G(d || k), in round 3 G(d)
      return absorb(33, sha3_512_rate) + matrix + 2 * k * noise1 + hash_ek + randomness;
    case Op::encaps:
      if (round3) return hash_32 + hash_ek + g_64 + encrypt + hash_ct + kdf_64 + randomness;
      return hash_ek + g_64 + encrypt + randomness;
    case Op::decaps:
      if (round3) return g_64 + encrypt + hash_ct + kdf_64;
      return g_64 + encrypt + sponge(32 + ct_bytes, 32, shake256_rate) + (variant.keys_checked ? 0 : hash_ek);
  }
  return 0;
}

}  // namespace pqlane::bench
