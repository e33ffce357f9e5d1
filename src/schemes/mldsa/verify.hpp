// verify.hpp: ML-DSA.Verify_internal over a tile [FIPS204, algorithm 8]. Everything is public here.
#pragma once

#include "core/target.hpp"
#include "kernels/rounding.hpp"
#include "schemes/mldsa/expand_key.hpp"

PQLANE_BEGIN_TARGET

template <class P>
struct DsaVerifyBuffers {
  static constexpr std::size_t hash_row_bytes = 64 + P::w1_bytes * P::k;  // mu || w1'
  DsaScratch scratch;
  std::uint8_t* tr;       // [8][64]
  std::uint8_t* hash_w1;  // [8][hash_row_bytes]
  std::uint8_t* c;        // [8][64] c tilde, as the signature has it
  std::uint8_t* c_again;  // [8][64] and as it should be
  Challenge* challenge;   // [8]
  std::int32_t* z_hat;    // [8][l][256]
  std::int32_t* minus_c;  // [8][256] NTT(-c)
  std::int8_t* hint;      // [8][k][256]
  std::int32_t* t1_hat;   // [256]
  std::int32_t* row;      // [256]
  std::int32_t* matrix;   // [8 l][dsa_matrix_stride]
  PQLANE_INLINE constexpr explicit DsaVerifyBuffers(Arena& arena) : scratch(arena) {
    tr = arena.take<std::uint8_t>(dsa_tile_ops * 64);
    hash_w1 = arena.take<std::uint8_t>(dsa_tile_ops * hash_row_bytes);
    c = arena.take<std::uint8_t>(dsa_tile_ops * 64);
    c_again = arena.take<std::uint8_t>(dsa_tile_ops * 64);
    challenge = arena.take<Challenge>(dsa_tile_ops);
    z_hat = arena.take<std::int32_t>(dsa_tile_ops * P::l * mldsa_n);
    minus_c = arena.take<std::int32_t>(dsa_tile_ops * mldsa_n);
    hint = arena.take<std::int8_t>(dsa_tile_ops * P::k * mldsa_n);
    t1_hat = arena.take<std::int32_t>(mldsa_n);
    row = arena.take<std::int32_t>(mldsa_n);
    matrix = arena.take<std::int32_t>(dsa_tile_ops * P::l * dsa_matrix_stride);
  }
};

template <class T, class P>
struct DsaVerify : DsaExpand<T, P> {
  using Base = DsaExpand<T, P>;
  using typename Base::R;
  using Buffers = DsaVerifyBuffers<P>;

  // HintBitUnpack [FIPS204, algorithm 21]: false for any encoding but the one that signing makes.
  static PQLANE_INLINE bool unpack_hint(const std::uint8_t* packed, std::int8_t* hint) {
    std::memset(hint, 0, P::k * mldsa_n);
    int index = 0;
    for (int i = 0; i < P::k; ++i) {
      const int end = packed[P::omega + i], begin = index;
      if (end < index || end > P::omega) return false;
      for (; index < end; ++index) {
        if (index > begin && packed[index - 1] >= packed[index]) return false;
        hint[i * mldsa_n + packed[index]] = 1;
      }
    }
    for (; index < P::omega; ++index) {
      if (packed[index] != 0) return false;
    }
    return true;
  }

  // The parts of a signature; whether they are well formed.
  static PQLANE_INLINE bool unpack_signature(const Buffers& b, int op, const std::uint8_t* sig) {
    std::memcpy(b.c + 64 * op, sig, P::c_bytes);
    bool good = true;
    for (int j = 0; j < P::l; ++j) {
      std::int32_t* z = b.z_hat + (op * P::l + j) * mldsa_n;
      T::template unpack<P::z_bits>(sig + P::c_bytes + P::z_bytes * static_cast<std::size_t>(j), z);
      Base::subtract_from(P::gamma1, z);
      good &= !Base::reaches(z, P::gamma1 - P::beta);
      ring_ntt<R>(z);
    }
    return unpack_hint(sig + P::sig_hint_offset, b.hint + op * P::k * mldsa_n) && good;
  }

  // w1' of one row from its product: to the hash's input.
  static PQLANE_INLINE void finish_row(const Buffers& b, int op, int i) {
    ring_inverse_ntt<R, ring_inverse_scale>(b.row);
    const std::int8_t* hint = b.hint + (op * P::k + i) * mldsa_n;
    for (int c = 0; c < mldsa_n; c += R::lanes) {
      R::store(b.row + c,
               use_hint<R, P::gamma2>(R::load_bytes(hint + c), ring_canonical<R>(R::load(b.row + c))));
    }
    T::template pack<P::w1_bits>(b.row, b.hash_w1 + Buffers::hash_row_bytes * static_cast<std::size_t>(op) +
                                            64 + P::w1_bytes * static_cast<std::size_t>(i));
  }

  // A z - c t1 2^d and what follows, with a key an operation: some rows of all matrices at a time.
  static PQLANE_INLINE void multiply(const Buffers& b, int n, const std::uint8_t* const* pk) {
    const int block = Base::rows_at_once(n);
    for (int first = 0; first < P::k; first += block) {
      const int rows = P::k - first < block ? P::k - first : block;
      Base::expand_a(b.scratch, n, first, rows, pk, b.matrix);
      for (int job = 0; job < rows * n; ++job) {
        const int op = job % n, i = first + job / n;
        Base::unpack_pk(pk[op], i, b.t1_hat);
        ring_row_product<R, P::l>(b.matrix + static_cast<std::size_t>(job * P::l) * dsa_matrix_stride,
                                  dsa_matrix_stride, b.z_hat + op * P::l * mldsa_n, b.row,
                                  b.minus_c + op * mldsa_n, b.t1_hat);
        finish_row(b, op, i);
      }
    }
  }

  // The same with one expanded key.
  static PQLANE_INLINE void multiply_expanded(const Buffers& b, int n, const ExpandedPk<P>& key) {
    for (int i = 0; i < P::k; ++i) {
      for (int op = 0; op < n; ++op) {
        ring_row_product<R, P::l>(key.matrix + static_cast<std::size_t>(i * P::l) * dsa_matrix_stride,
                                  dsa_matrix_stride, b.z_hat + op * P::l * mldsa_n, b.row,
                                  b.minus_c + op * mldsa_n, key.t1_hat + i * mldsa_n);
        finish_row(b, op, i);
      }
    }
  }

  static PQLANE_NOINLINE void run(const DsaArgs& args, std::size_t first, std::size_t count,
                                  void* workspace) {
    Arena arena(static_cast<std::uint8_t*>(workspace));
    const Buffers b(arena);
    // Items that the runtime refused are left out.
    std::size_t item[dsa_tile_ops];
    int n = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (args.status[i] == 0) item[n++] = i;
    }
    if (n == 0) return;
    const bool expanded = args.expanded_key != nullptr;
    const ExpandedPk<P> key(static_cast<std::uint8_t*>(const_cast<void*>(args.expanded_key)));  // only read
    const auto global = [&](int op) PQLANE_LAMBDA { return first + item[op]; };
    const auto pk = [&](int op) PQLANE_LAMBDA { return args.pk.at(global(op)); };
    const auto mu = [&](int op) PQLANE_LAMBDA {
      return b.hash_w1 + Buffers::hash_row_bytes * static_cast<std::size_t>(op);
    };
    if (!expanded) {
      Base::hash(b.scratch, n, pk, P::pk_bytes / 8, [&](int op) PQLANE_LAMBDA { return b.tr + 64 * op; }, 64);
    }
    Base::make_mu(
        b.scratch, args, n, global,
        [&](int op)
            PQLANE_LAMBDA { return static_cast<const std::uint8_t*>(expanded ? key.tr : b.tr + 64 * op); },
        mu);
    bool good[dsa_tile_ops];
    for (int op = 0; op < n; ++op) good[op] = unpack_signature(b, op, args.sig.at(global(op)));
    Base::sample_in_ball(
        b.scratch, n, [&](int op) PQLANE_LAMBDA { return static_cast<const std::uint8_t*>(b.c) + 64 * op; },
        P::c_bytes / 8, P::tau, [&](int op) PQLANE_LAMBDA { return &b.challenge[op]; });
    for (int op = 0; op < n; ++op) Base::transform_challenge(b.challenge[op], -1, b.minus_c + op * mldsa_n);
    if (expanded) {
      multiply_expanded(b, n, key);
    } else {
      const std::uint8_t* keys[dsa_tile_ops];
      for (int op = 0; op < n; ++op) keys[op] = pk(op);
      multiply(b, n, keys);
    }
    Base::hash(
        b.scratch, n, [&](int op) PQLANE_LAMBDA { return static_cast<const std::uint8_t*>(mu(op)); },
        Buffers::hash_row_bytes / 8, [&](int op) PQLANE_LAMBDA { return b.c_again + 64 * op; }, P::c_bytes);
    for (int op = 0; op < n; ++op) {
      const bool same = std::memcmp(b.c + 64 * op, b.c_again + 64 * op, P::c_bytes) == 0;
      args.status[item[op]] = good[op] && same ? 0 : dsa_item_signature;
    }
  }
};

PQLANE_END_TARGET
