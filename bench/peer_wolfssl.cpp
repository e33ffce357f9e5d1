// peer_wolfssl.cpp: wolfSSL as a peer: its ML-KEM and ML-DSA where the library has them, with keys as byte
// strings; the conventional algorithms are in wolfssl_workload.cpp.
//
// A key object is made, filled from the bytes and deleted in every operation, as its interface wants it.
#include "bench/peer_bytes.hpp"
#include "bench/sweep.hpp"
#include "bench/wolfssl_library.hpp"
#include "bench/wolfssl_workload.hpp"

#include <pqlane/dsa.h>

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace pqlane::bench {
namespace {

using Word = WolfSsl::Word;

class WolfPostQuantum : public PeerBytes {
 public:
  WolfPostQuantum(WolfSslPointer wolf, pqlane_scheme scheme) : PeerBytes(scheme), wolf_(std::move(wolf)) {}

  const char* device() const override { return wolf_device_name; }
  const std::string& implementation() const override { return wolf_->implementation; }

  // What one kind has and the other lacks.
  bool encaps(std::uint8_t*, std::uint8_t*, const std::uint8_t*) const override { return false; }
  bool decaps(std::uint8_t*, const std::uint8_t*, const std::uint8_t*) const override { return false; }
  bool sign(std::uint8_t*, std::size_t&, const std::uint8_t*, std::size_t,
            const std::uint8_t*) const override {
    return false;
  }
  bool verify(const std::uint8_t*, std::size_t, const std::uint8_t*, std::size_t,
              const std::uint8_t*) const override {
    return false;
  }

 protected:
  WolfSslPointer wolf_;
};

class WolfKem final : public WolfPostQuantum {
 public:
  WolfKem(WolfSslPointer wolf, pqlane_scheme scheme, int type)
      : WolfPostQuantum(std::move(wolf), scheme), type_(type) {
    if (pqlane_kem_get_sizes(scheme, &sizes_) != PQLANE_OK) throw UsageError(pqlane_last_error());
  }

  bool keygen(std::uint8_t* pk, std::uint8_t* sk) const override {
    const Key key = make();
    return key != nullptr && wolf_->ml_kem_make(key.get(), wolf_->thread_rng()) == 0 &&
           wolf_->ml_kem_encode_public(key.get(), pk, static_cast<Word>(sizes_.ek_bytes)) == 0 &&
           wolf_->ml_kem_encode_private(key.get(), sk, static_cast<Word>(sizes_.dk_bytes)) == 0;
  }
  bool encaps(std::uint8_t* ct, std::uint8_t* ss, const std::uint8_t* pk) const override {
    const Key key = make();
    return key != nullptr &&
           wolf_->ml_kem_decode_public(key.get(), pk, static_cast<Word>(sizes_.ek_bytes)) == 0 &&
           wolf_->ml_kem_encaps(key.get(), ct, ss, wolf_->thread_rng()) == 0;
  }
  bool decaps(std::uint8_t* ss, const std::uint8_t* ct, const std::uint8_t* sk) const override {
    const Key key = make();
    return key != nullptr &&
           wolf_->ml_kem_decode_private(key.get(), sk, static_cast<Word>(sizes_.dk_bytes)) == 0 &&
           wolf_->ml_kem_decaps(key.get(), ss, ct, static_cast<Word>(sizes_.ct_bytes)) == 0;
  }

  // False when the library was built without the set.
  bool check_sizes() const {
    const Key key = make();
    Word pk = 0, sk = 0, ct = 0, ss = 0;
    if (key == nullptr || wolf_->ml_kem_public_size(key.get(), &pk) != 0) return false;
    if (wolf_->ml_kem_private_size(key.get(), &sk) != 0 || wolf_->ml_kem_ct_size(key.get(), &ct) != 0 ||
        wolf_->ml_kem_ss_size(key.get(), &ss) != 0)
      return false;
    require_size(implementation(), id(), "public key", pk, sizes_.ek_bytes);
    require_size(implementation(), id(), "private key", sk, sizes_.dk_bytes);
    require_size(implementation(), id(), "ciphertext", ct, sizes_.ct_bytes);
    require_size(implementation(), id(), "shared secret", ss, sizes_.ss_bytes);
    return true;
  }

 private:
  struct Delete {
    const WolfSsl* wolf;
    void operator()(WolfMlKem* key) const { (void)wolf->ml_kem_delete(key, nullptr); }
  };
  using Key = std::unique_ptr<WolfMlKem, Delete>;
  Key make() const { return Key(wolf_->ml_kem_new(type_, nullptr, wolf_no_device), Delete{wolf_.get()}); }

  int type_;
  pqlane_kem_sizes sizes_{};
};

class WolfDsa final : public WolfPostQuantum {
 public:
  WolfDsa(WolfSslPointer wolf, pqlane_scheme scheme, std::uint8_t level)
      : WolfPostQuantum(std::move(wolf), scheme), level_(level) {
    if (pqlane_dsa_get_sizes(scheme, &sizes_) != PQLANE_OK) throw UsageError(pqlane_last_error());
  }

  bool keygen(std::uint8_t* pk, std::uint8_t* sk) const override {
    const Key key = make();
    auto pk_bytes = static_cast<Word>(sizes_.pk_bytes), sk_bytes = static_cast<Word>(sizes_.sk_bytes);
    return key != nullptr && wolf_->ml_dsa_make(key.get(), wolf_->thread_rng()) == 0 &&
           wolf_->ml_dsa_export_public(key.get(), pk, &pk_bytes) == 0 && pk_bytes == sizes_.pk_bytes &&
           wolf_->ml_dsa_export_private(key.get(), sk, &sk_bytes) == 0 && sk_bytes == sizes_.sk_bytes;
  }
  bool sign(std::uint8_t* sig, std::size_t& sig_bytes, const std::uint8_t* message, std::size_t message_bytes,
            const std::uint8_t* sk) const override {
    const Key key = make();
    auto used = static_cast<Word>(sig_bytes);
    const bool done = key != nullptr &&
                      wolf_->ml_dsa_import_private(sk, static_cast<Word>(sizes_.sk_bytes), key.get()) == 0 &&
                      wolf_->ml_dsa_sign(nullptr, 0, message, static_cast<Word>(message_bytes), sig, &used,
                                         key.get(), wolf_->thread_rng()) == 0;
    sig_bytes = used;
    return done;
  }
  bool verify(const std::uint8_t* sig, std::size_t sig_bytes, const std::uint8_t* message,
              std::size_t message_bytes, const std::uint8_t* pk) const override {
    const Key key = make();
    int valid = 0;
    return key != nullptr &&
           wolf_->ml_dsa_import_public(pk, static_cast<Word>(sizes_.pk_bytes), key.get()) == 0 &&
           wolf_->ml_dsa_verify(sig, static_cast<Word>(sig_bytes), nullptr, 0, message,
                                static_cast<Word>(message_bytes), &valid, key.get()) == 0 &&
           valid == 1;
  }

  bool check_sizes() const {
    const Key key = make();
    if (key == nullptr) return false;
    const int pk = wolf_->ml_dsa_public_size(key.get()), sig = wolf_->ml_dsa_sig_size(key.get());
    if (pk < 0 || sig < 0) return false;
    require_size(implementation(), id(), "public key", static_cast<std::size_t>(pk), sizes_.pk_bytes);
    require_size(implementation(), id(), "signature", static_cast<std::size_t>(sig), sizes_.sig_bytes);
    return true;
  }

 private:
  struct Delete {
    const WolfSsl* wolf;
    void operator()(WolfMlDsa* key) const { (void)wolf->ml_dsa_delete(key, nullptr); }
  };
  using Key = std::unique_ptr<WolfMlDsa, Delete>;
  // Null when the library was built without the level.
  Key make() const {
    Key key(wolf_->ml_dsa_new(nullptr, wolf_no_device), Delete{wolf_.get()});
    if (key != nullptr && wolf_->ml_dsa_set_level(key.get(), level_) != 0) key.reset();
    return key;
  }

  std::uint8_t level_;
  pqlane_dsa_sizes sizes_{};
};

// WC_ML_KEM_512 and so on.
std::optional<int> kem_type(pqlane_scheme scheme) {
  switch (scheme) {
    case PQLANE_ML_KEM_512: return 0;
    case PQLANE_ML_KEM_768: return 1;
    case PQLANE_ML_KEM_1024: return 2;
    default: return std::nullopt;
  }
}

// WC_ML_DSA_44 and so on.
std::optional<std::uint8_t> dsa_level(pqlane_scheme scheme) {
  switch (scheme) {
    case PQLANE_ML_DSA_44: return std::uint8_t{2};
    case PQLANE_ML_DSA_65: return std::uint8_t{3};
    case PQLANE_ML_DSA_87: return std::uint8_t{5};
    default: return std::nullopt;
  }
}

class Wolf final : public Peer {
 public:
  explicit Wolf(WolfSslPointer wolf) : wolf_(std::move(wolf)) {}

  const std::string& implementation() const override { return wolf_->implementation; }

  PeerSchemePointer find(const std::string& scheme, std::string& why_not) const override {
    why_not = fmt::format("{} has no {}", implementation(), scheme);
    pqlane_scheme ours{};
    if (pqlane_scheme_by_name(scheme.c_str(), &ours) != PQLANE_OK)
      return find_wolf_conventional(wolf_, scheme, why_not);
    if (const std::optional<int> type = kem_type(ours)) {
      if (why_not = wolf_->no_ml_kem; !why_not.empty()) return nullptr;
      return checked(std::make_shared<WolfKem>(wolf_, ours, *type), why_not);
    }
    if (const std::optional<std::uint8_t> level = dsa_level(ours)) {
      if (why_not = wolf_->no_ml_dsa; !why_not.empty()) return nullptr;
      return checked(std::make_shared<WolfDsa>(wolf_, ours, *level), why_not);
    }
    return nullptr;
  }

 private:
  template <class Scheme>
  static PeerSchemePointer checked(std::shared_ptr<Scheme> scheme, std::string& why_not) {
    if (scheme->check_sizes()) return scheme;
    why_not = fmt::format("{} was built without {}", scheme->implementation(), scheme->scheme());
    return nullptr;
  }

  WolfSslPointer wolf_;
};

}  // namespace

std::shared_ptr<const Peer> open_wolfssl(const std::string& path) {
  return std::make_shared<Wolf>(std::make_shared<WolfSsl>(path));
}

}  // namespace pqlane::bench
