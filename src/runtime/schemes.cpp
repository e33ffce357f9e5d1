// schemes.cpp: see schemes.hpp.
#include "runtime/schemes.hpp"

#include <array>
#include <string>

#include "params/mldsa.hpp"
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

template <class P>
constexpr SchemeInfo make_dsa(pqlane_scheme scheme, const char* name, std::size_t index) {
  return {scheme,
          name,
          PQLANE_KIND_SIGNATURE,
          index,
          false,
          {},
          {P::pk_bytes, P::sk_bytes, P::seed_bytes, P::sig_bytes, P::rnd_bytes, P::mu_bytes}};
}

constexpr std::size_t kem_count = 6, dsa_count = 3;

constexpr std::array<SchemeInfo, kem_count + dsa_count> scheme_table = {
    make_kem<MlKem512>(PQLANE_ML_KEM_512, "ml-kem-512", 0),
    make_kem<MlKem768>(PQLANE_ML_KEM_768, "ml-kem-768", 1),
    make_kem<MlKem1024>(PQLANE_ML_KEM_1024, "ml-kem-1024", 2),
    make_kem<Kyber512>(PQLANE_KYBER_512, "kyber-512", 3),
    make_kem<Kyber768>(PQLANE_KYBER_768, "kyber-768", 4),
    make_kem<Kyber1024>(PQLANE_KYBER_1024, "kyber-1024", 5),
    make_dsa<MlDsa44>(PQLANE_ML_DSA_44, "ml-dsa-44", 0),
    make_dsa<MlDsa65>(PQLANE_ML_DSA_65, "ml-dsa-65", 1),
    make_dsa<MlDsa87>(PQLANE_ML_DSA_87, "ml-dsa-87", 2),
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
