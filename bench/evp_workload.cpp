// evp_workload.cpp: see evp_workload.hpp. The algorithms are listed in evp_algorithms.cpp.
#include "bench/evp_workload.hpp"

#include "bench/case.hpp"

#include <pqlane/pqlane.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace pqlane::bench {
namespace {

// Keys of the other side that secrets are agreed with.
constexpr std::size_t most_others = 16;
constexpr std::size_t digest_bytes = 32;
// Of so many neighbouring outputs one is changed and must be refused.
constexpr std::size_t tampered_stride = 16;

std::string error_text(const char* action) {
  return fmt::format("OpenSSL {}: {}", action, OpenSsl::get().take_error());
}

void require(bool done, const char* action) {
  if (!done) throw Failure(error_text(action));
}

void fill_random(std::vector<std::uint8_t>& bytes) {
  if (pqlane_random_bytes(bytes.data(), bytes.size()) != PQLANE_OK) throw Failure(pqlane_last_error());
}

}  // namespace

// ---- inputs -------------------------------------------------------------------

EvpWorkload::EvpWorkload(const EvpCase& work, ThreadPool& pool, unsigned threads)
    : SingleOps(work.batch, pool, threads),
      case_(work),
      message_bytes_(work.algorithm->kind == EvpKind::sign_message ? work.message_bytes : digest_bytes),
      items_(items()) {
  if (work.op != Op::keygen) key_ = make_key();
  if (work.op != Op::keygen) own_side_ = make_own_side(key_.get());
  if (work.op == Op::agree) {
    for (std::size_t i = 0; i < std::min(items_.size(), most_others); ++i) {
      others_.push_back(make_key());
      Bytes secret;
      const EvpContextPointer theirs = derive_context(others_[i].get(), key_.get());
      std::size_t bytes = 0;
      require(ssl_.derive(theirs.get(), nullptr, &bytes) == 1, "size of a secret");
      secret.resize(bytes);
      require(ssl_.derive(theirs.get(), secret.data(), &bytes) == 1, "derivation");
      secret.resize(bytes);
      other_secrets_.push_back(std::move(secret));
    }
  }
  for (std::size_t i = 0; i < items_.size(); ++i) make_item(items_[i], i);
}

EvpContextPointer EvpWorkload::keygen_context() const {
  const EvpAlgorithm& algorithm = *case_.algorithm;
  EvpContextPointer context(ssl_.context_by_name(nullptr, algorithm.key_type, nullptr));
  require(context != nullptr && ssl_.keygen_init(context.get()) == 1, "keygen");
  if (algorithm.group != nullptr) require(ssl_.set_group(context.get(), algorithm.group) == 1, "group");
  if (algorithm.rsa_bits != 0)
    require(ssl_.set_rsa_bits(context.get(), algorithm.rsa_bits) == 1, "size of a key");
  return context;
}

EvpKeyPointer EvpWorkload::make_key() const {
  EvpKey* key = nullptr;
  require(ssl_.generate(keygen_context().get(), &key) == 1, "keygen");
  return EvpKeyPointer(key);
}

std::unique_ptr<EvpOwnSide> EvpWorkload::make_own_side(EvpKey* key) const {
  pqlane_scheme scheme{};
  if (pqlane_scheme_by_name(case_.algorithm->scheme, &scheme) != PQLANE_OK) return nullptr;
  return std::make_unique<EvpOwnSide>(scheme, key);
}

EvpContextPointer EvpWorkload::context_of(EvpKey* key) const {
  EvpContextPointer context(ssl_.context_of_key(nullptr, key, nullptr));
  require(context != nullptr, "context of a key");
  return context;
}

EvpContextPointer EvpWorkload::derive_context(EvpKey* own, EvpKey* other) const {
  EvpContextPointer context = context_of(own);
  require(ssl_.derive_init(context.get()) == 1, "derivation");
  // Secrets of one length, as TLS has them.
  if (std::strcmp(case_.algorithm->key_type, "DH") == 0)
    require(ssl_.set_dh_pad(context.get(), 1) == 1, "padding of a secret");
  require(ssl_.derive_peer(context.get(), other) == 1, "the other side's key");
  return context;
}

EvpContextPointer EvpWorkload::signing_context(EvpKey* key, bool verify) const {
  EvpContextPointer context = context_of(key);
  require((verify ? ssl_.verify_init(context.get()) : ssl_.sign_init(context.get())) == 1, "signing");
  require(ssl_.set_signature_digest(context.get(), ssl_.sha256()) == 1, "digest of a signature");
  return context;
}

EvpDigestContextPointer EvpWorkload::digest_context(EvpKey* key, bool verify) const {
  EvpDigestContextPointer context(ssl_.digest_context_new());
  require(context != nullptr, "context of a signature");
  const auto init = verify ? ssl_.digest_verify_init : ssl_.digest_sign_init;
  require(init(context.get(), nullptr, nullptr, nullptr, nullptr, key, nullptr) == 1, "signing");
  return context;
}

void EvpWorkload::make_item(Item& item, std::size_t index) {
  const EvpKind kind = case_.algorithm->kind;
  if (case_.op == Op::keygen) {
    item.context = keygen_context();
    return;
  }
  if (case_.op == Op::agree) return make_agree_item(item, index);
  if (kind == EvpKind::kem) {
    EvpContextPointer sender = context_of(key_.get());
    require(ssl_.encapsulate_init(sender.get(), nullptr) == 1, "encapsulation");
    std::size_t ct_bytes = 0, ss_bytes = 0;
    require(ssl_.encapsulate(sender.get(), nullptr, &ct_bytes, nullptr, &ss_bytes) == 1, "sizes");
    item.ciphertext.resize(ct_bytes);
    item.output.resize(ss_bytes);
    if (case_.op == Op::encaps) {
      item.context = std::move(sender);
      return;
    }
    item.expected.resize(ss_bytes);
    if (own_side_ != nullptr) {
      own_side_->encaps(item.ciphertext, item.expected);
    } else {
      require(ssl_.encapsulate(sender.get(), item.ciphertext.data(), &ct_bytes, item.expected.data(),
                               &ss_bytes) == 1,
              "encapsulation");
    }
    item.context = context_of(key_.get());
    require(ssl_.decapsulate_init(item.context.get(), nullptr) == 1, "decapsulation");
    return;
  }
  item.message.resize(message_bytes_);
  fill_random(item.message);
  if (kind == EvpKind::sign_digest) item.context = signing_context(key_.get(), case_.op == Op::verify);
  if (kind == EvpKind::sign_message) item.digest = digest_context(key_.get(), case_.op == Op::verify);
  make_signature(item, item.expected);
  item.output.resize(item.expected.size());
}

void EvpWorkload::make_agree_item(Item& item, std::size_t index) {
  const std::size_t other = index % others_.size();
  item.context = derive_context(key_.get(), others_[other].get());
  item.expected = other_secrets_[other];
  item.output.resize(item.expected.size());
}

void EvpWorkload::make_signature(Item& item, Bytes& signature) const {
  std::size_t bytes = 0;
  const std::uint8_t* message = item.message.data();
  const std::size_t length = item.message.size();
  if (case_.algorithm->kind == EvpKind::sign_digest) {
    const EvpContextPointer context = signing_context(key_.get(), false);
    require(ssl_.sign(context.get(), nullptr, &bytes, message, length) == 1, "size of a signature");
    signature.resize(bytes);
    require(ssl_.sign(context.get(), signature.data(), &bytes, message, length) == 1, "signing");
  } else {
    const EvpDigestContextPointer context = digest_context(key_.get(), false);
    require(ssl_.digest_sign(context.get(), nullptr, &bytes, message, length) == 1, "size of a signature");
    signature.resize(bytes);
    require(ssl_.digest_sign(context.get(), signature.data(), &bytes, message, length) == 1, "signing");
  }
  // ECDSA's are shorter than the room they need, by a byte or two.
  item.output_bytes = bytes;
  if (case_.op == Op::verify && own_side_ != nullptr) {
    signature = own_side_->sign(item.message);
    return;
  }
  if (case_.op == Op::verify) signature.resize(bytes);
}

// ---- the timed operation --------------------------------------------------------

void EvpWorkload::prepare(std::size_t first, std::size_t count) {
  for (std::size_t i = first * case_.batch; i < (first + count) * case_.batch; ++i) {
    Item& item = items_[i];
    item.made.reset();
    item.valid = false;
    item.output_bytes = 0;
    std::fill(item.output.begin(), item.output.end(), std::uint8_t{0});
    if (case_.algorithm->kind == EvpKind::sign_message && case_.op != Op::keygen)
      item.digest = digest_context(key_.get(), case_.op == Op::verify);
  }
}

std::string EvpWorkload::failure_text() const { return error_text("operation"); }

bool EvpWorkload::run(Item& item) const {
  std::size_t bytes = item.output.size();
  switch (case_.op) {
    case Op::keygen: {
      EvpKey* key = nullptr;
      const bool done = ssl_.generate(item.context.get(), &key) == 1;
      item.made.reset(key);
      return done;
    }
    case Op::agree: return ssl_.derive(item.context.get(), item.output.data(), &bytes) == 1;
    case Op::encaps: {
      std::size_t ct_bytes = item.ciphertext.size();
      return ssl_.encapsulate(item.context.get(), item.ciphertext.data(), &ct_bytes, item.output.data(),
                              &bytes) == 1;
    }
    case Op::decaps:
      return ssl_.decapsulate(item.context.get(), item.output.data(), &bytes, item.ciphertext.data(),
                              item.ciphertext.size()) == 1;
    case Op::sign: return run_sign(item);
    case Op::verify: return run_verify(item);
  }
  return false;
}

bool EvpWorkload::run_sign(Item& item) const {
  item.output_bytes = item.output.size();
  std::uint8_t* output = item.output.data();
  if (case_.algorithm->kind == EvpKind::sign_digest)
    return ssl_.sign(item.context.get(), output, &item.output_bytes, item.message.data(),
                     item.message.size()) == 1;
  return ssl_.digest_sign(item.digest.get(), output, &item.output_bytes, item.message.data(),
                          item.message.size()) == 1;
}

bool EvpWorkload::run_verify(Item& item) const {
  const Bytes& signature = item.expected;
  item.valid = case_.algorithm->kind == EvpKind::sign_digest
                   ? ssl_.verify(item.context.get(), signature.data(), signature.size(), item.message.data(),
                                 item.message.size()) == 1
                   : ssl_.digest_verify(item.digest.get(), signature.data(), signature.size(),
                                        item.message.data(), item.message.size()) == 1;
  return item.valid;
}

// ---- verification ---------------------------------------------------------------

std::string EvpWorkload::verify(std::size_t first, std::size_t count) {
  const std::size_t begin = first * case_.batch, end = (first + count) * case_.batch;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string wrong = [&] {
      try {
        return check(items_[i], i > begin ? &items_[i - 1] : nullptr);
      } catch (const Failure& failure) {
        return std::string(failure.what());
      }
    }();
    if (!wrong.empty()) return fmt::format("item {}: {}", i % case_.batch, wrong);
    if (case_.op != Op::sign && case_.op != Op::verify) continue;
    if (i % tampered_stride != 0) continue;
    Bytes changed = case_.op == Op::sign ? items_[i].output : items_[i].expected;
    if (case_.op == Op::sign) changed.resize(items_[i].output_bytes);
    changed[changed.size() / 2] ^= 1;
    if (signature_valid(key_.get(), items_[i].message, changed))
      return fmt::format("item {}: a changed signature is valid", i % case_.batch);
  }
  return {};
}

std::string EvpWorkload::check(Item& item, const Item* before) const {
  switch (case_.op) {
    case Op::keygen: return item.made == nullptr ? "no key" : check_key(item.made.get());
    case Op::agree:
      if (item.output != item.expected) return "the two sides have different secrets";
      // Neighbours agree with different keys, unless there is one key for all.
      if (before != nullptr && others_.size() > 1 && item.output == before->output)
        return "the same secret as the item before it";
      return {};
    case Op::encaps: {
      const Bytes secret = own_side_ != nullptr ? own_side_->decaps(item.ciphertext)
                                                : decapsulate(key_.get(), item.ciphertext);
      return secret == item.output ? "" : "encaps and decaps give different secrets";
    }
    case Op::decaps: return item.output == item.expected ? "" : "encaps and decaps give different secrets";
    case Op::sign:
      if (own_side_ != nullptr &&
          !own_side_->verify(item.message, std::span(item.output).first(item.output_bytes)))
        return "pqlane does not find the signature valid";
      return check_signature(key_.get(), item.message, {item.output.data(), item.output_bytes});
    case Op::verify: return item.valid ? "" : "a valid signature was refused";
  }
  return "no such operation";
}

std::string EvpWorkload::check_signature(EvpKey* key, const Bytes& message,
                                         std::span<const std::uint8_t> signature) const {
  if (!signature_valid(key, message, signature)) return "the signature is not valid";
  return {};
}

bool EvpWorkload::signature_valid(EvpKey* key, const Bytes& message,
                                  std::span<const std::uint8_t> signature) const {
  bool valid = false;
  if (case_.algorithm->kind == EvpKind::sign_digest) {
    const EvpContextPointer context = signing_context(key, true);
    valid =
        ssl_.verify(context.get(), signature.data(), signature.size(), message.data(), message.size()) == 1;
  } else {
    const EvpDigestContextPointer context = digest_context(key, true);
    valid = ssl_.digest_verify(context.get(), signature.data(), signature.size(), message.data(),
                               message.size()) == 1;
  }
  ssl_.clear_errors();
  return valid;
}

std::string EvpWorkload::check_key(EvpKey* key) const {
  std::size_t bytes = 0;
  if (case_.algorithm->kind == EvpKind::agree) {
    const EvpKeyPointer other = make_key();
    Bytes secrets[2];
    for (int side = 0; side < 2; ++side) {
      const EvpContextPointer context =
          side == 0 ? derive_context(key, other.get()) : derive_context(other.get(), key);
      require(ssl_.derive(context.get(), nullptr, &bytes) == 1, "size of a secret");
      secrets[side].resize(bytes);
      require(ssl_.derive(context.get(), secrets[side].data(), &bytes) == 1, "derivation");
    }
    return secrets[0] == secrets[1] ? "" : "the two sides have different secrets";
  }
  if (case_.algorithm->kind == EvpKind::kem) return check_kem_key(key);
  const Bytes message(message_bytes_, 1);
  const EvpDigestContextPointer context = digest_context(key, false);
  require(ssl_.digest_sign(context.get(), nullptr, &bytes, message.data(), message.size()) == 1, "size");
  Bytes signature(bytes);
  require(ssl_.digest_sign(context.get(), signature.data(), &bytes, message.data(), message.size()) == 1,
          "signing");
  signature.resize(bytes);
  const std::unique_ptr<EvpOwnSide> own = make_own_side(key);
  if (own == nullptr) return check_signature(key, message, signature);
  if (!own->verify(message, signature)) return "pqlane does not find the key's signature valid";
  return check_signature(key, message, own->sign(message));
}

EvpWorkload::Bytes EvpWorkload::decapsulate(EvpKey* key, const Bytes& ct) const {
  const EvpContextPointer receiver = context_of(key);
  std::size_t bytes = 0;
  require(ssl_.decapsulate_init(receiver.get(), nullptr) == 1 &&
              ssl_.decapsulate(receiver.get(), nullptr, &bytes, ct.data(), ct.size()) == 1,
          "decapsulation");
  Bytes secret(bytes);
  require(ssl_.decapsulate(receiver.get(), secret.data(), &bytes, ct.data(), ct.size()) == 1,
          "decapsulation");
  return secret;
}

// With each side as the sender in turn, where there are two.
std::string EvpWorkload::check_kem_key(EvpKey* key) const {
  const EvpContextPointer sender = context_of(key);
  std::size_t ct_bytes = 0, ss_bytes = 0;
  require(ssl_.encapsulate_init(sender.get(), nullptr) == 1 &&
              ssl_.encapsulate(sender.get(), nullptr, &ct_bytes, nullptr, &ss_bytes) == 1,
          "encapsulation");
  Bytes ct(ct_bytes), ss(ss_bytes);
  require(ssl_.encapsulate(sender.get(), ct.data(), &ct_bytes, ss.data(), &ss_bytes) == 1, "encapsulation");
  const std::unique_ptr<EvpOwnSide> own = make_own_side(key);
  bool same = (own != nullptr ? own->decaps(ct) : decapsulate(key, ct)) == ss;
  if (own != nullptr) {
    own->encaps(ct, ss);
    same = same && decapsulate(key, ct) == ss;
  }
  return same ? "" : "encaps and decaps give different secrets";
}

// ---- sizes ----------------------------------------------------------------------

std::uint64_t EvpWorkload::input_bytes() const {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < case_.batch; ++i) {
    bytes += items_[i].message.size();
    if (case_.op == Op::verify) bytes += items_[i].expected.size();
    if (case_.op == Op::decaps) bytes += items_[i].ciphertext.size();
  }
  return bytes;
}

std::uint64_t EvpWorkload::output_bytes() const {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < case_.batch && case_.op != Op::verify; ++i) {
    bytes += items_[i].output.size();
    if (case_.op == Op::encaps) bytes += items_[i].ciphertext.size();
  }
  return bytes;
}

std::uint64_t EvpWorkload::owned_bytes() const {
  std::uint64_t bytes = 0;
  for (const Item& item : items_)
    bytes += item.message.size() + item.ciphertext.size() + item.output.size() + item.expected.size();
  return bytes;
}

}  // namespace pqlane::bench
