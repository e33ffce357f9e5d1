// openssl_library.cpp: see openssl_library.hpp.
#include "bench/openssl_library.hpp"

#include <array>

namespace pqlane::bench {
namespace {

constexpr int version_item = 0;  // OPENSSL_VERSION: "OpenSSL 3.0.19 27 Jan 2026"

// The first two words.
std::string short_version(const std::string& text) {
  const std::size_t name_end = text.find(' ');
  return text.substr(0, name_end == std::string::npos ? name_end : text.find(' ', name_end + 1));
}

// What choose() named.
std::string& chosen_file() {
  static std::string file;
  return file;
}

bool& opened_once() {
  static bool opened = false;
  return opened;
}

SharedLibrary open_library() {
  if (!chosen_file().empty()) return {chosen_file(), {}};
  return {"PQLANE_OPENSSL", {"libcrypto.so.3"}};
}

}  // namespace

OpenSsl::OpenSsl() : library(open_library()) {
  if (!library) {
    why_not = "no OpenSSL: " + library.why_not();
    return;
  }
  const char* lacking = nullptr;
  const auto find = [&](auto& function, const char* name) {
    if (!library.find(function, name) && lacking == nullptr) lacking = name;
  };
  find(version_text, "OpenSSL_version");
  find(get_error, "ERR_get_error");
  find(error_text, "ERR_error_string_n");
  find(clear_errors, "ERR_clear_error");
  find(context_by_name, "EVP_PKEY_CTX_new_from_name");
  find(context_of_key, "EVP_PKEY_CTX_new_from_pkey");
  find(context_free, "EVP_PKEY_CTX_free");
  find(key_free, "EVP_PKEY_free");
  find(key_octets, "EVP_PKEY_get_octet_string_param");
  find(keygen_init, "EVP_PKEY_keygen_init");
  find(generate, "EVP_PKEY_generate");
  find(set_group, "EVP_PKEY_CTX_set_group_name");
  find(set_rsa_bits, "EVP_PKEY_CTX_set_rsa_keygen_bits");
  find(derive_init, "EVP_PKEY_derive_init");
  find(derive_peer, "EVP_PKEY_derive_set_peer");
  find(derive, "EVP_PKEY_derive");
  find(set_dh_pad, "EVP_PKEY_CTX_set_dh_pad");
  find(sign_init, "EVP_PKEY_sign_init");
  find(sign, "EVP_PKEY_sign");
  find(verify_init, "EVP_PKEY_verify_init");
  find(verify, "EVP_PKEY_verify");
  find(set_signature_digest, "EVP_PKEY_CTX_set_signature_md");
  find(sha256, "EVP_sha256");
  find(digest_context_new, "EVP_MD_CTX_new");
  find(digest_context_free, "EVP_MD_CTX_free");
  find(digest_sign_init, "EVP_DigestSignInit_ex");
  find(digest_sign, "EVP_DigestSign");
  find(digest_verify_init, "EVP_DigestVerifyInit_ex");
  find(digest_verify, "EVP_DigestVerify");
  find(encapsulate_init, "EVP_PKEY_encapsulate_init");
  find(encapsulate, "EVP_PKEY_encapsulate");
  find(decapsulate_init, "EVP_PKEY_decapsulate_init");
  find(decapsulate, "EVP_PKEY_decapsulate");
  if (lacking != nullptr) {
    why_not = library.file() + " is not OpenSSL 3.0 or later: it lacks " + lacking;
    return;
  }
  version = short_version(version_text(version_item));
}

bool OpenSsl::choose(const std::string& path) {
  if (path.empty()) return true;
  if (opened_once()) return get().library.file() == path;
  chosen_file() = path;
  return true;
}

const OpenSsl& OpenSsl::get() {
  static const OpenSsl* const opened = new OpenSsl();
  opened_once() = true;
  return *opened;
}

std::string OpenSsl::take_error() const {
  const unsigned long code = get_error();
  clear_errors();
  if (code == 0) return "no reason is told";
  std::array<char, 256> text{};
  error_text(code, text.data(), text.size());
  return text.data();
}

}  // namespace pqlane::bench
