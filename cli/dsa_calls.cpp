// dsa_calls.cpp: see dsa_calls.hpp.
#include "cli/dsa_calls.hpp"

#include <algorithm>

namespace pqlane::cli {

pqlane_dsa_sizes dsa_sizes_or_throw(pqlane_scheme scheme) {
  pqlane_dsa_sizes sizes{};
  const pqlane_status status = pqlane_dsa_get_sizes(scheme, &sizes);
  if (status != PQLANE_OK) throw Error(status, pqlane_last_error());
  return sizes;
}

std::optional<pqlane_hash> hash_by_name(const std::string& name) {
  std::string upper = name;
  const auto to_upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  std::transform(upper.begin(), upper.end(), upper.begin(), to_upper);
  pqlane_hash hash = PQLANE_HASH_NONE;
  if (pqlane_hash_by_name(upper.c_str(), &hash) != PQLANE_OK || hash == PQLANE_HASH_NONE) return std::nullopt;
  return hash;
}

std::string known_hashes() {
  std::string names;
  for (int hash = PQLANE_HASH_SHA2_224; hash <= PQLANE_HASH_SHAKE_256; ++hash) {
    const char* name = pqlane_hash_name(static_cast<pqlane_hash>(hash));
    if (name != nullptr) names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return names;
}

pqlane_dsa_options plain_dsa_options() {
  return {sizeof(pqlane_dsa_options), PQLANE_DSA_PURE, PQLANE_HASH_NONE, 0, 0, {}, nullptr};
}

}  // namespace pqlane::cli
