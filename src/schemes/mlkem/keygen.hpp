// keygen.hpp: ML-KEM.KeyGen_internal and K-PKE.KeyGen over a tile [FIPS203, algorithms 13 and 16];
// round-3 Kyber's key generation differs in the hash input of G only [KYBER-R3, algorithms 4 and 7].
#pragma once

#include "core/target.hpp"
#include "schemes/mlkem/phases.hpp"

PQLANE_BEGIN_TARGET

template <class T, class P, class L>
struct KeyGen : Phases<T, P, L> {
  using Base = Phases<T, P, L>;
  using Base::stride;

  // One polynomial of s or e in the NTT domain, in memory order.
  static PQLANE_INLINE const std::int16_t* transformed_noise(const KemBuffers& b, const std::uint64_t* sigma, int index,
                                                             int n) {
    std::int16_t* poly = b.noise;
    if constexpr (L::all_rows_at_once) {
      poly += static_cast<std::size_t>(index) * L::poly_coeffs(n);
    } else {
      L::template sample_noise<P::eta1>(b, sigma, index, 1, n, poly);
    }
    L::forward(poly, n);
    return L::to_rows(poly, b.rows, n);
  }

  // t_hat row: product * R + e_hat, encoded to row i of every ek.
  static PQLANE_INLINE void add_and_encode(std::int16_t* product, const std::int16_t* e_hat, int i, int n,
                                           const OutputRows& ek) {
    using C = typename T::Rows;
    constexpr MontgomeryFactor r = montgomery_factor(montgomery_r);  // cancels the product's R^-1
    for (int op = 0; op < n; ++op) {
      std::int16_t* t = product + op * mlkem_n;
      for (int c = 0; c < mlkem_n; c += C::lanes) {
        const auto scaled = montgomery_multiply<C>(C::load(t + c), r);
        C::store(t + c, canonical<C>(C::add(scaled, C::load(e_hat + op * mlkem_n + c))));
      }
      T::pack_12(t, ek.row[op] + P::poly_bytes * static_cast<std::size_t>(i));
    }
  }

  static PQLANE_INLINE void encode_secret(const KemBuffers& b, const std::int16_t* s_hat, int j, int n,
                                          const OutputRows& dk) {
    using C = typename T::Rows;
    for (int op = 0; op < n; ++op) {
      for (int c = 0; c < mlkem_n; c += C::lanes) {
        C::store(b.decoded + c, canonical<C>(C::load(s_hat + op * mlkem_n + c)));
      }
      T::pack_12(b.decoded, dk.row[op] + P::poly_bytes * static_cast<std::size_t>(j));
    }
  }

  // Keys from b.seed (d || z) to rows of ek and, unless `dk` is null, of expanded dk.
  static PQLANE_INLINE void from_seed(const KemBuffers& b, int n, const OutputRows& ek, const OutputRows* dk) {
    const std::uint64_t *rho = b.digest, *sigma = b.digest + 4 * stride;
    Base::expand_seed(b, b.seed, n, b.digest);
    for (int i = 0; i < 4 * stride; ++i) b.rho[i] = rho[i];

    if constexpr (L::all_rows_at_once) L::template sample_noise<P::eta1>(b, sigma, 0, 2 * P::k, n, b.noise);
    for (int j = 0; j < P::k; ++j) {
      const std::int16_t* s_hat = transformed_noise(b, sigma, j, n);
      Base::keep_factor(b, s_hat, j, n);
      if (dk != nullptr) encode_secret(b, s_hat, j, n, *dk);
    }
    if constexpr (L::all_rows_at_once) {
      Base::template multiply_rows<false>(b, 0, P::k, n, b.rows);
      for (int i = 0; i < P::k; ++i) {
        const std::int16_t* e_hat = transformed_noise(b, sigma, P::k + i, n);
        add_and_encode(b.rows + i * n * mlkem_n, e_hat, i, n, ek);
      }
    } else {
      for (int i = 0; i < P::k; ++i) {
        Base::template multiply_rows<false>(b, i, i + 1, n, b.words);
        add_and_encode(b.words, transformed_noise(b, sigma, P::k + i, n), i, n, ek);
      }
    }
    Base::store_words(rho, 4, n, ek, P::dk_pke_bytes);

    if (dk == nullptr) return;
    Base::template hash_rows<Sha3_256>(b, b.seed, 0, as_input(ek), P::ek_bytes / 8, n, 4, b.hash);
    for (int op = 0; op < n; ++op) std::memcpy(dk->row[op] + P::dk_ek_offset, ek.row[op], P::ek_bytes);
    Base::store_words(b.hash, 4, n, *dk, P::dk_hash_offset);
    Base::store_words(b.seed + 4 * stride, 4, n, *dk, P::dk_z_offset);
  }

  static PQLANE_NOINLINE void run(const KemArgs& args, std::size_t first, int n, void* workspace) {
    const KemBuffers b = make_kem_buffers<P, L>(static_cast<std::uint8_t*>(workspace),
                                                L::all_rows_at_once ? static_cast<std::size_t>(n) : L::ops);
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
