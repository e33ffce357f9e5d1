// encaps.hpp: ML-KEM.Encaps_internal over a tile [FIPS203, algorithm 17], with
// the modulus check of section 7.2; and round-3 Kyber's [KYBER-R3, algorithm 8], which hashes m
// first, takes the secret from a KDF over H(c), and does not check ek.
#pragma once

#include "core/target.hpp"
#include "schemes/mlkem/pke.hpp"

PQLANE_BEGIN_TARGET

template <class T, class P, class L>
struct Encaps : Pke<T, typename P::Shape, L> {
  using Base = Pke<T, typename P::Shape, L>;
  static constexpr bool is_ml_kem = P::variant == KemVariant::ml_kem;
  using Base::stride;

  // Round-3 Kyber: out = SHAKE256(key || H(c)).
  static PQLANE_INLINE void kyber_secret(const KemBuffers& b, const std::uint64_t* key, const InputRows& ct,
                                         int n, std::uint64_t* out) {
    Base::template hash_rows<Sha3_256>(b, b.seed, 0, ct, P::ct_bytes / 8, n, 4, b.secret);
    Base::template hash_pair<Shake256>(b, key, b.secret, n, 4, out);
  }

  // Items whose ek was out of range: zero outputs and a status [FIPS203, section 7.2].
  static PQLANE_INLINE void refuse_bad_keys(const KemBuffers& b, const KemArgs& args, int n,
                                            const OutputRows& ct, const OutputRows& ss) {
    for (int op = 0; op < n; ++op) {
      const bool bad = is_ml_kem && b.in_range[op] == 0;
      args.status[op] = bad ? kem_item_ek_modulus : 0;
      if (bad) {
        std::memset(ct.row[op], 0, P::ct_bytes);
        std::memset(ss.row[op], 0, P::ss_bytes);
      }
    }
  }

  static PQLANE_NOINLINE void run(const KemArgs& args, std::size_t first, int n, void* workspace) {
    KemBuffers b = tile_buffers<P, L>(workspace, n);
    const InputRows ek = input_rows(args.ek, first, n);
    const OutputRows ct = output_rows(args.ct_out, first, n), ss = output_rows(args.ss_out, first, n);
    Ahead ahead;
    if (args.next_count > 0) {
      ahead.will_read(args, args.ek, P::ek_bytes);
      ahead.will_write(args, args.ct_out, P::ct_bytes);
      ahead.spread_over(ahead_steps<P, L>);
      b.ahead = &ahead;
    }
    if (args.batch_key != nullptr) {
      Base::derive_item_bytes(b, *args.batch_key, first, n, 4, b.message);
    } else {
      Base::load_words(input_rows(args.m, first, n), 4, n, b.message);
    }
    if constexpr (!is_ml_kem) {
      Base::template hash_pair<Sha3_256>(b, b.message, nullptr, n, 4, b.secret);
      for (int i = 0; i < 4 * stride; ++i) b.message[i] = b.secret[i];
    }
    Base::store_words(b.message, 4, n, Base::message_rows(b), 0);
    Base::load_words(offset_rows(ek, P::dk_pke_bytes), 4, n, b.rho);
    Base::template hash_rows<Sha3_256>(b, b.seed, 0, ek, P::ek_bytes / 8, n, 4, b.hash);
    Base::template hash_pair<Sha3_512>(b, b.message, b.hash, n, 8, b.digest);  // K || r
    Base::encrypt(b, ek, b.digest + 4 * stride, n, ct);
    if constexpr (!is_ml_kem) kyber_secret(b, b.digest, as_input(ct), n, b.digest);
    Base::store_words(b.digest, 4, n, ss, 0);
    refuse_bad_keys(b, args, n, ct, ss);
  }
};

PQLANE_END_TARGET
