// peer_bytes.cpp: see peer_bytes.hpp.
#include "bench/peer_bytes.hpp"

#include "bench/case.hpp"
#include "bench/sweep.hpp"

#include <pqlane/dsa.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace pqlane::bench {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Of so many neighbouring inputs one is changed, to see that the peer notices.
constexpr std::size_t tampered_stride = 16;

struct CloseDevice {
  void operator()(pqlane_device* device) const { pqlane_device_close(device); }
};

void require(pqlane_status status, const char* action) {
  if (status != PQLANE_OK) throw Failure(fmt::format("{}: {}", action, pqlane_last_error()));
}

// Values of one size, one an item or one for all.
struct Values {
  Values() = default;
  Values(std::size_t bytes, std::size_t count, bool shared)
      : size(bytes), stride(shared ? 0 : bytes), data(bytes * (shared ? 1 : count)) {}

  std::uint8_t* at(std::size_t item) { return data.data() + item * stride; }
  pqlane_in in(std::size_t first, std::size_t count) const {
    return {data.data() + first * stride, stride, count};
  }
  // For outputs, which are never shared: of one value its size is the stride.
  pqlane_out out(std::size_t first, std::size_t count) { return {at(first), size, count}; }
  bool same_as_before(std::size_t item) {
    return item > 0 && stride != 0 && std::memcmp(at(item), at(item - 1), size) == 0;
  }

  std::size_t size = 0, stride = 0;
  Bytes data;
};

// What both kinds of schemes share; the peer's calls are in the subclasses.
class BytesWorkload : public SingleOps {
 public:
  BytesWorkload(const PeerBytes& peer, const PeerCase& work, ThreadPool& pool, unsigned threads)
      : SingleOps(work.batch, pool, threads), peer_(peer), case_(work) {
    pqlane_device* device = nullptr;
    require(pqlane_device_open("cpu", nullptr, &device), "device of the verification");
    device_.reset(device);
  }

  std::size_t message_bytes() const final { return case_.message_bytes; }
  std::string verify(std::size_t first, std::size_t count) final {
    const std::size_t begin = first * batch(), end = (first + count) * batch();
    for (std::size_t item = begin; item < end; ++item) {
      if (!done_[item]) return fmt::format("item {}: nothing was done", item % batch());
    }
    return verify_items(begin, end - begin);
  }

 protected:
  bool run_item(std::size_t item) final {
    const bool done = operate(item);
    done_[item] = done ? 1 : 0;
    return done;
  }
  std::string failure_text() const final {
    return fmt::format("{} reports an error", peer_.implementation());
  }
  // With the outputs that are there now.
  virtual bool operate(std::size_t item) = 0;
  virtual std::string verify_items(std::size_t first, std::size_t count) = 0;

  void forget(std::size_t first, std::size_t count) {
    std::fill_n(done_.begin() + static_cast<std::ptrdiff_t>(first * batch()), count * batch(),
                std::uint8_t{0});
  }
  std::string wrong(std::size_t item, const char* what) const {
    return fmt::format("item {}: {}", item % batch(), what);
  }
  bool one_key() const { return case_.one_key && case_.op != Op::keygen; }

  const PeerBytes& peer_;
  PeerCase case_;
  std::unique_ptr<pqlane_device, CloseDevice> device_;
  Bytes done_ = Bytes(items());
};

// ---- KEMs -----------------------------------------------------------------------

class KemBytes final : public BytesWorkload {
 public:
  KemBytes(const PeerBytes& peer, const PeerCase& work, ThreadPool& pool, unsigned threads)
      : BytesWorkload(peer, work, pool, threads) {
    require(pqlane_kem_get_sizes(peer_.id(), &sizes_), "sizes");
    pk_ = Values(sizes_.ek_bytes, items(), one_key());
    sk_ = Values(sizes_.dk_bytes, items(), one_key());
    ct_ = Values(sizes_.ct_bytes, items(), false);
    ss_ = Values(sizes_.ss_bytes, items(), false);
    expected_ = Values(sizes_.ss_bytes, items(), false);
    if (case_.op == Op::keygen) return;
    const std::size_t keys = one_key() ? 1 : items();
    require(pqlane_kem_keygen(device_.get(), peer_.id(), 0, pk_.out(0, keys), sk_.out(0, keys), nullptr),
            "keygen for the inputs");
    if (case_.op == Op::decaps)
      require(pqlane_kem_encaps(device_.get(), peer_.id(), 0, pk_.in(0, items()), ct_.out(0, items()),
                                expected_.out(0, items()), nullptr),
              "encaps for the inputs");
  }

  void prepare(std::size_t first, std::size_t count) override {
    forget(first, count);
    const std::size_t begin = first * batch(), n = count * batch();
    std::fill_n(ss_.at(begin), n * ss_.size, std::uint8_t{0});
    if (case_.op == Op::encaps) std::fill_n(ct_.at(begin), n * ct_.size, std::uint8_t{0});
    if (case_.op != Op::keygen) return;
    std::fill_n(pk_.at(begin), n * pk_.size, std::uint8_t{0x00});
    std::fill_n(sk_.at(begin), n * sk_.size, std::uint8_t{0x11});
  }

  std::uint64_t input_bytes() const override {
    const std::size_t keys = one_key() ? 1 : batch();
    if (case_.op == Op::encaps) return pk_.size * keys;
    return case_.op == Op::decaps ? sk_.size * keys + ct_.size * batch() : 0;
  }
  std::uint64_t output_bytes() const override {
    if (case_.op == Op::keygen) return (pk_.size + sk_.size) * batch();
    return (case_.op == Op::encaps ? ct_.size + ss_.size : ss_.size) * batch();
  }
  std::uint64_t owned_bytes() const override {
    return pk_.data.size() + sk_.data.size() + ct_.data.size() + ss_.data.size() + expected_.data.size();
  }

 private:
  bool operate(std::size_t item) override {
    switch (case_.op) {
      case Op::keygen: return peer_.keygen(pk_.at(item), sk_.at(item));
      case Op::encaps: return peer_.encaps(ct_.at(item), ss_.at(item), pk_.at(item));
      case Op::decaps: return peer_.decaps(ss_.at(item), ct_.at(item), sk_.at(item));
      default: return false;
    }
  }

  std::string verify_items(std::size_t first, std::size_t count) override {
    pqlane_device* const device = device_.get();
    if (case_.op == Op::keygen) {
      if (pqlane_kem_encaps(device, peer_.id(), 0, pk_.in(first, count), ct_.out(first, count),
                            ss_.out(first, count), nullptr) != PQLANE_OK)
        return fmt::format("encaps by pqlane with the peer's keys: {}", pqlane_last_error());
    }
    if (case_.op != Op::decaps &&
        pqlane_kem_decaps(device, peer_.id(), 0, sk_.in(first, count), ct_.in(first, count),
                          expected_.out(first, count), nullptr) != PQLANE_OK)
      return fmt::format("decaps by pqlane: {}", pqlane_last_error());
    for (std::size_t item = first; item < first + count; ++item) {
      if (std::memcmp(ss_.at(item), expected_.at(item), ss_.size) != 0)
        return wrong(item, "the secret is not the one that pqlane has");
      if (item > first && ss_.same_as_before(item))
        return wrong(item, "the same secret as the item before it");
      std::string found = case_.op == Op::encaps ? "" : check_decaps(item);
      if (!found.empty()) return found;
    }
    return {};
  }

  // The peer decapsulates what it was not timed with.
  std::string check_decaps(std::size_t item) {
    Bytes theirs(ss_.size), ours(ss_.size);
    if (case_.op == Op::keygen) {
      if (!peer_.decaps(theirs.data(), ct_.at(item), sk_.at(item)) ||
          std::memcmp(theirs.data(), ss_.at(item), ss_.size) != 0)
        return wrong(item, "the peer does not decapsulate with its own key");
      return {};
    }
    if (item % tampered_stride != 0) return {};
    Bytes changed(ct_.at(item), ct_.at(item) + ct_.size);
    changed[item % changed.size()] ^= 1;
    if (pqlane_kem_decaps(device_.get(), peer_.id(), 0, sk_.in(item, 1), {changed.data(), changed.size(), 1},
                          {ours.data(), ours.size(), 1}, nullptr) != PQLANE_OK)
      return fmt::format("decaps by pqlane: {}", pqlane_last_error());
    if (!peer_.decaps(theirs.data(), changed.data(), sk_.at(item)) || theirs != ours)
      return wrong(item, "a changed ciphertext gives another secret than with pqlane");
    return {};
  }

  pqlane_kem_sizes sizes_{};
  Values pk_, sk_, ct_, ss_, expected_;
};

// ---- signatures -----------------------------------------------------------------

class DsaBytes final : public BytesWorkload {
 public:
  DsaBytes(const PeerBytes& peer, const PeerCase& work, ThreadPool& pool, unsigned threads)
      : BytesWorkload(peer, work, pool, threads), used_(items()) {
    require(pqlane_dsa_get_sizes(peer_.id(), &sizes_), "sizes");
    pk_ = Values(sizes_.pk_bytes, items(), one_key());
    sk_ = Values(sizes_.sk_bytes, items(), one_key());
    sig_ = Values(sizes_.sig_bytes, items(), false);
    message_ = Values(case_.message_bytes, items(), false);
    require(pqlane_random_bytes(message_.data.data(), message_.data.size()), "random messages");
    if (case_.op == Op::keygen) return;
    const std::size_t keys = one_key() ? 1 : items();
    require(pqlane_dsa_keygen(device_.get(), peer_.id(), 0, pk_.out(0, keys), sk_.out(0, keys), nullptr),
            "keygen for the inputs");
    if (case_.op == Op::verify) require(sign_ours(0, items()), "signing of the inputs");
  }

  void prepare(std::size_t first, std::size_t count) override {
    forget(first, count);
    const std::size_t begin = first * batch(), n = count * batch();
    if (case_.op == Op::sign) std::fill_n(sig_.at(begin), n * sig_.size, std::uint8_t{0});
    if (case_.op != Op::keygen) return;
    std::fill_n(pk_.at(begin), n * pk_.size, std::uint8_t{0x00});
    std::fill_n(sk_.at(begin), n * sk_.size, std::uint8_t{0x11});
  }

  std::uint64_t input_bytes() const override {
    const std::size_t keys = one_key() ? 1 : batch();
    if (case_.op == Op::sign) return sk_.size * keys + message_.size * batch();
    return case_.op == Op::verify ? pk_.size * keys + (message_.size + sig_.size) * batch() : 0;
  }
  std::uint64_t output_bytes() const override {
    if (case_.op == Op::keygen) return (pk_.size + sk_.size) * batch();
    return case_.op == Op::sign ? sig_.size * batch() : 0;
  }
  std::uint64_t owned_bytes() const override {
    return pk_.data.size() + sk_.data.size() + sig_.data.size() + message_.data.size();
  }

 private:
  pqlane_strings messages(std::size_t first, std::size_t count) const {
    return {message_.data.data() + first * message_.stride,
            message_.stride,
            message_.size,
            nullptr,
            nullptr,
            count};
  }
  pqlane_status sign_ours(std::size_t first, std::size_t count) {
    return pqlane_dsa_sign(device_.get(), peer_.id(), nullptr, sk_.in(first, count), messages(first, count),
                           sig_.out(first, count), nullptr);
  }

  bool operate(std::size_t item) override {
    switch (case_.op) {
      case Op::keygen: return peer_.keygen(pk_.at(item), sk_.at(item));
      case Op::sign: return sign_theirs(item);
      case Op::verify: return verify_theirs(item, sig_.at(item));
      default: return false;
    }
  }
  bool sign_theirs(std::size_t item) {
    used_[item] = sig_.size;
    return peer_.sign(sig_.at(item), used_[item], message_.at(item), message_.size, sk_.at(item));
  }
  bool verify_theirs(std::size_t item, const std::uint8_t* sig) {
    return peer_.verify(sig, sig_.size, message_.at(item), message_.size, pk_.at(item));
  }

  // Signatures of the peer, by us.
  std::string verify_ours(std::size_t first, std::size_t count) {
    std::vector<pqlane_status> status(count);
    const pqlane_status all = pqlane_dsa_verify(device_.get(), peer_.id(), nullptr, pk_.in(first, count),
                                                messages(first, count), sig_.in(first, count), status.data());
    for (std::size_t i = 0; i < count; ++i) {
      if (used_[first + i] != sig_.size) return wrong(first + i, "the signature has another length");
      if (status[i] != PQLANE_OK) return wrong(first + i, "pqlane does not find the signature valid");
      if (i > 0 && sig_.same_as_before(first + i))
        return wrong(first + i, "the same signature as the item before it");
    }
    return all == PQLANE_OK ? "" : fmt::format("verification by pqlane: {}", pqlane_last_error());
  }

  std::string verify_items(std::size_t first, std::size_t count) override {
    if (case_.op == Op::sign) return verify_ours(first, count);
    if (case_.op == Op::keygen) {
      if (sign_ours(first, count) != PQLANE_OK)
        return fmt::format("signing by pqlane with the peer's keys: {}", pqlane_last_error());
      for (std::size_t item = first; item < first + count; ++item) {
        if (!verify_theirs(item, sig_.at(item)))
          return wrong(item, "the peer does not find pqlane's signature with the peer's key valid");
        if (!sign_theirs(item)) return wrong(item, "the peer does not sign with its own key");
      }
      return verify_ours(first, count);
    }
    // verify: that all are valid was seen by the timed calls, so now some that are not.
    for (std::size_t item = first; item < first + count; ++item) {
      if (item % tampered_stride != 0) continue;
      Bytes changed(sig_.at(item), sig_.at(item) + sig_.size);
      changed[item % changed.size()] ^= 1;
      if (verify_theirs(item, changed.data())) return wrong(item, "the peer finds a changed signature valid");
    }
    return {};
  }

  pqlane_dsa_sizes sizes_{};
  Values pk_, sk_, sig_, message_;
  std::vector<std::size_t> used_;  // bytes of each signature
};

}  // namespace

const char* PeerBytes::note() const { return "keys are byte strings; outputs are verified with pqlane"; }

bool PeerBytes::has_op(Op op) const { return bench::has_op(scheme_, op, KeyReuse::none); }

KeyReuse PeerBytes::reuse(Op op, KeyReuse ours) const {
  return op == Op::keygen || ours == KeyReuse::none ? KeyReuse::none : KeyReuse::one_key;
}

std::unique_ptr<SingleOps> PeerBytes::make_workload(const PeerCase& work, ThreadPool& pool,
                                                    unsigned threads) const {
  if (pqlane_scheme_get_kind(scheme_) == PQLANE_KIND_SIGNATURE)
    return std::make_unique<DsaBytes>(*this, work, pool, threads);
  return std::make_unique<KemBytes>(*this, work, pool, threads);
}

void require_size(const std::string& implementation, pqlane_scheme scheme, const char* what,
                  std::size_t theirs, std::size_t ours) {
  if (theirs == ours) return;
  throw UsageError(fmt::format("{}: {} has a {} of {} bytes there, and of {} here", implementation,
                               pqlane_scheme_name(scheme), what, theirs, ours));
}

}  // namespace pqlane::bench
