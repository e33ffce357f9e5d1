// schemes.hpp: the table of schemes: names, sizes and the index of their kernels.
#pragma once

#include <cstddef>
#include <span>

#include "pqlane/pqlane.h"

namespace pqlane {

struct SchemeInfo {
  pqlane_scheme scheme;
  const char* name;
  std::size_t kernel_index;  // into CpuBackend::kem
  bool checks_keys;          // FIPS 203 sections 7.2 and 7.3 apply
  pqlane_kem_sizes sizes;
};

std::span<const SchemeInfo> all_schemes();
// Null when unknown.
const SchemeInfo* find_scheme(pqlane_scheme scheme);

}  // namespace pqlane
