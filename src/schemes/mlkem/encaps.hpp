// encaps.hpp: K-PKE.Encrypt and ML-KEM.Encaps_internal over a tile [FIPS203, algorithms 14 and 17], with
// the modulus check of section 7.2; and round-3 Kyber's [KYBER-R3, algorithms 5 and 8], which hashes m
// first, takes the secret from a KDF over H(c), and does not check ek.
#pragma once

#include "core/target.hpp"
#include "schemes/mlkem/phases.hpp"

PQLANE_BEGIN_TARGET

template <class T, class P, class L>
struct Encaps : Phases<T, P, L> {
  using Base = Phases<T, P, L>;
  using Base::is_ml_kem;
  using Base::stride;

  // Noise polynomial `index` of e1 || e2, made now or taken from those made ahead.
  static PQLANE_INLINE const std::int16_t* error_noise(const KemBuffers& b, const std::uint64_t* r, int index, int n) {
    if constexpr (L::all_rows_at_once) {
      return b.noise + static_cast<std::size_t>(P::k + index) * L::poly_coeffs(n);
    } else {
      L::template sample_noise<P::eta2>(b, r, P::k + index, 1, n, b.noise);
      return b.noise;
    }
  }

  // y_hat: noise polynomials 0 .. k - 1 under r, transformed, as factors.
  static PQLANE_INLINE void make_y_factors(const KemBuffers& b, const std::uint64_t* r, int n) {
    if constexpr (L::all_rows_at_once) {
      if constexpr (P::eta1 == P::eta2) {
        L::template sample_noise<P::eta1>(b, r, 0, 2 * P::k + 1, n, b.noise);
      } else {
        L::template sample_noise<P::eta1>(b, r, 0, P::k, n, b.noise);
        L::template sample_noise<P::eta2>(b, r, P::k, P::k + 1, n, b.noise + P::k * L::poly_coeffs(n));
      }
    }
    for (int j = 0; j < P::k; ++j) {
      std::int16_t* y = b.noise;
      if constexpr (L::all_rows_at_once) {
        y += static_cast<std::size_t>(j) * L::poly_coeffs(n);
      } else {
        L::template sample_noise<P::eta1>(b, r, j, 1, n, y);
      }
      L::forward(y, n);
      Base::keep_factor(b, L::to_rows(y, b.rows, n), j, n);
    }
  }

  // c = Encrypt(ek, m, r) for every operation: t_hat rows, b.rho, m in b.m_rows, coins r (a word tile).
  static PQLANE_NOINLINE void encrypt(const KemBuffers& b, const InputRows& t_hat, const std::uint64_t* r, int n,
                                      const OutputRows& ct) {
    make_y_factors(b, r, n);
    if constexpr (L::all_rows_at_once) Base::template multiply_rows<true>(b, 0, P::k, n, b.rows);
    for (int i = 0; i < P::k; ++i) {
      std::int16_t* rows = b.rows;
      if constexpr (L::all_rows_at_once) {
        rows += i * n * mlkem_n;
      } else {
        Base::template multiply_rows<true>(b, i, i + 1, n, rows);
      }
      std::int16_t* u = L::from_rows(rows, b.poly, n);
      L::template inverse<inverse_ntt_scale>(u, n);
      L::add(u, error_noise(b, r, i, n), n);
      L::template compress_and_pack<P::du>(b, u, ct.row, P::u_bytes * static_cast<std::size_t>(i), n);
    }
    Base::multiply_encoded(b, t_hat, n, b.rows);
    std::int16_t* v = L::from_rows(b.rows, b.poly, n);
    L::template inverse<inverse_ntt_scale>(v, n);
    L::add(v, error_noise(b, r, P::k, n), n);
    InputRows m;
    for (int op = 0; op < 32; ++op) m.row[op] = b.m_rows + 32 * (op < n ? op : 0);
    L::template unpack_and_decompress<1>(b, m.row, 0, b.noise, n);
    L::add(v, b.noise, n);
    L::template compress_and_pack<P::dv>(b, v, ct.row, P::u_bytes * P::k, n);
  }

  static PQLANE_INLINE OutputRows message_rows(const KemBuffers& b) {
    OutputRows m;
    for (int op = 0; op < 32; ++op) m.row[op] = b.m_rows + 32 * (op < L::ops ? op : 0);
    return m;
  }

  // Round-3 Kyber: out = SHAKE256(key || H(c)).
  static PQLANE_INLINE void kyber_secret(const KemBuffers& b, const std::uint64_t* key, const InputRows& ct, int n,
                                         std::uint64_t* out) {
    Base::template hash_rows<Sha3_256>(b, b.seed, 0, ct, P::ct_bytes / 8, n, 4, b.secret);
    Base::template hash_pair<Shake256>(b, key, b.secret, n, 4, out);
  }

  // Items whose ek is out of range: zero outputs and a status [FIPS203, section 7.2].
  static PQLANE_INLINE void refuse_bad_keys(const KemBuffers& b, const KemArgs& args, std::size_t first, int n,
                                            const InputRows& ek, const OutputRows& ct, const OutputRows& ss) {
    for (int op = 0; op < n; ++op) {
      const bool bad = is_ml_kem && !Base::ek_in_range(b, ek.row[op]);
      args.status[op] = bad ? kem_item_ek_modulus : 0;
      if (bad) {
        std::memset(ct.row[op], 0, P::ct_bytes);
        std::memset(ss.row[op], 0, P::ss_bytes);
      }
    }
  }

  static PQLANE_NOINLINE void run(const KemArgs& args, std::size_t first, int n, void* workspace) {
    const KemBuffers b = make_kem_buffers<P, L>(static_cast<std::uint8_t*>(workspace),
                                                L::all_rows_at_once ? static_cast<std::size_t>(n) : L::ops);
    const InputRows ek = input_rows(args.ek, first, n);
    const OutputRows ct = output_rows(args.ct_out, first, n), ss = output_rows(args.ss_out, first, n);
    if (args.batch_key != nullptr) {
      Base::derive_item_bytes(b, *args.batch_key, first, n, 4, b.message);
    } else {
      Base::load_words(input_rows(args.m, first, n), 4, n, b.message);
    }
    if constexpr (!is_ml_kem) {
      Base::template hash_pair<Sha3_256>(b, b.message, nullptr, n, 4, b.secret);
      for (int i = 0; i < 4 * stride; ++i) b.message[i] = b.secret[i];
    }
    Base::store_words(b.message, 4, n, message_rows(b), 0);
    Base::load_words(offset_rows(ek, P::dk_pke_bytes), 4, n, b.rho);
    Base::template hash_rows<Sha3_256>(b, b.seed, 0, ek, P::ek_bytes / 8, n, 4, b.hash);
    Base::template hash_pair<Sha3_512>(b, b.message, b.hash, n, 8, b.digest);  // K || r
    encrypt(b, ek, b.digest + 4 * stride, n, ct);
    if constexpr (!is_ml_kem) kyber_secret(b, b.digest, as_input(ct), n, b.digest);
    Base::store_words(b.digest, 4, n, ss, 0);
    refuse_bad_keys(b, args, first, n, ek, ct, ss);
  }
};

PQLANE_END_TARGET
