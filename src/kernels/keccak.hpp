// keccak.hpp: Keccak-f[1600] on as many states as a Words type has lanes.
//
// Spec: [FIPS202, section 3.3]. Shapes: state[25][lanes], word 5y + x of every state side by side.
// Secrecy: no branch or index depends on the state.
// A round works in place: the five results of chi go where its five inputs stood, so the place of
// lane (x, y) moves each round, place_{i+1}(x, y) = place_i(x + 3y, x), and is back after 24 rounds.
#pragma once

#include <cstdint>

#include "core/target.hpp"

PQLANE_BEGIN_TARGET

// Round constants of iota [FIPS202, section 3.2.5]: bit 2^j - 1 of RC[i] is rc(j + 7i), the output of
// an 8-bit linear feedback shift register with polynomial x^8 + x^6 + x^5 + x^4 + 1.
struct KeccakRoundConstants {
  std::uint64_t rc[24];
};

constexpr KeccakRoundConstants make_keccak_round_constants() {
  KeccakRoundConstants table{};
  unsigned lfsr = 1;
  for (int round = 0; round < 24; ++round) {
    for (int j = 0; j <= 6; ++j) {
      if (lfsr & 1) table.rc[round] |= std::uint64_t{1} << ((1 << j) - 1);
      lfsr = (lfsr << 1) ^ ((lfsr & 0x80) ? 0x171u : 0u);
    }
  }
  return table;
}

// Rotation of lane (x, y) in rho [FIPS202, table 2], from its rule: (t + 1)(t + 2) / 2 at step t of
// the walk (x, y) -> (y, 2x + 3y) that starts at (1, 0).
constexpr int keccak_rho_offset(int x, int y) {
  int u = 1, v = 0;
  for (int t = 0; t < 24; ++t) {
    if (u == x && v == y) return ((t + 1) * (t + 2) / 2) % 64;
    const int next_v = (2 * u + 3 * v) % 5;
    u = v;
    v = next_v;
  }
  return 0;
}

// Where lane (x, y) stands before round `round`.
constexpr int keccak_place(int round, int x, int y) {
  x %= 5;
  y %= 5;
  for (; round > 0; --round) {
    const int from_x = (x + 3 * y) % 5;
    y = x;
    x = from_x;
  }
  return x + 5 * y;
}

alignas(64) inline constexpr KeccakRoundConstants keccak_round_constants = make_keccak_round_constants();

// One row of rho, pi and chi: B(0..4, Y) and the new row from it.
template <class W, int Round, int Y>
PQLANE_INLINE void keccak_row(typename W::V (&a)[25], const typename W::V (&d)[5]) {
  constexpr int x0 = (3 * Y) % 5, x1 = (1 + 3 * Y) % 5, x2 = (2 + 3 * Y) % 5, x3 = (3 + 3 * Y) % 5,
                x4 = (4 + 3 * Y) % 5;
  constexpr int p0 = keccak_place(Round, x0, 0), p1 = keccak_place(Round, x1, 1),
                p2 = keccak_place(Round, x2, 2), p3 = keccak_place(Round, x3, 3),
                p4 = keccak_place(Round, x4, 4);
  const auto b0 = W::template rol<keccak_rho_offset(x0, 0)>(W::xor2(a[p0], d[x0]));
  const auto b1 = W::template rol<keccak_rho_offset(x1, 1)>(W::xor2(a[p1], d[x1]));
  const auto b2 = W::template rol<keccak_rho_offset(x2, 2)>(W::xor2(a[p2], d[x2]));
  const auto b3 = W::template rol<keccak_rho_offset(x3, 3)>(W::xor2(a[p3], d[x3]));
  const auto b4 = W::template rol<keccak_rho_offset(x4, 4)>(W::xor2(a[p4], d[x4]));
  a[p0] = W::chi(b0, b1, b2);
  a[p1] = W::chi(b1, b2, b3);
  a[p2] = W::chi(b2, b3, b4);
  a[p3] = W::chi(b3, b4, b0);
  a[p4] = W::chi(b4, b0, b1);
  if constexpr (Y == 0) a[p0] = W::xor2(a[p0], W::set1(keccak_round_constants.rc[Round]));
}

template <class W, int Round, int X>
PQLANE_INLINE typename W::V keccak_parity(const typename W::V (&a)[25]) {
  return W::xor3(
      W::xor3(a[keccak_place(Round, X, 0)], a[keccak_place(Round, X, 1)], a[keccak_place(Round, X, 2)]),
      a[keccak_place(Round, X, 3)], a[keccak_place(Round, X, 4)]);
}

template <class W, int Round>
PQLANE_INLINE void keccak_rounds(typename W::V (&a)[25]) {
  const auto c0 = keccak_parity<W, Round, 0>(a), c1 = keccak_parity<W, Round, 1>(a),
             c2 = keccak_parity<W, Round, 2>(a), c3 = keccak_parity<W, Round, 3>(a),
             c4 = keccak_parity<W, Round, 4>(a);
  const typename W::V d[5] = {W::xor2(c4, W::template rol<1>(c1)), W::xor2(c0, W::template rol<1>(c2)),
                              W::xor2(c1, W::template rol<1>(c3)), W::xor2(c2, W::template rol<1>(c4)),
                              W::xor2(c3, W::template rol<1>(c0))};
  keccak_row<W, Round, 0>(a, d);
  keccak_row<W, Round, 1>(a, d);
  keccak_row<W, Round, 2>(a, d);
  keccak_row<W, Round, 3>(a, d);
  keccak_row<W, Round, 4>(a, d);
  if constexpr (Round < 23) keccak_rounds<W, Round + 1>(a);
}

// Body for targets with enough registers for a state, or nearly so.
template <class W>
PQLANE_NOINLINE void keccak_f1600_in_place(std::uint64_t* state) {
  typename W::V a[25];
  for (int i = 0; i < 25; ++i) a[i] = W::load(state + i * W::lanes);
  keccak_rounds<W, 0>(a);
  for (int i = 0; i < 25; ++i) W::store(state + i * W::lanes, a[i]);
}

// One row of the next state from memory to memory; its lanes are added to the parities.
template <class W, int Y>
PQLANE_INLINE void keccak_stored_row(const std::uint64_t* in, std::uint64_t* out, const typename W::V (&d)[5],
                                     typename W::V (&parity)[5], std::uint64_t round_constant) {
  constexpr int x0 = (3 * Y) % 5, x1 = (1 + 3 * Y) % 5, x2 = (2 + 3 * Y) % 5, x3 = (3 + 3 * Y) % 5,
                x4 = (4 + 3 * Y) % 5;
  const auto lane = [&](int x, int y)
                        PQLANE_LAMBDA { return W::xor2(d[x], W::load(in + (x + 5 * y) * W::lanes)); };
  const auto b0 = W::template rol<keccak_rho_offset(x0, 0)>(lane(x0, 0));
  const auto b1 = W::template rol<keccak_rho_offset(x1, 1)>(lane(x1, 1));
  const auto b2 = W::template rol<keccak_rho_offset(x2, 2)>(lane(x2, 2));
  const auto b3 = W::template rol<keccak_rho_offset(x3, 3)>(lane(x3, 3));
  const auto b4 = W::template rol<keccak_rho_offset(x4, 4)>(lane(x4, 4));
  auto first = W::chi(b0, b1, b2);
  if constexpr (Y == 0) first = W::xor2(first, W::set1(round_constant));
  const typename W::V row[5] = {first, W::chi(b1, b2, b3), W::chi(b2, b3, b4), W::chi(b3, b4, b0),
                                W::chi(b4, b0, b1)};
#pragma GCC unroll 5
  for (int x = 0; x < 5; ++x) {
    W::store(out + (x + 5 * Y) * W::lanes, row[x]);
    parity[x] = Y == 0 ? row[x] : W::xor2(parity[x], row[x]);
  }
}

template <class W>
PQLANE_INLINE void keccak_stored_round(const std::uint64_t* in, std::uint64_t* out,
                                       typename W::V (&parity)[5], std::uint64_t round_constant) {
  const typename W::V d[5] = {
      W::xor2(parity[4], W::template rol<1>(parity[1])), W::xor2(parity[0], W::template rol<1>(parity[2])),
      W::xor2(parity[1], W::template rol<1>(parity[3])), W::xor2(parity[2], W::template rol<1>(parity[4])),
      W::xor2(parity[3], W::template rol<1>(parity[0]))};
  keccak_stored_row<W, 0>(in, out, d, parity, round_constant);
  keccak_stored_row<W, 1>(in, out, d, parity, round_constant);
  keccak_stored_row<W, 2>(in, out, d, parity, round_constant);
  keccak_stored_row<W, 3>(in, out, d, parity, round_constant);
  keccak_stored_row<W, 4>(in, out, d, parity, round_constant);
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
  asm volatile("" : : : "memory");  // keeps the state in memory: carried over in registers it would spill
#endif
}

// Body for targets with few registers: rounds go from one buffer to the other, five lanes at a time.
// `scratch` is as large as the state.
template <class W>
PQLANE_NOINLINE void keccak_f1600_two_buffers(std::uint64_t* state, std::uint64_t* scratch) {
  typename W::V parity[5];
  for (int x = 0; x < 5; ++x) {
    parity[x] = W::load(state + x * W::lanes);
    for (int y = 1; y < 5; ++y) parity[x] = W::xor2(parity[x], W::load(state + (x + 5 * y) * W::lanes));
  }
  for (int round = 0; round < 24; round += 2) {
    keccak_stored_round<W>(state, scratch, parity, keccak_round_constants.rc[round]);
    keccak_stored_round<W>(scratch, state, parity, keccak_round_constants.rc[round + 1]);
  }
}

// True for a Words type whose permutation a target replaces by `W::permute(state)`.
template <class W>
concept HasPermutation = requires(std::uint64_t* s) { W::permute(s); };

// Permutes state[25][lanes]. `scratch` of the same size is overwritten where the target needs it.
template <class W>
PQLANE_INLINE void keccak_f1600(std::uint64_t* state, std::uint64_t* scratch) {
  if constexpr (HasPermutation<W>) {
    W::permute(state);
  } else if constexpr (W::few_registers) {
    keccak_f1600_two_buffers<W>(state, scratch);
  } else {
    keccak_f1600_in_place<W>(state);
  }
}

PQLANE_END_TARGET
