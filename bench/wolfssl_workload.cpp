// wolfssl_workload.cpp: see wolfssl_workload.hpp.
#include "bench/wolfssl_workload.hpp"

#include "bench/case.hpp"

#include <pqlane/pqlane.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace pqlane::bench {
namespace {

using Bytes = std::vector<std::uint8_t>;

enum class Kind { ecdh, ecdsa, x25519, ed25519, rsa };

struct Algorithm {
  const char* scheme;
  Kind kind;
  int curve;  // ecc_curve_id of wolfSSL's headers
  int bytes;  // of a coordinate, or RSA's modulus
};
constexpr std::array algorithms{
    Algorithm{"rsa-2048", Kind::rsa, 0, 256},      Algorithm{"rsa-3072", Kind::rsa, 0, 384},
    Algorithm{"p-256", Kind::ecdh, 7, 32},         Algorithm{"p-384", Kind::ecdh, 15, 48},
    Algorithm{"p-521", Kind::ecdh, 16, 66},        Algorithm{"x25519", Kind::x25519, 0, 32},
    Algorithm{"ecdsa-p-256", Kind::ecdsa, 7, 32},  Algorithm{"ecdsa-p-384", Kind::ecdsa, 15, 48},
    Algorithm{"ecdsa-p-521", Kind::ecdsa, 16, 66}, Algorithm{"ed25519", Kind::ed25519, 0, 32}};

constexpr std::size_t digest_bytes = 32;
constexpr int sha256_nid = 672;  // NID_sha256
constexpr std::size_t tampered_stride = 16;
constexpr unsigned long rsa_exponent = 65537;
// Room for a signature in DER, or of RSA.
constexpr std::size_t signature_room = 512;

// A key pair: an object, or byte strings.
class Key {
 public:
  explicit Key(const WolfSsl& wolf) : wolf_(&wolf) {}
  ~Key() {
    if (ecc != nullptr) wolf_->ecc_free(ecc);
    if (rsa != nullptr) wolf_->rsa_free(rsa);
  }
  Key(Key&& other) noexcept
      : ecc(std::exchange(other.ecc, nullptr)),
        rsa(std::exchange(other.rsa, nullptr)),
        secret(std::move(other.secret)),
        pub(std::move(other.pub)),
        wolf_(other.wolf_) {}
  Key& operator=(Key&& other) noexcept {
    std::swap(ecc, other.ecc);
    std::swap(rsa, other.rsa);
    std::swap(secret, other.secret);
    std::swap(pub, other.pub);
    return *this;
  }
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;

  WolfEccKey* ecc = nullptr;
  WolfRsa* rsa = nullptr;
  Bytes secret, pub;

 private:
  const WolfSsl* wolf_;
};

// The operations of one algorithm; all say whether they could.
class Maths {
 public:
  Maths(const WolfSsl& wolf, const Algorithm& algorithm) : wolf_(wolf), algorithm_(algorithm) {}

  bool make(Key& key) const {
    switch (algorithm_.kind) {
      case Kind::ecdh:
      case Kind::ecdsa: {
        key.ecc = wolf_.ecc_new(nullptr);
        WolfRng* const rng = wolf_.thread_rng();
        return key.ecc != nullptr && rng != nullptr &&
               wolf_.ecc_make(rng, algorithm_.bytes, key.ecc, algorithm_.curve) == 0;
      }
      case Kind::x25519: {
        key.secret.resize(32);
        key.pub.resize(32);
        return wolf_.x25519_private(wolf_.thread_rng(), 32, key.secret.data()) == 0 &&
               multiply(key.pub, key.secret, base_point());
      }
      case Kind::ed25519: {
        unsigned secret_bytes = 64, pub_bytes = 32;
        key.secret.resize(secret_bytes);
        key.pub.resize(pub_bytes);
        if (wolf_.ed25519_make(key.secret.data(), &secret_bytes, key.pub.data(), &pub_bytes) != 1)
          return false;
        key.secret.resize(secret_bytes);
        return pub_bytes == 32;
      }
      case Kind::rsa:
        key.rsa = wolf_.rsa_make(8 * algorithm_.bytes, rsa_exponent, nullptr, nullptr);
        return key.rsa != nullptr;
    }
    return false;
  }

  // The same key in another object.
  bool copy(const Key& from, Key& to) const {
    to.secret = from.secret;
    to.pub = from.pub;
    if (from.rsa != nullptr) return copy_rsa(from, to);
    if (from.ecc == nullptr) return true;
    Bytes secret(static_cast<std::size_t>(algorithm_.bytes)), pub(2 * secret.size() + 1);
    auto secret_bytes = static_cast<WolfSsl::Word>(secret.size()),
         pub_bytes = static_cast<WolfSsl::Word>(pub.size());
    to.ecc = wolf_.ecc_new(nullptr);
    return to.ecc != nullptr && wolf_.ecc_export_private(from.ecc, secret.data(), &secret_bytes) == 0 &&
           wolf_.ecc_export_public(from.ecc, pub.data(), &pub_bytes) == 0 &&
           wolf_.ecc_import(secret.data(), secret_bytes, pub.data(), pub_bytes, to.ecc, algorithm_.curve) ==
               0;
  }

  bool agree(const Key& own, const Key& other, Bytes& secret) const {
    if (algorithm_.kind == Kind::x25519) return multiply(secret, own.secret, other.pub);
    auto bytes = static_cast<WolfSsl::Word>(secret.size());
    // Its generator blinds the multiplication, and belongs to the thread.
    if (wolf_.ecc_set_rng != nullptr && wolf_.ecc_set_rng(own.ecc, wolf_.thread_rng()) != 0) return false;
    return wolf_.ecc_agree(own.ecc, other.ecc, secret.data(), &bytes) == 0 && bytes == secret.size();
  }

  bool sign(const Key& key, const Bytes& message, Bytes& sig, std::size_t& used) const {
    auto word = static_cast<WolfSsl::Word>(sig.size());
    auto room = static_cast<unsigned>(sig.size());
    const auto length = static_cast<unsigned>(message.size());
    bool done = false;
    if (algorithm_.kind == Kind::rsa) {
      done = wolf_.rsa_sign(sha256_nid, message.data(), length, sig.data(), &room, key.rsa) == 1;
    } else if (algorithm_.kind == Kind::ed25519) {
      done = wolf_.ed25519_sign(message.data(), length, key.secret.data(),
                                static_cast<unsigned>(key.secret.size()), sig.data(), &room) == 1;
    } else {
      done = wolf_.ecc_sign(message.data(), length, sig.data(), &word, wolf_.thread_rng(), key.ecc) == 0;
      room = word;
    }
    used = room;
    return done;
  }

  bool verify(const Key& key, const Bytes& message, const std::uint8_t* sig, std::size_t sig_bytes) const {
    const auto length = static_cast<unsigned>(message.size()), room = static_cast<unsigned>(sig_bytes);
    if (algorithm_.kind == Kind::rsa)
      return wolf_.rsa_verify(sha256_nid, message.data(), length, sig, room, key.rsa) == 1;
    if (algorithm_.kind == Kind::ed25519)
      return wolf_.ed25519_verify(message.data(), length, key.pub.data(),
                                  static_cast<unsigned>(key.pub.size()), sig, room) == 1;
    int valid = 0;
    return wolf_.ecc_verify(sig, room, message.data(), length, &valid, key.ecc) == 0 && valid == 1;
  }

 private:
  static const Bytes& base_point() {
    static const Bytes point = [] {
      Bytes bytes(32);
      bytes[0] = 9;
      return bytes;
    }();
    return point;
  }
  bool multiply(Bytes& out, const Bytes& secret, const Bytes& point) const {
    return wolf_.x25519_multiply(32, out.data(), 32, secret.data(), 32, point.data()) == 0;
  }
  bool copy_rsa(const Key& from, Key& to) const {
    const int bytes = wolf_.rsa_to_der(from.rsa, nullptr);
    if (bytes <= 0) return false;
    Bytes der(static_cast<std::size_t>(bytes));
    std::uint8_t* out = der.data();
    if (wolf_.rsa_to_der(from.rsa, &out) != bytes) return false;
    const std::uint8_t* in = der.data();
    to.rsa = wolf_.rsa_from_der(nullptr, &in, bytes);
    return to.rsa != nullptr;
  }

  const WolfSsl& wolf_;
  const Algorithm& algorithm_;
};

class WolfWorkload final : public SingleOps {
 public:
  WolfWorkload(WolfSslPointer wolf, const Algorithm& algorithm, const PeerCase& work, ThreadPool& pool,
               unsigned threads)
      : SingleOps(work.batch, pool, threads),
        wolf_(std::move(wolf)),
        algorithm_(algorithm),
        case_(work),
        maths_(*wolf_, algorithm),
        message_bytes_(algorithm.kind == Kind::ed25519 ? work.message_bytes : digest_bytes) {
    Key key(*wolf_);
    if (case_.op != Op::keygen) require(maths_.make(key), "keygen for the inputs");
    for (std::size_t i = 0; i < items(); ++i) {
      items_.emplace_back(*wolf_);
      if (case_.op != Op::keygen) make_item(items_.back(), key);
    }
  }

  std::size_t message_bytes() const override { return message_bytes_; }
  std::uint64_t input_bytes() const override {
    if (case_.op == Op::sign) return message_bytes_ * batch();
    if (case_.op != Op::verify) return 0;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < batch(); ++i) bytes += message_bytes_ + items_[i].used;
    return bytes;
  }
  std::uint64_t output_bytes() const override {
    return case_.op == Op::agree || case_.op == Op::sign ? items_.front().output.size() * batch() : 0;
  }
  std::uint64_t owned_bytes() const override {
    std::uint64_t bytes = 0;
    for (const Item& item : items_) bytes += item.message.size() + item.output.size() + item.expected.size();
    return bytes;
  }

  void prepare(std::size_t first, std::size_t count) override {
    for (std::size_t i = first * batch(); i < (first + count) * batch(); ++i) {
      Item& item = items_[i];
      item.done = false;
      if (case_.op == Op::keygen) item.key = Key(*wolf_);
      if (case_.op == Op::agree || case_.op == Op::sign)
        std::fill(item.output.begin(), item.output.end(), std::uint8_t{0});
    }
  }

  std::string verify(std::size_t first, std::size_t count) override {
    const std::size_t begin = first * batch();
    for (std::size_t i = begin; i < begin + count * batch(); ++i) {
      const std::string wrong = check(items_[i], i > begin ? &items_[i - 1] : nullptr, i);
      if (!wrong.empty()) return fmt::format("item {}: {}", i % batch(), wrong);
    }
    return {};
  }

 private:
  struct Item {
    explicit Item(const WolfSsl& wolf) : key(wolf), other(wolf) {}
    Key key;    // for all items the same, except with keygen
    Key other;  // agree: of the other side
    Bytes message, output, expected;
    std::size_t used = 0;  // of a signature
    bool done = false;
  };

  void require(bool done, const char* action) const {
    if (!done) throw Failure(fmt::format("{}: {} failed", wolf_->implementation, action));
  }

  void make_item(Item& item, const Key& key) {
    require(maths_.copy(key, item.key), "copy of a key");
    if (case_.op == Op::agree) {
      item.output.resize(static_cast<std::size_t>(algorithm_.bytes));
      item.expected = item.output;
      require(maths_.make(item.other) && maths_.agree(item.other, item.key, item.expected), "agreement");
      return;
    }
    item.message.resize(message_bytes_);
    if (pqlane_random_bytes(item.message.data(), item.message.size()) != PQLANE_OK)
      throw Failure(pqlane_last_error());
    item.output.resize(signature_room);
    if (case_.op == Op::verify)
      require(maths_.sign(item.key, item.message, item.output, item.used), "signing of the inputs");
  }

  bool run_item(std::size_t index) override {
    Item& item = items_[index];
    switch (case_.op) {
      case Op::keygen: item.done = maths_.make(item.key); break;
      case Op::agree: item.done = maths_.agree(item.key, item.other, item.output); break;
      case Op::sign: item.done = maths_.sign(item.key, item.message, item.output, item.used); break;
      case Op::verify:
        item.done = maths_.verify(item.key, item.message, item.output.data(), item.used);
        break;
      default: item.done = false;
    }
    return item.done;
  }
  std::string failure_text() const override { return wolf_->implementation + " reports an error"; }

  std::string check(Item& item, const Item* before, std::size_t index) {
    if (!item.done) return "nothing was done";
    switch (case_.op) {
      case Op::keygen: return check_key(item.key);
      case Op::agree:
        if (item.output != item.expected) return "the two sides have different secrets";
        return before != nullptr && before->output == item.output ? "the same secret as the item before it"
                                                                  : "";
      case Op::sign:
        if (!maths_.verify(item.key, item.message, item.output.data(), item.used))
          return "the signature is not valid";
        break;
      default: break;
    }
    if (index % tampered_stride != 0) return {};
    Bytes changed = item.output;
    changed[item.used / 2] ^= 1;
    return maths_.verify(item.key, item.message, changed.data(), item.used) ? "a changed signature is valid"
                                                                            : "";
  }

  std::string check_key(const Key& key) {
    if (algorithm_.kind == Kind::ed25519) {
      Bytes sig(signature_room);
      std::size_t used = 0;
      const Bytes message(message_bytes_, 1);
      const bool good = maths_.sign(key, message, sig, used) && maths_.verify(key, message, sig.data(), used);
      return good ? "" : "the key does not sign and verify";
    }
    Key other(*wolf_);
    Bytes one(static_cast<std::size_t>(algorithm_.bytes)), two = one;
    const bool agreed =
        maths_.make(other) && maths_.agree(key, other, one) && maths_.agree(other, key, two) && one == two;
    return agreed ? "" : "the two sides have different secrets";
  }

  WolfSslPointer wolf_;
  const Algorithm& algorithm_;
  PeerCase case_;
  Maths maths_;
  std::size_t message_bytes_;
  std::vector<Item> items_;
};

class WolfConventional final : public PeerScheme {
 public:
  WolfConventional(WolfSslPointer wolf, const Algorithm& algorithm)
      : wolf_(std::move(wolf)), algorithm_(algorithm) {}

  const char* scheme() const override { return algorithm_.scheme; }
  const char* device() const override { return wolf_device_name; }
  const std::string& implementation() const override { return wolf_->implementation; }
  const char* note() const override {
    return "one key, decoded before but for x25519 and ed25519; RSA and ECDSA sign a digest";
  }
  bool has_op(Op op) const override {
    const bool agrees = algorithm_.kind == Kind::ecdh || algorithm_.kind == Kind::x25519;
    if (op == Op::keygen) return agrees || algorithm_.kind == Kind::ed25519;
    return agrees ? op == Op::agree : op == Op::sign || op == Op::verify;
  }
  KeyReuse reuse(Op op, KeyReuse) const override {
    if (op == Op::keygen) return KeyReuse::none;
    const bool bytes = algorithm_.kind == Kind::x25519 || algorithm_.kind == Kind::ed25519;
    return bytes ? KeyReuse::one_key : KeyReuse::cached_key;
  }
  bool takes_messages(Op op) const override {
    return algorithm_.kind == Kind::ed25519 && (op == Op::sign || op == Op::verify);
  }
  std::unique_ptr<SingleOps> make_workload(const PeerCase& work, ThreadPool& pool,
                                           unsigned threads) const override {
    return std::make_unique<WolfWorkload>(wolf_, algorithm_, work, pool, threads);
  }

 private:
  WolfSslPointer wolf_;
  const Algorithm& algorithm_;
};

}  // namespace

PeerSchemePointer find_wolf_conventional(const WolfSslPointer& wolf, const std::string& scheme,
                                         std::string& why_not) {
  const auto* const at = std::find_if(algorithms.begin(), algorithms.end(),
                                      [&](const Algorithm& algorithm) { return scheme == algorithm.scheme; });
  if (at == algorithms.end()) return nullptr;
  switch (at->kind) {
    case Kind::ecdh:
    case Kind::ecdsa: why_not = wolf->no_ecc; break;
    case Kind::x25519: why_not = wolf->no_x25519; break;
    case Kind::ed25519: why_not = wolf->no_ed25519; break;
    case Kind::rsa: why_not = wolf->no_rsa; break;
  }
  if (!why_not.empty()) return nullptr;
  return std::make_shared<WolfConventional>(wolf, *at);
}

}  // namespace pqlane::bench
