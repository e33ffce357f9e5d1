// peer_openssl.cpp: OpenSSL as a peer; what is measured, and how it is verified, is in evp_workload.hpp.
#include "bench/evp_workload.hpp"
#include "bench/peer.hpp"
#include "bench/sweep.hpp"

namespace pqlane::bench {
namespace {

class EvpScheme final : public PeerScheme {
 public:
  explicit EvpScheme(const EvpAlgorithm& algorithm) : algorithm_(algorithm) {}

  const char* scheme() const override { return algorithm_.scheme; }
  const char* device() const override { return "cpu:openssl"; }
  const std::string& implementation() const override { return OpenSsl::get().version; }
  const char* note() const override {
    return "one key that was decoded and expanded before; RSA and ECDSA sign a digest";
  }
  bool has_op(Op op) const override { return algorithm_.has_op(op); }
  KeyReuse reuse(Op op, KeyReuse) const override {
    return op == Op::keygen ? KeyReuse::none : KeyReuse::cached_key;
  }
  bool takes_messages(Op op) const override {
    return algorithm_.kind == EvpKind::sign_message && (op == Op::sign || op == Op::verify);
  }
  std::unique_ptr<SingleOps> make_workload(const PeerCase& work, ThreadPool& pool,
                                           unsigned threads) const override {
    const EvpCase evp{&algorithm_, work.op, work.batch, work.message_bytes};
    return std::make_unique<EvpWorkload>(evp, pool, threads);
  }

 private:
  const EvpAlgorithm& algorithm_;
};

class Evp final : public Peer {
 public:
  const std::string& implementation() const override { return OpenSsl::get().version; }
  PeerSchemePointer find(const std::string& scheme, std::string& why_not) const override {
    const EvpAlgorithm* const algorithm = find_evp_algorithm(scheme);
    if (algorithm == nullptr) {
      why_not = implementation() + " has no " + scheme;
      return nullptr;
    }
    return evp_usable(*algorithm, why_not) ? std::make_shared<EvpScheme>(*algorithm) : nullptr;
  }
};

}  // namespace

std::shared_ptr<const Peer> open_openssl(const std::string& path) {
  if (!OpenSsl::choose(path)) throw UsageError("another OpenSSL than " + path + " is open already");
  const OpenSsl& ssl = OpenSsl::get();
  if (!ssl.why_not.empty()) throw UsageError(ssl.why_not);
  return std::make_shared<Evp>();
}

}  // namespace pqlane::bench
