// lwe_call.hpp: a validated batch call of LWE-KEM, as the runtime hands it to a device; sets and their sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pqlane/lwe.h"
#include "runtime/batch_outcome.hpp"
#include "runtime/kem_backend.hpp"
#include "runtime/lwe_group.hpp"

namespace pqlane {

struct LweSet {
  pqlane_lwe_set set;  // its value is the set_id that hashes take
  const char* name;
  unsigned q, bits;
  bool aes;
  std::size_t most_n;
  std::size_t modulus_index;  // into LweBackend::moduli
};

std::span<const LweSet> lwe_sets();
const LweSet* find_lwe_set(pqlane_lwe_set set);

// Sizes of a set and an n that it has.
pqlane_lwe_sizes lwe_sizes(const LweSet& set, std::size_t n);

enum class LweOperation { keygen, encaps, decaps };

constexpr const char* operation_name(LweOperation operation) {
  switch (operation) {
    case LweOperation::keygen: return "lwe_keygen";
    case LweOperation::encaps: return "lwe_encaps";
    case LweOperation::decaps: return "lwe_decaps";
  }
  return "unknown operation";
}

struct LweCall {
  LweOperation operation;
  const LweSet* set;
  std::size_t n;
  ConstView seed;                       // keygen
  ConstView pk;                         // encaps
  ConstView m;                          // encaps
  ConstView sk, ct;                     // decaps
  MutableView pk_out, sk_out;           // keygen
  MutableView ct_out;                   // encaps
  MutableView ss_out;                   // encaps, decaps
  const BatchKey* batch_key = nullptr;  // not null: derive seed or m from it instead of reading the view
  std::size_t count = 0;
  pqlane_status* status = nullptr;  // null, or one an item
  LweGroup* group = nullptr;        // not null: this process does its part, and others theirs
};

}  // namespace pqlane
