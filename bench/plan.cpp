// plan.cpp: see plan.hpp.
#include "bench/plan.hpp"

namespace pqlane::bench {
namespace {

const std::vector<std::size_t>& no_messages() {
  static const std::vector<std::size_t> one{default_message_bytes};
  return one;
}

}  // namespace

const std::vector<std::size_t>& batches_of(const Plan& plan, pqlane_scheme scheme) {
  const bool signature = pqlane_scheme_get_kind(scheme) == PQLANE_KIND_SIGNATURE;
  return signature && !plan.signature_batches.empty() ? plan.signature_batches : plan.batches;
}

const std::vector<std::size_t>& messages_of(const Plan& plan, Op op) {
  return op == Op::sign || op == Op::verify ? plan.message_sizes : no_messages();
}

const std::vector<std::size_t>& messages_of(const Plan& plan, const PeerScheme& peer, Op op) {
  return peer.takes_messages(op) ? plan.message_sizes : no_messages();
}

std::size_t own_row_count(const Plan& plan) {
  std::size_t cases = 0;
  for (const pqlane_scheme scheme : plan.schemes) {
    for (const Op op : plan.ops) {
      if (has_op(scheme, op, plan.reuse))
        cases += batches_of(plan, scheme).size() * messages_of(plan, op).size();
    }
  }
  return cases * plan.devices.size() * plan.threads.size();
}

std::size_t row_count(const Plan& plan) {
  std::size_t of_peers = 0;
  for (const PeerSchemePointer& peer : plan.peers) {
    for (const Op op : plan.ops) of_peers += peer->has_op(op) ? messages_of(plan, *peer, op).size() : 0;
  }
  return own_row_count(plan) + of_peers * plan.threads.size();
}

}  // namespace pqlane::bench
