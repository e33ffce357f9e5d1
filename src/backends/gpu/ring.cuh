// ring.cuh: polynomials modulo q = 8380417 on 32 threads, eight coefficients each in registers.
//
// Spec: [FIPS204, section 2.4 and algorithms 41, 42]. Montgomery form with R = 2^32 [MONTGOMERY85]. Replaces
// kernels/ring.hpp and ring_ntt.hpp on GPUs.
// A transform's layers are done three at a time inside registers. Between them the coefficients change hands
// through shared memory; thread t then holds, for r = 0 .. 7,
//   spread   t + 32 r
//   middle   32 (t / 4) + 4 r + t % 4
//   run      8 t + r
// Bounds: forward takes |a| < q and gives |a| < 9q: a layer adds a product, |product| < q. Inverse takes
// |a| < q: sums double in each layer, to 256 q < 2^31. A product is that of numbers with |a b| < 2^31 q.
// Secrecy: no branch, index or division on data.
#pragma once

#include "backends/gpu/dsa_args.hpp"
#include "backends/gpu/rows.cuh"
#include "backends/gpu/words.cuh"
#include "kernels/ring.hpp"
#include "kernels/ring_ntt.hpp"
#include "kernels/rounding.hpp"

namespace pqlane::gpu {

// A coefficient of a thread, for kernels/rounding.hpp.
struct ThreadRing {
  using V = std::int32_t;
  static PQLANE_INLINE V set1(std::int32_t a) { return a; }
  static PQLANE_INLINE V add(V a, V b) { return a + b; }
  static PQLANE_INLINE V sub(V a, V b) { return a - b; }
  static PQLANE_INLINE V mullo(V a, V b) {
    return static_cast<V>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
  }
  static PQLANE_INLINE V and2(V a, V b) { return a & b; }
  static PQLANE_INLINE V or2(V a, V b) { return a | b; }
  static PQLANE_INLINE V and_not(V a, V b) { return ~a & b; }
  static PQLANE_INLINE V equal(V a, V b) {
    const V d = a ^ b;
    return ((d | -d) >> 31) ^ -1;
  }
  static PQLANE_INLINE V greater(V a, V b) { return (b - a) >> 31; }
  template <int N>
  static PQLANE_INLINE V srai(V a) {
    return a >> N;
  }
  template <int N>
  static PQLANE_INLINE V slli(V a) {
    return static_cast<V>(static_cast<std::uint32_t>(a) << N);
  }
};

inline constexpr int own = 8;  // coefficients of a thread
using Coeffs = std::int32_t[own];

// t R^-1 for |t| < 2^31 q; |result| < q.
PQLANE_DEVICE std::int32_t ring_reduce(std::int64_t t) {
  constexpr std::uint32_t minus_inverse = 0u - ring_q_inverse();
  const auto m = static_cast<std::int32_t>(static_cast<std::uint32_t>(t) * minus_inverse);
  return static_cast<std::int32_t>((t + std::int64_t{m} * mldsa_q) >> 32);
}
PQLANE_DEVICE std::int32_t ring_multiply(std::int32_t a, std::int32_t b) {
  return ring_reduce(std::int64_t{a} * b);
}
// |a| < q to [0, q), and that to the value nearest to 0.
PQLANE_DEVICE std::int32_t canonical(std::int32_t a) { return ring_canonical<ThreadRing>(a); }
PQLANE_DEVICE std::int32_t centered(std::int32_t a) {
  return a - (ThreadRing::greater(a, mldsa_q / 2) & mldsa_q);
}
PQLANE_DEVICE std::int32_t absolute(std::int32_t a) { return (a ^ (a >> 31)) - (a >> 31); }

// zeta^BitRev8(i) R, and the inverses.
struct alignas(16) RingZetas {
  std::int32_t z[256];
};
constexpr RingZetas make_ring_zetas(bool inverse) {
  RingZetas table{};
  for (unsigned i = 1; i < 256; ++i) {
    std::int32_t z = ring_power(mldsa_zeta, bit_reverse8(i));
    if (inverse) z = ring_power(z, mldsa_q - 2);
    std::int64_t scaled = std::int64_t{z} * ring_r % mldsa_q;
    table.z[i] = static_cast<std::int32_t>(scaled > mldsa_q / 2 ? scaled - mldsa_q : scaled);
  }
  return table;
}
PQLANE_DEVICE_TABLE RingZetas first_zetas = make_ring_zetas(false);
PQLANE_DEVICE_TABLE RingZetas last_zetas = make_ring_zetas(true);
PQLANE_GLOBAL_TABLE RingZetas ring_zetas = make_ring_zetas(false);
PQLANE_GLOBAL_TABLE RingZetas ring_zetas_inverse = make_ring_zetas(true);

// What an inverse transform multiplies with, so that row products, which carry R^-1, come out without it.
inline constexpr std::int32_t inverse_scale_of_products = static_cast<std::int32_t>(
    std::int64_t{ring_r} * ring_r % mldsa_q * ring_power(256, mldsa_q - 2) % mldsa_q);

// ---- the three layouts ----

PQLANE_DEVICE unsigned spread_word(unsigned r) { return lane_of_32() + (poly_threads + 4) * r; }
PQLANE_DEVICE unsigned middle_word(unsigned r) { return lane_of_32() / 4 * 36 + 4 * r + lane_of_32() % 4; }
PQLANE_DEVICE unsigned run_word() { return 8 * lane_of_32() + lane_of_32() / 4 * 4; }

PQLANE_DEVICE void store_spread(const Coeffs& v, std::uint32_t* poly) {
  PQLANE_UNROLL
  for (unsigned r = 0; r < own; ++r) poly[spread_word(r)] = static_cast<std::uint32_t>(v[r]);
}
PQLANE_DEVICE void load_spread(const std::uint32_t* poly, Coeffs& v) {
  PQLANE_UNROLL
  for (unsigned r = 0; r < own; ++r) v[r] = static_cast<std::int32_t>(poly[spread_word(r)]);
}
PQLANE_DEVICE void store_middle(const Coeffs& v, std::uint32_t* poly) {
  PQLANE_UNROLL
  for (unsigned r = 0; r < own; ++r) poly[middle_word(r)] = static_cast<std::uint32_t>(v[r]);
}
PQLANE_DEVICE void load_middle(const std::uint32_t* poly, Coeffs& v) {
  PQLANE_UNROLL
  for (unsigned r = 0; r < own; ++r) v[r] = static_cast<std::int32_t>(poly[middle_word(r)]);
}
// Eight neighbouring words at p, aligned to 16.
PQLANE_DEVICE void store_eight(const Coeffs& v, std::uint32_t* p) {
  std::uint32_t words[own];
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) words[r] = static_cast<std::uint32_t>(v[r]);
  store_words<own>(p, words);
}
PQLANE_DEVICE void load_eight(const std::uint32_t* p, Coeffs& v) {
  std::uint32_t words[own];
  load_words<own>(p, words);
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) v[r] = static_cast<std::int32_t>(words[r]);
}
PQLANE_DEVICE void store_run(const Coeffs& v, std::uint32_t* poly) { store_eight(v, poly + run_word()); }
PQLANE_DEVICE void load_run(const std::uint32_t* poly, Coeffs& v) { load_eight(poly + run_word(), v); }

// `room` is the group's polynomial in shared memory; all threads of a wave come here.
PQLANE_DEVICE void run_to_spread(Coeffs& v, std::uint32_t* room) {
  wave_barrier();
  store_run(v, room);
  wave_barrier();
  load_spread(room, v);
}
PQLANE_DEVICE void spread_to_run(Coeffs& v, std::uint32_t* room) {
  wave_barrier();
  store_spread(v, room);
  wave_barrier();
  load_run(room, v);
}

// ---- transforms ----

// Layers of distance 4, 2, 1 between registers, First of them left out.
template <int First>
PQLANE_DEVICE void forward_passes(Coeffs& v, std::int32_t z4, const std::int32_t (&z2)[2],
                                  const std::int32_t (&z1)[4]) {
  if constexpr (First == 0) {
    PQLANE_UNROLL
    for (int r = 0; r < 4; ++r) {
      const std::int32_t t = ring_multiply(v[r + 4], z4);
      v[r + 4] = v[r] - t;
      v[r] += t;
    }
  }
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    const int i = r / 2 * 4 + r % 2;
    const std::int32_t t = ring_multiply(v[i + 2], z2[r / 2]);
    v[i + 2] = v[i] - t;
    v[i] += t;
  }
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    const std::int32_t t = ring_multiply(v[2 * r + 1], z1[r]);
    v[2 * r + 1] = v[2 * r] - t;
    v[2 * r] += t;
  }
}

// Layers of distance 1, 2, 4 between registers, the last Left of them left out.
template <int Left>
PQLANE_DEVICE void inverse_passes(Coeffs& v, std::int32_t z4, const std::int32_t (&z2)[2],
                                  const std::int32_t (&z1)[4]) {
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    const std::int32_t d = v[2 * r] - v[2 * r + 1];
    v[2 * r] += v[2 * r + 1];
    v[2 * r + 1] = ring_multiply(d, z1[r]);
  }
  PQLANE_UNROLL
  for (int r = 0; r < 4; ++r) {
    const int i = r / 2 * 4 + r % 2;
    const std::int32_t d = v[i] - v[i + 2];
    v[i] += v[i + 2];
    v[i + 2] = ring_multiply(d, z2[r / 2]);
  }
  if constexpr (Left == 0) {
    PQLANE_UNROLL
    for (int r = 0; r < 4; ++r) {
      const std::int32_t d = v[r] - v[r + 4];
      v[r] += v[r + 4];
      v[r + 4] = ring_multiply(d, z4);
    }
  }
}

// The twiddles of a thread: those of distances 128 to 32, 16 to 4, 2 and 1.
struct Twiddles {
  std::int32_t z4, z2[2], z1[4];
};
PQLANE_DEVICE void load_twiddles(const std::int32_t* z, unsigned block, Twiddles& t) {
  t.z4 = z[block];
  const auto two = *reinterpret_cast<const Couple*>(z + 2 * block);
  const auto four = *reinterpret_cast<const Quad*>(z + 4 * block);
  PQLANE_UNROLL
  for (int i = 0; i < 2; ++i) t.z2[i] = static_cast<std::int32_t>(two.word[i]);
  PQLANE_UNROLL
  for (int i = 0; i < 4; ++i) t.z1[i] = static_cast<std::int32_t>(four.word[i]);
}
// The same for distances 2 and 1.
PQLANE_DEVICE void load_last_twiddles(const std::int32_t* z, Twiddles& t) {
  const auto two = *reinterpret_cast<const Couple*>(z + 64 + 2 * lane_of_32());
  const auto four = *reinterpret_cast<const Quad*>(z + 128 + 4 * lane_of_32());
  t.z4 = 0;
  PQLANE_UNROLL
  for (int i = 0; i < 2; ++i) t.z2[i] = static_cast<std::int32_t>(two.word[i]);
  PQLANE_UNROLL
  for (int i = 0; i < 4; ++i) t.z1[i] = static_cast<std::int32_t>(four.word[i]);
}

// From spread to run.
PQLANE_DEVICE void forward_ntt(Coeffs& v, std::uint32_t* room) {
  Twiddles t;
  const std::int32_t* z = ring_zetas.z;
  forward_passes<0>(v, first_zetas.z[1], {first_zetas.z[2], first_zetas.z[3]},
                    {first_zetas.z[4], first_zetas.z[5], first_zetas.z[6], first_zetas.z[7]});
  wave_barrier();
  store_spread(v, room);
  load_twiddles(z, 8 + lane_of_32() / 4, t);
  wave_barrier();
  load_middle(room, v);
  forward_passes<0>(v, t.z4, t.z2, t.z1);
  store_middle(v, room);  // where it was read
  load_last_twiddles(z, t);
  wave_barrier();
  load_run(room, v);
  forward_passes<1>(v, 0, t.z2, t.z1);
}

// From run to spread, times Scale R^-1; |result| < q.
template <std::int32_t Scale>
PQLANE_DEVICE void inverse_ntt(Coeffs& v, std::uint32_t* room) {
  Twiddles t;
  const std::int32_t* z = ring_zetas_inverse.z;
  load_last_twiddles(z, t);
  inverse_passes<1>(v, 0, t.z2, t.z1);
  wave_barrier();
  store_run(v, room);
  load_twiddles(z, 8 + lane_of_32() / 4, t);
  wave_barrier();
  load_middle(room, v);
  inverse_passes<0>(v, t.z4, t.z2, t.z1);
  store_middle(v, room);
  wave_barrier();
  load_spread(room, v);
  inverse_passes<0>(v, last_zetas.z[1], {last_zetas.z[2], last_zetas.z[3]},
                    {last_zetas.z[4], last_zetas.z[5], last_zetas.z[6], last_zetas.z[7]});
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) v[r] = ring_multiply(v[r], Scale);
}

// ---- products in the transformed domain, as runs ----

using Sums = std::int64_t[own];

PQLANE_DEVICE void add_products(Sums& sum, const Coeffs& a, const Coeffs& b) {
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) sum[r] += std::int64_t{a[r]} * b[r];
}
PQLANE_DEVICE void reduce_sums(const Sums& sum, Coeffs& v) {
  PQLANE_UNROLL
  for (int r = 0; r < own; ++r) v[r] = ring_reduce(sum[r]);
}

}  // namespace pqlane::gpu
