// dsa_queue.cuh: the attempt queue of signing: which operations are left, and which attempts a round makes.
//
// A round makes the next attempts of every operation that is left: one each while there are many, several
// side by side when there are few, so that the last ones do not wait for each other's bad luck. The lowest
// attempt that passed is the result, as if they had been made in order [FIPS204, algorithm 7]. Nothing of
// this needs the host: rounds are launched for the most operations there can be, and blocks without work end
// at once. Secrecy: how many attempts an operation takes is public (docs/constant-time.md).
#pragma once

#include "backends/gpu/dsa_hash.cuh"

namespace pqlane::gpu {

// The operation of a slot and the number of its attempt.
struct AttemptPlace {
  std::uint32_t op, attempt;
  bool wanted;  // false beyond the limit of attempts
};

class AttemptPlan {
 public:
  PQLANE_METHOD explicit AttemptPlan(const DsaKernelArgs& a) : ops_(a.queue_length[a.round]) {
    const std::uint32_t each = ops_ == 0 ? 0 : a.fill_slots / ops_;
    each_ = each < 1 ? 1 : each < dsa_most_parallel_attempts ? each : dsa_most_parallel_attempts;
  }
  PQLANE_METHOD std::uint32_t ops() const { return ops_; }
  PQLANE_METHOD std::uint32_t each() const { return each_; }
  PQLANE_METHOD std::uint64_t slots() const { return std::uint64_t{ops_} * each_; }
  PQLANE_METHOD std::uint32_t op(const DsaKernelArgs& a, std::uint32_t index) const {
    return a.queue[(a.round & 1) * a.count + index];
  }
  PQLANE_METHOD AttemptPlace place(const DsaKernelArgs& a, std::uint32_t slot) const {
    const std::uint32_t at = op(a, slot / each_), attempt = a.attempts[at] + slot % each_;
    return {at, attempt, attempt < mldsa_attempts};
  }

 private:
  std::uint32_t ops_, each_;
};

// n bytes of a signature to a row at any address, 32 threads together; `from` is aligned and has a word more.
PQLANE_DEVICE void copy_signature(const std::uint8_t* from, std::uint8_t* to, unsigned n) {
  const auto offset = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(to) % 4),
             begin = (4 - offset) % 4;
  if (lane_of_32() < begin) to[lane_of_32()] = from[lane_of_32()];
  const auto* in = reinterpret_cast<const std::uint32_t*>(from);
  auto* out = reinterpret_cast<std::uint32_t*>(to + begin);
  const unsigned words = (n - begin) / 4;
  for (unsigned w = lane_of_32(); w < words; w += 32) {
    const std::uint64_t both = in[w] | std::uint64_t{in[w + 1]} << 32;
    out[w] = static_cast<std::uint32_t>(both >> (8 * begin));
  }
  const unsigned done = begin + 4 * words;
  if (lane_of_32() < n - done) to[done + lane_of_32()] = from[done + lane_of_32()];
}
PQLANE_DEVICE void blank_signature(std::uint8_t* to, unsigned n) {
  for (unsigned i = 0; i < n; ++i) to[i] = 0;
}

// All operations with sound inputs to the first round's queue.
template <class P>
PQLANE_DEVICE void dsa_fill_queue(const DsaKernelArgs& a) {
  const std::uint64_t op = grid_thread();
  if (op >= a.count) return;
  std::uint8_t status = a.input_status[op];
  if (status == 0) status = a.key_status[key_of(a, op)];
  a.attempts[op] = 0;
  a.status[op] = status != 0 ? status : dsa_unfinished;
  if (status == 0) {
    a.queue[fetch_add(a.queue_length, 1)] = static_cast<std::uint32_t>(op);
  } else {
    blank_signature(a.sig_out.data + op * a.sig_out.stride, P::sig_bytes);
  }
}

// Makes what the last round left the first one's; one thread.
PQLANE_DEVICE void dsa_turn_queue(const DsaKernelArgs& a) {
  if (grid_thread() != 0) return;
  a.queue_length[0] = a.queue_length[a.rounds];
  for (unsigned r = 1; r <= a.rounds; ++r) a.queue_length[r] = 0;
}

template <class P>
PQLANE_DEVICE void collect_one(const DsaKernelArgs& a, const AttemptPlan& plan, std::uint64_t index) {
  const std::uint32_t op = plan.op(a, static_cast<std::uint32_t>(index));
  const std::uint64_t first = index * plan.each();
  std::uint32_t tried = 0;
  while (tried < plan.each() && a.passed[first + tried] == 0) ++tried;
  const bool found = tried < plan.each();
  std::uint8_t* sig = a.sig_out.data + op * a.sig_out.stride;
  if (found) copy_signature(a.sig_slots + (first + tried) * a.sig_slot_bytes, sig, P::sig_bytes);
  if (lane_of_32() != 0) return;
  const std::uint32_t done = a.attempts[op] + tried + (found ? 1 : 0);
  a.attempts[op] = done < mldsa_attempts ? done : mldsa_attempts;
  if (found) {
    a.status[op] = 0;
  } else if (done >= mldsa_attempts) {
    a.status[op] = dsa_status_attempts;
    blank_signature(sig, P::sig_bytes);
  } else {
    a.queue[((a.round + 1) & 1) * a.count + fetch_add(a.queue_length + a.round + 1, 1)] = op;
  }
}

// 32 threads an operation: takes the lowest attempt that passed, or queues the operation again.
template <class P>
PQLANE_DEVICE void dsa_collect(const DsaKernelArgs& a) {
  const AttemptPlan plan(a);
  const std::uint64_t groups = std::uint64_t{grid_blocks()} * block_threads() / 32;
  for (std::uint64_t i = grid_thread() / 32; i < plan.ops(); i += groups) collect_one<P>(a, plan, i);
}

}  // namespace pqlane::gpu
