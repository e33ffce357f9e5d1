// dsa_options.cpp: see dsa_options.hpp.
#include "runtime/dsa_options.hpp"

#include <string>

#include "runtime/last_error.hpp"

namespace pqlane {
namespace {

bool any_context(const pqlane_strings& context) {
  return context.count != 0 || context.data != nullptr || context.rows != nullptr ||
         context.lengths != nullptr || context.bytes != 0;
}

pqlane_status check_input(const pqlane_dsa_options& given, DsaOptions& options) {
  switch (given.input) {
    case PQLANE_DSA_PURE: options.input = DsaInput::pure; break;
    case PQLANE_DSA_PREHASH: options.input = DsaInput::prehash; break;
    case PQLANE_DSA_MU: options.input = DsaInput::mu; break;
    case PQLANE_DSA_INTERNAL: options.input = DsaInput::internal; break;
    default: return fail(PQLANE_ERROR_OPTION, "unknown input " + std::to_string(given.input));
  }
  if (options.input == DsaInput::prehash) {
    options.hash = find_message_hash(given.hash);
    if (options.hash == nullptr)
      return fail(PQLANE_ERROR_OPTION, "unknown hash " + std::to_string(given.hash) + " for HashML-DSA");
  } else if (given.hash != PQLANE_HASH_NONE) {
    return fail(PQLANE_ERROR_OPTION, "hash has no meaning without PQLANE_DSA_PREHASH");
  }
  const bool takes_context = options.input == DsaInput::pure || options.input == DsaInput::prehash;
  if (!takes_context && any_context(given.context))
    return fail(PQLANE_ERROR_OPTION, "context has no meaning where the message is mu or M'");
  return PQLANE_OK;
}

}  // namespace

pqlane_status check_dsa_options(const pqlane_dsa_options* given, DsaOptionsAllowed allowed,
                                DsaOptions& options) {
  if (given == nullptr) return PQLANE_OK;
  if (given->struct_bytes != sizeof(pqlane_dsa_options)) {
    return fail(PQLANE_ERROR_OPTION, "options.struct_bytes is " + std::to_string(given->struct_bytes) +
                                         ", not " + std::to_string(sizeof(pqlane_dsa_options)));
  }
  if (const pqlane_status bad = check_input(*given, options); bad != PQLANE_OK) return bad;
  options.deterministic = given->deterministic != 0;
  options.key_seed = given->key_seed != 0;
  options.context = given->context;
  options.attempts = given->attempts;
  if (options.deterministic && !allowed.deterministic)
    return fail(PQLANE_ERROR_OPTION, "deterministic has no meaning for this call");
  if (options.key_seed && !allowed.key_seed)
    return fail(PQLANE_ERROR_OPTION, "key_seed has no meaning for this call");
  if (options.attempts != nullptr && !allowed.attempts)
    return fail(PQLANE_ERROR_OPTION, "attempts has no meaning for this call");
  return PQLANE_OK;
}

}  // namespace pqlane
