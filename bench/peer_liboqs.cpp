// peer_liboqs.cpp: liboqs [LIBOQS] as a peer: its ML-KEM, round-3 Kyber and ML-DSA.
//
// Of the objects OQS_KEM and OQS_SIG only the members up to the sizes are read. They stand there alike in all
// versions that are accepted; that they do is seen again from the name and the sizes, which must be the known
// ones. Everything else goes through functions.
#include "bench/peer_bytes.hpp"
#include "bench/shared_library.hpp"
#include "bench/sweep.hpp"

#include <pqlane/dsa.h>

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

namespace pqlane::bench {
namespace {

// 0.10 is the first with ML-KEM and ML-DSA under these names; 1.0 may change what it likes.
constexpr int oldest_minor = 10;
constexpr int success = 0;  // OQS_SUCCESS

// The first members of OQS_KEM and OQS_SIG.
struct OqsKem {
  const char* method_name;
  const char* alg_version;
  std::uint8_t claimed_nist_level;
  bool ind_cca;
  std::size_t public_key, secret_key, ciphertext, shared_secret;
};
struct OqsSig {
  const char* method_name;
  const char* alg_version;
  std::uint8_t claimed_nist_level;
  // One to three, by version; they end before the next size_t in any case.
  bool flags[3];
  std::size_t public_key, secret_key, signature;
};
static_assert(offsetof(OqsKem, public_key) == 24 && offsetof(OqsSig, public_key) == 24);

constexpr std::array names{std::pair{"ml-kem-512", "ML-KEM-512"},   std::pair{"ml-kem-768", "ML-KEM-768"},
                           std::pair{"ml-kem-1024", "ML-KEM-1024"}, std::pair{"kyber-512", "Kyber512"},
                           std::pair{"kyber-768", "Kyber768"},      std::pair{"kyber-1024", "Kyber1024"},
                           std::pair{"ml-dsa-44", "ML-DSA-44"},     std::pair{"ml-dsa-65", "ML-DSA-65"},
                           std::pair{"ml-dsa-87", "ML-DSA-87"}};

struct Functions {
  explicit Functions(const std::string& path)
      : library(path,
                {"liboqs.so", "liboqs.so.9", "liboqs.so.8", "liboqs.so.7", "liboqs.so.6", "liboqs.so.5"}) {}

  SharedLibrary library;
  const char* (*version)();
  void (*init)();
  OqsKem* (*kem_new)(const char*);
  void (*kem_free)(OqsKem*);
  int (*kem_keypair)(const OqsKem*, std::uint8_t*, std::uint8_t*);
  int (*kem_encaps)(const OqsKem*, std::uint8_t*, std::uint8_t*, const std::uint8_t*);
  int (*kem_decaps)(const OqsKem*, std::uint8_t*, const std::uint8_t*, const std::uint8_t*);
  OqsSig* (*sig_new)(const char*);
  void (*sig_free)(OqsSig*);
  int (*sig_keypair)(const OqsSig*, std::uint8_t*, std::uint8_t*);
  int (*sig_sign)(const OqsSig*, std::uint8_t*, std::size_t*, const std::uint8_t*, std::size_t,
                  const std::uint8_t*);
  int (*sig_verify)(const OqsSig*, const std::uint8_t*, std::size_t, const std::uint8_t*, std::size_t,
                    const std::uint8_t*);
  std::string implementation;
};
using FunctionsPointer = std::shared_ptr<const Functions>;

class OqsScheme final : public PeerBytes {
 public:
  OqsScheme(FunctionsPointer oqs, pqlane_scheme scheme, OqsKem* kem, OqsSig* sig)
      : PeerBytes(scheme), oqs_(std::move(oqs)), kem_(kem), sig_(sig) {}
  ~OqsScheme() override {
    if (kem_ != nullptr) oqs_->kem_free(kem_);
    if (sig_ != nullptr) oqs_->sig_free(sig_);
  }
  OqsScheme(const OqsScheme&) = delete;
  OqsScheme& operator=(const OqsScheme&) = delete;

  const char* device() const override { return "cpu:liboqs"; }
  const std::string& implementation() const override { return oqs_->implementation; }

  bool keygen(std::uint8_t* pk, std::uint8_t* sk) const override {
    return (kem_ != nullptr ? oqs_->kem_keypair(kem_, pk, sk) : oqs_->sig_keypair(sig_, pk, sk)) == success;
  }
  bool encaps(std::uint8_t* ct, std::uint8_t* ss, const std::uint8_t* pk) const override {
    return oqs_->kem_encaps(kem_, ct, ss, pk) == success;
  }
  bool decaps(std::uint8_t* ss, const std::uint8_t* ct, const std::uint8_t* sk) const override {
    return oqs_->kem_decaps(kem_, ss, ct, sk) == success;
  }
  bool sign(std::uint8_t* sig, std::size_t& sig_bytes, const std::uint8_t* message, std::size_t message_bytes,
            const std::uint8_t* sk) const override {
    return oqs_->sig_sign(sig_, sig, &sig_bytes, message, message_bytes, sk) == success;
  }
  bool verify(const std::uint8_t* sig, std::size_t sig_bytes, const std::uint8_t* message,
              std::size_t message_bytes, const std::uint8_t* pk) const override {
    return oqs_->sig_verify(sig_, message, message_bytes, sig, sig_bytes, pk) == success;
  }

 private:
  FunctionsPointer oqs_;
  OqsKem* kem_;
  OqsSig* sig_;
};

class Oqs final : public Peer {
 public:
  explicit Oqs(FunctionsPointer oqs) : oqs_(std::move(oqs)) {}

  const std::string& implementation() const override { return oqs_->implementation; }

  PeerSchemePointer find(const std::string& scheme, std::string& why_not) const override {
    pqlane_scheme ours{};
    const char* theirs = nullptr;
    for (const auto& [name, oqs_name] : names) {
      if (scheme == name) theirs = oqs_name;
    }
    why_not = fmt::format("{} has no {}", implementation(), scheme);
    if (theirs == nullptr || pqlane_scheme_by_name(scheme.c_str(), &ours) != PQLANE_OK) return nullptr;
    const bool signature = pqlane_scheme_get_kind(ours) == PQLANE_KIND_SIGNATURE;
    OqsKem* const kem = signature ? nullptr : oqs_->kem_new(theirs);
    OqsSig* const sig = signature ? oqs_->sig_new(theirs) : nullptr;
    if (kem == nullptr && sig == nullptr) {
      why_not = fmt::format("{} was built without {}", implementation(), theirs);
      return nullptr;
    }
    auto found = std::make_shared<OqsScheme>(oqs_, ours, kem, sig);
    const char* const name = kem != nullptr ? kem->method_name : sig->method_name;
    // Some versions give the draft of a standard under the standard's name.
    if (name != nullptr && std::string_view(name) == std::string(theirs) + "-ipd") {
      why_not = fmt::format("{} has a draft of it, {}", implementation(), name);
      return nullptr;
    }
    require_name(theirs, name);
    why_not.clear();
    if (kem != nullptr) {
      require_kem_sizes(ours, *kem);
    } else {
      require_sig_sizes(ours, *sig);
    }
    return found;
  }

 private:
  void require_name(const char* wanted, const char* found) const {
    if (found != nullptr && std::strcmp(wanted, found) == 0) return;
    throw UsageError(
        fmt::format("{}: its object for {} does not begin with that name", implementation(), wanted));
  }
  void require_kem_sizes(pqlane_scheme scheme, const OqsKem& kem) const {
    pqlane_kem_sizes sizes{};
    if (pqlane_kem_get_sizes(scheme, &sizes) != PQLANE_OK) throw UsageError(pqlane_last_error());
    require_size(implementation(), scheme, "public key", kem.public_key, sizes.ek_bytes);
    require_size(implementation(), scheme, "private key", kem.secret_key, sizes.dk_bytes);
    require_size(implementation(), scheme, "ciphertext", kem.ciphertext, sizes.ct_bytes);
    require_size(implementation(), scheme, "shared secret", kem.shared_secret, sizes.ss_bytes);
  }
  void require_sig_sizes(pqlane_scheme scheme, const OqsSig& sig) const {
    pqlane_dsa_sizes sizes{};
    if (pqlane_dsa_get_sizes(scheme, &sizes) != PQLANE_OK) throw UsageError(pqlane_last_error());
    require_size(implementation(), scheme, "public key", sig.public_key, sizes.pk_bytes);
    require_size(implementation(), scheme, "private key", sig.secret_key, sizes.sk_bytes);
    require_size(implementation(), scheme, "signature", sig.signature, sizes.sig_bytes);
  }

  FunctionsPointer oqs_;
};

void find_functions(Functions& oqs) {
  std::string lacking;
  const auto find = [&](auto& function, const char* name) {
    if (!oqs.library.find(function, name) && lacking.empty()) lacking = name;
  };
  find(oqs.version, "OQS_version");
  find(oqs.init, "OQS_init");
  find(oqs.kem_new, "OQS_KEM_new");
  find(oqs.kem_free, "OQS_KEM_free");
  find(oqs.kem_keypair, "OQS_KEM_keypair");
  find(oqs.kem_encaps, "OQS_KEM_encaps");
  find(oqs.kem_decaps, "OQS_KEM_decaps");
  find(oqs.sig_new, "OQS_SIG_new");
  find(oqs.sig_free, "OQS_SIG_free");
  find(oqs.sig_keypair, "OQS_SIG_keypair");
  find(oqs.sig_sign, "OQS_SIG_sign");
  find(oqs.sig_verify, "OQS_SIG_verify");
  if (!lacking.empty())
    throw UsageError(
        fmt::format("{} is no liboqs that can be used: it lacks {}", oqs.library.file(), lacking));
}

}  // namespace

std::shared_ptr<const Peer> open_liboqs(const std::string& path) {
  auto oqs = std::make_shared<Functions>(path);
  if (!oqs->library) throw UsageError("no liboqs: " + oqs->library.why_not());
  find_functions(*oqs);
  const char* const version = oqs->version();
  int major = 0, minor = 0;
  if (version == nullptr || std::sscanf(version, "%d.%d", &major, &minor) != 2 || major != 0 ||
      minor < oldest_minor)
    throw UsageError(fmt::format("{} is liboqs {}; known are versions 0.{} and later, below 1.0",
                                 oqs->library.file(), version == nullptr ? "without a version" : version,
                                 oldest_minor));
  oqs->implementation = fmt::format("liboqs {}", version);
  oqs->init();
  return std::make_shared<Oqs>(std::move(oqs));
}

}  // namespace pqlane::bench
