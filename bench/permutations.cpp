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
constexpr unsigned absorb(std::size_t message_bytes, unsigned rate) {
  return static_cast<unsigned>(message_bytes / rate) + 1;
}
constexpr unsigned sponge(std::size_t message_bytes, unsigned output_bytes, unsigned rate) {
  return absorb(message_bytes, rate) + (output_bytes - 1) / rate;
}

struct KemParameters {
  unsigned k, eta1, du, dv;
  bool round3;
};

// FIPS 203 table 2; round-3 Kyber, table 1, has the same values (eta2 is 2 in all).
KemParameters kem_parameters(pqlane_scheme scheme) {
  switch (scheme) {
    case PQLANE_ML_KEM_512: return {2, 3, 10, 4, false};
    case PQLANE_ML_KEM_768: return {3, 2, 10, 4, false};
    case PQLANE_ML_KEM_1024: return {4, 2, 11, 5, false};
    case PQLANE_KYBER_512: return {2, 3, 10, 4, true};
    case PQLANE_KYBER_768: return {3, 2, 10, 4, true};
    case PQLANE_KYBER_1024: return {4, 2, 11, 5, true};
    default: return {0, 0, 0, 0, false};
  }
}

struct DsaParameters {
  unsigned k, l, gamma1_bits, w1_bits, challenge_bytes;
  double attempts;  // expected of a signature
};

// FIPS 204, tables 1 and 2: gamma1 is 2^gamma1_bits; a coefficient of w1 is below (q - 1) / (2 gamma2), 44 or
// 16; challenge_bytes is lambda / 4.
DsaParameters dsa_parameters(pqlane_scheme scheme) {
  switch (scheme) {
    case PQLANE_ML_DSA_44: return {4, 4, 17, 6, 32, 4.25};
    case PQLANE_ML_DSA_65: return {6, 5, 19, 4, 48, 5.1};
    case PQLANE_ML_DSA_87: return {8, 7, 19, 4, 64, 3.85};
    default: return {0, 0, 0, 0, 0, 0};
  }
}

// FIPS 204, algorithms 6, 7 and 8 with a pure message without a context.
double dsa_permutations(pqlane_scheme scheme, Op op, const OpVariant& variant) {
  const auto [k, l, gamma1_bits, w1_bits, challenge_bytes, attempts] = dsa_parameters(scheme);
  const unsigned pk_bytes = 32 + 320 * k;
  // RejNTTPoly of a 34-byte seed: five blocks give 280 candidates, of which 256 are needed and nearly all (q
  // of 2^23) are accepted.
  const unsigned matrix = k * l * sponge(34, 5 * shake128_rate, shake128_rate);
  // RejBoundedPoly of a 66-byte seed: two blocks give 544 candidates, of which 15/16 (eta 2) or 9/16 (eta 4)
  // are accepted; one block would do in half the cases with eta 2, but lanes wait for each other.
  const unsigned secrets = (k + l) * sponge(66, 2 * shake256_rate, shake256_rate);
  const unsigned tr = sponge(pk_bytes, 64, shake256_rate);
  const unsigned mu = sponge(64 + 2 + variant.message_bytes, 64, shake256_rate);
  const unsigned challenge =  // c~, and SampleInBall of it, for which one block is enough
      sponge(64 + 32 * w1_bits * k, challenge_bytes, shake256_rate) +
      sponge(challenge_bytes, 136, shake256_rate);
  const unsigned mask = l * sponge(66, 32 * (gamma1_bits + 1), shake256_rate);
  const unsigned randomness = variant.randomness_inside ? sponge(40, 32, shake256_rate) : 0;
  const bool shared = variant.reuse != KeyReuse::none;
  switch (op) {
    case Op::keygen: return sponge(34, 128, shake256_rate) + matrix + secrets + tr + randomness;
    case Op::sign:
      return mu + sponge(32 + 32 + 64, 64, shake256_rate) + randomness + (shared ? 0 : matrix) +
             attempts * (mask + challenge);
    case Op::verify: return mu + challenge + (shared ? 0 : matrix + tr);
    default: return 0;
  }
}

}  // namespace

const char* op_name(Op op) {
  switch (op) {
    case Op::keygen: return "keygen";
    case Op::encaps: return "encaps";
    case Op::decaps: return "decaps";
    case Op::sign: return "sign";
    case Op::verify: return "verify";
    case Op::agree: return "agree";
  }
  return "";
}

bool is_randomised(Op op) { return op == Op::keygen || op == Op::encaps || op == Op::sign; }

const char* key_reuse_name(KeyReuse reuse) {
  switch (reuse) {
    case KeyReuse::none: return "none";
    case KeyReuse::one_key: return "one-key";
    case KeyReuse::cached_key: return "cached-key";
  }
  return "";
}

bool has_key_check(pqlane_scheme scheme) {
  const KemParameters parameters = kem_parameters(scheme);
  return parameters.k != 0 && !parameters.round3;
}

double keccak_permutations(pqlane_scheme scheme, Op op, OpVariant variant) {
  if (dsa_parameters(scheme).k != 0) return dsa_permutations(scheme, op, variant);
  const auto [k, eta1, du, dv, round3] = kem_parameters(scheme);
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
    default: return 0;
  }
}

}  // namespace pqlane::bench
