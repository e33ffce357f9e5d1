// schemes.hpp: the table of schemes: names, kinds, sizes and the index of their kernels.
#pragma once

#include <cstddef>
#include <span>

#include "pqlane/dsa.h"
#include "pqlane/pqlane.h"

namespace pqlane {

struct SchemeInfo {
  pqlane_scheme scheme;
  const char* name;
  pqlane_scheme_kind kind;
  std::size_t kernel_index;    // into CpuBackend::kem or CpuBackend::dsa
  bool checks_keys;            // FIPS 203 sections 7.2 and 7.3 apply
  pqlane_kem_sizes sizes;      // of a KEM, else zero
  pqlane_dsa_sizes dsa_sizes;  // of a signature scheme, else zero
};

// All schemes, and those of one kind, in the order of the interface's values.
std::span<const SchemeInfo> all_schemes();
std::span<const SchemeInfo> kem_schemes();
std::span<const SchemeInfo> dsa_schemes();
// Null when unknown.
const SchemeInfo* find_scheme(pqlane_scheme scheme);

// Whether the scheme (null: unknown) has the calls of a kind; sets the error.
pqlane_status check_kind(const SchemeInfo* info, pqlane_scheme scheme, pqlane_scheme_kind kind);

}  // namespace pqlane
