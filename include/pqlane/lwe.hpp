// lwe.hpp: thin C++20 wrapper of the LWE-KEM calls (lwe.h), with the rules of pqlane.hpp.
//
//   const pqlane::Device device("cpu");
//   const auto sizes = pqlane::lwe_sizes(PQLANE_LWE_12289_AES, 1024);
//   std::vector<std::uint8_t> pk(sizes.pk_bytes), sk(sizes.sk_bytes), ct(sizes.ct_bytes), ss(sizes.ss_bytes);
//   const pqlane::Lwe lwe(device, PQLANE_LWE_12289_AES, 1024);
//   lwe.keygen(pk, sk);
//   lwe.encaps(pk, ct, ss);
//
// An Lwe may be used by several threads at once; it must not outlive its Device.
#pragma once

#include <pqlane/lwe.h>

#include <cstddef>
#include <pqlane/pqlane.hpp>
#include <string>

namespace pqlane {
inline namespace wrapper {

inline pqlane_lwe_set lwe_set_by_name(const std::string& name) {
  pqlane_lwe_set set{};
  detail::require_ok(pqlane_lwe_set_by_name(name.c_str(), &set));
  return set;
}

inline pqlane_lwe_sizes lwe_sizes(pqlane_lwe_set set, std::size_t n) {
  pqlane_lwe_sizes sizes{};
  detail::require_ok(pqlane_lwe_get_sizes(set, n, &sizes));
  return sizes;
}

inline pqlane_lwe_estimate lwe_estimate(pqlane_lwe_set set, std::size_t n) {
  pqlane_lwe_estimate estimate{};
  detail::require_ok(pqlane_lwe_get_estimate(set, n, &estimate));
  return estimate;
}

// A set and n on a device.
class Lwe {
 public:
  Lwe(const Device& device, pqlane_lwe_set set, std::size_t n, bool allow_insecure = false)
      : device_(device.handle()),
        set_(set),
        n_(n),
        flags_(allow_insecure ? PQLANE_LWE_ALLOW_INSECURE : 0),
        sizes_(lwe_sizes(set, n)) {}

  const pqlane_lwe_sizes& sizes() const noexcept { return sizes_; }

  // The batch is as many items as `pk` (keygen) or `ct` has.
  Result keygen(const BatchOut& pk, const BatchOut& sk) const {
    const std::size_t count = pk.count(sizes_.pk_bytes, "pk");
    return detail::run_batch(count, [&](pqlane_status* status) {
      return pqlane_lwe_keygen(device_, set_, n_, flags_, pk.view(sizes_.pk_bytes, count, "pk"),
                               sk.view(sizes_.sk_bytes, count, "sk"), status);
    });
  }
  Result keygen_derand(const BatchIn& seed, const BatchOut& pk, const BatchOut& sk) const {
    const std::size_t count = pk.count(sizes_.pk_bytes, "pk");
    return detail::run_batch(count, [&](pqlane_status* status) {
      return pqlane_lwe_keygen_derand(device_, set_, n_, flags_, seed.view(sizes_.seed_bytes, count, "seed"),
                                      pk.view(sizes_.pk_bytes, count, "pk"),
                                      sk.view(sizes_.sk_bytes, count, "sk"), status);
    });
  }
  Result encaps(const BatchIn& pk, const BatchOut& ct, const BatchOut& ss) const {
    const std::size_t count = ct.count(sizes_.ct_bytes, "ct");
    return detail::run_batch(count, [&](pqlane_status* status) {
      return pqlane_lwe_encaps(device_, set_, n_, flags_, pk.view(sizes_.pk_bytes, count, "pk"),
                               ct.view(sizes_.ct_bytes, count, "ct"), ss.view(sizes_.ss_bytes, count, "ss"),
                               status);
    });
  }
  Result encaps_derand(const BatchIn& pk, const BatchIn& m, const BatchOut& ct, const BatchOut& ss) const {
    const std::size_t count = ct.count(sizes_.ct_bytes, "ct");
    return detail::run_batch(count, [&](pqlane_status* status) {
      return pqlane_lwe_encaps_derand(device_, set_, n_, flags_, pk.view(sizes_.pk_bytes, count, "pk"),
                                      m.view(sizes_.m_bytes, count, "m"),
                                      ct.view(sizes_.ct_bytes, count, "ct"),
                                      ss.view(sizes_.ss_bytes, count, "ss"), status);
    });
  }
  Result decaps(const BatchIn& sk, const BatchIn& ct, const BatchOut& ss) const {
    const std::size_t count = ss.count(sizes_.ss_bytes, "ss");
    return detail::run_batch(count, [&](pqlane_status* status) {
      return pqlane_lwe_decaps(device_, set_, n_, flags_, sk.view(sizes_.sk_bytes, count, "sk"),
                               ct.view(sizes_.ct_bytes, count, "ct"), ss.view(sizes_.ss_bytes, count, "ss"),
                               status);
    });
  }

 private:
  pqlane_device* device_;
  pqlane_lwe_set set_;
  std::size_t n_;
  unsigned flags_;
  pqlane_lwe_sizes sizes_;
};

}  // namespace wrapper
}  // namespace pqlane
