// dsa_keys.cuh: kernels that make keys and unpack private ones [FIPS204, algorithms 6, 24, 25], 32 threads a
// polynomial.
//
// Secrecy: no branch on secrets; that a private key is out of range is told to the caller.
#pragma once

#include "backends/gpu/dsa_codec.cuh"
#include "backends/gpu/dsa_hash.cuh"
#include "backends/gpu/ring.cuh"

namespace pqlane::gpu {

// The thread's run of a polynomial of bytes.
PQLANE_DEVICE void load_bytes(const std::int8_t* poly, Coeffs& v) {
  const auto words = *reinterpret_cast<const Couple*>(poly + own * lane_of_32());
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) v[r] = static_cast<std::int8_t>(words.word[r / 4] >> (8 * (r % 4)));
}
// A run that was unpacked, v = constant - v.
PQLANE_DEVICE void subtract_from(std::int32_t constant, Coeffs& v) {
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) v[r] = constant - v[r];
}
// Whether |v| reaches the bound anywhere.
PQLANE_DEVICE bool reaches(const Coeffs& v, std::int32_t bound) {
  std::int32_t over = 0;
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) over |= bound - 1 - absolute(v[r]);
  return over < 0;
}

// The sum over j < L of matrix[j] y[j], inverse transformed, spread. y is in shared memory.
template <int L>
PQLANE_DEVICE void multiply_row(const std::uint32_t* matrix, const std::uint32_t* y, Sums& sum) {
  PQLANE_UNROLL
  for (int j = 0; j < L; ++j) {
    Coeffs m, x;
    load_eight(matrix + 256 * j + own * lane_of_32(), m);
    load_run(y + shared_poly_words * static_cast<unsigned>(j), x);
    add_products(sum, m, x);
  }
}

// t = A s1 + s2: pk without rho and, unless keys are seeds, s1, s2, t0 of sk. A block an operation, a group a
// row.
template <class P>
PQLANE_DEVICE void dsa_make_keys(const DsaKernelArgs& a) {
  const std::uint64_t op = block_index();
  const unsigned group = group_of_32(), lane = lane_of_32();
  std::uint32_t* s1_hat = shared_words();
  std::uint32_t* room = s1_hat + shared_poly_words * (P::l + group);
  const std::int8_t* secret = a.secret + op * (P::l + P::k) * 256;
  std::uint8_t *pk = a.pk_out.data + op * a.pk_out.stride, *sk = a.sk_out.data + op * a.sk_out.stride;
  const bool expanded = a.seed_form == 0;
  Coeffs v, packed;

  const unsigned j = group < P::l ? group : P::l - 1;  // a group without a polynomial repeats the last one
  load_bytes(secret + 256 * j, v);
  if (expanded && group < P::l) {
    PQLANE_UNROLL
    for (int r = 0; r < own; ++r) packed[r] = P::eta - v[r];
    pack_eight<P::s_bits, widest_unit<P::s_bits>>(packed,
                                                  sk + P::sk_s_offset + P::s_bytes * j + P::s_bits * lane);
  }
  run_to_spread(v, room);
  forward_ntt(v, room);
  if (group < P::l) store_run(v, s1_hat + shared_poly_words * j);
  barrier();

  Sums sum = {};
  multiply_row<P::l>(a.matrix + (op * P::k + group) * P::l * 256, s1_hat, sum);
  reduce_sums(sum, v);
  inverse_ntt<inverse_scale_of_products>(v, room);
  spread_to_run(v, room);
  Coeffs s2, t0;
  load_bytes(secret + 256 * (P::l + group), s2);
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) {
    const std::int32_t t = canonical(canonical(canonical(v[r]) + s2[r]) - mldsa_q);
    const Rounded<ThreadRing> parts = power2round<ThreadRing>(t);
    v[r] = parts.high;
    t0[r] = (1 << (mldsa_d - 1)) - parts.low;
    packed[r] = P::eta - s2[r];
  }
  pack_eight<P::t1_bits, widest_unit<P::t1_bits>>(v, pk + 32 + P::t1_bytes * group + P::t1_bits * lane);
  if (!expanded) return;
  pack_eight<P::s_bits, widest_unit<P::s_bits>>(
      packed, sk + P::sk_s_offset + P::s_bytes * (P::l + group) + P::s_bits * lane);
  pack_eight<mldsa_d, 1>(t0, sk + P::sk_t0_offset + P::t0_bytes * group + mldsa_d * lane);
}

// Groups (key, polynomial of s1, s2, t0) to key_hat.
template <class P>
PQLANE_DEVICE void dsa_unpack_sk(const DsaKernelArgs& a) {
  constexpr std::uint64_t polys = P::l + 2 * P::k;
  const std::uint64_t group = grid_thread() / 32, jobs = a.keys * polys,
                      job = group < jobs ? group : jobs - 1;
  const std::uint64_t key = job / polys, poly = job % polys;
  const unsigned lane = lane_of_32();
  const std::uint8_t* sk = a.sk.data + key * a.sk.stride;
  std::uint32_t* room = shared_words() + shared_poly_words * group_of_32();
  Coeffs v;
  if (poly < P::l + P::k) {
    unpack_eight<P::s_bits, widest_unit<P::s_bits>>(
        sk + P::sk_s_offset + P::s_bytes * poly + P::s_bits * lane, v);
    if (reaches(v, 2 * P::eta + 1)) a.key_status[key] = dsa_status_sk_range;
    subtract_from(P::eta, v);
  } else {
    unpack_eight<mldsa_d, 1>(sk + P::sk_t0_offset + P::t0_bytes * (poly - P::l - P::k) + mldsa_d * lane, v);
    subtract_from(1 << (mldsa_d - 1), v);
  }
  run_to_spread(v, room);
  forward_ntt(v, room);
  if (group < jobs) store_eight(v, reinterpret_cast<std::uint32_t*>(a.key_hat) + job * 256 + own * lane);
}

}  // namespace pqlane::gpu
