// backend.hpp: the table of ML-DSA's functions for one parameter set on one target.
#pragma once

#include "core/target.hpp"
#include "runtime/dsa_backend.hpp"
#include "schemes/mldsa/sign.hpp"
#include "schemes/mldsa/verify.hpp"

PQLANE_BEGIN_TARGET

template <class P>
constexpr std::size_t dsa_workspace_bytes() {
  Arena sign(nullptr), verify(nullptr);
  const DsaSignBuffers<P> s(sign);  // holds what key generation needs
  const DsaVerifyBuffers<P> v(verify);
  return sign.used() > verify.used() ? sign.used() : verify.used();
}

template <class P>
constexpr std::size_t dsa_secret_bytes() {
  Arena arena(nullptr);
  return DsaSignBuffers<P>(arena).secret_bytes;
}

template <class T, class P>
constexpr DsaBackend make_dsa_backend() {
  return {dsa_tile_ops,
          dsa_sign_tile_ops,
          ExpandedSk<P>(nullptr).bytes,
          ExpandedPk<P>(nullptr).bytes,
          dsa_workspace_bytes<P>(),
          dsa_secret_bytes<P>(),
          &DsaKeyGen<T, P>::run,
          &DsaSign<T, P>::run,
          &DsaVerify<T, P>::run,
          &DsaSign<T, P>::expand_sk,
          &DsaExpand<T, P>::expand_pk};
}

PQLANE_END_TARGET
