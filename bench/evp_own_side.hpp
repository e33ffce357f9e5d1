// evp_own_side.hpp: pqlane as the other side of a key that OpenSSL made, so that what OpenSSL's ML-KEM and
// ML-DSA give is verified with another implementation than OpenSSL.
#pragma once

#include "bench/openssl_library.hpp"

#include <pqlane/pqlane.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pqlane::bench {

class EvpOwnSide {
 public:
  using Bytes = std::vector<std::uint8_t>;
  using Span = std::span<const std::uint8_t>;

  // Takes the key's two byte strings out of OpenSSL. Throws Failure, as all of these do.
  EvpOwnSide(pqlane_scheme scheme, EvpKey* key);

  void encaps(Bytes& ct, Bytes& ss);
  Bytes decaps(Span ct);
  Bytes sign(Span message);
  bool verify(Span message, Span signature);

 private:
  struct CloseDevice {
    void operator()(pqlane_device* device) const { pqlane_device_close(device); }
  };

  pqlane_scheme scheme_;
  std::unique_ptr<pqlane_device, CloseDevice> device_;
  Bytes pub_, priv_;
};

}  // namespace pqlane::bench
