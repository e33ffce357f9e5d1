// lwe_digits.cuh: how entries of the matrix and of the vectors that meet them are held.
//
// An entry of A is 256 h' + l' or 128 h + l with two digits that fit signed bytes, so that integer products
// of bytes are exact: h and l are the upper and the lower byte of 16 bits. For q = 12289 they are the upper
// and the lower seven bits. For 65521 the entry is taken from [-32881, 32639], which is what digits of eight
// signed bits reach.
#pragma once

#include "backends/gpu/lwe_args.hpp"
#include "backends/gpu/target.cuh"
#include "schemes/lwe/normal.hpp"
#include "schemes/lwe/residues.hpp"

namespace pqlane::gpu {

template <class M>
inline constexpr std::int32_t lwe_digit_base = M::bits == 14 ? 128 : 256;

// Of an entry below q.
template <class M>
PQLANE_DEVICE std::uint32_t lwe_digits(std::uint32_t entry) {
  if constexpr (M::bits == 14) {
    return (entry & 0x7F) | (entry & 0x3F80) << 1;
  } else {
    constexpr std::uint32_t most = 32639, wrap = 65536 - M::q;
    const std::uint32_t x = entry + (entry > most ? wrap : 0);
    return (x & 0xFF) | ((x + 0x80) & 0xFF00);
  }
}

// l + base h of two sums of products with digits.
template <class M>
PQLANE_DEVICE std::int32_t lwe_join(std::int32_t low, std::int32_t high) {
  return lwe_reduce<M>(lwe_reduce<M>(low) + lwe_digit_base<M> * lwe_reduce<M>(high));
}

// The order of the sum over rows of A in R and t: of sixteen entries, (0, 1, 8, 9), (2, 3, 10, 11) ..: what a
// thread has of two transposed 8 x 8 matrices of pairs (tensor.cuh). Pairs stay together: `entry` is even.
PQLANE_DEVICE std::uint64_t lwe_place(std::uint64_t entry) {
  const std::uint64_t in = entry % 16;
  return entry - in + 2 * (in % 8) + in / 8 * 2;
}

}  // namespace pqlane::gpu
