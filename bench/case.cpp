// case.cpp: see case.hpp.
#include "bench/case.hpp"

namespace pqlane::bench {

const char* place_name(Place place) {
  switch (place) {
    case Place::pageable: return "pageable";
    case Place::page_locked: return "page-locked";
    case Place::device: return "device";
  }
  return "";
}

bool has_op(pqlane_scheme scheme, Op op, KeyReuse reuse) {
  const pqlane_scheme_kind kind = pqlane_scheme_get_kind(scheme);
  switch (op) {
    case Op::keygen: return reuse == KeyReuse::none;
    case Op::encaps:
    case Op::decaps: return kind == PQLANE_KIND_KEM && reuse != KeyReuse::cached_key;
    case Op::sign:
    case Op::verify: return kind == PQLANE_KIND_SIGNATURE;
    case Op::agree: return false;  // of conventional algorithms
  }
  return false;
}

}  // namespace pqlane::bench
