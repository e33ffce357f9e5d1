// wolfssl_workload.hpp: conventional algorithms of wolfSSL to measure, under the names that OpenSSL's have.
//
// All items have one key. ECC and RSA keys are objects that were decoded before, one for each item, since
// wolfCrypt's are for one thread; those of X25519 and Ed25519 are byte strings in every call. Messages and
// the other side's keys differ. There is no such algorithm of ours: outputs are verified by wolfSSL itself,
// with another operation than the one that made them, as those of OpenSSL are (evp_workload.hpp).
#pragma once

#include "bench/peer.hpp"
#include "bench/wolfssl_library.hpp"

#include <string>

namespace pqlane::bench {

constexpr const char* wolf_device_name = "cpu:wolfssl";

// Null with a reason.
PeerSchemePointer find_wolf_conventional(const WolfSslPointer& wolf, const std::string& scheme,
                                         std::string& why_not);

}  // namespace pqlane::bench
