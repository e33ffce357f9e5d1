// fake_peers.cpp: a library with the functions of liboqs [LIBOQS] and of wolfCrypt's ML-KEM and ML-DSA
// [WOLFSSL] that the bench calls, over pqlane itself. It stands in for both in the tests of `bench --peer`.
//
// FAKE_PEERS sets what is wrong with it, words with commas between:
// - version=V: what both say of themselves (default 0.14.0 as liboqs, 5.8.2 as wolfSSL)
// - absent: the algorithms are left out of its build; draft: they are there as drafts of the standards
// - name: objects begin with another name; size: public keys are a byte longer than they should be
// - keygen, encaps, decaps, sign: an output is wrong in one bit; verify: everything is valid
// - error: every operation says that it failed
#include <pqlane/dsa.h>
#include <pqlane/pqlane.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#define FAKE_API extern "C" __attribute__((visibility("default")))

namespace {

using Byte = std::uint8_t;
using Word = std::uint32_t;

std::string setting(const std::string& word) {
  const char* const all = std::getenv("FAKE_PEERS");
  std::string list = std::string(",") + (all != nullptr ? all : "") + ",";
  const std::size_t at = list.find("," + word);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + 1;
  return list.substr(begin, list.find(',', begin) - begin);
}
bool faulty(const char* word) { return setting(word) == word; }

pqlane_device* device() {
  static pqlane_device* const opened = [] {
    pqlane_device* device = nullptr;
    const pqlane_device_options options{sizeof options, 1, 0};
    if (pqlane_device_open("cpu", &options, &device) != PQLANE_OK) std::abort();
    return device;
  }();
  return opened;
}

// Done, by all that is right; with the fault, the first byte of `output` is changed.
bool finish(pqlane_status status, const char* fault, Byte* output) {
  if (faulty(fault)) output[0] ^= 1;
  return status == PQLANE_OK && !faulty("error");
}

// ---- a scheme, whatever the interface ------------------------------------------

struct Scheme {
  pqlane_scheme id{};
  bool signature = false;
  pqlane_kem_sizes kem{};
  pqlane_dsa_sizes dsa{};

  explicit Scheme(pqlane_scheme scheme)
      : id(scheme), signature(pqlane_scheme_get_kind(scheme) == PQLANE_KIND_SIGNATURE) {
    if (signature ? pqlane_dsa_get_sizes(id, &dsa) : pqlane_kem_get_sizes(id, &kem)) std::abort();
  }
  bool keygen(Byte* pk, Byte* sk) const {
    if (!signature)
      return finish(pqlane_kem_keygen_one(device(), id, 0, pk, kem.ek_bytes, sk, kem.dk_bytes), "keygen", pk);
    const pqlane_out pks{pk, dsa.pk_bytes, 1}, sks{sk, dsa.sk_bytes, 1};
    return finish(pqlane_dsa_keygen(device(), id, 0, pks, sks, nullptr), "keygen", pk);
  }
  bool encaps(Byte* ct, Byte* ss, const Byte* pk) const {
    return finish(
        pqlane_kem_encaps_one(device(), id, 0, pk, kem.ek_bytes, ct, kem.ct_bytes, ss, kem.ss_bytes),
        "encaps", ss);
  }
  bool decaps(Byte* ss, const Byte* ct, const Byte* sk) const {
    return finish(
        pqlane_kem_decaps_one(device(), id, 0, sk, kem.dk_bytes, ct, kem.ct_bytes, ss, kem.ss_bytes),
        "decaps", ss);
  }
  bool sign(Byte* sig, const Byte* message, std::size_t bytes, const Byte* sk) const {
    return finish(
        pqlane_dsa_sign_one(device(), id, nullptr, sk, dsa.sk_bytes, message, bytes, sig, dsa.sig_bytes),
        "sign", sig);
  }
  bool verify(const Byte* sig, std::size_t sig_bytes, const Byte* message, std::size_t bytes,
              const Byte* pk) const {
    if (faulty("verify")) return true;
    return pqlane_dsa_verify_one(device(), id, nullptr, pk, dsa.pk_bytes, message, bytes, sig, sig_bytes) ==
               PQLANE_OK &&
           !faulty("error");
  }
};

// ---- liboqs ---------------------------------------------------------------------

// Our name for liboqs's: "ML-KEM-768" is "ml-kem-768", "Kyber768" is "kyber-768".
bool scheme_of(std::string name, pqlane_scheme& scheme) {
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (name.starts_with("kyber")) name.insert(5, "-");
  return !faulty("absent") && pqlane_scheme_by_name(name.c_str(), &scheme) == PQLANE_OK;
}

// The objects of liboqs, as far as they are public, and what is behind them.
struct Object {
  const char* method_name;
  const char* alg_version;
  Byte level;
  bool flags[3];
  std::size_t sizes[4];
  Scheme scheme;
  std::string name;
};

Object* new_object(const char* name, bool signature) {
  pqlane_scheme id{};
  if (!scheme_of(name, id) || signature != (pqlane_scheme_get_kind(id) == PQLANE_KIND_SIGNATURE))
    return nullptr;
  auto* object = new Object{nullptr, "fake", 1, {}, {}, Scheme(id), faulty("name") ? "other" : name};
  if (faulty("draft")) object->name += "-ipd";
  object->method_name = object->name.c_str();
  const Scheme& scheme = object->scheme;
  const std::size_t of_kem[] = {scheme.kem.ek_bytes, scheme.kem.dk_bytes, scheme.kem.ct_bytes,
                                scheme.kem.ss_bytes};
  const std::size_t of_dsa[] = {scheme.dsa.pk_bytes, scheme.dsa.sk_bytes, scheme.dsa.sig_bytes, 0};
  std::memcpy(object->sizes, signature ? of_dsa : of_kem, sizeof object->sizes);
  if (faulty("size")) ++object->sizes[0];
  return object;
}

const char* version_or(const char* usual) {
  static const std::string given = setting("version=");
  return given.empty() ? usual : given.c_str() + std::strlen("version=");
}

}  // namespace

FAKE_API const char* OQS_version() { return version_or("0.14.0"); }
FAKE_API void OQS_init() {}
FAKE_API Object* OQS_KEM_new(const char* name) { return new_object(name, false); }
FAKE_API void OQS_KEM_free(Object* kem) { delete kem; }
FAKE_API int OQS_KEM_keypair(const Object* kem, Byte* pk, Byte* sk) {
  return kem->scheme.keygen(pk, sk) ? 0 : -1;
}
FAKE_API int OQS_KEM_encaps(const Object* kem, Byte* ct, Byte* ss, const Byte* pk) {
  return kem->scheme.encaps(ct, ss, pk) ? 0 : -1;
}
FAKE_API int OQS_KEM_decaps(const Object* kem, Byte* ss, const Byte* ct, const Byte* sk) {
  return kem->scheme.decaps(ss, ct, sk) ? 0 : -1;
}
FAKE_API Object* OQS_SIG_new(const char* name) { return new_object(name, true); }
FAKE_API void OQS_SIG_free(Object* sig) { delete sig; }
FAKE_API int OQS_SIG_keypair(const Object* sig, Byte* pk, Byte* sk) {
  return sig->scheme.keygen(pk, sk) ? 0 : -1;
}
FAKE_API int OQS_SIG_sign(const Object* sig, Byte* out, std::size_t* out_bytes, const Byte* message,
                          std::size_t bytes, const Byte* sk) {
  *out_bytes = sig->scheme.dsa.sig_bytes;
  return sig->scheme.sign(out, message, bytes, sk) ? 0 : -1;
}
FAKE_API int OQS_SIG_verify(const Object* sig, const Byte* message, std::size_t bytes, const Byte* signature,
                            std::size_t sig_bytes, const Byte* pk) {
  return sig->scheme.verify(signature, sig_bytes, message, bytes, pk) ? 0 : -1;
}

// ---- wolfCrypt ------------------------------------------------------------------

namespace {

constexpr int bad_argument = -173;

// A key object: what was made or decoded.
struct WolfKey {
  Scheme scheme;
  std::string pk, sk;
};

WolfKey* new_key(pqlane_scheme scheme) {
  return faulty("absent") ? nullptr : new WolfKey{Scheme(scheme), {}, {}};
}
int set(std::string& to, const Byte* in, Word bytes, std::size_t wanted) {
  if (bytes != wanted) return bad_argument;
  to.assign(reinterpret_cast<const char*>(in), bytes);
  return 0;
}
int get(const std::string& from, Byte* out, Word bytes) {
  if (from.size() != bytes) return bad_argument;
  std::memcpy(out, from.data(), bytes);
  return 0;
}
Byte* bytes_of(std::string& text) { return reinterpret_cast<Byte*>(text.data()); }
int make(WolfKey* key, std::size_t pk_bytes, std::size_t sk_bytes) {
  key->pk.resize(pk_bytes);
  key->sk.resize(sk_bytes);
  return key->scheme.keygen(bytes_of(key->pk), bytes_of(key->sk)) ? 0 : bad_argument;
}
int say(Word* out, std::size_t bytes) {
  *out = static_cast<Word>(bytes);
  return 0;
}

}  // namespace

FAKE_API const char* wolfSSL_lib_version() { return version_or("5.8.2"); }
FAKE_API int wolfCrypt_Init() { return 0; }
FAKE_API int* wc_rng_new(Byte*, Word, void*) { return new int(0); }
FAKE_API void wc_rng_free(int* rng) { delete rng; }

FAKE_API WolfKey* wc_MlKemKey_New(int type, void*, int) {
  return new_key(type == 0 ? PQLANE_ML_KEM_512 : type == 1 ? PQLANE_ML_KEM_768 : PQLANE_ML_KEM_1024);
}
FAKE_API int wc_MlKemKey_Delete(WolfKey* key, WolfKey**) {
  delete key;
  return 0;
}
FAKE_API int wc_MlKemKey_MakeKey(WolfKey* key, int*) {
  return make(key, key->scheme.kem.ek_bytes, key->scheme.kem.dk_bytes);
}
FAKE_API int wc_MlKemKey_Encapsulate(WolfKey* key, Byte* ct, Byte* ss, int*) {
  return key->scheme.encaps(ct, ss, bytes_of(key->pk)) ? 0 : bad_argument;
}
FAKE_API int wc_MlKemKey_Decapsulate(WolfKey* key, Byte* ss, const Byte* ct, Word bytes) {
  if (bytes != key->scheme.kem.ct_bytes) return bad_argument;
  return key->scheme.decaps(ss, ct, bytes_of(key->sk)) ? 0 : bad_argument;
}
FAKE_API int wc_MlKemKey_DecodePrivateKey(WolfKey* key, const Byte* in, Word bytes) {
  return set(key->sk, in, bytes, key->scheme.kem.dk_bytes);
}
FAKE_API int wc_MlKemKey_DecodePublicKey(WolfKey* key, const Byte* in, Word bytes) {
  return set(key->pk, in, bytes, key->scheme.kem.ek_bytes);
}
FAKE_API int wc_MlKemKey_EncodePrivateKey(WolfKey* key, Byte* out, Word bytes) {
  return get(key->sk, out, bytes);
}
FAKE_API int wc_MlKemKey_EncodePublicKey(WolfKey* key, Byte* out, Word bytes) {
  return get(key->pk, out, bytes);
}
FAKE_API int wc_MlKemKey_PublicKeySize(WolfKey* key, Word* out) {
  return say(out, key->scheme.kem.ek_bytes + (faulty("size") ? 1 : 0));
}
FAKE_API int wc_MlKemKey_PrivateKeySize(WolfKey* key, Word* out) {
  return say(out, key->scheme.kem.dk_bytes);
}
FAKE_API int wc_MlKemKey_CipherTextSize(WolfKey* key, Word* out) {
  return say(out, key->scheme.kem.ct_bytes);
}
FAKE_API int wc_MlKemKey_SharedSecretSize(WolfKey* key, Word* out) {
  return say(out, key->scheme.kem.ss_bytes);
}

FAKE_API WolfKey* wc_dilithium_new(void*, int) { return new_key(PQLANE_ML_DSA_44); }
FAKE_API int wc_dilithium_delete(WolfKey* key, WolfKey**) {
  delete key;
  return 0;
}
FAKE_API int wc_dilithium_set_level(WolfKey* key, Byte level) {
  if (level != 2 && level != 3 && level != 5) return bad_argument;
  key->scheme = Scheme(level == 2 ? PQLANE_ML_DSA_44 : level == 3 ? PQLANE_ML_DSA_65 : PQLANE_ML_DSA_87);
  return 0;
}
FAKE_API int wc_dilithium_make_key(WolfKey* key, int*) {
  return make(key, key->scheme.dsa.pk_bytes, key->scheme.dsa.sk_bytes);
}
FAKE_API int wc_dilithium_sign_ctx_msg(const Byte*, Byte context_bytes, const Byte* message, Word bytes,
                                       Byte* sig, Word* sig_bytes, WolfKey* key, int*) {
  if (context_bytes != 0 || *sig_bytes < key->scheme.dsa.sig_bytes) return bad_argument;
  *sig_bytes = static_cast<Word>(key->scheme.dsa.sig_bytes);
  return key->scheme.sign(sig, message, bytes, bytes_of(key->sk)) ? 0 : bad_argument;
}
FAKE_API int wc_dilithium_verify_ctx_msg(const Byte* sig, Word sig_bytes, const Byte*, Word context_bytes,
                                         const Byte* message, Word bytes, int* valid, WolfKey* key) {
  if (context_bytes != 0) return bad_argument;
  *valid = key->scheme.verify(sig, sig_bytes, message, bytes, bytes_of(key->pk)) ? 1 : 0;
  return 0;
}
FAKE_API int wc_dilithium_import_public(const Byte* in, Word bytes, WolfKey* key) {
  return set(key->pk, in, bytes, key->scheme.dsa.pk_bytes);
}
FAKE_API int wc_dilithium_import_private(const Byte* in, Word bytes, WolfKey* key) {
  return set(key->sk, in, bytes, key->scheme.dsa.sk_bytes);
}
FAKE_API int wc_dilithium_export_public(WolfKey* key, Byte* out, Word* bytes) {
  return get(key->pk, out, *bytes);
}
FAKE_API int wc_dilithium_export_private(WolfKey* key, Byte* out, Word* bytes) {
  return get(key->sk, out, *bytes);
}
FAKE_API int wc_dilithium_pub_size(WolfKey* key) {
  return static_cast<int>(key->scheme.dsa.pk_bytes + (faulty("size") ? 1 : 0));
}
FAKE_API int wc_dilithium_sig_size(WolfKey* key) { return static_cast<int>(key->scheme.dsa.sig_bytes); }
