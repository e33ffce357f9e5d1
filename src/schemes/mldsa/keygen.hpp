// keygen.hpp: ML-DSA.KeyGen_internal over a tile [FIPS204, algorithm 6].
#pragma once

#include "core/secret.hpp"
#include "core/target.hpp"
#include "kernels/rounding.hpp"
#include "schemes/mldsa/phases.hpp"

PQLANE_BEGIN_TARGET

template <class P>
struct DsaKeyBuffers {
  DsaScratch scratch;
  std::uint8_t* xi;      // [8][32]
  std::uint8_t* seeds;   // [8][128] rho || rho' || K
  std::int8_t* s;        // [8][l + k][dsa_secret_stride] s1, s2
  std::int32_t* s1_hat;  // [8][l][256]
  std::int32_t* row;     // [256] of t
  std::int32_t* values;  // [256] to be packed
  std::size_t secret_bytes;
  std::int32_t* matrix;  // [8 l][dsa_matrix_stride]
  PQLANE_INLINE constexpr explicit DsaKeyBuffers(Arena& arena) : scratch(arena) {
    xi = arena.take<std::uint8_t>(dsa_tile_ops * 32);
    seeds = arena.take<std::uint8_t>(dsa_tile_ops * 128);
    s = arena.take<std::int8_t>(dsa_tile_ops * (P::l + P::k) * dsa_secret_stride);
    s1_hat = arena.take<std::int32_t>(dsa_tile_ops * P::l * mldsa_n);
    row = arena.take<std::int32_t>(mldsa_n);
    values = arena.take<std::int32_t>(mldsa_n);
    secret_bytes = arena.used();
    matrix = arena.take<std::int32_t>(dsa_tile_ops * P::l * dsa_matrix_stride);
  }
};

template <class T, class P>
struct DsaKeyGen : DsaPhases<T, P> {
  using Base = DsaPhases<T, P>;
  using typename Base::R;
  using Buffers = DsaKeyBuffers<P>;

  static PQLANE_INLINE std::int8_t* secret(const Buffers& b, int op, int index) {
    return b.s + static_cast<std::size_t>(op * (P::l + P::k) + index) * dsa_secret_stride;
  }

  // s1 and s2 of every operation [FIPS204, algorithm 33].
  static PQLANE_NOINLINE void expand_s(const Buffers& b, int n) {
    constexpr int polys = P::l + P::k;
    Base::template expand<Shake256, 8, 2>(
        b.scratch, n * polys, [&](int job) PQLANE_LAMBDA { return b.seeds + job / polys * 128 + 32; },
        [&](int job) PQLANE_LAMBDA { return static_cast<std::uint64_t>(job % polys); },
        [&](int job, const std::uint8_t* bytes, std::size_t count, unsigned have) PQLANE_LAMBDA {
          return T::template rej_bounded<P::eta>(
              bytes, count, b.s + static_cast<std::size_t>(job) * dsa_secret_stride, have);
        });
  }

  // s1 and s2 of one operation as sk has them.
  static PQLANE_INLINE void pack_secrets(const Buffers& b, int op, std::uint8_t* sk) {
    for (int j = 0; j < P::l + P::k; ++j) {
      Base::widen(secret(b, op, j), b.values);
      Base::subtract_from(P::eta, b.values);
      T::template pack<P::s_bits>(b.values, sk + P::sk_s_offset + P::s_bytes * static_cast<std::size_t>(j));
    }
  }

  // t = A s1 + s2, row i, from the product in b.row: its parts go to pk and, if Expanded, sk.
  template <bool Expanded>
  static PQLANE_INLINE void finish_row(const Buffers& b, int op, int i, std::uint8_t* pk, std::uint8_t* sk) {
    ring_inverse_ntt<R, ring_inverse_scale>(b.row);
    const std::int8_t* s2 = secret(b, op, P::l + i);
    for (int c = 0; c < mldsa_n; c += R::lanes) {
      auto t = ring_canonical<R>(R::load(b.row + c));  // then t + s2 is in [-eta, q + eta)
      t = R::add(t, R::load_bytes(s2 + c));
      t = ring_canonical<R>(t);
      t = ring_canonical<R>(R::sub(t, R::set1(mldsa_q)));
      const Rounded<R> parts = power2round<R>(t);
      R::store(b.values + c, parts.high);
      R::store(b.row + c, R::sub(R::set1(1 << (mldsa_d - 1)), parts.low));
    }
    const auto row = static_cast<std::size_t>(i);
    T::template pack<P::t1_bits>(b.values, pk + 32 + P::t1_bytes * row);
    if constexpr (Expanded) T::template pack<mldsa_d>(b.row, sk + P::sk_t0_offset + P::t0_bytes * row);
  }

  // Key pairs of n operations from b.xi, to pk(op) and, if Expanded, sk(op).
  template <bool Expanded, class Pk, class Sk>
  static PQLANE_INLINE void make_keys(const Buffers& b, int n, Pk pk, Sk sk) {
    Base::template expand<Shake256, 4, 1>(
        b.scratch, n, [&](int op) PQLANE_LAMBDA { return b.xi + 32 * op; },
        [](int) PQLANE_LAMBDA { return std::uint64_t{P::k | P::l << 8}; },
        [&](int op, const std::uint8_t* bytes, std::size_t, unsigned) PQLANE_LAMBDA {
          std::memcpy(b.seeds + 128 * op, bytes, 128);
          declassify(b.seeds + 128 * op, 32);  // rho is a part of pk
          return unsigned{mldsa_n};
        });
    expand_s(b, n);
    for (int op = 0; op < n; ++op) {
      for (int j = 0; j < P::l; ++j) {
        std::int32_t* row = b.s1_hat + (op * P::l + j) * mldsa_n;
        Base::widen(secret(b, op, j), row);
        ring_ntt<R>(row);
      }
    }
    const std::uint8_t* rho[dsa_tile_ops];
    for (int op = 0; op < n; ++op) rho[op] = b.seeds + 128 * op;
    const int block = Base::rows_at_once(n);
    for (int first = 0; first < P::k; first += block) {
      const int rows = P::k - first < block ? P::k - first : block;
      Base::expand_a(b.scratch, n, first, rows, rho, b.matrix);
      for (int job = 0; job < rows * n; ++job) {
        const int op = job % n;
        ring_row_product<R, P::l>(b.matrix + static_cast<std::size_t>(job * P::l) * dsa_matrix_stride,
                                  dsa_matrix_stride, b.s1_hat + op * P::l * mldsa_n, b.row);
        finish_row<Expanded>(b, op, first + job / n, pk(op), sk(op));
      }
    }
    for (int op = 0; op < n; ++op) std::memcpy(pk(op), b.seeds + 128 * op, 32);
    if constexpr (Expanded) {
      for (int op = 0; op < n; ++op) {
        std::uint8_t* out = sk(op);
        std::memcpy(out, b.seeds + 128 * op, 32);
        std::memcpy(out + P::sk_key_offset, b.seeds + 128 * op + 96, 32);
        pack_secrets(b, op, out);
      }
      Base::hash(
          b.scratch, n, [&](int op) PQLANE_LAMBDA { return static_cast<const std::uint8_t*>(pk(op)); },
          P::pk_bytes / 8, [&](int op) PQLANE_LAMBDA { return sk(op) + P::sk_tr_offset; }, 64);
    }
  }

  static PQLANE_NOINLINE void run(const DsaArgs& args, std::size_t first, std::size_t count,
                                  void* workspace) {
    Arena arena(static_cast<std::uint8_t*>(workspace));
    const Buffers b(arena);
    const int n = static_cast<int>(count);
    if (args.batch_key != nullptr) {
      Base::derive(
          b.scratch, *args.batch_key, n,
          [&](int op) PQLANE_LAMBDA { return first + static_cast<std::size_t>(op); },
          [&](int op) PQLANE_LAMBDA { return b.xi + 32 * op; });
    } else {
      for (int op = 0; op < n; ++op) {
        std::memcpy(b.xi + 32 * op, args.seed.at(first + static_cast<std::size_t>(op)), 32);
      }
    }
    const auto pk = [&](int op)
                        PQLANE_LAMBDA { return args.pk_out.at(first + static_cast<std::size_t>(op)); };
    const auto sk = [&](int op)
                        PQLANE_LAMBDA { return args.sk_out.at(first + static_cast<std::size_t>(op)); };
    if (args.seed_form) {
      make_keys<false>(b, n, pk, sk);
      for (int op = 0; op < n; ++op) std::memcpy(sk(op), b.xi + 32 * op, 32);
    } else {
      make_keys<true>(b, n, pk, sk);
    }
    std::memset(args.status, 0, count);
  }
};

PQLANE_END_TARGET
