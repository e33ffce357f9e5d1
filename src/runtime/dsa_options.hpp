// dsa_options.hpp: the checked options of a signature call.
#pragma once

#include "pqlane/dsa.h"
#include "runtime/dsa_backend.hpp"
#include "runtime/message_hash.hpp"

namespace pqlane {

struct DsaOptions {
  DsaInput input = DsaInput::pure;
  const MessageHash* hash = nullptr;  // with DsaInput::prehash
  bool deterministic = false;
  bool key_seed = false;
  pqlane_strings context{};           // count 0: none
  std::uint16_t* attempts = nullptr;  // or one an item
};

// Which options have a meaning for a call.
struct DsaOptionsAllowed {
  bool deterministic, key_seed, attempts;
};

// `given` may be null. Sets the error when an option is unknown, malformed or without meaning here.
pqlane_status check_dsa_options(const pqlane_dsa_options* given, DsaOptionsAllowed allowed,
                                DsaOptions& options);

}  // namespace pqlane
