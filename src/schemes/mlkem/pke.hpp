// pke.hpp: K-PKE, the public-key encryption inside ML-KEM, over a tile [FIPS203, algorithms 13 to 15]; the
// same in round-3 Kyber [KYBER-R3, algorithms 4 to 6].
//
// S is the shape of the parameter set: this code is shared by both variants.
#pragma once

#include "core/secret.hpp"
#include "core/target.hpp"
#include "kernels/compress.hpp"
#include "schemes/mlkem/phases.hpp"

PQLANE_BEGIN_TARGET

template <class T, class S, class L>
struct Pke : Phases<T, S, L> {
  using Base = Phases<T, S, L>;
  using Base::stride;

  // One polynomial of s or e in the NTT domain, in memory order.
  static PQLANE_INLINE const std::int16_t* transformed_noise(const KemBuffers& b, const std::uint64_t* sigma,
                                                             int index, int n) {
    std::int16_t* poly = b.noise;
    if constexpr (L::noise_ahead) {
      poly += static_cast<std::size_t>(index) * L::poly_coeffs(n);
    } else {
      L::template sample_noise<S::eta1>(b, sigma, index, 1, n, poly);
    }
    L::template forward<true>(poly, n);
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
      T::pack_12(t, ek.row[op] + S::poly_bytes * static_cast<std::size_t>(i));
    }
  }

  static PQLANE_INLINE void encode_secret(const KemBuffers& b, const std::int16_t* s_hat, int j, int n,
                                          const OutputRows& dk) {
    using C = typename T::Rows;
    for (int op = 0; op < n; ++op) {
      for (int c = 0; c < mlkem_n; c += C::lanes) {
        C::store(b.decoded + c, canonical<C>(C::load(s_hat + op * mlkem_n + c)));
      }
      T::pack_12(b.decoded, dk.row[op] + S::poly_bytes * static_cast<std::size_t>(j));
    }
  }

  // Keys from rho || sigma in b.digest: rows of ek and, unless `dk` is null, of the first part of dk.
  static PQLANE_NOINLINE void make_keys(const KemBuffers& b, int n, const OutputRows& ek,
                                        const OutputRows* dk) {
    const std::uint64_t *rho = b.digest, *sigma = b.digest + 4 * stride;
    declassify(rho, static_cast<std::size_t>(4 * stride) * sizeof *rho);  // the last part of ek
    for (int i = 0; i < 4 * stride; ++i) b.rho[i] = rho[i];
    if constexpr (L::noise_ahead) L::template sample_noise<S::eta1>(b, sigma, 0, 2 * S::k, n, b.noise);
    for (int j = 0; j < S::k; ++j) {
      const std::int16_t* s_hat = transformed_noise(b, sigma, j, n);
      Base::keep_factor(b, s_hat, j, n);
      if (dk != nullptr) encode_secret(b, s_hat, j, n, *dk);
    }
    Base::template multiply_matrix<false>(b, n);
    for (int i = 0; i < S::k; ++i) {
      add_and_encode(b.products + i * n * mlkem_n, transformed_noise(b, sigma, S::k + i, n), i, n, ek);
    }
    Base::store_words(rho, 4, n, ek, S::dk_pke_bytes);
  }

  // Noise polynomial `index` of e1 || e2, made now or taken from those made ahead.
  static PQLANE_INLINE std::int16_t* error_noise(const KemBuffers& b, const std::uint64_t* r, int index,
                                                 int n) {
    if constexpr (L::noise_ahead) {
      return b.noise + static_cast<std::size_t>(S::k + index) * L::poly_coeffs(n);
    } else {
      L::template sample_noise<S::eta2>(b, r, S::k + index, 1, n, b.noise);
      return b.noise;
    }
  }

  // y_hat: noise polynomials 0 .. k - 1 under r, transformed, as factors.
  static PQLANE_INLINE void make_y_factors(const KemBuffers& b, const std::uint64_t* r, int n) {
    if constexpr (L::noise_ahead) {
      if constexpr (S::eta1 == S::eta2) {
        L::template sample_noise<S::eta1>(b, r, 0, 2 * S::k + 1, n, b.noise);
      } else {
        L::template sample_noise<S::eta1>(b, r, 0, S::k, n, b.noise);
        L::template sample_noise<S::eta2>(b, r, S::k, S::k + 1, n, b.noise + S::k * L::poly_coeffs(n));
      }
    }
    for (int j = 0; j < S::k; ++j) {
      std::int16_t* y = b.noise;
      if constexpr (L::noise_ahead) {
        y += static_cast<std::size_t>(j) * L::poly_coeffs(n);
      } else {
        L::template sample_noise<S::eta1>(b, r, j, 1, n, y);
      }
      L::template forward<true>(y, n);
      Base::keep_factor(b, L::to_rows(y, b.rows, n), j, n);
    }
  }

  // c = Encrypt(ek, m, r) for every operation: t_hat rows, b.rho, m in b.m_rows, coins r (a word tile).
  // b.in_range[op] says whether t_hat passed the modulus check.
  static PQLANE_NOINLINE void encrypt(const KemBuffers& b, const InputRows& t_hat, const std::uint64_t* r,
                                      int n, const OutputRows& ct) {
    make_y_factors(b, r, n);
    Base::template multiply_matrix<true>(b, n);
    for (int i = 0; i < S::k; ++i) {
      std::int16_t* u = L::from_rows(b.products + i * n * mlkem_n, b.poly, n);
      L::template inverse<inverse_ntt_scale>(u, n);
      L::template compress_and_pack<S::du, Combine::sum>(b, u, error_noise(b, r, i, n), ct.row,
                                                         S::u_bytes * static_cast<std::size_t>(i), n);
    }
    Base::multiply_encoded(b, t_hat, n, b.rows);
    std::int16_t* v = L::from_rows(b.rows, b.poly, n);
    L::template inverse<inverse_ntt_scale>(v, n);
    std::int16_t* e2 = error_noise(b, r, S::k, n);
    InputRows m;
    for (int op = 0; op < 32; ++op) m.row[op] = b.m_rows + 32 * (op < n ? op : 0);
    L::template unpack_and_decompress<1, true>(b, m.row, 0, e2, n);  // mu + e2
    L::template compress_and_pack<S::dv, Combine::sum>(b, v, e2, ct.row, S::u_bytes * S::k, n);
  }

  static PQLANE_INLINE OutputRows message_rows(const KemBuffers& b) {
    OutputRows m;
    for (int op = 0; op < 32; ++op) m.row[op] = b.m_rows + 32 * (op < L::ops ? op : 0);
    return m;
  }

  // m' of every operation, to b.m_rows.
  static PQLANE_NOINLINE void decrypt(const KemBuffers& b, const InputRows& dk, const InputRows& ct, int n) {
    for (int i = 0; i < S::k; ++i) {
      L::template unpack_and_decompress<S::du>(b, ct.row, S::u_bytes * static_cast<std::size_t>(i), b.poly,
                                               n);
      L::template forward<false>(b.poly, n);
      Base::keep_factor(b, L::to_rows(b.poly, b.rows, n), i, n);
    }
    Base::multiply_encoded(b, dk, n, b.rows);
    std::int16_t* w = L::from_rows(b.rows, b.poly, n);
    L::template inverse<inverse_ntt_scale>(w, n);
    L::template unpack_and_decompress<S::dv>(b, ct.row, S::u_bytes * S::k, b.noise, n);
    L::template compress_and_pack<1, Combine::difference>(b, w, b.noise, message_rows(b).row, 0, n);
  }
};

PQLANE_END_TARGET
