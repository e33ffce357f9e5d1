// idle_options.cpp: see idle_options.hpp.
#include "cli/idle_options.hpp"

#include "cli/cli_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pqlane::cli {
namespace {

using bench::Op;

// Whether one of our rows is such: by scheme and operation.
template <class Is>
bool any_own(const bench::Plan& plan, Is&& is) {
  for (const pqlane_scheme scheme : plan.schemes) {
    for (const Op op : plan.ops) {
      if (bench::has_op(scheme, op, plan.reuse) && is(scheme, op)) return true;
    }
  }
  return false;
}

template <class Is>
bool any_of_peers(const bench::Plan& plan, Is&& is) {
  for (const bench::PeerSchemePointer& peer : plan.peers) {
    for (const Op op : plan.ops) {
      if (peer->has_op(op) && is(*peer, op)) return true;
    }
  }
  return false;
}

bool on_gpu(const std::string& device) { return !device.starts_with("cpu") && !device.starts_with("omp"); }

}  // namespace

void refuse_idle_options(const BenchOptions& options, const bench::Plan& plan) {
  const bool own = bench::own_row_count(plan) != 0;
  const bool takes_messages =
      any_own(plan, [](pqlane_scheme, Op op) { return op == Op::sign || op == Op::verify; }) ||
      any_of_peers(plan, [](const bench::PeerScheme& peer, Op op) { return peer.takes_messages(op); });
  const bool draws = any_own(plan, [&](pqlane_scheme, Op op) {
    return bench::is_randomised(op) && plan.reuse != bench::KeyReuse::cached_key;
  });
  const bool checks = any_own(
      plan, [](pqlane_scheme scheme, Op op) { return op == Op::decaps && bench::has_key_check(scheme); });
  const bool shares = own || any_of_peers(plan, [&](const bench::PeerScheme& peer, Op op) {
                        return peer.reuse(op, plan.reuse) != peer.reuse(op, bench::KeyReuse::none);
                      });
  const bool has_gpu = own && std::any_of(plan.devices.begin(), plan.devices.end(), on_gpu);
  struct Idle {
    const char* option;
    bool given, has_effect;
    const char* why;
  };
  const Idle all[] = {
      {"--message-bytes", !options.message_bytes.empty(), takes_messages,
       "no row signs or verifies messages"},
      {"--derand", options.derand, draws, "no row of ours takes randomness from the caller"},
      {"--checked-keys", options.checked_keys, checks, "no row is decaps of a scheme that checks its keys"},
      {"--same-key", options.same_key, shares, "the rows have keys of their own kind"},
      {"--cached-key", options.cached_key, shares, "the rows have keys of their own kind"},
      {"--buffers", !options.buffers.empty() && options.buffers != bench::place_name(bench::Place::pageable),
       has_gpu, "no row is on a GPU"},
      {"--batch", !options.batches.empty(), own, "other libraries have no batches"},
      {"--device", !options.devices.empty(), own, "no row is of pqlane"},
      {"--roofline", options.roofline, own, "no row is of pqlane"}};
  for (const Idle& one : all) {
    if (one.given && !one.has_effect)
      throw usage_error(fmt::format("{} changes nothing: {}", one.option, one.why));
  }
}

}  // namespace pqlane::cli
