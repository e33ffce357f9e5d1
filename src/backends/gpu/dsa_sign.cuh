// dsa_sign.cuh: kernels of one round of signing [FIPS204, algorithm 7, lines 11 to 32]: a block an attempt,
// 32 threads a polynomial.
//
// Secrecy: branches depend on challenges and on which test failed, both independent of the key
// (docs/constant-time.md), and on hints of attempts that passed all tests but their number, which are
// published or dropped.
#pragma once

#include "backends/gpu/dsa_keys.cuh"
#include "backends/gpu/dsa_queue.cuh"

namespace pqlane::gpu {

// w = A y and w1.
template <class P>
PQLANE_DEVICE void commit_one(const DsaKernelArgs& a, std::uint64_t key, std::uint64_t slot) {
  const unsigned group = group_of_32(), lane = lane_of_32();
  std::uint32_t* y_hat = shared_words();
  std::uint32_t* room = y_hat + shared_poly_words * (P::l + group);
  Coeffs v;
  const unsigned j = group < P::l ? group : P::l - 1;
  unpack_eight<P::z_bits, widest_unit<P::z_bits>>(a.y + (slot * P::l + j) * P::z_bytes + P::z_bits * lane, v);
  subtract_from(P::gamma1, v);
  run_to_spread(v, room);
  forward_ntt(v, room);
  if (group < P::l) store_run(v, y_hat + shared_poly_words * j);
  barrier();

  Sums sum = {};
  multiply_row<P::l>(a.matrix + (key * P::k + group) * P::l * 256, y_hat, sum);
  reduce_sums(sum, v);
  inverse_ntt<inverse_scale_of_products>(v, room);
  std::int32_t* w = a.w + (slot * P::k + group) * 256;
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) {
    v[r] = canonical(v[r]);
    w[32 * r + static_cast<int>(lane)] = v[r];
    v[r] = decompose<ThreadRing, P::gamma2>(v[r]).high;
  }
  spread_to_run(v, room);
  pack_eight<P::w1_bits, widest_unit<P::w1_bits>>(
      v, a.w1 + (slot * P::k + group) * P::w1_bytes + P::w1_bits * lane);
}

template <class P>
PQLANE_DEVICE void dsa_commit(const DsaKernelArgs& a) {
  const AttemptPlan plan(a);
  PQLANE_NO_UNROLL
  for (std::uint64_t slot = block_index(); slot < plan.slots(); slot += grid_blocks()) {
    commit_one<P>(a, key_of(a, plan.place(a, static_cast<std::uint32_t>(slot)).op), slot);
    barrier();
  }
}

// A thread an attempt: c tilde and the challenge.
template <class P>
PQLANE_DEVICE void challenge_one(const DsaKernelArgs& a, const AttemptPlan& plan, std::uint64_t slot) {
  const std::uint64_t slots = plan.slots();
  const std::uint64_t mine = slot < slots ? slot : slots - 1;
  const std::uint32_t op = plan.place(a, static_cast<std::uint32_t>(mine)).op;
  std::uint64_t s[25], c[8];
  hash_two<8, static_cast<int>(P::w1_bytes * P::k / 8)>(
      a.mu + 8 * std::uint64_t{op}, reinterpret_cast<const std::uint64_t*>(a.w1 + mine * P::k * P::w1_bytes),
      s);
  PQLANE_UNROLL
  for (int w = 0; w < 8; ++w) c[w] = s[w];
  if (slot < slots) put_eight(s, a.c + 8 * slot);
  sample_in_ball<P>(c, s, ball_row());
  copy_balls_out(a.ball, slot - lane_of_32(), slots);
}

template <class P>
PQLANE_DEVICE void dsa_challenge(const DsaKernelArgs& a) {
  const AttemptPlan plan(a);
  const std::uint64_t step = std::uint64_t{grid_blocks()} * dsa_sample_threads;
  PQLANE_NO_UNROLL
  for (std::uint64_t first = std::uint64_t{block_index()} * dsa_sample_threads; first < plan.slots();
       first += step) {
    challenge_one<P>(a, plan, first + thread_index());
  }
}

// What a block of `respond` keeps in shared memory beside its polynomials.
template <class P>
struct ResponseShared {
  std::uint32_t *c_hat, *rooms, *hint;
  // A word for each test: a wave may be at the next one while another looks at the last one's outcome.
  std::uint32_t* failed;
  PQLANE_METHOD ResponseShared() {
    c_hat = shared_words();
    rooms = c_hat + shared_poly_words;
    hint = rooms + shared_poly_words * P::k;
    failed = hint + 8 * P::k;
  }
  // Ones of the hint before word `end`.
  PQLANE_METHOD unsigned ones_before(unsigned end) const {
    unsigned ones = 0;
    PQLANE_NO_UNROLL
    for (unsigned w = 0; w < end; ++w) ones += count_ones(hint[w]);
    return ones;
  }
};

// c times a polynomial of the key, nearest to 0, spread.
PQLANE_DEVICE void challenge_product(const std::uint32_t* c_hat, const std::int32_t* key_hat,
                                     std::uint32_t* room, Coeffs& v) {
  Coeffs c;
  Sums sum = {};
  load_run(c_hat, c);
  load_eight(reinterpret_cast<const std::uint32_t*>(key_hat) + own * lane_of_32(), v);
  add_products(sum, c, v);
  reduce_sums(sum, v);
  inverse_ntt<inverse_scale_of_products>(v, room);
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) v[r] = centered(canonical(v[r]));
}

// The hint's encoding [FIPS204, algorithm 20]; `ones` of them in all.
template <class P>
PQLANE_DEVICE void write_hint(const ResponseShared<P>& shared, unsigned ones, std::uint8_t* out) {
  const unsigned group = group_of_32(), lane = lane_of_32(), word = 8 * group + lane / 4;
  const std::uint32_t bits = shared.hint[word];
  unsigned at = shared.ones_before(word) + count_ones(bits & ((1u << (lane % 4 * 8)) - 1));
  PQLANE_NO_UNROLL
  for (unsigned b = 0; b < 8; ++b) {
    if ((bits >> (lane % 4 * 8 + b)) & 1) out[at++] = static_cast<std::uint8_t>(8 * lane + b);
  }
  if (lane == 31) out[P::omega + group] = static_cast<std::uint8_t>(at);
  for (unsigned i = ones + thread_index(); i < P::omega; i += block_threads()) out[i] = 0;
}

// The tests of an attempt, and its signature if it passes all.
template <class P>
PQLANE_DEVICE void respond_one(const DsaKernelArgs& a, const AttemptPlace& at, std::uint64_t slot) {
  const unsigned group = group_of_32(), lane = lane_of_32();
  const ResponseShared<P> shared;
  std::uint32_t* room = shared.rooms + shared_poly_words * group;
  const std::int32_t* key_hat = a.key_hat + key_of(a, at.op) * (P::l + 2 * P::k) * 256;
  if (thread_index() < 8 * P::k) shared.hint[thread_index()] = 0;
  if (thread_index() == 0) {
    shared.failed[0] = at.wanted ? 0 : 1;
    shared.failed[1] = shared.failed[2] = 0;
    a.passed[slot] = 0;
  }
  Coeffs v, z;
  if (group < 2) {  // a wave may have two groups
    load_bytes(a.ball + 256 * slot, v);
    run_to_spread(v, room);
    forward_ntt(v, room);
    if (group == 0) store_run(v, shared.c_hat);
  }
  barrier();

  const unsigned j = group < P::l ? group : P::l - 1;
  challenge_product(shared.c_hat, key_hat + 256 * j, room, v);
  spread_to_run(v, room);
  unpack_eight<P::z_bits, widest_unit<P::z_bits>>(a.y + (slot * P::l + j) * P::z_bytes + P::z_bits * lane, z);
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) z[r] = P::gamma1 - z[r] + v[r];
  if (reaches(z, P::gamma1 - P::beta)) shared_or(shared.failed, 1);
  barrier();
  if (shared.failed[0] != 0) return;

  challenge_product(shared.c_hat, key_hat + 256 * (P::l + group), room, v);
  const std::int32_t* w = a.w + (slot * P::k + group) * 256;
  Coeffs low, high;
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) {
    const Rounded<ThreadRing> parts = decompose<ThreadRing, P::gamma2>(w[32 * r + static_cast<int>(lane)]);
    high[r] = parts.high;
    low[r] = parts.low - v[r];
  }
  if (reaches(low, P::gamma2 - P::beta)) shared_or(shared.failed + 1, 1);
  barrier();
  if (shared.failed[1] != 0) return;

  challenge_product(shared.c_hat, key_hat + 256 * (P::l + P::k + group), room, v);
  if (reaches(v, P::gamma2)) shared_or(shared.failed + 2, 1);
  PQLANE_UNROLL
  for (unsigned r = 0; r < own; ++r) {
    const std::int32_t hint = make_hint<ThreadRing, P::gamma2>(low[r] + v[r], high[r]);
    if (hint != 0) shared_or(shared.hint + 8 * group + r, 1u << lane);
  }
  barrier();
  const unsigned ones = shared.ones_before(8 * P::k);
  if (shared.failed[2] != 0 || ones > P::omega) return;

  std::uint8_t* sig = a.sig_slots + slot * a.sig_slot_bytes;
  if (thread_index() < P::c_bytes / 8) {
    reinterpret_cast<std::uint64_t*>(sig)[thread_index()] = a.c[8 * slot + thread_index()];
  }
  if (group < P::l) {
    subtract_from(P::gamma1, z);
    pack_eight<P::z_bits, widest_unit<P::z_bits>>(z, sig + P::c_bytes + P::z_bytes * j + P::z_bits * lane);
  }
  write_hint(shared, ones, sig + P::sig_hint_offset);
  if (thread_index() == 0) a.passed[slot] = 1;
}
template <class P>
PQLANE_DEVICE void dsa_respond(const DsaKernelArgs& a) {
  const AttemptPlan plan(a);
  PQLANE_NO_UNROLL
  for (std::uint64_t slot = block_index(); slot < plan.slots(); slot += grid_blocks()) {
    respond_one<P>(a, plan.place(a, static_cast<std::uint32_t>(slot)), slot);
    barrier();
  }
}

}  // namespace pqlane::gpu
