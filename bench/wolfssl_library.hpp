// wolfssl_library.hpp: wolfSSL [WOLFSSL], opened at run time with prototypes of our own.
//
// The size of wolfCrypt's structs depends on how it was built, so only functions are used that allocate their
// objects themselves, or that take byte strings. Functions are in groups, and a group that the library lacks
// is a reason for its schemes alone.
#pragma once

#include "bench/shared_library.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

namespace pqlane::bench {

// Types that only wolfSSL looks into.
struct WolfRng;
struct WolfEccKey;
struct WolfRsa;
struct WolfMlKem;
struct WolfMlDsa;

struct WolfSsl {
  using Byte = std::uint8_t;
  using Word = std::uint32_t;

  SharedLibrary library;
  std::string implementation;  // "wolfSSL 5.5.4"

  int (*init)();
  const char* (*version)();
  WolfRng* (*rng_new)(Byte* nonce, Word nonce_bytes, void* heap);
  void (*rng_free)(WolfRng*);

  // Why the functions of a group cannot be used; empty: they can.
  std::string no_ecc, no_x25519, no_ed25519, no_rsa, no_ml_kem, no_ml_dsa;

  WolfEccKey* (*ecc_new)(void* heap);
  void (*ecc_free)(WolfEccKey*);
  int (*ecc_make)(WolfRng*, int bytes, WolfEccKey*, int curve);
  int (*ecc_set_rng)(WolfEccKey*, WolfRng*);  // null in builds that need none
  int (*ecc_agree)(WolfEccKey* own, WolfEccKey* other, Byte* secret, Word* bytes);
  int (*ecc_sign)(const Byte* hash, Word hash_bytes, Byte* sig, Word* sig_bytes, WolfRng*, WolfEccKey*);
  int (*ecc_verify)(const Byte* sig, Word sig_bytes, const Byte* hash, Word hash_bytes, int* valid,
                    WolfEccKey*);
  int (*ecc_export_public)(WolfEccKey*, Byte* out, Word* bytes);
  int (*ecc_export_private)(WolfEccKey*, Byte* out, Word* bytes);
  int (*ecc_import)(const Byte* key, Word key_bytes, const Byte* pub, Word pub_bytes, WolfEccKey*, int curve);

  int (*x25519_private)(WolfRng*, int bytes, Byte* key);
  int (*x25519_multiply)(int out_bytes, Byte* out, int key_bytes, const Byte* key, int point_bytes,
                         const Byte* point);

  int (*ed25519_make)(Byte* key, unsigned* key_bytes, Byte* pub, unsigned* pub_bytes);
  int (*ed25519_sign)(const Byte* message, unsigned message_bytes, const Byte* key, unsigned key_bytes,
                      Byte* sig, unsigned* sig_bytes);
  int (*ed25519_verify)(const Byte* message, unsigned message_bytes, const Byte* pub, unsigned pub_bytes,
                        const Byte* sig, unsigned sig_bytes);

  WolfRsa* (*rsa_make)(int bits, unsigned long e, void* callback, void* argument);
  void (*rsa_free)(WolfRsa*);
  int (*rsa_to_der)(const WolfRsa*, Byte** out);
  WolfRsa* (*rsa_from_der)(WolfRsa**, const Byte** in, long bytes);
  int (*rsa_sign)(int digest, const Byte* hash, unsigned hash_bytes, Byte* sig, unsigned* sig_bytes,
                  WolfRsa*);
  int (*rsa_verify)(int digest, const Byte* hash, unsigned hash_bytes, const Byte* sig, unsigned sig_bytes,
                    WolfRsa*);

  WolfMlKem* (*ml_kem_new)(int type, void* heap, int device);
  int (*ml_kem_delete)(WolfMlKem*, WolfMlKem**);
  int (*ml_kem_make)(WolfMlKem*, WolfRng*);
  int (*ml_kem_encaps)(WolfMlKem*, Byte* ct, Byte* ss, WolfRng*);
  int (*ml_kem_decaps)(WolfMlKem*, Byte* ss, const Byte* ct, Word ct_bytes);
  int (*ml_kem_decode_private)(WolfMlKem*, const Byte* in, Word bytes);
  int (*ml_kem_decode_public)(WolfMlKem*, const Byte* in, Word bytes);
  int (*ml_kem_encode_private)(WolfMlKem*, Byte* out, Word bytes);
  int (*ml_kem_encode_public)(WolfMlKem*, Byte* out, Word bytes);
  int (*ml_kem_private_size)(WolfMlKem*, Word* bytes);
  int (*ml_kem_public_size)(WolfMlKem*, Word* bytes);
  int (*ml_kem_ct_size)(WolfMlKem*, Word* bytes);
  int (*ml_kem_ss_size)(WolfMlKem*, Word* bytes);

  WolfMlDsa* (*ml_dsa_new)(void* heap, int device);
  int (*ml_dsa_delete)(WolfMlDsa*, WolfMlDsa**);
  int (*ml_dsa_set_level)(WolfMlDsa*, Byte level);
  int (*ml_dsa_make)(WolfMlDsa*, WolfRng*);
  int (*ml_dsa_sign)(const Byte* context, Byte context_bytes, const Byte* message, Word message_bytes,
                     Byte* sig, Word* sig_bytes, WolfMlDsa*, WolfRng*);
  int (*ml_dsa_verify)(const Byte* sig, Word sig_bytes, const Byte* context, Word context_bytes,
                       const Byte* message, Word message_bytes, int* valid, WolfMlDsa*);
  int (*ml_dsa_import_public)(const Byte* in, Word bytes, WolfMlDsa*);
  int (*ml_dsa_import_private)(const Byte* in, Word bytes, WolfMlDsa*);
  int (*ml_dsa_export_public)(WolfMlDsa*, Byte* out, Word* bytes);
  int (*ml_dsa_export_private)(WolfMlDsa*, Byte* out, Word* bytes);
  int (*ml_dsa_public_size)(WolfMlDsa*);
  int (*ml_dsa_sig_size)(WolfMlDsa*);

  // Throws UsageError for a file that is no wolfSSL 5.
  explicit WolfSsl(const std::string& path);
  // A generator of the calling thread's own, since wolfCrypt's are for one thread; null when none can be
  // made.
  WolfRng* thread_rng() const;

  WolfSsl(const WolfSsl&) = delete;
  WolfSsl& operator=(const WolfSsl&) = delete;

 private:
  void find_conventional();
  void find_post_quantum();
};
using WolfSslPointer = std::shared_ptr<const WolfSsl>;

// wolfCrypt's value for "no hardware" (INVALID_DEVID).
constexpr int wolf_no_device = -2;

}  // namespace pqlane::bench
