// dsa.hpp: thin C++20 wrapper of the signature calls (dsa.h), with the rules of pqlane.hpp.
//
//   const pqlane::Device device("cpu");
//   const auto sizes = pqlane::dsa_sizes(PQLANE_ML_DSA_65);
//   std::vector<std::uint8_t> pk(sizes.pk_bytes), sk(sizes.sk_bytes), sig(n * sizes.sig_bytes);
//   pqlane::dsa_keygen(device, PQLANE_ML_DSA_65, pk, sk);
//   const pqlane::Signer signer(device, PQLANE_ML_DSA_65, sk);
//   signer.sign(messages, sig);  // messages: n spans of any lengths
//
// A Signer or Verifier may be used by several threads at once; it must not outlive its Device.
#pragma once

#include <pqlane/dsa.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <pqlane/pqlane.hpp>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace pqlane {
inline namespace wrapper {

inline pqlane_dsa_sizes dsa_sizes(pqlane_scheme scheme) {
  pqlane_dsa_sizes sizes{};
  detail::require_ok(pqlane_dsa_get_sizes(scheme, &sizes));
  return sizes;
}

inline pqlane_hash hash_by_name(const std::string& name) {
  pqlane_hash hash{};
  detail::require_ok(pqlane_hash_by_name(name.c_str(), &hash));
  return hash;
}

// Byte strings of a batch, one an item: messages or contexts. Keeps where they are and how long, not the
// bytes. The default is none.
class Strings {
 public:
  Strings() = default;
  // One an item, of any lengths: a vector, an array or a span of things that convert to spans of bytes.
  template <std::ranges::sized_range Rows>
    requires std::convertible_to<std::ranges::range_reference_t<const Rows>, std::span<const std::uint8_t>>
  Strings(const Rows& rows) : kind_(Kind::Rows) {
    rows_.reserve(std::ranges::size(rows));
    lengths_.reserve(std::ranges::size(rows));
    for (const std::span<const std::uint8_t> row : rows) {
      rows_.push_back(row.data());
      lengths_.push_back(row.size());
    }
  }
  // Of one length, one after another.
  static Strings packed(std::span<const std::uint8_t> bytes, std::size_t item_bytes) {
    Strings strings(bytes, item_bytes, Kind::Packed);
    (void)detail::whole_count(bytes.size(), item_bytes, "packed strings");
    return strings;
  }
  // One that all items share.
  static Strings shared(std::span<const std::uint8_t> bytes) {
    return Strings(bytes, bytes.size(), Kind::Shared);
  }

  // How many there are; nothing for a shared one.
  std::optional<std::size_t> count() const noexcept {
    if (kind_ == Kind::Shared) return std::nullopt;
    return kind_ == Kind::Packed ? bytes_.size() / item_bytes_ : rows_.size();
  }
  // The C view for a batch. This object must live as long.
  pqlane_strings view(std::size_t batch, const char* name) const {
    if (kind_ == Kind::None) return {};
    if (const auto own = count()) detail::require_count(*own, batch, name);
    if (kind_ == Kind::Rows) return {nullptr, 0, 0, rows_.data(), lengths_.data(), batch};
    return {bytes_.data(), kind_ == Kind::Shared ? 0 : item_bytes_, item_bytes_, nullptr, nullptr, batch};
  }
  bool none() const noexcept { return kind_ == Kind::None; }

 private:
  enum class Kind { None, Rows, Packed, Shared };
  Strings(std::span<const std::uint8_t> bytes, std::size_t item_bytes, Kind kind)
      : kind_(kind), bytes_(bytes), item_bytes_(item_bytes) {}

  Kind kind_ = Kind::None;
  std::vector<const std::uint8_t*> rows_;
  std::vector<std::size_t> lengths_;
  std::span<const std::uint8_t> bytes_;
  std::size_t item_bytes_ = 0;
};

struct DsaOptions {
  pqlane_dsa_input input = PQLANE_DSA_PURE;
  pqlane_hash hash = PQLANE_HASH_NONE;     // with PQLANE_DSA_PREHASH
  bool deterministic = false;              // sign
  KeyForm key_form = KeyForm::Expanded;    // sign with keys of the call: as FIPS 204 encodes sk, or xi
  Strings context = {};                    // none: empty
  std::span<std::uint16_t> attempts = {};  // sign: none, or one an item: how many attempts it took
};

namespace detail {

inline pqlane_dsa_options dsa_options(const DsaOptions& options, std::size_t batch) {
  if (!options.attempts.empty()) require_count(options.attempts.size(), batch, "attempts");
  return {sizeof(pqlane_dsa_options),
          options.input,
          options.hash,
          options.deterministic ? 1 : 0,
          options.key_form == KeyForm::Seed,
          options.context.view(batch, "context"),
          options.attempts.empty() ? nullptr : options.attempts.data()};
}

inline std::size_t sk_bytes(const pqlane_dsa_sizes& sizes, KeyForm form) {
  return form == KeyForm::Seed ? sizes.seed_bytes : sizes.sk_bytes;
}

// The batch of a verification: that of the messages, or, where one is shared, of the signatures.
inline std::size_t verify_count(const Strings& message, const BatchIn& sig, std::size_t sig_bytes) {
  if (message.none()) throw Error(PQLANE_ERROR_COUNT, "message: none given");
  if (const auto count = message.count()) return *count;
  return sig.is_shared() ? 1 : sig.count(sig_bytes, "sig");
}

}  // namespace detail

// ---- batches; the count is that of the view named first as (*) ----

// pk (*), sk: outputs.
inline Result dsa_keygen(const Device& device, pqlane_scheme scheme, BatchOut pk, BatchOut sk,
                         KeyForm form = KeyForm::Expanded) {
  const pqlane_dsa_sizes sizes = dsa_sizes(scheme);
  const std::size_t n = pk.count(sizes.pk_bytes, "pk");
  return detail::run_batch(n, [&](pqlane_status* items) {
    return pqlane_dsa_keygen(device.handle(), scheme, form == KeyForm::Seed ? PQLANE_KEY_SEED : 0u,
                             pk.view(sizes.pk_bytes, n, "pk"),
                             sk.view(detail::sk_bytes(sizes, form), n, "sk"), items);
  });
}

// seed = xi: input.
inline Result dsa_keygen_derand(const Device& device, pqlane_scheme scheme, BatchIn seed, BatchOut pk,
                                BatchOut sk, KeyForm form = KeyForm::Expanded) {
  const pqlane_dsa_sizes sizes = dsa_sizes(scheme);
  const std::size_t n = pk.count(sizes.pk_bytes, "pk");
  return detail::run_batch(n, [&](pqlane_status* items) {
    return pqlane_dsa_keygen_derand(device.handle(), scheme, form == KeyForm::Seed ? PQLANE_KEY_SEED : 0u,
                                    seed.view(sizes.seed_bytes, n, "seed"), pk.view(sizes.pk_bytes, n, "pk"),
                                    sk.view(detail::sk_bytes(sizes, form), n, "sk"), items);
  });
}

// sk, message: inputs; sig (*): output.
inline Result dsa_sign(const Device& device, pqlane_scheme scheme, BatchIn sk, const Strings& message,
                       BatchOut sig, const DsaOptions& options = {}) {
  const pqlane_dsa_sizes sizes = dsa_sizes(scheme);
  const std::size_t n = sig.count(sizes.sig_bytes, "sig");
  const pqlane_dsa_options c_options = detail::dsa_options(options, n);
  return detail::run_batch(n, [&](pqlane_status* items) {
    return pqlane_dsa_sign(device.handle(), scheme, &c_options,
                           sk.view(detail::sk_bytes(sizes, options.key_form), n, "sk"),
                           message.view(n, "message"), sig.view(sizes.sig_bytes, n, "sig"), items);
  });
}

// rnd: input, 32 bytes an item.
inline Result dsa_sign_derand(const Device& device, pqlane_scheme scheme, BatchIn sk, const Strings& message,
                              BatchIn rnd, BatchOut sig, const DsaOptions& options = {}) {
  const pqlane_dsa_sizes sizes = dsa_sizes(scheme);
  const std::size_t n = sig.count(sizes.sig_bytes, "sig");
  const pqlane_dsa_options c_options = detail::dsa_options(options, n);
  return detail::run_batch(n, [&](pqlane_status* items) {
    return pqlane_dsa_sign_derand(device.handle(), scheme, &c_options,
                                  sk.view(detail::sk_bytes(sizes, options.key_form), n, "sk"),
                                  message.view(n, "message"), rnd.view(sizes.rnd_bytes, n, "rnd"),
                                  sig.view(sizes.sig_bytes, n, "sig"), items);
  });
}

// pk, message (*), sig: inputs. A signature that is not valid is a failed item of the Result.
inline Result dsa_verify(const Device& device, pqlane_scheme scheme, BatchIn pk, const Strings& message,
                         BatchIn sig, const DsaOptions& options = {}) {
  const pqlane_dsa_sizes sizes = dsa_sizes(scheme);
  const std::size_t n = detail::verify_count(message, sig, sizes.sig_bytes);
  const pqlane_dsa_options c_options = detail::dsa_options(options, n);
  return detail::run_batch(n, [&](pqlane_status* items) {
    return pqlane_dsa_verify(device.handle(), scheme, &c_options, pk.view(sizes.pk_bytes, n, "pk"),
                             message.view(n, "message"), sig.view(sizes.sig_bytes, n, "sig"), items);
  });
}

namespace detail {

// The strings of a call as a job keeps them, with their C views.
class KeptStrings {
 public:
  KeptStrings(const Strings& message, const DsaOptions& options, std::size_t n)
      : message_(message),
        options_(options),
        message_view_(message_.view(n, "message")),
        c_options_(dsa_options(options_, n)) {}
  KeptStrings(const KeptStrings&) = delete;
  KeptStrings& operator=(const KeptStrings&) = delete;

  const pqlane_strings& message() const { return message_view_; }
  const pqlane_dsa_options* options() const { return &c_options_; }

 private:
  Strings message_;
  DsaOptions options_;
  pqlane_strings message_view_;
  pqlane_dsa_options c_options_;
};

template <class Call>
Job start_strings(std::size_t n, const Strings& message, const DsaOptions& options,
                  const StreamOptions& stream, Call&& call) {
  const auto kept = std::make_shared<const KeptStrings>(message, options, n);
  return start_batch(
      n, stream,
      [&](pqlane_status* items, const pqlane_async* async, pqlane_job** job) {
        return call(*kept, items, async, job);
      },
      kept);
}

}  // namespace detail

// ---- the same as jobs; the bytes and `attempts` must stay where they are until the job has finished ----

inline Job dsa_keygen_async(const Device& device, pqlane_scheme scheme, BatchOut pk, BatchOut sk,
                            KeyForm form = KeyForm::Expanded, const StreamOptions& stream = {}) {
  const pqlane_dsa_sizes sizes = dsa_sizes(scheme);
  const std::size_t n = pk.count(sizes.pk_bytes, "pk");
  return detail::start_batch(
      n, stream, [&](pqlane_status* items, const pqlane_async* async, pqlane_job** job) {
        return pqlane_dsa_keygen_async(device.handle(), scheme, form == KeyForm::Seed ? PQLANE_KEY_SEED : 0u,
                                       pk.view(sizes.pk_bytes, n, "pk"),
                                       sk.view(detail::sk_bytes(sizes, form), n, "sk"), items, async, job);
      });
}

inline Job dsa_sign_async(const Device& device, pqlane_scheme scheme, BatchIn sk, const Strings& message,
                          BatchOut sig, const DsaOptions& options = {}, const StreamOptions& stream = {}) {
  const pqlane_dsa_sizes sizes = dsa_sizes(scheme);
  const std::size_t n = sig.count(sizes.sig_bytes, "sig");
  return detail::start_strings(n, message, options, stream,
                               [&](const detail::KeptStrings& kept, pqlane_status* items,
                                   const pqlane_async* async, pqlane_job** job) {
                                 return pqlane_dsa_sign_async(
                                     device.handle(), scheme, kept.options(),
                                     sk.view(detail::sk_bytes(sizes, options.key_form), n, "sk"),
                                     kept.message(), sig.view(sizes.sig_bytes, n, "sig"), items, async, job);
                               });
}

inline Job dsa_verify_async(const Device& device, pqlane_scheme scheme, BatchIn pk, const Strings& message,
                            BatchIn sig, const DsaOptions& options = {}, const StreamOptions& stream = {}) {
  const pqlane_dsa_sizes sizes = dsa_sizes(scheme);
  const std::size_t n = detail::verify_count(message, sig, sizes.sig_bytes);
  return detail::start_strings(n, message, options, stream,
                               [&](const detail::KeptStrings& kept, pqlane_status* items,
                                   const pqlane_async* async, pqlane_job** job) {
                                 return pqlane_dsa_verify_async(
                                     device.handle(), scheme, kept.options(),
                                     pk.view(sizes.pk_bytes, n, "pk"), kept.message(),
                                     sig.view(sizes.sig_bytes, n, "sig"), items, async, job);
                               });
}

// ---- one key for many messages ----

class Signer {
 public:
  // sk in the scheme's encoding or as its seed: the length tells.
  Signer(const Device& device, pqlane_scheme scheme, std::span<const std::uint8_t> sk)
      : sig_bytes_(dsa_sizes(scheme).sig_bytes) {
    pqlane_dsa_signer* opened = nullptr;
    detail::require_ok(pqlane_dsa_signer_open(device.handle(), scheme, sk.data(), sk.size(), &opened));
    handle_.reset(opened);
  }
  // message: input; sig (*): output.
  Result sign(const Strings& message, BatchOut sig, const DsaOptions& options = {}) const {
    const std::size_t n = sig.count(sig_bytes_, "sig");
    const pqlane_dsa_options c_options = detail::dsa_options(options, n);
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_dsa_signer_sign(handle_.get(), &c_options, message.view(n, "message"),
                                    sig.view(sig_bytes_, n, "sig"), items);
    });
  }
  Job sign_async(const Strings& message, BatchOut sig, const DsaOptions& options = {},
                 const StreamOptions& stream = {}) const {
    const std::size_t n = sig.count(sig_bytes_, "sig");
    return detail::start_strings(n, message, options, stream,
                                 [&](const detail::KeptStrings& kept, pqlane_status* items,
                                     const pqlane_async* async, pqlane_job** job) {
                                   return pqlane_dsa_signer_sign_async(
                                       handle_.get(), kept.options(), kept.message(),
                                       sig.view(sig_bytes_, n, "sig"), items, async, job);
                                 });
  }

 private:
  struct Free {
    void operator()(pqlane_dsa_signer* signer) const noexcept { pqlane_dsa_signer_free(signer); }
  };
  std::unique_ptr<pqlane_dsa_signer, Free> handle_;
  std::size_t sig_bytes_;
};

class Verifier {
 public:
  Verifier(const Device& device, pqlane_scheme scheme, std::span<const std::uint8_t> pk)
      : sig_bytes_(dsa_sizes(scheme).sig_bytes) {
    pqlane_dsa_verifier* opened = nullptr;
    detail::require_ok(pqlane_dsa_verifier_open(device.handle(), scheme, pk.data(), pk.size(), &opened));
    handle_.reset(opened);
  }
  // message (*), sig: inputs.
  Result verify(const Strings& message, BatchIn sig, const DsaOptions& options = {}) const {
    const std::size_t n = detail::verify_count(message, sig, sig_bytes_);
    const pqlane_dsa_options c_options = detail::dsa_options(options, n);
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_dsa_verifier_verify(handle_.get(), &c_options, message.view(n, "message"),
                                        sig.view(sig_bytes_, n, "sig"), items);
    });
  }
  Job verify_async(const Strings& message, BatchIn sig, const DsaOptions& options = {},
                   const StreamOptions& stream = {}) const {
    const std::size_t n = detail::verify_count(message, sig, sig_bytes_);
    return detail::start_strings(n, message, options, stream,
                                 [&](const detail::KeptStrings& kept, pqlane_status* items,
                                     const pqlane_async* async, pqlane_job** job) {
                                   return pqlane_dsa_verifier_verify_async(
                                       handle_.get(), kept.options(), kept.message(),
                                       sig.view(sig_bytes_, n, "sig"), items, async, job);
                                 });
  }

 private:
  struct Free {
    void operator()(pqlane_dsa_verifier* verifier) const noexcept { pqlane_dsa_verifier_free(verifier); }
  };
  std::unique_ptr<pqlane_dsa_verifier, Free> handle_;
  std::size_t sig_bytes_;
};

// ---- one operation, on the calling thread ----

inline std::vector<std::uint8_t> dsa_sign_one(const Device& device, pqlane_scheme scheme,
                                              std::span<const std::uint8_t> sk,
                                              std::span<const std::uint8_t> message,
                                              const DsaOptions& options = {}) {
  std::vector<std::uint8_t> sig(dsa_sizes(scheme).sig_bytes);
  const pqlane_dsa_options c_options = detail::dsa_options(options, 1);
  detail::require_ok(pqlane_dsa_sign_one(device.handle(), scheme, &c_options, sk.data(), sk.size(),
                                         message.data(), message.size(), sig.data(), sig.size()));
  return sig;
}

// Whether the signature is valid; throws for any other failure.
inline bool dsa_verify_one(const Device& device, pqlane_scheme scheme, std::span<const std::uint8_t> pk,
                           std::span<const std::uint8_t> message, std::span<const std::uint8_t> sig,
                           const DsaOptions& options = {}) {
  const pqlane_dsa_options c_options = detail::dsa_options(options, 1);
  const pqlane_status status =
      pqlane_dsa_verify_one(device.handle(), scheme, &c_options, pk.data(), pk.size(), message.data(),
                            message.size(), sig.data(), sig.size());
  if (status == PQLANE_ERROR_SIGNATURE) return false;
  detail::require_ok(status);
  return true;
}

}  // namespace wrapper
}  // namespace pqlane
