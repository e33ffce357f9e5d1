// evp_own_side.cpp: see evp_own_side.hpp.
#include "bench/evp_own_side.hpp"

#include "bench/case.hpp"

#include <pqlane/dsa.h>

#include <fmt/format.h>

namespace pqlane::bench {
namespace {

void require(pqlane_status status, const char* action) {
  if (status != PQLANE_OK) throw Failure(fmt::format("{} by pqlane: {}", action, pqlane_last_error()));
}

// A key's "pub" or "priv" (OSSL_PKEY_PARAM_PUB_KEY, .._PRIV_KEY).
EvpOwnSide::Bytes octets(EvpKey* key, const char* name) {
  const OpenSsl& ssl = OpenSsl::get();
  std::size_t bytes = 0;
  EvpOwnSide::Bytes value;
  bool done = ssl.key_octets(key, name, nullptr, 0, &bytes) == 1;
  value.resize(bytes);
  done = done && ssl.key_octets(key, name, value.data(), value.size(), &bytes) == 1;
  if (!done) throw Failure(fmt::format("OpenSSL does not give {} of a key: {}", name, ssl.take_error()));
  value.resize(bytes);
  return value;
}

}  // namespace

EvpOwnSide::EvpOwnSide(pqlane_scheme scheme, EvpKey* key)
    : scheme_(scheme), pub_(octets(key, "pub")), priv_(octets(key, "priv")) {
  const pqlane_device_options options{sizeof options, 1, 0};
  pqlane_device* device = nullptr;
  require(pqlane_device_open("cpu", &options, &device), "verification");
  device_.reset(device);
}

void EvpOwnSide::encaps(Bytes& ct, Bytes& ss) {
  pqlane_kem_sizes sizes{};
  require(pqlane_kem_get_sizes(scheme_, &sizes), "encaps");
  ct.resize(sizes.ct_bytes);
  ss.resize(sizes.ss_bytes);
  require(pqlane_kem_encaps_one(device_.get(), scheme_, 0, pub_.data(), pub_.size(), ct.data(), ct.size(),
                                ss.data(), ss.size()),
          "encaps");
}

EvpOwnSide::Bytes EvpOwnSide::decaps(Span ct) {
  pqlane_kem_sizes sizes{};
  require(pqlane_kem_get_sizes(scheme_, &sizes), "decaps");
  Bytes ss(sizes.ss_bytes);
  require(pqlane_kem_decaps_one(device_.get(), scheme_, 0, priv_.data(), priv_.size(), ct.data(), ct.size(),
                                ss.data(), ss.size()),
          "decaps");
  return ss;
}

EvpOwnSide::Bytes EvpOwnSide::sign(Span message) {
  pqlane_dsa_sizes sizes{};
  require(pqlane_dsa_get_sizes(scheme_, &sizes), "signing");
  Bytes signature(sizes.sig_bytes);
  require(pqlane_dsa_sign_one(device_.get(), scheme_, nullptr, priv_.data(), priv_.size(), message.data(),
                              message.size(), signature.data(), signature.size()),
          "signing");
  return signature;
}

bool EvpOwnSide::verify(Span message, Span signature) {
  return pqlane_dsa_verify_one(device_.get(), scheme_, nullptr, pub_.data(), pub_.size(), message.data(),
                               message.size(), signature.data(), signature.size()) == PQLANE_OK;
}

}  // namespace pqlane::bench
