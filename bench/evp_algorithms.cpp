// evp_algorithms.cpp: the algorithms of OpenSSL that are measured, by our names and by OpenSSL's.
#include "bench/evp_workload.hpp"

#include <algorithm>
#include <array>

namespace pqlane::bench {
namespace {

constexpr EvpKind agree = EvpKind::agree, digest = EvpKind::sign_digest, message = EvpKind::sign_message,
                  kem = EvpKind::kem;

constexpr std::array algorithms{
    EvpAlgorithm{"rsa-2048", "RSA", nullptr, 2048, digest, true},
    EvpAlgorithm{"rsa-3072", "RSA", nullptr, 3072, digest, true},
    EvpAlgorithm{"ffdhe-2048", "DH", "ffdhe2048", 0, agree, true},
    EvpAlgorithm{"p-256", "EC", "P-256", 0, agree, true},
    EvpAlgorithm{"p-384", "EC", "P-384", 0, agree, true},
    EvpAlgorithm{"p-521", "EC", "P-521", 0, agree, true},
    EvpAlgorithm{"x25519", "X25519", nullptr, 0, agree, true},
    EvpAlgorithm{"ecdsa-p-256", "EC", "P-256", 0, digest, true},
    EvpAlgorithm{"ecdsa-p-384", "EC", "P-384", 0, digest, true},
    EvpAlgorithm{"ecdsa-p-521", "EC", "P-521", 0, digest, true},
    EvpAlgorithm{"ed25519", "ED25519", nullptr, 0, message, true},
    EvpAlgorithm{"ml-kem-512", "ML-KEM-512", nullptr, 0, kem, false},
    EvpAlgorithm{"ml-kem-768", "ML-KEM-768", nullptr, 0, kem, false},
    EvpAlgorithm{"ml-kem-1024", "ML-KEM-1024", nullptr, 0, kem, false},
    EvpAlgorithm{"ml-dsa-44", "ML-DSA-44", nullptr, 0, message, false},
    EvpAlgorithm{"ml-dsa-65", "ML-DSA-65", nullptr, 0, message, false},
    EvpAlgorithm{"ml-dsa-87", "ML-DSA-87", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-sha2-128s", "SLH-DSA-SHA2-128s", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-sha2-128f", "SLH-DSA-SHA2-128f", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-sha2-192s", "SLH-DSA-SHA2-192s", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-sha2-192f", "SLH-DSA-SHA2-192f", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-sha2-256s", "SLH-DSA-SHA2-256s", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-sha2-256f", "SLH-DSA-SHA2-256f", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-shake-128s", "SLH-DSA-SHAKE-128s", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-shake-128f", "SLH-DSA-SHAKE-128f", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-shake-192s", "SLH-DSA-SHAKE-192s", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-shake-192f", "SLH-DSA-SHAKE-192f", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-shake-256s", "SLH-DSA-SHAKE-256s", nullptr, 0, message, false},
    EvpAlgorithm{"slh-dsa-shake-256f", "SLH-DSA-SHAKE-256f", nullptr, 0, message, false}};

}  // namespace

bool EvpAlgorithm::has_op(Op op) const {
  switch (kind) {
    case EvpKind::agree: return op == Op::keygen || op == Op::agree;
    // Making an RSA key is a search for primes, which no protocol waits for; ECDSA's keys are those of ECDH.
    case EvpKind::sign_digest: return op == Op::sign || op == Op::verify;
    case EvpKind::sign_message: return op == Op::keygen || op == Op::sign || op == Op::verify;
    case EvpKind::kem: return op == Op::keygen || op == Op::encaps || op == Op::decaps;
  }
  return false;
}

std::span<const EvpAlgorithm> evp_algorithms() { return algorithms; }

const EvpAlgorithm* find_evp_algorithm(const std::string& scheme) {
  const auto at = std::find_if(algorithms.begin(), algorithms.end(),
                               [&](const EvpAlgorithm& algorithm) { return scheme == algorithm.scheme; });
  return at == algorithms.end() ? nullptr : &*at;
}

bool evp_usable(const EvpAlgorithm& algorithm, std::string& why_not) {
  const OpenSsl& ssl = OpenSsl::get();
  why_not = ssl.why_not;
  if (!why_not.empty()) return false;
  const EvpContextPointer context(ssl.context_by_name(nullptr, algorithm.key_type, nullptr));
  const bool usable = context != nullptr && ssl.keygen_init(context.get()) == 1;
  ssl.clear_errors();
  if (!usable) {
    why_not = ssl.version + " has no " + algorithm.key_type;
    if (!algorithm.conventional) why_not += " (3.5 and later have)";
  }
  return usable;
}

}  // namespace pqlane::bench
