// backend.hpp: the table of LWE-KEM's jobs for a target.
#pragma once

#include "runtime/lwe_backend.hpp"
#include "schemes/lwe/product.hpp"
#include "schemes/lwe/tree_hash.hpp"

PQLANE_BEGIN_TARGET

template <class T, class M>
constexpr LweModulusBackend make_lwe_modulus() {
  return {&lwe_multiply_rows<T, M>, &lwe_multiply_columns<T, M>, &lwe_multiply_t<M>,
          &lwe_decrypt_rows<T, M>,  &lwe_pack_values<M>,         &lwe_unpack_values<M>};
}

template <class T>
constexpr LweCipherStream lwe_cipher_stream() {
  if constexpr (requires { &T::cipher_stream; }) {
    return &T::cipher_stream;
  } else {
    return nullptr;
  }
}

template <class T>
constexpr LweBackend make_lwe_backend() {
  return {sizeof(LweWorkspace<T>), T::row_group,
          &lwe_secret_streams<T>,  &lwe_noise_streams<T>,
          &lwe_ternary_stream<T>,  &lwe_pair_rows<T>,
          &lwe_hash_leaves<T>,     &lwe_hash_nodes<T>,
          lwe_cipher_stream<T>(),  {make_lwe_modulus<T, Lwe12289>(), make_lwe_modulus<T, Lwe65521>()}};
}

PQLANE_END_TARGET
