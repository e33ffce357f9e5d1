// sign.hpp: ML-DSA.Sign_internal over a tile [FIPS204, algorithm 7].
//
// The rejection loop is an attempt queue: a few slots hold one operation each with its expanded key. A round
// makes one attempt for every slot that is in use, hashing for all of them side by side; a slot whose attempt
// passed is filled with the tile's next operation. Attempts of an operation are made in order, so that the
// first one that passes is the standard's.
//
// c s1 and c s2 are sums of tau shifted copies of a small polynomial: byte vectors are added at places that
// the challenge gives, a third of the time of products by transforms. NTT(c) is only made for the attempts
// that come as far as c t0.
//
// Secrecy: branches and addresses depend on challenges and on which test failed at which polynomial, both
// independent of the key (docs/constant-time.md).
#pragma once

#include "core/secret.hpp"
#include "core/target.hpp"
#include "kernels/rounding.hpp"
#include "schemes/mldsa/expand_key.hpp"

PQLANE_BEGIN_TARGET

// Operations under way: their keys are to stay in the second-level cache.
template <class P>
inline constexpr int dsa_sign_slots = P::k * P::l <= 16 ? 16 : 8;

struct DsaSlot {
  std::size_t item;  // in the tile
  unsigned attempts;
  bool busy;
};

template <class P>
struct DsaSignBuffers {
  static constexpr int slots = dsa_sign_slots<P>;
  static constexpr std::size_t hash_row_bytes = 64 + P::w1_bytes * P::k;  // mu || w1
  DsaKeyBuffers<P> keygen;                                                // for private keys in seed form
  std::uint8_t* made_sk;                                                  // [8][sk_bytes]
  std::uint8_t* made_pk;                                                  // [8][pk_bytes]
  std::uint8_t* rnd;                                                      // [slots][32]
  std::uint8_t* hash_rho;                                                 // [slots][128] K || rnd || mu
  std::uint8_t* rho2;                                                     // [slots][64] rho''
  std::int32_t* y;                                                        // [slots][l][256], later z
  std::int32_t* w0;                                                       // [slots][k][256]
  std::int32_t* w1;                                                       // [slots][k][256]
  std::uint8_t* hash_w1;                                                  // [slots][hash_row_bytes]
  std::uint8_t* c;                                                        // [slots][64] c tilde
  Challenge* challenge;                                                   // [slots]
  std::int32_t* y_hat;                                                    // [l][256]
  std::int32_t* row;                                                      // [256]
  std::int32_t* c_hat;                                                    // [256]
  std::int8_t* sum;    // [256] bytes of a challenge product
  std::uint8_t* keys;  // [slots][key_bytes]
  std::size_t secret_bytes;
  static constexpr std::size_t key_bytes = ExpandedSk<P>(nullptr).bytes;

  PQLANE_INLINE constexpr explicit DsaSignBuffers(Arena& arena) : keygen(arena) {
    made_sk = arena.take<std::uint8_t>(dsa_tile_ops * P::sk_bytes);
    made_pk = arena.take<std::uint8_t>(dsa_tile_ops * P::pk_bytes);
    rnd = arena.take<std::uint8_t>(slots * 32);
    hash_rho = arena.take<std::uint8_t>(slots * 128);
    rho2 = arena.take<std::uint8_t>(slots * 64);
    y = arena.take<std::int32_t>(slots * P::l * mldsa_n);
    w0 = arena.take<std::int32_t>(slots * P::k * mldsa_n);
    w1 = arena.take<std::int32_t>(slots * P::k * mldsa_n);
    hash_w1 = arena.take<std::uint8_t>(slots * hash_row_bytes);
    c = arena.take<std::uint8_t>(slots * 64);
    challenge = arena.take<Challenge>(slots);
    y_hat = arena.take<std::int32_t>(P::l * mldsa_n);
    row = arena.take<std::int32_t>(mldsa_n);
    c_hat = arena.take<std::int32_t>(mldsa_n);
    sum = arena.take<std::int8_t>(mldsa_n);
    keys = arena.take<std::uint8_t>(slots * key_bytes);
    secret_bytes = arena.used();
  }
};

template <class T, class P>
struct DsaSign : DsaExpand<T, P> {
  using Base = DsaExpand<T, P>;
  using typename Base::R;
  using Bytes = typename T::Bytes;
  using Buffers = DsaSignBuffers<P>;
  static constexpr int slots = Buffers::slots;

  // One tile's signing. Slot numbers in lists are indexes of `slot`.
  struct Queue {
    const Buffers& b;
    const DsaArgs& args;
    std::size_t first, count, next;
    DsaSlot slot[slots];
    int list[slots];

    PQLANE_INLINE ExpandedSk<P> key(int s) const {
      if (args.expanded_key != nullptr) {  // only read
        return ExpandedSk<P>(static_cast<std::uint8_t*>(const_cast<void*>(args.expanded_key)));
      }
      return ExpandedSk<P>(b.keys + Buffers::key_bytes * static_cast<std::size_t>(s));
    }
    PQLANE_INLINE std::size_t item(int s) const { return first + slot[s].item; }
    PQLANE_INLINE void fail(int s, std::uint8_t status) {
      args.status[slot[s].item] = status;
      std::memset(args.sig_out.at(item(s)), 0, P::sig_bytes);
      if (args.attempts != nullptr)
        args.attempts[slot[s].item] = static_cast<std::uint16_t>(slot[s].attempts);
      slot[s].busy = false;
    }
  };

  // Expanded private keys from n keys in the form that the caller has: key(i) to expanded(i). Seeds become
  // keys side by side; one matrix has streams enough for all lanes. Gives the status of each.
  template <class Key, class Expanded>
  static PQLANE_INLINE void expand_keys(const Buffers& b, int n, bool seed_form, Key key, Expanded expanded,
                                        std::uint8_t* status) {
    const std::uint8_t* sk[dsa_tile_ops];
    for (int i = 0; i < n; ++i) sk[i] = key(i);
    if (seed_form) {
      for (int i = 0; i < n; ++i) std::memcpy(b.keygen.xi + 32 * i, sk[i], 32);
      for (int i = 0; i < n; ++i) sk[i] = b.made_sk + P::sk_bytes * static_cast<std::size_t>(i);
      DsaKeyGen<T, P>::template make_keys<true>(
          b.keygen, n,
          [&](int op) PQLANE_LAMBDA { return b.made_pk + P::pk_bytes * static_cast<std::size_t>(op); },
          [&](int op) PQLANE_LAMBDA { return b.made_sk + P::sk_bytes * static_cast<std::size_t>(op); });
    }
    for (int i = 0; i < n; ++i) {
      const ExpandedSk<P> to = expanded(i);
      status[i] = Base::unpack_sk(sk[i], b.row, to);
      declassify(sk[i], 32);  // rho
      Base::expand_a(b.keygen.scratch, 1, 0, P::k, &sk[i], to.matrix);
    }
  }

  // The keys of n slots; slots whose key is bad fail.
  static PQLANE_NOINLINE void expand_slots(Queue& q, const int* list, int n) {
    std::uint8_t status[dsa_tile_ops];
    expand_keys(
        q.b, n, q.args.seed_form, [&](int i) PQLANE_LAMBDA { return q.args.sk.at(q.item(list[i])); },
        [&](int i) PQLANE_LAMBDA { return q.key(list[i]); }, status);
    for (int i = 0; i < n; ++i) {
      if (status[i] != 0) q.fail(list[i], status[i]);
    }
  }

  // mu and rho'' of n slots.
  static PQLANE_NOINLINE void start(Queue& q, const int* list, int n) {
    const Buffers& b = q.b;
    const auto mu = [&](int i) PQLANE_LAMBDA {
      return b.hash_w1 + Buffers::hash_row_bytes * static_cast<std::size_t>(list[i]);
    };
    Base::make_mu(
        b.keygen.scratch, q.args, n, [&](int i) PQLANE_LAMBDA { return q.item(list[i]); },
        [&](int i) PQLANE_LAMBDA { return static_cast<const std::uint8_t*>(q.key(list[i]).tr); }, mu);
    const auto rnd = [&](int i) PQLANE_LAMBDA { return b.rnd + 32 * list[i]; };
    if (q.args.deterministic) {
      for (int i = 0; i < n; ++i) std::memset(rnd(i), 0, 32);
    } else if (q.args.batch_key != nullptr) {
      Base::derive(
          b.keygen.scratch, *q.args.batch_key, n, [&](int i) PQLANE_LAMBDA { return q.item(list[i]); }, rnd);
    } else {
      for (int i = 0; i < n; ++i) std::memcpy(rnd(i), q.args.rnd.at(q.item(list[i])), 32);
    }
    const auto input = [&](int i) PQLANE_LAMBDA { return b.hash_rho + 128 * list[i]; };
    for (int i = 0; i < n; ++i) {
      std::memcpy(input(i), q.key(list[i]).key, 32);
      std::memcpy(input(i) + 32, rnd(i), 32);
      std::memcpy(input(i) + 64, mu(i), 64);
    }
    Base::hash(
        b.keygen.scratch, n, [&](int i) PQLANE_LAMBDA { return static_cast<const std::uint8_t*>(input(i)); },
        16, [&](int i) PQLANE_LAMBDA { return b.rho2 + 64 * list[i]; }, 64);
  }

  // Gives free slots to the tile's next operations; returns whether any slot is in use.
  static PQLANE_INLINE bool fill(Queue& q) {
    for (;;) {
      int list[dsa_tile_ops], n = 0, busy = 0;
      for (int s = 0; s < slots; ++s) {
        while (!q.slot[s].busy && n < dsa_tile_ops && q.next < q.count) {
          const std::size_t item = q.next++;
          if (q.args.status[item] != 0) {
            std::memset(q.args.sig_out.at(q.first + item), 0, P::sig_bytes);
            if (q.args.attempts != nullptr) q.args.attempts[item] = 0;
            continue;
          }
          q.slot[s] = {item, 0, true};
          list[n++] = s;
        }
        busy += q.slot[s].busy ? 1 : 0;
      }
      if (n == 0) return busy > 0;
      if (q.args.expanded_key == nullptr) {
        expand_slots(q, list, n);
        int kept = 0;
        for (int i = 0; i < n; ++i) {
          if (q.slot[list[i]].busy) list[kept++] = list[i];
        }
        n = kept;
      }
      if (n > 0) start(q, list, n);
    }
  }

  // w = A y of one slot, rounded: w0, w1 and the encoding of w1 for the hash.
  static PQLANE_INLINE void commit(const Buffers& b, const ExpandedSk<P>& key, int s) {
    const auto index = static_cast<std::size_t>(s);
    std::memcpy(b.y_hat, b.y + index * P::l * mldsa_n, P::l * mldsa_n * sizeof *b.y);
    for (int j = 0; j < P::l; ++j) ring_ntt<R>(b.y_hat + j * mldsa_n);
    for (std::size_t i = 0; i < P::k; ++i) {
      ring_row_product<R, P::l>(key.matrix + i * P::l * dsa_matrix_stride, dsa_matrix_stride, b.y_hat, b.row);
      ring_inverse_ntt<R, ring_inverse_scale>(b.row);
      std::int32_t *w0 = b.w0 + (index * P::k + i) * mldsa_n, *w1 = b.w1 + (index * P::k + i) * mldsa_n;
      for (int c = 0; c < mldsa_n; c += R::lanes) {
        const auto parts = decompose<R, P::gamma2>(ring_canonical<R>(R::load(b.row + c)));
        R::store(w0 + c, parts.low);
        R::store(w1 + c, parts.high);
      }
      T::template pack<P::w1_bits>(w1, b.hash_w1 + Buffers::hash_row_bytes * index + 64 + P::w1_bytes * i);
    }
  }

  // row += Sign c s, for the window of s. A byte holds the sum of `most` terms.
  template <int Sign>
  static PQLANE_INLINE void add_challenge_product(const Buffers& b, const Challenge& c,
                                                  const std::int8_t* window, std::int32_t* row) {
    constexpr int most = 127 / P::eta;
    for (int begin = 0; begin < P::tau; begin += most) {
      const int end = P::tau - begin < most ? P::tau : begin + most;
      for (int i = 0; i < mldsa_n; i += 4 * Bytes::lanes) {
        constexpr int parts = 4 * Bytes::lanes <= mldsa_n ? 4 : mldsa_n / Bytes::lanes;
        typename Bytes::V sum[parts] = {};
        for (int t = begin; t < end; ++t) {
          // X^p s starts 512 - p into the window, -X^p s 256 before that.
          const std::int8_t* from = window + 2 * mldsa_n - (c.term[t] & 255) - (c.term[t] & 256) + i;
#pragma GCC unroll 4
          for (int p = 0; p < parts; ++p) sum[p] = Bytes::add(sum[p], Bytes::load(from + p * Bytes::lanes));
        }
#pragma GCC unroll 4
        for (int p = 0; p < parts; ++p) Bytes::store(b.sum + i + p * Bytes::lanes, sum[p]);
      }
      for (int i = 0; i < mldsa_n; i += R::lanes) {
        const auto product = R::load_bytes(b.sum + i), old = R::load(row + i);
        R::store(row + i, Sign > 0 ? R::add(old, product) : R::sub(old, product));
      }
    }
  }

  // Whether a test failed is public.
  static PQLANE_INLINE bool exceeds(const std::int32_t* row, std::int32_t bound) {
    const bool over = Base::reaches(row, bound);
    declassify(&over, sizeof over);
    return over;
  }

  // z = y + c s1 and w0 - c s2, in place; false when one is too large.
  static PQLANE_INLINE bool respond(const Buffers& b, const ExpandedSk<P>& key, int s) {
    const auto index = static_cast<std::size_t>(s);
    for (std::size_t j = 0; j < P::l; ++j) {
      std::int32_t* z = b.y + (index * P::l + j) * mldsa_n;
      add_challenge_product<1>(b, b.challenge[s], key.windows + dsa_window_bytes * j, z);
      if (exceeds(z, P::gamma1 - P::beta)) return false;
    }
    for (std::size_t i = 0; i < P::k; ++i) {
      std::int32_t* w0 = b.w0 + (index * P::k + i) * mldsa_n;
      add_challenge_product<-1>(b, b.challenge[s], key.windows + dsa_window_bytes * (P::l + i), w0);
      if (exceeds(w0, P::gamma2 - P::beta)) return false;
    }
    return true;
  }

  // The hint's encoding [FIPS204, algorithm 20] to `out`; false when the attempt fails at c t0 or has too
  // many ones.
  static PQLANE_INLINE bool make_hints(const Buffers& b, const ExpandedSk<P>& key, int s, std::uint8_t* out) {
    const auto index = static_cast<std::size_t>(s);
    Base::transform_challenge(b.challenge[s], 1, b.c_hat);
    std::memset(out, 0, P::omega + P::k);
    int ones = 0;
    for (std::size_t i = 0; i < P::k; ++i) {
      ring_row_product<R, 1>(b.c_hat, 0, key.t0_hat + i * mldsa_n, b.row);
      ring_inverse_ntt<R, ring_inverse_scale>(b.row);
      for (int c = 0; c < mldsa_n; c += R::lanes) {  // centered
        const auto v = ring_canonical<R>(R::load(b.row + c));
        const auto high = R::greater(v, R::set1(mldsa_q / 2));
        R::store(b.row + c, R::sub(v, R::and2(high, R::set1(mldsa_q))));
      }
      if (exceeds(b.row, P::gamma2)) return false;
      const std::int32_t *w0 = b.w0 + (index * P::k + i) * mldsa_n, *w1 = b.w1 + (index * P::k + i) * mldsa_n;
      for (int c = 0; c < mldsa_n; c += R::lanes) {
        const auto hint =
            make_hint<R, P::gamma2>(R::add(R::load(w0 + c), R::load(b.row + c)), R::load(w1 + c));
        std::uint32_t bits = R::signs(hint);
        declassify(&bits, sizeof bits);  // a part of the signature, or there are too many of them
        for (; bits != 0; bits &= bits - 1) {
          if (ones == P::omega) return false;
          out[ones++] = static_cast<std::uint8_t>(c + __builtin_ctz(bits));
        }
      }
      out[P::omega + i] = static_cast<std::uint8_t>(ones);
    }
    return true;
  }

  // Writes the signature of an attempt that passed.
  static PQLANE_INLINE bool finish(Queue& q, int s) {
    const Buffers& b = q.b;
    const ExpandedSk<P> key = q.key(s);
    std::uint8_t hint[P::omega + P::k];
    if (!respond(b, key, s) || !make_hints(b, key, s, hint)) return false;
    std::uint8_t* sig = q.args.sig_out.at(q.item(s));
    std::memcpy(sig, b.c + 64 * s, P::c_bytes);
    for (std::size_t j = 0; j < P::l; ++j) {
      std::int32_t* z = b.y + (static_cast<std::size_t>(s) * P::l + j) * mldsa_n;
      Base::subtract_from(P::gamma1, z);
      T::template pack<P::z_bits>(z, sig + P::c_bytes + P::z_bytes * j);
    }
    std::memcpy(sig + P::sig_hint_offset, hint, sizeof hint);
    return true;
  }

  // One attempt for every busy slot.
  static PQLANE_NOINLINE void round(Queue& q) {
    const Buffers& b = q.b;
    int list[slots], n = 0;
    for (int s = 0; s < slots; ++s) {
      if (q.slot[s].busy) list[n++] = s;
    }
    const auto y = [&](int job)
                       PQLANE_LAMBDA { return b.y + (list[job / P::l] * P::l + job % P::l) * mldsa_n; };
    Base::template expand<Shake256, 8, 5>(  // y [FIPS204, algorithm 34]
        b.keygen.scratch, n * P::l, [&](int job) PQLANE_LAMBDA { return b.rho2 + 64 * list[job / P::l]; },
        [&](int job) PQLANE_LAMBDA {
          return std::uint64_t{q.slot[list[job / P::l]].attempts} * P::l +
                 static_cast<std::uint64_t>(job % P::l);
        },
        [&](int job, const std::uint8_t* bytes, std::size_t, unsigned) PQLANE_LAMBDA {
          T::template unpack<P::z_bits>(bytes, y(job));
          Base::subtract_from(P::gamma1, y(job));
          return unsigned{mldsa_n};
        });
    for (int i = 0; i < n; ++i) commit(b, q.key(list[i]), list[i]);
    Base::hash(
        b.keygen.scratch, n,
        [&](int i) PQLANE_LAMBDA {
          return static_cast<const std::uint8_t*>(b.hash_w1) +
                 Buffers::hash_row_bytes * static_cast<std::size_t>(list[i]);
        },
        Buffers::hash_row_bytes / 8, [&](int i) PQLANE_LAMBDA { return b.c + 64 * list[i]; }, P::c_bytes);
    declassify(b.c, 64 * slots);
    Base::sample_in_ball(
        b.keygen.scratch, n,
        [&](int i) PQLANE_LAMBDA { return static_cast<const std::uint8_t*>(b.c) + 64 * list[i]; },
        P::c_bytes / 8, P::tau, [&](int i) PQLANE_LAMBDA { return &b.challenge[list[i]]; });
    for (int i = 0; i < n; ++i) {
      DsaSlot& slot = q.slot[list[i]];
      ++slot.attempts;
      if (finish(q, list[i])) {
        q.args.status[slot.item] = 0;
        if (q.args.attempts != nullptr)
          q.args.attempts[slot.item] = static_cast<std::uint16_t>(slot.attempts);
        slot.busy = false;
      } else if (slot.attempts == mldsa_attempts) {
        q.fail(list[i], dsa_item_attempts);
      }
    }
  }

  static PQLANE_NOINLINE void run(const DsaArgs& args, std::size_t first, std::size_t count,
                                  void* workspace) {
    Arena arena(static_cast<std::uint8_t*>(workspace));
    const Buffers b(arena);
    Queue q{b, args, first, count, 0, {}, {}};
    while (fill(q)) round(q);
  }

  static std::uint8_t expand_sk(const std::uint8_t* sk, bool seed_form, void* expanded, void* workspace) {
    Arena arena(static_cast<std::uint8_t*>(workspace));
    const Buffers b(arena);
    std::uint8_t status[1];
    expand_keys(
        b, 1, seed_form, [&](int) PQLANE_LAMBDA { return sk; },
        [&](int) PQLANE_LAMBDA { return ExpandedSk<P>(static_cast<std::uint8_t*>(expanded)); }, status);
    return status[0];
  }
};

PQLANE_END_TARGET
