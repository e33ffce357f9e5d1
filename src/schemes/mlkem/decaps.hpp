// decaps.hpp: ML-KEM.Decaps_internal over a tile [FIPS203, algorithm 18], with
// the hash check of section 7.3; and round-3 Kyber's [KYBER-R3, algorithm 9].
//
// Secrecy: whether the re-encryption matched is secret; it is folded into a mask and never branched on.
#pragma once

#include "core/target.hpp"
#include "core/value_barrier.hpp"
#include "schemes/mlkem/encaps.hpp"
#include "schemes/mlkem/keygen.hpp"

PQLANE_BEGIN_TARGET

template <class T, class P, class L>
struct Decaps : Encaps<T, P, L> {
  using Base = Encaps<T, P, L>;
  using Base::is_ml_kem;
  using Base::stride;

  // All ones when the byte strings differ, else 0.
  static PQLANE_INLINE std::uint64_t difference_mask(const std::uint8_t* a, const std::uint8_t* b) {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < P::ct_bytes; i += 8) {
      std::uint64_t x, y;
      std::memcpy(&x, a + i, 8);
      std::memcpy(&y, b + i, 8);
      difference |= x ^ y;
    }
    difference = value_barrier(difference);
    return value_barrier(std::uint64_t{0} - ((difference | (std::uint64_t{0} - difference)) >> 63));
  }

  // key[op] = rejection[op] where the re-encryption differs.
  static PQLANE_INLINE void select_secret(const InputRows& ct, const OutputRows& again,
                                          const std::uint64_t* rejection, std::uint64_t* key, int n) {
    for (int op = 0; op < n; ++op) {
      const std::uint64_t mask = difference_mask(ct.row[op], again.row[op]);
      for (int w = 0; w < 4; ++w) {
        std::uint64_t& k = key[w * stride + op];
        k ^= mask & (k ^ rejection[w * stride + op]);
      }
    }
  }

  // dk rows, ct rows -> shared secrets in b.digest. b.hash holds H(ek) as the key states it.
  static PQLANE_INLINE void from_expanded(const KemBuffers& b, const InputRows& dk, const InputRows& ct,
                                          int n) {
    Base::decrypt(b, dk, ct, n);
    std::uint64_t* z = b.seed + 4 * stride;
    Base::load_words(as_input(Base::message_rows(b)), 4, n, b.message);
    Base::load_words(offset_rows(dk, P::dk_hash_offset), 4, n, b.hash);
    Base::load_words(offset_rows(dk, P::dk_z_offset), 4, n, z);
    Base::load_words(offset_rows(dk, P::dk_ek_offset + P::dk_pke_bytes), 4, n, b.rho);
    Base::template hash_pair<Sha3_512>(b, b.message, b.hash, n, 8, b.digest);  // K' || r'

    OutputRows again;
    for (int op = 0; op < 32; ++op)
      again.row[op] = b.ct + P::ct_bytes * static_cast<std::size_t>(op < n ? op : 0);
    Base::encrypt(b, offset_rows(dk, P::dk_ek_offset), b.digest + 4 * stride, n, again);
    if constexpr (is_ml_kem) {
      Base::template hash_rows<Shake256>(b, z, 4, ct, P::ct_bytes / 8, n, 4, b.secret);  // J(z || c)
      select_secret(ct, again, b.secret, b.digest, n);
    } else {
      select_secret(ct, again, z, b.digest, n);
      Base::kyber_secret(b, b.digest, ct, n, b.digest);
    }
  }

  // Status of each item by the hash check [FIPS203, section 7.3]; uses b.message and b.secret.
  static PQLANE_INLINE void check_hashes(const KemBuffers& b, const KemArgs& args, int n,
                                         const InputRows& dk) {
    Base::template hash_rows<Sha3_256>(b, b.seed, 0, offset_rows(dk, P::dk_ek_offset), P::ek_bytes / 8, n, 4,
                                       b.secret);
    Base::load_words(offset_rows(dk, P::dk_hash_offset), 4, n, b.message);
    for (int op = 0; op < n; ++op) {
      std::uint64_t difference = 0;  // of public values
      for (int w = 0; w < 4; ++w) difference |= b.secret[w * stride + op] ^ b.message[w * stride + op];
      args.status[op] = difference != 0 ? kem_item_dk_hash : 0;
    }
  }

  static PQLANE_NOINLINE void run(const KemArgs& args, std::size_t first, int n, void* workspace) {
    KemBuffers b = tile_buffers<P, L>(workspace, n);
    const InputRows ct = input_rows(args.ct, first, n);
    InputRows dk = input_rows(args.dk, first, n);
    Ahead ahead;
    if (args.next_count > 0) {
      ahead.will_read(args, args.ct, P::ct_bytes);
      if (!args.seed_form) ahead.will_read(args, args.dk, P::dk_bytes);
      ahead.spread_over(ahead_steps<P, L>);
      b.ahead = &ahead;
    }
    for (int op = 0; op < n; ++op) args.status[op] = 0;
    if (args.seed_form) {
      Base::load_words(dk, 8, n, b.seed);
      OutputRows ek_rows, dk_rows;
      for (int op = 0; op < 32; ++op) {
        const auto o = static_cast<std::size_t>(op < n ? op : 0);
        ek_rows.row[op] = b.ek + P::ek_bytes * o;
        dk_rows.row[op] = b.dk + P::dk_bytes * o;
      }
      KeyGen<T, P, L>::from_seed(b, n, ek_rows, &dk_rows);
      dk = as_input(dk_rows);
    } else if (is_ml_kem && !args.keys_checked) {
      check_hashes(b, args, n, dk);
    }
    from_expanded(b, dk, ct, n);
    const OutputRows ss = output_rows(args.ss_out, first, n);
    Base::store_words(b.digest, 4, n, ss, 0);
    for (int op = 0; op < n; ++op) {
      if (args.status[op] != 0) std::memset(ss.row[op], 0, P::ss_bytes);
    }
  }
};

// The key checks alone.
template <class T, class P, class L>
struct KeyChecks : Decaps<T, P, L> {
  using Base = Decaps<T, P, L>;

  static PQLANE_NOINLINE void run_ek(const KemArgs& args, std::size_t first, int n, void* workspace) {
    const KemBuffers b = tile_buffers<P, L>(workspace, n);
    for (int op = 0; op < n; ++op) {
      const std::size_t item = first + static_cast<std::size_t>(op);
      args.status[op] = Base::ek_in_range(b, args.ek.at(item)) ? 0 : kem_item_ek_modulus;
    }
  }

  static PQLANE_NOINLINE void run_dk(const KemArgs& args, std::size_t first, int n, void* workspace) {
    const KemBuffers b = tile_buffers<P, L>(workspace, n);
    Base::check_hashes(b, args, n, input_rows(args.dk, first, n));
  }
};

PQLANE_END_TARGET
