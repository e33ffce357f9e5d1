// lwe.hpp: parameters of LWE-KEM (docs/lwe.md), the plain-LWE key encapsulation of [LWEKEM26] in a sound
// form.
//
// The dimension n is an argument of every call; a set fixes the modulus and the generator of the matrix.
// Everything has internal linkage, because files compiled for one instruction set use it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

// q = 12289: entries of 14 bits. q = 65521: of 16.
struct Lwe12289 {
  static constexpr unsigned q = 12289, bits = 14;
};
struct Lwe65521 {
  static constexpr unsigned q = 65521, bits = 16;
};

constexpr std::size_t lwe_message_bits = 256;
constexpr std::size_t lwe_seed_bytes = 32;
// Entries of one stream of the matrix or of noise.
constexpr std::size_t lwe_block = 1024;
constexpr std::size_t lwe_n_step = 32;
constexpr std::size_t lwe_least_n = 32;

// Noise: first byte of a stream's domain.
constexpr std::uint8_t lwe_kind_s = 0xA0, lwe_kind_e = 0xB0, lwe_kind_r = 0xC0, lwe_kind_e1 = 0xD0,
                       lwe_kind_e2 = 0xE0;

// |x| of a noise entry is the number of these that are not above the upper 31 bits of its word: the normal
// (0, 1), rounded to integers and clamped to 6. This table is the distribution.
constexpr int lwe_noise_bound = 6;
static constexpr std::int32_t lwe_threshold(int k) {
  constexpr std::int32_t table[lwe_noise_bound] = {822325010,  1860548903, 2120813339,
                                                   2146484514, 2147469055, 2147483566};
  return table[k];  // inside the function: OpenMP does not take constants of a namespace to a device
}
// s is centred binomial of eta = 3.
constexpr int lwe_secret_bound = 3;

// Tree hash: bytes of a leaf, children of a node.
constexpr std::size_t lwe_leaf_bytes = 1024, lwe_node_children = 32, lwe_hash_bytes = 32;

// Rows of the matrix that are multiplied before 32-bit sums are reduced: 8192 * 6 * 32767 + 65520 < 2^31.
constexpr std::size_t lwe_rows_between_reductions = 8192;

static constexpr std::size_t lwe_row_bytes(std::size_t n, unsigned bits) { return n * bits / 8; }
static constexpr std::size_t lwe_pk_bytes(std::size_t n, unsigned bits) {
  return lwe_seed_bytes + lwe_row_bytes(n, bits);
}
// d || z || pk || H(pk)
static constexpr std::size_t lwe_sk_bytes(std::size_t n, unsigned bits) {
  return 2 * lwe_seed_bytes + lwe_pk_bytes(n, bits) + lwe_hash_bytes;
}
static constexpr std::size_t lwe_ct_bytes(std::size_t n, unsigned bits) {
  return lwe_message_bits * lwe_row_bytes(n, bits) + lwe_row_bytes(lwe_message_bits, bits);
}

}  // namespace pqlane
