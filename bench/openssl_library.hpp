// openssl_library.hpp: OpenSSL's EVP interface [OPENSSL], opened at run time with prototypes of our own.
//
// pqlane neither needs OpenSSL nor links it; the bench measures what it finds, so that one build can
// measure 3.0 here and 3.5 there. PQLANE_OPENSSL, or OpenSsl::choose, names another library than
// libcrypto.so.3.
#pragma once

#include "bench/shared_library.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace pqlane::bench {

// Types that only OpenSSL looks into.
struct EvpKey;
struct EvpContext;
struct EvpDigestContext;

struct OpenSsl {
  SharedLibrary library;
  std::string why_not;  // empty: usable
  std::string version;  // "OpenSSL 3.0.19"

  const char* (*version_text)(int);
  unsigned long (*get_error)();
  void (*error_text)(unsigned long, char*, std::size_t);
  void (*clear_errors)();

  EvpContext* (*context_by_name)(void*, const char*, const char*);
  EvpContext* (*context_of_key)(void*, EvpKey*, const char*);
  void (*context_free)(EvpContext*);
  void (*key_free)(EvpKey*);
  int (*key_octets)(const EvpKey*, const char* name, std::uint8_t*, std::size_t room, std::size_t* bytes);
  int (*keygen_init)(EvpContext*);
  int (*generate)(EvpContext*, EvpKey**);
  int (*set_group)(EvpContext*, const char*);
  int (*set_rsa_bits)(EvpContext*, int);

  int (*derive_init)(EvpContext*);
  int (*derive_peer)(EvpContext*, EvpKey*);
  int (*derive)(EvpContext*, std::uint8_t*, std::size_t*);
  int (*set_dh_pad)(EvpContext*, int);

  int (*sign_init)(EvpContext*);
  int (*sign)(EvpContext*, std::uint8_t*, std::size_t*, const std::uint8_t*, std::size_t);
  int (*verify_init)(EvpContext*);
  int (*verify)(EvpContext*, const std::uint8_t*, std::size_t, const std::uint8_t*, std::size_t);
  int (*set_signature_digest)(EvpContext*, const void*);
  const void* (*sha256)();

  EvpDigestContext* (*digest_context_new)();
  void (*digest_context_free)(EvpDigestContext*);
  int (*digest_sign_init)(EvpDigestContext*, EvpContext**, const char*, void*, const char*, EvpKey*,
                          const void*);
  int (*digest_sign)(EvpDigestContext*, std::uint8_t*, std::size_t*, const std::uint8_t*, std::size_t);
  int (*digest_verify_init)(EvpDigestContext*, EvpContext**, const char*, void*, const char*, EvpKey*,
                            const void*);
  int (*digest_verify)(EvpDigestContext*, const std::uint8_t*, std::size_t, const std::uint8_t*, std::size_t);

  int (*encapsulate_init)(EvpContext*, const void*);
  int (*encapsulate)(EvpContext*, std::uint8_t*, std::size_t*, std::uint8_t*, std::size_t*);
  int (*decapsulate_init)(EvpContext*, const void*);
  int (*decapsulate)(EvpContext*, std::uint8_t*, std::size_t*, const std::uint8_t*, std::size_t);

  // Makes get() open this file, if it has not opened another; false when it has. Empty: the usual one.
  static bool choose(const std::string& path);
  // Opened once; never null, but to be used only while why_not is empty.
  static const OpenSsl& get();
  // The calling thread's oldest error, and forgets all of them.
  std::string take_error() const;

  OpenSsl(const OpenSsl&) = delete;
  OpenSsl& operator=(const OpenSsl&) = delete;

 private:
  OpenSsl();
};

struct FreeEvp {
  void operator()(EvpKey* key) const { OpenSsl::get().key_free(key); }
  void operator()(EvpContext* context) const { OpenSsl::get().context_free(context); }
  void operator()(EvpDigestContext* context) const { OpenSsl::get().digest_context_free(context); }
};
using EvpKeyPointer = std::unique_ptr<EvpKey, FreeEvp>;
using EvpContextPointer = std::unique_ptr<EvpContext, FreeEvp>;
using EvpDigestContextPointer = std::unique_ptr<EvpDigestContext, FreeEvp>;

}  // namespace pqlane::bench
