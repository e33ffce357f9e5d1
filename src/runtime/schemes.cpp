// schemes.cpp: see schemes.hpp.
#include "runtime/schemes.hpp"

#include "params/mlkem.hpp"

namespace pqlane {
namespace {

template <class P>
constexpr SchemeInfo make_info(pqlane_scheme scheme, const char* name, std::size_t index) {
  return {scheme,
          name,
          index,
          P::variant == KemVariant::ml_kem,
          {P::ek_bytes, P::dk_bytes, P::seed_bytes, P::ct_bytes, P::ss_bytes, P::m_bytes}};
}

constexpr SchemeInfo scheme_table[] = {
    make_info<MlKem512>(PQLANE_ML_KEM_512, "ml-kem-512", 0),
    make_info<MlKem768>(PQLANE_ML_KEM_768, "ml-kem-768", 1),
    make_info<MlKem1024>(PQLANE_ML_KEM_1024, "ml-kem-1024", 2),
    make_info<Kyber512>(PQLANE_KYBER_512, "kyber-512", 3),
    make_info<Kyber768>(PQLANE_KYBER_768, "kyber-768", 4),
    make_info<Kyber1024>(PQLANE_KYBER_1024, "kyber-1024", 5),
};

}  // namespace

std::span<const SchemeInfo> all_schemes() { return scheme_table; }

const SchemeInfo* find_scheme(pqlane_scheme scheme) {
  for (const SchemeInfo& info : scheme_table) {
    if (info.scheme == scheme) return &info;
  }
  return nullptr;
}

}  // namespace pqlane
