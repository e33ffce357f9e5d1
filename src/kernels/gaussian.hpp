// gaussian.hpp: normal variables from uniform words, by the method of Box and Muller [BOX-MULLER58]. One
// source for CPUs and GPUs: the same bits everywhere.
//
// Real arithmetic is additions, subtractions and multiplications, each rounded to nearest by itself: the host
// is compiled with -ffp-contract=off, device code names the operations. No libm, no division, no square root,
// no fused operation. docs/random.md states the errors.
// Secrecy: no branch, no index on words.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/target.hpp"
#include "kernels/gaussian_constants.hpp"

PQLANE_BEGIN_TARGET

#if defined(__CUDA_ARCH__) && defined(__NVCC__)
PQLANE_INLINE double fp_add(double a, double b) { return __dadd_rn(a, b); }
PQLANE_INLINE double fp_multiply(double a, double b) { return __dmul_rn(a, b); }
PQLANE_INLINE float fp_add(float a, float b) { return __fadd_rn(a, b); }
PQLANE_INLINE float fp_multiply(float a, float b) { return __fmul_rn(a, b); }
#elif defined(__NVPTX__)
PQLANE_INLINE double fp_add(double a, double b) { return __nvvm_add_rn_d(a, b); }
PQLANE_INLINE double fp_multiply(double a, double b) { return __nvvm_mul_rn_d(a, b); }
PQLANE_INLINE float fp_add(float a, float b) { return __nvvm_add_rn_f(a, b); }
PQLANE_INLINE float fp_multiply(float a, float b) { return __nvvm_mul_rn_f(a, b); }
#else
PQLANE_INLINE double fp_add(double a, double b) { return a + b; }
PQLANE_INLINE double fp_multiply(double a, double b) { return a * b; }
PQLANE_INLINE float fp_add(float a, float b) { return a + b; }
PQLANE_INLINE float fp_multiply(float a, float b) { return a * b; }
#endif

// The two formats. `implicit_bits`: mantissa bits without the leading one. `unit`: 2^implicit_bits.
// `above_root_2`: 2^implicit_bits minus the mantissa field of sqrt 2, so that adding it to a number's bits
// carries into the exponent from sqrt 2 on. `guess`: the constant that halves and negates an exponent, with
// the least largest error of 1 / sqrt x, 3.5% [LOMONT03]; each step of Newton's brings e to 1.5 e^2.
struct Gaussian64 {
  using Real = double;
  using Word = std::uint64_t;
  static constexpr unsigned word_bits = 64, implicit_bits = 52, exponent_bias = 1023;
  static constexpr Word above_root_2 = 0x00095f619980c433u;
  static constexpr Word guess = 0x5fe6ec85e7de30dau;
  static constexpr int newton_steps = 4;
  static constexpr Real unit = 0x1p52, half_word = 0x1p32, half_word_inverse = 0x1p-32;
  static constexpr Real ln2 = gaussian_ln2_64, half_pi = gaussian_half_pi_64;
  static constexpr int log_degree = 20, sine_degree = 6, cosine_degree = 7;
  static constexpr Real log_term(int i) { return gaussian_log_64[i]; }
  static constexpr Real sine_term(int i) { return gaussian_sine_64[i]; }
  static constexpr Real cosine_term(int i) { return gaussian_cosine_64[i]; }
};
struct Gaussian32 {
  using Real = float;
  using Word = std::uint32_t;
  static constexpr unsigned word_bits = 32, implicit_bits = 23, exponent_bias = 127;
  static constexpr Word above_root_2 = 0x004afb0du;
  static constexpr Word guess = 0x5f375a86u;
  static constexpr int newton_steps = 3;
  static constexpr Real unit = 0x1p23f, half_word = 0x1p16f, half_word_inverse = 0x1p-16f;
  static constexpr Real ln2 = gaussian_ln2_32, half_pi = gaussian_half_pi_32;
  static constexpr int log_degree = 8, sine_degree = 2, cosine_degree = 3;
  static constexpr Real log_term(int i) { return gaussian_log_32[i]; }
  static constexpr Real sine_term(int i) { return gaussian_sine_32[i]; }
  static constexpr Real cosine_term(int i) { return gaussian_cosine_32[i]; }
};

enum class GaussianPolynomial { log, sine, cosine };

template <class F, GaussianPolynomial p>
constexpr int polynomial_degree() {
  return p == GaussianPolynomial::log    ? F::log_degree
         : p == GaussianPolynomial::sine ? F::sine_degree
                                         : F::cosine_degree;
}
template <class F, GaussianPolynomial p>
constexpr typename F::Real polynomial_term(int i) {
  return p == GaussianPolynomial::log    ? F::log_term(i)
         : p == GaussianPolynomial::sine ? F::sine_term(i)
                                         : F::cosine_term(i);
}
// Horner's rule from term i on.
template <class F, GaussianPolynomial p, int i>
PQLANE_INLINE typename F::Real horner(typename F::Real sum, typename F::Real x) {
  constexpr typename F::Real term = polynomial_term<F, p>(i);
  sum = i == 0 ? term : fp_add(fp_multiply(sum, x), term);
  if constexpr (i == polynomial_degree<F, p>()) {
    return sum;
  } else {
    return horner<F, p, i + 1>(sum, x);
  }
}
template <class F, GaussianPolynomial p>
PQLANE_INLINE typename F::Real evaluate(typename F::Real x) {
  return horner<F, p, 0>(typename F::Real{0}, x);
}

template <class F>
PQLANE_INLINE typename F::Real real_of_bits(typename F::Word bits) {
  return __builtin_bit_cast(typename F::Real, bits);
}
template <class F>
PQLANE_INLINE typename F::Word bits_of_real(typename F::Real x) {
  return __builtin_bit_cast(typename F::Word, x);
}
// An integer below 2^implicit_bits, exactly: it is put behind the leading one of 2^implicit_bits.
template <class F>
PQLANE_INLINE typename F::Real small_to_real(typename F::Word x) {
  constexpr typename F::Word exponent = typename F::Word{F::exponent_bias + F::implicit_bits}
                                        << F::implicit_bits;
  return fp_add(real_of_bits<F>(exponent | x), -F::unit);
}
template <class F>
PQLANE_INLINE typename F::Word low_half(typename F::Word x) {
  return x & ((typename F::Word{1} << F::word_bits / 2) - 1);
}

// -log u for u = (w | 1) / 2^word_bits. u = m 2^(e - word_bits) with sqrt(1/2) <= m < sqrt 2, up to rounding
// in the choice of e; t = m - 1 is rounded once, so that the relative error stays small where u is near 1.
template <class F>
PQLANE_INLINE typename F::Real minus_log(typename F::Word w) {
  using Real = typename F::Real;
  using Word = typename F::Word;
  const Word v = w | 1;
  const Real high = fp_multiply(small_to_real<F>(v >> F::word_bits / 2), F::half_word);
  const Real low = small_to_real<F>(low_half<F>(v));
  const Word biased_e = (bits_of_real<F>(fp_add(high, low)) + F::above_root_2) >> F::implicit_bits;
  const Real scale = real_of_bits<F>((Word{2 * F::exponent_bias} - biased_e) << F::implicit_bits);  // 2^-e
  const Real t = fp_add(fp_add(fp_multiply(high, scale), Real{-1}), fp_multiply(low, scale));
  const Real log_m = fp_add(t, fp_multiply(fp_multiply(t, t), evaluate<F, GaussianPolynomial::log>(t)));
  const Real e = small_to_real<F>(Word{F::exponent_bias + F::word_bits} - biased_e);
  return fp_add(fp_multiply(e, F::ln2), -log_m);
}

// sqrt x for a normal x.
template <class F>
PQLANE_INLINE typename F::Real square_root(typename F::Real x) {
  using Real = typename F::Real;
  const Real minus_half_x = fp_multiply(x, Real{-0.5});
  Real y = real_of_bits<F>(F::guess - (bits_of_real<F>(x) >> 1));
  for (int i = 0; i < F::newton_steps; ++i) {
    y = fp_multiply(y, fp_add(fp_multiply(fp_multiply(minus_half_x, y), y), Real{1.5}));
  }
  return fp_multiply(x, y);
}

template <class F>
struct GaussianPair {
  typename F::Real first, second;
};

// (cos, sin) of 2 pi v, v = (w + 1/2) / 2^word_bits = (quarter + x) / 4 with -1/2 <= x < 1/2.
template <class F>
PQLANE_INLINE GaussianPair<F> cosine_and_sine(typename F::Word w) {
  using Real = typename F::Real;
  using Word = typename F::Word;
  constexpr unsigned top = F::word_bits - 1;
  const Word quarter = static_cast<Word>(w + (Word{1} << (top - 2))) >> (top - 1);
  const Word from_minus_half = static_cast<Word>((w << 2) | 2) ^ (Word{1} << top);
  const Real high = small_to_real<F>(from_minus_half >> F::word_bits / 2);
  const Real low = small_to_real<F>(low_half<F>(from_minus_half));
  const Real x = fp_add(fp_add(fp_multiply(high, F::half_word_inverse), Real{-0.5}),
                        fp_multiply(low, F::half_word_inverse * F::half_word_inverse));
  const Real y = fp_multiply(x, x);
  const Real sine =
      fp_multiply(x, fp_add(fp_multiply(y, evaluate<F, GaussianPolynomial::sine>(y)), F::half_pi));
  const Real cosine = fp_add(fp_multiply(y, evaluate<F, GaussianPolynomial::cosine>(y)), Real{1});
  // By quarters: (c, s), (-s, c), (-c, -s), (s, -c).
  const Word s = bits_of_real<F>(sine), c = bits_of_real<F>(cosine);
  const Word swap = (s ^ c) & (Word{0} - (quarter & 1));
  const Word minus_first = static_cast<Word>((quarter + 1) << (top - 1)) & (Word{1} << top);
  const Word minus_second = static_cast<Word>(quarter << (top - 1)) & (Word{1} << top);
  return {real_of_bits<F>(c ^ swap ^ minus_first), real_of_bits<F>(s ^ swap ^ minus_second)};
}

template <class F>
PQLANE_INLINE GaussianPair<F> gaussian_pair(typename F::Word w0, typename F::Word w1, typename F::Real mean,
                                            typename F::Real sigma) {
  using Real = typename F::Real;
  const Real radius = square_root<F>(fp_multiply(minus_log<F>(w0), Real{2}));
  const GaussianPair<F> at = cosine_and_sine<F>(w1);
  return {fp_add(mean, fp_multiply(sigma, fp_multiply(radius, at.first))),
          fp_add(mean, fp_multiply(sigma, fp_multiply(radius, at.second)))};
}

PQLANE_END_TARGET
