// wolfssl_library.cpp: see wolfssl_library.hpp.
#include "bench/wolfssl_library.hpp"

#include "bench/sweep.hpp"

#include <fmt/format.h>

#include <string_view>

namespace pqlane::bench {
namespace {

// Finds functions of a group, and remembers the first that is missing.
class Group {
 public:
  Group(const WolfSsl& wolf, std::string& why_not) : wolf_(wolf), why_not_(why_not) {}
  template <class Function>
  void find(Function*& function, const char* name) const {
    if (!wolf_.library.find(function, name) && why_not_.empty())
      why_not_ = fmt::format("{} lacks {}", wolf_.implementation, name);
  }

 private:
  const WolfSsl& wolf_;
  std::string& why_not_;
};

}  // namespace

WolfSsl::WolfSsl(const std::string& path)
    : library(path, {"libwolfssl.so", "libwolfssl.so.44", "libwolfssl.so.43", "libwolfssl.so.42",
                     "libwolfssl.so.41", "libwolfssl.so.35"}) {
  if (!library) throw UsageError("no wolfSSL: " + library.why_not());
  implementation = library.file();
  std::string lacking;
  const Group needed(*this, lacking);
  needed.find(version, "wolfSSL_lib_version");
  needed.find(init, "wolfCrypt_Init");
  needed.find(rng_new, "wc_rng_new");
  needed.find(rng_free, "wc_rng_free");
  if (!lacking.empty()) throw UsageError("no wolfSSL that can be used: " + lacking);
  const char* const found = version();
  const std::string text = found == nullptr ? "without a version" : found;
  if (!text.starts_with("5."))
    throw UsageError(fmt::format("{} is wolfSSL {}; known are versions 5", library.file(), text));
  implementation = "wolfSSL " + text;
  if (init() != 0) throw UsageError(implementation + " cannot be initialised");
  find_conventional();
  find_post_quantum();
}

void WolfSsl::find_conventional() {
  const Group ecc(*this, no_ecc);
  ecc.find(ecc_new, "wc_ecc_key_new");
  ecc.find(ecc_free, "wc_ecc_key_free");
  ecc.find(ecc_make, "wc_ecc_make_key_ex");
  ecc.find(ecc_agree, "wc_ecc_shared_secret");
  ecc.find(ecc_sign, "wc_ecc_sign_hash");
  ecc.find(ecc_verify, "wc_ecc_verify_hash");
  ecc.find(ecc_export_public, "wc_ecc_export_x963");
  ecc.find(ecc_export_private, "wc_ecc_export_private_only");
  ecc.find(ecc_import, "wc_ecc_import_private_key_ex");
  library.find(ecc_set_rng, "wc_ecc_set_rng");
  const Group x25519(*this, no_x25519);
  x25519.find(x25519_private, "wc_curve25519_make_priv");
  x25519.find(x25519_multiply, "wc_curve25519_generic");
  const Group ed25519(*this, no_ed25519);
  ed25519.find(ed25519_make, "wolfSSL_ED25519_generate_key");
  ed25519.find(ed25519_sign, "wolfSSL_ED25519_sign");
  ed25519.find(ed25519_verify, "wolfSSL_ED25519_verify");
  const Group rsa(*this, no_rsa);
  rsa.find(rsa_make, "wolfSSL_RSA_generate_key");
  rsa.find(rsa_free, "wolfSSL_RSA_free");
  rsa.find(rsa_to_der, "wolfSSL_i2d_RSAPrivateKey");
  rsa.find(rsa_from_der, "wolfSSL_d2i_RSAPrivateKey");
  rsa.find(rsa_sign, "wolfSSL_RSA_sign");
  rsa.find(rsa_verify, "wolfSSL_RSA_verify");
}

void WolfSsl::find_post_quantum() {
  const Group kem(*this, no_ml_kem);
  kem.find(ml_kem_new, "wc_MlKemKey_New");
  // 5.7 and before have ML-KEM under other names, and want the caller to know the size of a key object.
  int (*kyber_init)(int, void*, void*, int) = nullptr;
  if (!no_ml_kem.empty() && library.find(kyber_init, "wc_KyberKey_Init"))
    no_ml_kem += ", and the size of its key objects is in its headers alone";
  kem.find(ml_kem_delete, "wc_MlKemKey_Delete");
  kem.find(ml_kem_make, "wc_MlKemKey_MakeKey");
  kem.find(ml_kem_encaps, "wc_MlKemKey_Encapsulate");
  kem.find(ml_kem_decaps, "wc_MlKemKey_Decapsulate");
  kem.find(ml_kem_decode_private, "wc_MlKemKey_DecodePrivateKey");
  kem.find(ml_kem_decode_public, "wc_MlKemKey_DecodePublicKey");
  kem.find(ml_kem_encode_private, "wc_MlKemKey_EncodePrivateKey");
  kem.find(ml_kem_encode_public, "wc_MlKemKey_EncodePublicKey");
  kem.find(ml_kem_private_size, "wc_MlKemKey_PrivateKeySize");
  kem.find(ml_kem_public_size, "wc_MlKemKey_PublicKeySize");
  kem.find(ml_kem_ct_size, "wc_MlKemKey_CipherTextSize");
  kem.find(ml_kem_ss_size, "wc_MlKemKey_SharedSecretSize");
  const Group dsa(*this, no_ml_dsa);
  dsa.find(ml_dsa_new, "wc_dilithium_new");
  dsa.find(ml_dsa_delete, "wc_dilithium_delete");
  dsa.find(ml_dsa_set_level, "wc_dilithium_set_level");
  dsa.find(ml_dsa_make, "wc_dilithium_make_key");
  dsa.find(ml_dsa_sign, "wc_dilithium_sign_ctx_msg");
  dsa.find(ml_dsa_verify, "wc_dilithium_verify_ctx_msg");
  dsa.find(ml_dsa_import_public, "wc_dilithium_import_public");
  dsa.find(ml_dsa_import_private, "wc_dilithium_import_private");
  dsa.find(ml_dsa_export_public, "wc_dilithium_export_public");
  dsa.find(ml_dsa_export_private, "wc_dilithium_export_private");
  dsa.find(ml_dsa_public_size, "wc_dilithium_pub_size");
  dsa.find(ml_dsa_sig_size, "wc_dilithium_sig_size");
}

WolfRng* WolfSsl::thread_rng() const {
  struct Own {
    const WolfSsl* wolf = nullptr;
    void (*release)(WolfRng*) = nullptr;
    WolfRng* rng = nullptr;
    ~Own() {
      if (rng != nullptr) release(rng);
    }
  };
  thread_local Own own;
  if (own.wolf != this) {
    if (own.rng != nullptr) own.release(own.rng);
    own.rng = rng_new(nullptr, 0, nullptr);
    own.release = rng_free;
    own.wolf = this;
  }
  return own.rng;
}

}  // namespace pqlane::bench
