// expand_key.hpp: keys as signing and verification use them: unpacked, transformed, with the matrix.
#pragma once

#include "core/secret.hpp"
#include "core/target.hpp"
#include "schemes/mldsa/keygen.hpp"

PQLANE_BEGIN_TARGET

template <class T, class P>
struct DsaExpand : DsaPhases<T, P> {
  using Base = DsaPhases<T, P>;
  using typename Base::R;

  // One polynomial of s1 or s2 to its window s, -s, s; `row` is scratch. Returns whether it is in range.
  static PQLANE_INLINE bool unpack_secret(const std::uint8_t* packed, std::int32_t* row,
                                          std::int8_t* window) {
    T::template unpack<P::s_bits>(packed, row);
    const bool bad = Base::reaches(row, 2 * P::eta + 1);
    for (int i = 0; i < mldsa_n; ++i) {
      const auto s = static_cast<std::int8_t>(P::eta - row[i]);
      window[i] = s;
      window[mldsa_n + i] = static_cast<std::int8_t>(-s);
      window[2 * mldsa_n + i] = s;
    }
    return !bad;
  }

  // Everything of an expanded key but its matrix. Returns 0 or an item status.
  static PQLANE_NOINLINE std::uint8_t unpack_sk(const std::uint8_t* sk, std::int32_t* row,
                                                const ExpandedSk<P>& key) {
    std::memcpy(key.key, sk + P::sk_key_offset, 32);
    std::memcpy(key.tr, sk + P::sk_tr_offset, 64);
    bool in_range = true;
    for (std::size_t j = 0; j < P::l + P::k; ++j) {
      in_range &=
          unpack_secret(sk + P::sk_s_offset + P::s_bytes * j, row, key.windows + dsa_window_bytes * j);
    }
    for (std::size_t i = 0; i < P::k; ++i) {
      std::int32_t* t0 = key.t0_hat + i * mldsa_n;
      T::template unpack<mldsa_d>(sk + P::sk_t0_offset + P::t0_bytes * i, t0);
      Base::subtract_from(1 << (mldsa_d - 1), t0);
      ring_ntt<R>(t0);
    }
    declassify(&in_range, sizeof in_range);  // a caller is told of a malformed key
    return in_range ? 0 : dsa_item_sk_range;
  }

  static PQLANE_INLINE void unpack_pk(const std::uint8_t* pk, int i, std::int32_t* t1_hat) {
    T::template unpack<P::t1_bits>(pk + 32 + P::t1_bytes * static_cast<std::size_t>(i), t1_hat);
    for (int c = 0; c < mldsa_n; c += R::lanes) {
      R::store(t1_hat + c, R::template slli<mldsa_d>(R::load(t1_hat + c)));
    }
    ring_ntt<R>(t1_hat);
  }

  static std::uint8_t expand_pk(const std::uint8_t* pk, bool, void* expanded, void* workspace) {
    Arena arena(static_cast<std::uint8_t*>(workspace));
    const DsaScratch scratch(arena);
    const ExpandedPk<P> key(static_cast<std::uint8_t*>(expanded));
    const auto same = [pk](int) PQLANE_LAMBDA { return pk; };
    Base::hash(scratch, 1, same, P::pk_bytes / 8, [&](int) PQLANE_LAMBDA { return key.tr; }, 64);
    for (int i = 0; i < P::k; ++i) unpack_pk(pk, i, key.t1_hat + i * mldsa_n);
    Base::expand_a(scratch, 1, 0, P::k, &pk, key.matrix);
    return 0;
  }
};

PQLANE_END_TARGET
