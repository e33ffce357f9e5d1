// cpu_loops.cpp: see cpu_loops.hpp.
#include "bench/cpu_loops.hpp"

#include <cstddef>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pqlane::bench {
namespace {

// Chains of a loop: a multiplication and an addition take 4 cycles each and two start a cycle.
constexpr std::size_t chains = 12;
// x -> a x + b converges to 2 from anywhere; no value becomes subnormal.
constexpr double factor = 0.5, addend = 1.0;

template <class T>
void keep(T& value) {
  asm volatile("" : "+m"(value));
}

std::uint64_t fp64_baseline(std::uint64_t rounds) {
  double x[chains], a = factor, b = addend;
  keep(a);
  keep(b);
  for (std::size_t c = 0; c < chains; ++c) x[c] = static_cast<double>(c);
  for (std::uint64_t r = 0; r < rounds; ++r) {
    for (double& value : x) value = value * a + b;
  }
  keep(x);
  return rounds * chains * 2;
}

std::uint64_t int8_baseline(std::uint64_t rounds) {
  constexpr std::size_t bytes = 64;
  std::int8_t a[bytes];
  std::int16_t b = 3;
  std::int32_t sums[bytes] = {};
  for (std::size_t i = 0; i < bytes; ++i) a[i] = static_cast<std::int8_t>(i);
  for (std::uint64_t r = 0; r < rounds; ++r) {
    keep(a);
    keep(b);
    for (std::size_t i = 0; i < bytes; ++i) sums[i] += a[i] * b;
  }
  keep(sums);
  return rounds * bytes;
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) std::uint64_t fp64_avx2(std::uint64_t rounds) {
  double scalars[2] = {factor, addend};
  keep(scalars);
  const __m256d a = _mm256_set1_pd(scalars[0]), b = _mm256_set1_pd(scalars[1]);
  __m256d x[chains];
  for (std::size_t c = 0; c < chains; ++c) x[c] = _mm256_set1_pd(static_cast<double>(c));
  for (std::uint64_t r = 0; r < rounds; ++r) {
#pragma GCC unroll 12
    for (std::size_t c = 0; c < chains; ++c) x[c] = _mm256_add_pd(_mm256_mul_pd(x[c], a), b);
  }
  keep(x);
  return rounds * chains * 4 * 2;
}

__attribute__((target("avx512f"))) std::uint64_t fp64_avx512(std::uint64_t rounds) {
  double scalars[2] = {factor, addend};
  keep(scalars);
  const __m512d a = _mm512_set1_pd(scalars[0]), b = _mm512_set1_pd(scalars[1]);
  __m512d x[chains];
  for (std::size_t c = 0; c < chains; ++c) x[c] = _mm512_set1_pd(static_cast<double>(c));
  for (std::uint64_t r = 0; r < rounds; ++r) {
#pragma GCC unroll 12
    for (std::size_t c = 0; c < chains; ++c) x[c] = _mm512_add_pd(_mm512_mul_pd(x[c], a), b);
  }
  keep(x);
  return rounds * chains * 8 * 2;
}

// 32 products an instruction in 16 bits, made 32-bit sums by a second one. The operand changes with each
// round, so that nothing is computed before the loop.
__attribute__((target("avx2"))) std::uint64_t int8_avx2(std::uint64_t rounds) {
  constexpr std::size_t sums_kept = 8;
  __m256i sums[sums_kept];
  for (__m256i& sum : sums) sum = _mm256_setzero_si256();
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i a = _mm256_set1_epi8(3), b = _mm256_set1_epi8(5);
  for (std::uint64_t r = 0; r < rounds; ++r) {
#pragma GCC unroll 8
    for (std::size_t c = 0; c < sums_kept; ++c) {
      asm volatile("" : "+x"(b));
      sums[c] = _mm256_add_epi32(sums[c], _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), ones));
    }
  }
  keep(sums);
  return rounds * sums_kept * 32;
}

__attribute__((target("avx512f,avx512bw"))) std::uint64_t int8_avx512(std::uint64_t rounds) {
  constexpr std::size_t sums_kept = 8;
  __m512i sums[sums_kept];
  for (__m512i& sum : sums) sum = _mm512_setzero_si512();
  const __m512i ones = _mm512_set1_epi16(1);
  __m512i a = _mm512_set1_epi8(3), b = _mm512_set1_epi8(5);
  for (std::uint64_t r = 0; r < rounds; ++r) {
#pragma GCC unroll 8
    for (std::size_t c = 0; c < sums_kept; ++c) {
      asm volatile("" : "+v"(b));
      sums[c] = _mm512_add_epi32(sums[c], _mm512_madd_epi16(_mm512_maddubs_epi16(a, b), ones));
    }
  }
  keep(sums);
  return rounds * sums_kept * 64;
}

// One instruction for all of it.
__attribute__((target("avx512f,avx512vnni"))) std::uint64_t int8_vnni(std::uint64_t rounds) {
  __m512i sums[chains];
  for (__m512i& sum : sums) sum = _mm512_setzero_si512();
  __m512i a = _mm512_set1_epi8(3), b = _mm512_set1_epi8(5);
  for (std::uint64_t r = 0; r < rounds; ++r) {
#pragma GCC unroll 12
    for (std::size_t c = 0; c < chains; ++c) {
      asm volatile("" : "+v"(b));
      sums[c] = _mm512_dpbusd_epi32(sums[c], a, b);
    }
  }
  keep(sums);
  return rounds * chains * 64;
}

#endif

}  // namespace

std::uint64_t fp64_loop(LoopIsa isa, std::uint64_t rounds) {
#if defined(__x86_64__)
  if (isa == LoopIsa::avx2) return fp64_avx2(rounds);
  if (isa == LoopIsa::avx512) return fp64_avx512(rounds);
#endif
  (void)isa;
  return fp64_baseline(rounds);
}

std::uint64_t int8_loop(LoopIsa isa, std::uint64_t rounds) {
#if defined(__x86_64__)
  if (isa == LoopIsa::avx2) return int8_avx2(rounds);
  if (isa == LoopIsa::avx512)
    return __builtin_cpu_supports("avx512vnni") ? int8_vnni(rounds) : int8_avx512(rounds);
#endif
  (void)isa;
  return int8_baseline(rounds);
}

}  // namespace pqlane::bench
