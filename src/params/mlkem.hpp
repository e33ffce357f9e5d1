// mlkem.hpp: parameter sets of ML-KEM [FIPS203, table 2] and of round-3 Kyber [KYBER-R3, table 1].
//
// The two differ in hashing only (Variant); all sizes are the same [FIPS203, table 3].
#pragma once

#include <cstddef>

namespace pqlane {

inline constexpr int mlkem_n = 256;   // coefficients of a polynomial
inline constexpr int mlkem_q = 3329;  // modulus, 2^8 * 13 + 1

enum class KemVariant {
  ml_kem,       // FIPS 203
  kyber_round3  // submission of 2020: m is hashed, the secret comes from a KDF over H(c)
};

// What both variants share; sizes follow from k, du and dv.
template <int K, int Eta1, int Du, int Dv>
struct KemShape {
  static constexpr int k = K;        // dimension of the module
  static constexpr int eta1 = Eta1;  // noise of s, e and y
  static constexpr int eta2 = 2;     // noise of e1 and e2
  static constexpr int du = Du;      // bits a coefficient of u
  static constexpr int dv = Dv;      // bits a coefficient of v

  static constexpr std::size_t poly_bytes = 384;  // 256 coefficients of 12 bits
  static constexpr std::size_t ek_bytes = poly_bytes * K + 32;
  static constexpr std::size_t dk_pke_bytes = poly_bytes * K;
  static constexpr std::size_t dk_bytes = dk_pke_bytes + ek_bytes + 64;
  static constexpr std::size_t u_bytes = 32 * Du;  // one polynomial of u
  static constexpr std::size_t ct_bytes = u_bytes * K + 32 * Dv;
  static constexpr std::size_t seed_bytes = 64;  // d || z
  static constexpr std::size_t m_bytes = 32;
  static constexpr std::size_t ss_bytes = 32;
  // Offsets inside dk = dk_pke || ek || H(ek) || z.
  static constexpr std::size_t dk_ek_offset = dk_pke_bytes;
  static constexpr std::size_t dk_hash_offset = dk_pke_bytes + ek_bytes;
  static constexpr std::size_t dk_z_offset = dk_hash_offset + 32;
};

template <class S, KemVariant V>
struct KemParams : S {
  using Shape = S;
  static constexpr KemVariant variant = V;
};

using KemShape512 = KemShape<2, 3, 10, 4>;
using KemShape768 = KemShape<3, 2, 10, 4>;
using KemShape1024 = KemShape<4, 2, 11, 5>;

using MlKem512 = KemParams<KemShape512, KemVariant::ml_kem>;
using MlKem768 = KemParams<KemShape768, KemVariant::ml_kem>;
using MlKem1024 = KemParams<KemShape1024, KemVariant::ml_kem>;
using Kyber512 = KemParams<KemShape512, KemVariant::kyber_round3>;
using Kyber768 = KemParams<KemShape768, KemVariant::kyber_round3>;
using Kyber1024 = KemParams<KemShape1024, KemVariant::kyber_round3>;

static_assert(MlKem512::ek_bytes == 800 && MlKem512::dk_bytes == 1632 && MlKem512::ct_bytes == 768);
static_assert(MlKem768::ek_bytes == 1184 && MlKem768::dk_bytes == 2400 && MlKem768::ct_bytes == 1088);
static_assert(MlKem1024::ek_bytes == 1568 && MlKem1024::dk_bytes == 3168 && MlKem1024::ct_bytes == 1568);

}  // namespace pqlane
