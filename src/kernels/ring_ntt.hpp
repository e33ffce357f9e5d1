// ring_ntt.hpp: number-theoretic transform of ML-DSA inside one polynomial in memory order.
//
// Spec: [FIPS204, algorithms 41 and 42]. Shapes: poly[256], in place. With L lanes, L x L coefficients are a
// block: layers between vectors need no shuffle, then the block is transposed, after which the layers inside
// a vector are layers between vectors, too, with a twiddle for each lane.
// Bounds: forward takes |a| <= q and gives |a| < 9.2q: a product is between -0.02q and 1.02q there, and each
// layer adds or subtracts one. Inverse takes |a| < q: sums double in each layer, products are at most 1.25q
// in absolute value, and only what was never a product comes to 256 q < 2^31. It gives |a| < q, times Scale /
// R. Secrecy: indexes and twiddles are public.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "kernels/ring.hpp"

PQLANE_BEGIN_TARGET

constexpr unsigned bit_reverse8(unsigned i) {
  unsigned r = 0;
  for (int b = 0; b < 8; ++b) r |= ((i >> b) & 1u) << (7 - b);
  return r;
}

// Entry i is zeta^BitRev8(i) [FIPS204, appendix B], or its inverse.
struct RingTwiddles {
  RingFactor z[256];
};
constexpr RingTwiddles make_ring_twiddles(bool inverse) {
  RingTwiddles table{};
  for (unsigned i = 1; i < 256; ++i) {
    const std::int32_t z = ring_power(mldsa_zeta, bit_reverse8(i));
    table.z[i] = ring_factor(inverse ? ring_power(z, mldsa_q - 2) : z);
  }
  return table;
}
inline constexpr RingTwiddles ring_twiddles = make_ring_twiddles(false);
inline constexpr RingTwiddles ring_twiddles_inverse = make_ring_twiddles(true);

// Twiddles of the layers inside a vector: block, then entry 2^layer - 1 + group, then lane; and once more
// with the odd lanes' values at even places, as products of odd lanes need them.
template <int L>
struct LaneTwiddles {
  static constexpr int blocks = mldsa_n / (L * L);
  alignas(64) std::int32_t value[blocks][L - 1][L];
  alignas(64) std::int32_t quotient[blocks][L - 1][L];
  alignas(64) std::int32_t odd_quotient[blocks][L - 1][L];
};

template <int L>
constexpr LaneTwiddles<L> make_lane_twiddles(const RingTwiddles& twiddles) {
  LaneTwiddles<L> t{};
  for (int block = 0; block < LaneTwiddles<L>::blocks; ++block) {
    for (int layer = 0, half = L / 2; half >= 1; ++layer, half /= 2) {
      for (int group = 0; group < (1 << layer); ++group) {
        for (int l = 0; l < L; ++l) {
          const int entry = (1 << layer) - 1 + group;
          const RingFactor z = twiddles.z[128 / half + (block * L * L + L * l) / (2 * half) + group];
          t.value[block][entry][l] = z.value;
          t.quotient[block][entry][l] = z.quotient;
          t.odd_quotient[block][entry][l & ~1] = l & 1 ? z.quotient : t.odd_quotient[block][entry][l & ~1];
        }
      }
    }
  }
  return t;
}
template <int L>
inline constexpr LaneTwiddles<L> lane_twiddles = make_lane_twiddles<L>(ring_twiddles);
template <int L>
inline constexpr LaneTwiddles<L> lane_twiddles_inverse = make_lane_twiddles<L>(ring_twiddles_inverse);

template <class R>
PQLANE_INLINE typename R::Factor lane_factor(const LaneTwiddles<R::lanes>& t, int block, int entry) {
  return {R::load(t.value[block][entry]), R::load(t.quotient[block][entry]),
          R::load(t.odd_quotient[block][entry])};
}

template <class R>
PQLANE_INLINE void ring_butterfly(typename R::V& a, typename R::V& b, const typename R::Factor& z) {
  const auto t = R::multiply_factor(b, z);
  b = R::sub(a, t);
  a = R::add(a, t);
}

template <class R>
PQLANE_INLINE void ring_inverse_butterfly(typename R::V& a, typename R::V& b, const typename R::Factor& z) {
  const auto t = R::sub(a, b);
  a = R::add(a, b);
  b = R::multiply_factor(t, z);
}

// Layers on N vectors, the first of them with `Groups` groups: factor(groups, group) gives a group's twiddle.
template <class R, int N, int Groups = 1, class Factor>
PQLANE_INLINE void ring_pass(typename R::V (&r)[N], const Factor& factor) {
  constexpr int half = N / (2 * Groups);
#pragma GCC unroll 8
  for (int group = 0; group < Groups; ++group) {
    const typename R::Factor z = factor(Groups, group);
#pragma GCC unroll 8
    for (int i = 0; i < half; ++i) {
      ring_butterfly<R>(r[2 * half * group + i], r[2 * half * group + i + half], z);
    }
  }
  if constexpr (half > 1) ring_pass<R, N, 2 * Groups>(r, factor);
}

// The inverse of ring_pass, up to a factor: from N / 2 groups to one.
template <class R, int N, int Groups = N / 2, class Factor>
PQLANE_INLINE void ring_inverse_pass(typename R::V (&r)[N], const Factor& factor) {
  constexpr int half = N / (2 * Groups);
#pragma GCC unroll 8
  for (int group = 0; group < Groups; ++group) {
    const typename R::Factor z = factor(Groups, group);
#pragma GCC unroll 8
    for (int i = 0; i < half; ++i) {
      ring_inverse_butterfly<R>(r[2 * half * group + i], r[2 * half * group + i + half], z);
    }
  }
  if constexpr (Groups > 1) ring_inverse_pass<R, N, Groups / 2>(r, factor);
}

// One coefficient at a time.
template <class R>
PQLANE_NOINLINE void ring_ntt_plain(std::int32_t* poly) {
  int m = 0;
  for (int half = 128; half >= 1; half /= 2) {
    for (int start = 0; start < mldsa_n; start += 2 * half) {
      const auto z = broadcast_factor<R>(ring_twiddles.z[++m]);
      for (int i = start; i < start + half; ++i) ring_butterfly<R>(poly[i], poly[i + half], z);
    }
  }
}

template <class R, std::int32_t Scale>
PQLANE_NOINLINE void ring_inverse_ntt_plain(std::int32_t* poly) {
  for (int half = 1; half <= 128; half *= 2) {
    for (int start = 0, group = 0; start < mldsa_n; start += 2 * half, ++group) {
      const auto z = broadcast_factor<R>(ring_twiddles_inverse.z[128 / half + group]);
      for (int i = start; i < start + half; ++i) ring_inverse_butterfly<R>(poly[i], poly[i + half], z);
    }
  }
  const auto scale = R::set1(Scale);
  for (int i = 0; i < mldsa_n; ++i) poly[i] = R::montgomery(poly[i], scale);
}

// The layers between blocks: vectors of all blocks at the same place.
template <class R>
PQLANE_INLINE void ring_outer_layers(std::int32_t* poly) {
  constexpr int block_coeffs = R::lanes * R::lanes, blocks = mldsa_n / block_coeffs;
  for (int i = 0; i < block_coeffs; i += R::lanes) {
    typename R::V r[blocks];
#pragma GCC unroll 4
    for (int b = 0; b < blocks; ++b) r[b] = R::load(poly + b * block_coeffs + i);
    ring_pass<R>(r, [](int groups, int group)
                        PQLANE_LAMBDA { return broadcast_factor<R>(ring_twiddles.z[groups + group]); });
#pragma GCC unroll 4
    for (int b = 0; b < blocks; ++b) R::store(poly + b * block_coeffs + i, r[b]);
  }
}

template <class R>
PQLANE_NOINLINE void ring_ntt(std::int32_t* poly) {
  constexpr int lanes = R::lanes;
  if constexpr (lanes == 1) {
    ring_ntt_plain<R>(poly);
  } else {
    constexpr int blocks = mldsa_n / (lanes * lanes);
    if constexpr (blocks > 1) ring_outer_layers<R>(poly);
    for (int block = 0; block < blocks; ++block) {
      std::int32_t* base = poly + block * lanes * lanes;
      typename R::V r[lanes];
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) r[i] = R::load(base + i * lanes);
      ring_pass<R>(r, [block](int groups, int group) PQLANE_LAMBDA {
        return broadcast_factor<R>(ring_twiddles.z[(blocks + block) * groups + group]);
      });
      R::transpose(r);
      ring_pass<R>(r, [block](int groups, int group) PQLANE_LAMBDA {
        return lane_factor<R>(lane_twiddles<lanes>, block, groups - 1 + group);
      });
      R::transpose(r);
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) R::store(base + i * lanes, r[i]);
    }
  }
}

// The last layers of the inverse, between blocks, and the scale.
template <class R, std::int32_t Scale>
PQLANE_INLINE void ring_inverse_outer_layers(std::int32_t* poly) {
  constexpr int block_coeffs = R::lanes * R::lanes, blocks = mldsa_n / block_coeffs;
  const auto scale = R::set1(Scale);
  for (int i = 0; i < block_coeffs; i += R::lanes) {
    typename R::V r[blocks];
#pragma GCC unroll 4
    for (int b = 0; b < blocks; ++b) r[b] = R::load(poly + b * block_coeffs + i);
    ring_inverse_pass<R>(r, [](int groups, int group) PQLANE_LAMBDA {
      return broadcast_factor<R>(ring_twiddles_inverse.z[groups + group]);
    });
#pragma GCC unroll 4
    for (int b = 0; b < blocks; ++b) R::store(poly + b * block_coeffs + i, R::montgomery(r[b], scale));
  }
}

// The result is multiplied by Scale / R, where Scale carries 256^-1 as well.
template <class R, std::int32_t Scale>
PQLANE_NOINLINE void ring_inverse_ntt(std::int32_t* poly) {
  constexpr int lanes = R::lanes;
  if constexpr (lanes == 1) {
    ring_inverse_ntt_plain<R, Scale>(poly);
  } else {
    constexpr int blocks = mldsa_n / (lanes * lanes);
    for (int block = 0; block < blocks; ++block) {
      std::int32_t* base = poly + block * lanes * lanes;
      typename R::V r[lanes];
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) r[i] = R::load(base + i * lanes);
      R::transpose(r);
      ring_inverse_pass<R>(r, [block](int groups, int group) PQLANE_LAMBDA {
        return lane_factor<R>(lane_twiddles_inverse<lanes>, block, groups - 1 + group);
      });
      R::transpose(r);
      ring_inverse_pass<R>(r, [block](int groups, int group) PQLANE_LAMBDA {
        return broadcast_factor<R>(ring_twiddles_inverse.z[(blocks + block) * groups + group]);
      });
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        if constexpr (blocks == 1) r[i] = R::montgomery(r[i], R::set1(Scale));
        R::store(base + i * lanes, r[i]);
      }
    }
    if constexpr (blocks > 1) ring_inverse_outer_layers<R, Scale>(poly);
  }
}

constexpr std::int32_t ring_centered(std::int64_t a) { return ring_factor(a).value; }

// 256^-1 R^2 mod q: undoes the transform's factor, the R^-1 of a row product and that of the scaling.
inline constexpr std::int32_t ring_inverse_scale =
    ring_centered(std::int64_t{ring_power(256, mldsa_q - 2)} * ring_r % mldsa_q * ring_r);

PQLANE_END_TARGET
