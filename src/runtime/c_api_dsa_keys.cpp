// c_api_dsa_keys.cpp: the C functions of keys that are expanded once for many messages.
#include <memory>
#include <string>

#include "pqlane/dsa.h"
#include "runtime/batch_report.hpp"
#include "runtime/c_guard.hpp"
#include "runtime/device_handle.hpp"
#include "runtime/dsa_request.hpp"
#include "runtime/last_error.hpp"

using namespace pqlane;

namespace {

struct OpenKey {
  pqlane_device* device;
  pqlane_scheme scheme;
  std::unique_ptr<ExpandedKey> key;
};

}  // namespace

struct pqlane_dsa_signer : OpenKey {};
struct pqlane_dsa_verifier : OpenKey {};

namespace {

// Makes a handle from a key whose length is right.
template <class Handle>
pqlane_status open_key(pqlane_device* device, const SchemeInfo& info, DsaOperation operation,
                       const std::uint8_t* key, bool seed_form, Handle** handle) {
  auto opened = std::make_unique<Handle>();
  opened->device = device;
  opened->scheme = info.scheme;
  opened->key = device->device->expand_key(info, operation, key, seed_form);
  if (opened->key == nullptr) return error_status();
  *handle = opened.release();
  return PQLANE_OK;
}

}  // namespace

pqlane_status pqlane_dsa_signer_open(pqlane_device* device, pqlane_scheme scheme, const uint8_t* sk,
                                     size_t sk_bytes, pqlane_dsa_signer** signer) {
  return guarded([&] {
    if (signer == nullptr) return fail(PQLANE_ERROR_NULL, "signer is null");
    *signer = nullptr;
    if (device == nullptr || sk == nullptr) return fail(PQLANE_ERROR_NULL, "device or sk is null");
    const SchemeInfo* info = find_scheme(scheme);
    if (const pqlane_status bad = check_kind(info, scheme, PQLANE_KIND_SIGNATURE); bad != PQLANE_OK)
      return bad;
    const pqlane_dsa_sizes& sizes = info->dsa_sizes;
    if (sk_bytes != sizes.sk_bytes && sk_bytes != sizes.seed_bytes) {
      return fail(PQLANE_ERROR_LENGTH, "sk has " + std::to_string(sk_bytes) + " bytes, not " +
                                           std::to_string(sizes.sk_bytes) + " or, as a seed, " +
                                           std::to_string(sizes.seed_bytes));
    }
    return open_key(device, *info, DsaOperation::sign, sk, sk_bytes == sizes.seed_bytes, signer);
  });
}

pqlane_status pqlane_dsa_signer_sign(pqlane_dsa_signer* signer, const pqlane_dsa_options* options,
                                     pqlane_strings message, pqlane_out sig, pqlane_status* status) {
  return guarded([&] {
    if (signer == nullptr) return fail(PQLANE_ERROR_NULL, "signer is null");
    return dsa_sign(signer->device, signer->scheme, options, {nullptr, signer->key.get()}, message, nullptr,
                    sig, status);
  });
}

pqlane_status pqlane_dsa_signer_sign_async(pqlane_dsa_signer* signer, const pqlane_dsa_options* dsa_options,
                                           pqlane_strings message, pqlane_out sig, pqlane_status* status,
                                           const pqlane_async* options, pqlane_job** job) {
  return guarded([&] {
    if (signer == nullptr) return fail(PQLANE_ERROR_NULL, "signer is null");
    const AsyncRequest async{options, job};
    return dsa_sign(signer->device, signer->scheme, dsa_options, {nullptr, signer->key.get()}, message,
                    nullptr, sig, status, &async);
  });
}

void pqlane_dsa_signer_free(pqlane_dsa_signer* signer) { delete signer; }

pqlane_status pqlane_dsa_verifier_open(pqlane_device* device, pqlane_scheme scheme, const uint8_t* pk,
                                       size_t pk_bytes, pqlane_dsa_verifier** verifier) {
  return guarded([&] {
    if (verifier == nullptr) return fail(PQLANE_ERROR_NULL, "verifier is null");
    *verifier = nullptr;
    if (device == nullptr || pk == nullptr) return fail(PQLANE_ERROR_NULL, "device or pk is null");
    const SchemeInfo* info = find_scheme(scheme);
    pqlane_status bad = check_kind(info, scheme, PQLANE_KIND_SIGNATURE);
    if (bad == PQLANE_OK) bad = check_length("pk", pk_bytes, info->dsa_sizes.pk_bytes);
    if (bad != PQLANE_OK) return bad;
    return open_key(device, *info, DsaOperation::verify, pk, false, verifier);
  });
}

pqlane_status pqlane_dsa_verifier_verify(pqlane_dsa_verifier* verifier, const pqlane_dsa_options* options,
                                         pqlane_strings message, pqlane_in sig, pqlane_status* status) {
  return guarded([&] {
    if (verifier == nullptr) return fail(PQLANE_ERROR_NULL, "verifier is null");
    return dsa_verify(verifier->device, verifier->scheme, options, {nullptr, verifier->key.get()}, message,
                      sig, status);
  });
}

pqlane_status pqlane_dsa_verifier_verify_async(pqlane_dsa_verifier* verifier,
                                               const pqlane_dsa_options* dsa_options, pqlane_strings message,
                                               pqlane_in sig, pqlane_status* status,
                                               const pqlane_async* options, pqlane_job** job) {
  return guarded([&] {
    if (verifier == nullptr) return fail(PQLANE_ERROR_NULL, "verifier is null");
    const AsyncRequest async{options, job};
    return dsa_verify(verifier->device, verifier->scheme, dsa_options, {nullptr, verifier->key.get()},
                      message, sig, status, &async);
  });
}

void pqlane_dsa_verifier_free(pqlane_dsa_verifier* verifier) { delete verifier; }
