// ring_products.hpp: the steps of a Ring lane type that need 64-bit products, on vectors of 32-bit lanes.
//
// An instruction set multiplies the even lanes of two vectors to 64 bits each. The odd lanes are moved to
// even places for that. Lanes has, beside the operations that ring.hpp names: mul_even (signed), add64,
// sub64, odd_lanes (moved to even places) and high_halves (the upper halves of two vectors of 64 bits, as
// even and odd lanes). Secrecy: no branch, index or division.
#pragma once

#include <cstdint>

#include "core/target.hpp"
#include "kernels/ring.hpp"

PQLANE_BEGIN_TARGET

template <class Lanes>
struct RingProducts : Lanes {
  using V = typename Lanes::V;
  // The quotients of the odd lanes stand at even places as well.
  struct Factor {
    V value, quotient, odd_quotient;
  };
  struct Sum {
    V even, odd;
  };

  static PQLANE_INLINE Factor factor(std::int32_t value, std::int32_t quotient) {
    return {Lanes::set1(value), Lanes::set1(quotient), Lanes::set1(quotient)};
  }
  static PQLANE_INLINE V multiply_factor(V a, const Factor& z) {
    const V floors = Lanes::high_halves(Lanes::mul_even(a, z.quotient),
                                        Lanes::mul_even(Lanes::odd_lanes(a), z.odd_quotient));
    return Lanes::sub(Lanes::mullo(a, z.value), Lanes::mullo(floors, hidden_q()));
  }
  static PQLANE_INLINE V montgomery(V a, V b) { return reduce(multiply(a, b)); }
  static PQLANE_INLINE Sum multiply(V a, V b) {
    return {Lanes::mul_even(a, b), Lanes::mul_even(Lanes::odd_lanes(a), Lanes::odd_lanes(b))};
  }
  static PQLANE_INLINE void multiply_add(Sum& s, V a, V b) {
    const Sum product = multiply(a, b);
    s.even = Lanes::add64(s.even, product.even);
    s.odd = Lanes::add64(s.odd, product.odd);
  }
  static PQLANE_INLINE V reduce(const Sum& s) { return Lanes::high_halves(reduced(s.even), reduced(s.odd)); }

 private:
  // The upper halves are those of the sum times R^-1.
  static PQLANE_INLINE V reduced(V sum) {
    const V m = Lanes::mul_even(sum, Lanes::set1(static_cast<std::int32_t>(ring_q_inverse())));
    return Lanes::sub64(sum, Lanes::mul_even(m, Lanes::set1(mldsa_q)));
  }
  // q as a number that the compiler does not know: it would take two shifts and two sums for a product that
  // is one instruction.
  static PQLANE_INLINE V hidden_q() {
    V q = Lanes::set1(mldsa_q);
    asm("" : "+v"(q));
    return q;
  }
};

PQLANE_END_TARGET
