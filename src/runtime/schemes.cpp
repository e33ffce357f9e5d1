// schemes.cpp: see schemes.hpp.
#include "runtime/schemes.hpp"

#include <array>
#include <string>

#include "params/mlkem.hpp"
#include "runtime/last_error.hpp"

namespace pqlane {
namespace {

template <class P>
constexpr SchemeInfo make_kem(pqlane_scheme scheme, const char* name, std::size_t index) {
  return {scheme,
          name,
          PQLANE_KIND_KEM,
          index,
          P::variant == KemVariant::ml_kem,
          {P::ek_bytes, P::dk_bytes, P::seed_bytes, P::ct_bytes, P::ss_bytes, P::m_bytes},
          {}};
}

// [FIPS204, tables 1 and 2]: eta_bits is the width of a coefficient of s1 and s2 in sk, gamma1_bits that of
// one of z, c_bytes the length of c tilde.
struct DsaShape {
  std::size_t k, l, eta_bits, gamma1_bits, c_bytes, omega;
};

constexpr SchemeInfo make_dsa(pqlane_scheme scheme, const char* name, std::size_t index, const DsaShape& p) {
  return {scheme,
          name,
          PQLANE_KIND_SIGNATURE,
          index,
          false,
          {},
          {32 + 320 * p.k, 128 + 32 * (13 * p.k + p.eta_bits * (p.k + p.l)), 32,
           p.c_bytes + 32 * p.l * p.gamma1_bits + p.omega + p.k, 32, 64}};
}

constexpr std::size_t kem_count = 6, dsa_count = 3;

constexpr std::array<SchemeInfo, kem_count + dsa_count> scheme_table = {
    make_kem<MlKem512>(PQLANE_ML_KEM_512, "ml-kem-512", 0),
    make_kem<MlKem768>(PQLANE_ML_KEM_768, "ml-kem-768", 1),
    make_kem<MlKem1024>(PQLANE_ML_KEM_1024, "ml-kem-1024", 2),
    make_kem<Kyber512>(PQLANE_KYBER_512, "kyber-512", 3),
    make_kem<Kyber768>(PQLANE_KYBER_768, "kyber-768", 4),
    make_kem<Kyber1024>(PQLANE_KYBER_1024, "kyber-1024", 5),
    make_dsa(PQLANE_ML_DSA_44, "ml-dsa-44", 0, {4, 4, 3, 18, 32, 80}),
    make_dsa(PQLANE_ML_DSA_65, "ml-dsa-65", 1, {6, 5, 4, 20, 48, 55}),
    make_dsa(PQLANE_ML_DSA_87, "ml-dsa-87", 2, {8, 7, 3, 20, 64, 75}),
};

}  // namespace

std::span<const SchemeInfo> all_schemes() { return scheme_table; }
std::span<const SchemeInfo> kem_schemes() { return std::span(scheme_table).first<kem_count>(); }
std::span<const SchemeInfo> dsa_schemes() { return std::span(scheme_table).last<dsa_count>(); }

const SchemeInfo* find_scheme(pqlane_scheme scheme) {
  for (const SchemeInfo& info : scheme_table) {
    if (info.scheme == scheme) return &info;
  }
  return nullptr;
}

pqlane_status check_kind(const SchemeInfo* info, pqlane_scheme scheme, pqlane_scheme_kind kind) {
  if (info == nullptr) return fail(PQLANE_ERROR_SCHEME, "unknown scheme " + std::to_string(scheme));
  if (info->kind == kind) return PQLANE_OK;
  return fail(PQLANE_ERROR_SCHEME,
              std::string(info->name) + (kind == PQLANE_KIND_KEM ? " is a signature scheme, not a KEM"
                                                                 : " is a KEM, not a signature scheme"));
}

}  // namespace pqlane
