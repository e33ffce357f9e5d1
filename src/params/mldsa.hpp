// mldsa.hpp: parameter sets of ML-DSA [FIPS204, table 1] and their sizes [FIPS204, table 2].
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

inline constexpr int mldsa_n = 256;               // coefficients of a polynomial
inline constexpr std::int32_t mldsa_q = 8380417;  // modulus, 2^23 - 2^13 + 1
inline constexpr int mldsa_d = 13;                // bits that t1 drops from t
inline constexpr std::int32_t mldsa_zeta = 1753;  // a 512th root of unity
inline constexpr unsigned mldsa_attempts = 1024;  // limit of signing; the standard asks for at least 814

// Number of bits of a, 0 for 0.
constexpr int bit_length(std::uint32_t a) {
  int bits = 0;
  for (; a != 0; a >>= 1) ++bits;
  return bits;
}

template <int K, int L, int Eta, int Tau, int Lambda, int LgGamma1, std::int32_t Gamma2, int Omega>
struct DsaParams {
  static constexpr int k = K;                            // rows of the matrix
  static constexpr int l = L;                            // columns
  static constexpr int eta = Eta;                        // range of s1 and s2
  static constexpr int tau = Tau;                        // coefficients +-1 of the challenge
  static constexpr std::int32_t gamma1 = 1 << LgGamma1;  // range of y
  static constexpr std::int32_t gamma2 = Gamma2;         // range of low-order rounding
  static constexpr std::int32_t beta = Tau * Eta;        // largest coefficient of c s1 and c s2
  static constexpr int omega = Omega;                    // most ones of the hint

  static constexpr int s_bits = bit_length(2 * Eta);  // a coefficient of s1, s2 in sk
  static constexpr int z_bits = 1 + LgGamma1;         // of y and z
  static constexpr int w1_bits = bit_length((mldsa_q - 1) / (2 * Gamma2) - 1);
  static constexpr int t1_bits = bit_length(mldsa_q - 1) - mldsa_d;

  static constexpr std::size_t c_bytes = Lambda / 4;   // c tilde
  static constexpr std::size_t s_bytes = 32 * s_bits;  // one packed polynomial, and so on
  static constexpr std::size_t t0_bytes = 32 * mldsa_d;
  static constexpr std::size_t t1_bytes = 32 * t1_bits;
  static constexpr std::size_t z_bytes = 32 * z_bits;
  static constexpr std::size_t w1_bytes = 32 * w1_bits;
  static constexpr std::size_t pk_bytes = 32 + t1_bytes * K;
  static constexpr std::size_t seed_bytes = 32;
  static constexpr std::size_t rnd_bytes = 32;
  static constexpr std::size_t mu_bytes = 64;
  static constexpr std::size_t tr_bytes = 64;
  // sk = rho || K || tr || s1 || s2 || t0
  static constexpr std::size_t sk_key_offset = 32;
  static constexpr std::size_t sk_tr_offset = 64;
  static constexpr std::size_t sk_s_offset = 128;
  static constexpr std::size_t sk_t0_offset = sk_s_offset + s_bytes * (K + L);
  static constexpr std::size_t sk_bytes = sk_t0_offset + t0_bytes * K;
  // sig = c tilde || z || h
  static constexpr std::size_t sig_hint_offset = c_bytes + z_bytes * L;
  static constexpr std::size_t sig_bytes = sig_hint_offset + Omega + K;
};

//                           k  l eta tau lambda gamma1  gamma2              omega
using MlDsa44 = DsaParams<4, 4, 2, 39, 128, 17, (mldsa_q - 1) / 88, 80>;
using MlDsa65 = DsaParams<6, 5, 4, 49, 192, 19, (mldsa_q - 1) / 32, 55>;
using MlDsa87 = DsaParams<8, 7, 2, 60, 256, 19, (mldsa_q - 1) / 32, 75>;

static_assert(MlDsa44::pk_bytes == 1312 && MlDsa44::sk_bytes == 2560 && MlDsa44::sig_bytes == 2420);
static_assert(MlDsa65::pk_bytes == 1952 && MlDsa65::sk_bytes == 4032 && MlDsa65::sig_bytes == 3309);
static_assert(MlDsa87::pk_bytes == 2592 && MlDsa87::sk_bytes == 4896 && MlDsa87::sig_bytes == 4627);

}  // namespace pqlane
