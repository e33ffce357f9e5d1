// dsa_verify.cuh: kernels of verification [FIPS204, algorithm 8]. Everything is public here.
#pragma once

#include "backends/gpu/dsa_keys.cuh"

namespace pqlane::gpu {

PQLANE_DEVICE const std::uint8_t* sig_row(const DsaKernelArgs& a, std::uint64_t op) {
  return a.sig.data + op * a.sig.stride;
}

// HintBitUnpack [FIPS204, algorithm 21] to bits; false for any encoding but the one that signing makes.
template <class P>
PQLANE_DEVICE bool unpack_hint(const std::uint8_t* packed, std::uint32_t* bits) {
  PQLANE_NO_UNROLL
  for (unsigned w = 0; w < 8 * P::k; ++w) bits[w] = 0;
  unsigned index = 0;
  PQLANE_NO_UNROLL
  for (unsigned i = 0; i < P::k; ++i) {
    const unsigned end = packed[P::omega + i], begin = index;
    if (end < index || end > P::omega) return false;
    for (; index < end; ++index) {
      const unsigned place = packed[index];
      if (index > begin && packed[index - 1] >= place) return false;
      bits[8 * i + place / 32] |= 1u << (place % 32);
    }
  }
  for (; index < P::omega; ++index) {
    if (packed[index] != 0) return false;
  }
  return true;
}

// A thread an operation: the challenge and the hint of its signature.
template <class P>
PQLANE_DEVICE void dsa_read_signature(const DsaKernelArgs& a) {
  const std::uint64_t op = grid_thread(), mine = op < a.count ? op : a.count - 1;
  const std::uint8_t* sig = sig_row(a, mine);
  std::uint64_t s[25], c[8] = {};
  PQLANE_UNROLL
  for (int w = 0; w < static_cast<int>(P::c_bytes / 8); ++w) {
    PQLANE_UNROLL
    for (int b = 0; b < 8; ++b) c[w] |= std::uint64_t{sig[8 * w + b]} << (8 * b);
  }
  if (op < a.count) {
    PQLANE_UNROLL
    for (int w = 0; w < 8; ++w) a.c[8 * op + static_cast<std::uint64_t>(w)] = c[w];
  }
  static_assert(8 * P::k < dsa_byte_row_words);
  const bool good = unpack_hint<P>(sig + P::sig_hint_offset, reinterpret_cast<std::uint32_t*>(ball_row()));
  if (op < a.count && !good && a.status[op] == 0) a.status[op] = dsa_status_signature;
  copy_byte_rows_out<8 * P::k>(a.hint, op - lane_of_32(), a.count);
  sample_in_ball<P>(c, s, ball_row());
  copy_balls_out(a.ball, op - lane_of_32(), a.count);
}

// w1' = UseHint(h, A z - c t1 2^d): a block an operation, a group a row.
template <class P>
PQLANE_DEVICE void dsa_verify_rows(const DsaKernelArgs& a) {
  const std::uint64_t op = block_index(), key = key_of(a, op);
  const unsigned group = group_of_32(), lane = lane_of_32();
  constexpr unsigned polys = P::l + 1;  // z, and c at the end
  std::uint32_t* z_hat = shared_words();
  std::uint32_t* room = z_hat + shared_poly_words * (polys + group);
  Coeffs v, c;
  PQLANE_NO_UNROLL
  for (unsigned first = 0; first < polys; first += P::k) {
    const unsigned poly = first + group < polys ? first + group : polys - 1;
    if (poly < P::l) {
      unpack_eight<P::z_bits, 1>(sig_row(a, op) + P::c_bytes + P::z_bytes * poly + P::z_bits * lane, v);
      subtract_from(P::gamma1, v);
      if (reaches(v, P::gamma1 - P::beta) && a.status[op] == 0) a.status[op] = dsa_status_signature;
    } else {
      load_bytes(a.ball + 256 * op, v);
    }
    run_to_spread(v, room);
    forward_ntt(v, room);
    if (first + group < polys) store_run(v, z_hat + shared_poly_words * poly);
  }
  barrier();

  const std::uint8_t* pk = a.pk.data + key * a.pk.stride;
  unpack_eight<P::t1_bits, widest_unit<P::t1_bits>>(pk + 32 + P::t1_bytes * group + P::t1_bits * lane, v);
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) v[r] <<= mldsa_d;
  run_to_spread(v, room);
  forward_ntt(v, room);
  load_run(z_hat + shared_poly_words * P::l, c);
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) c[r] = -c[r];
  Sums sum = {};
  add_products(sum, c, v);
  multiply_row<P::l>(a.matrix + (key * P::k + group) * P::l * 256, z_hat, sum);
  reduce_sums(sum, v);
  inverse_ntt<inverse_scale_of_products>(v, room);
  const std::uint32_t* hint = a.hint + (op * P::k + group) * 8;
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) {
    const auto bit = static_cast<std::int32_t>((hint[r] >> lane) & 1);
    v[r] = use_hint<ThreadRing, P::gamma2>(bit, canonical(v[r]));
  }
  spread_to_run(v, room);
  pack_eight<P::w1_bits, widest_unit<P::w1_bits>>(
      v, a.w1 + (op * P::k + group) * P::w1_bytes + P::w1_bits * lane);
}

// A thread an operation: the challenge once more.
template <class P>
PQLANE_DEVICE void dsa_compare(const DsaKernelArgs& a) {
  const std::uint64_t op = grid_thread();
  if (op >= a.count) return;
  std::uint64_t s[25], difference = 0;
  hash_two<8, static_cast<int>(P::w1_bytes * P::k / 8)>(
      a.mu + 8 * op, reinterpret_cast<const std::uint64_t*>(a.w1 + op * P::k * P::w1_bytes), s);
  PQLANE_UNROLL
  for (int w = 0; w < static_cast<int>(P::c_bytes / 8); ++w) {
    difference |= s[w] ^ a.c[8 * op + static_cast<std::uint64_t>(w)];
  }
  if (difference != 0 && a.status[op] == 0) a.status[op] = dsa_status_signature;
}

}  // namespace pqlane::gpu
