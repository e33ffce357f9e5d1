// keygen.hpp: ML-KEM.KeyGen_internal over a tile [FIPS203, algorithm 16];
// round-3 Kyber's key generation differs in the hash input of G only [KYBER-R3, algorithm 7].
#pragma once

#include "core/target.hpp"
#include "schemes/mlkem/pke.hpp"

PQLANE_BEGIN_TARGET

template <class T, class P, class L>
struct KeyGen : Pke<T, typename P::Shape, L> {
  using Base = Pke<T, typename P::Shape, L>;
  using Base::stride;

  // Keys from b.seed (d || z) to rows of ek and, unless `dk` is null, of expanded dk.
  static PQLANE_INLINE void from_seed(const KemBuffers& b, int n, const OutputRows& ek,
                                      const OutputRows* dk) {
    constexpr bool is_ml_kem = P::variant == KemVariant::ml_kem;
    Base::expand_seed(b, b.seed, is_ml_kem ? P::k : 0, is_ml_kem ? 1 : 0, n, b.digest);
    Base::make_keys(b, n, ek, dk);
    if (dk == nullptr) return;
    Base::template hash_rows<Sha3_256>(b, b.seed, 0, as_input(ek), P::ek_bytes / 8, n, 4, b.hash);
    for (int op = 0; op < n; ++op) std::memcpy(dk->row[op] + P::dk_ek_offset, ek.row[op], P::ek_bytes);
    Base::store_words(b.hash, 4, n, *dk, P::dk_hash_offset);
    Base::store_words(b.seed + 4 * stride, 4, n, *dk, P::dk_z_offset);
  }

  static PQLANE_NOINLINE void run(const KemArgs& args, std::size_t first, int n, void* workspace) {
    KemBuffers b = tile_buffers<P, L>(workspace, n);
    Ahead ahead;
    if (args.next_count > 0) {
      ahead.will_write(args, args.ek_out, P::ek_bytes);
      if (!args.seed_form) ahead.will_write(args, args.dk_out, P::dk_bytes);
      ahead.spread_over(ahead_steps<P, L>);
      b.ahead = &ahead;
    }
    if (args.batch_key != nullptr) {
      Base::derive_item_bytes(b, *args.batch_key, first, n, 8, b.seed);
    } else {
      Base::load_words(input_rows(args.seed, first, n), 8, n, b.seed);
    }
    const OutputRows ek = output_rows(args.ek_out, first, n), dk = output_rows(args.dk_out, first, n);
    if (args.seed_form) {
      Base::store_words(b.seed, 8, n, dk, 0);
      from_seed(b, n, ek, nullptr);
    } else {
      from_seed(b, n, ek, &dk);
    }
    for (int op = 0; op < n; ++op) args.status[op] = 0;
  }
};

PQLANE_END_TARGET
