// dsa_calls.hpp: the signature calls of the C interface (pqlane/dsa.h) for the command line: sizes, names of
// hash functions, and statuses as a Result.
#pragma once

#include <pqlane/dsa.h>
#include <pqlane/pqlane.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace pqlane::cli {

pqlane_dsa_sizes dsa_sizes_or_throw(pqlane_scheme scheme);

// Hash function of a name such as "SHA2-256", in either case; nothing when it is unknown.
std::optional<pqlane_hash> hash_by_name(const std::string& name);
// All of them, "SHA2-224, SHA2-256, ..".
std::string known_hashes();

// Pure, hedged, without a context, expanded keys.
pqlane_dsa_options plain_dsa_options();

// Runs a batch call with room for `items` statuses; throws Error unless it ended with statuses.
template <class Call>
Result run_dsa_call(std::size_t items, Call&& call) {
  Result result;
  result.items.assign(items, PQLANE_ERROR_NOT_DONE);
  result.status = std::forward<Call>(call)(result.items.data());
  if (result.status != PQLANE_OK && result.status != PQLANE_ERROR_ITEMS) {
    throw Error(result.status, pqlane_last_error());
  }
  return result;
}

}  // namespace pqlane::cli
