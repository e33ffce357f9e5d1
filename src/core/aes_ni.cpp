// aes_ni.cpp: AES-256 with the AES-NI instructions [FIPS197].
//
// The file is compiled for baseline x86-64; only its functions carry the instruction set, and aes.cpp
// calls them after asking cpuid. Eight blocks are in flight at once to hide the latency of aesenc.
#include "core/aes_engine.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#define PQLANE_TARGET_AES __attribute__((target("aes,sse4.1")))

namespace pqlane {

namespace {

constexpr int rounds = 14;
constexpr std::size_t lanes = 8;

PQLANE_TARGET_AES inline __m128i load(const std::uint8_t* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

PQLANE_TARGET_AES inline void store(std::uint8_t* p, __m128i x) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), x);
}

// w[0], w[0]^w[1], w[0]^w[1]^w[2], .. : what the recursion of KeyExpansion does to four words, apart
// from the transformed word that is added to all of them.
PQLANE_TARGET_AES inline __m128i prefix_xor(__m128i w) {
  w = _mm_xor_si128(w, _mm_slli_si128(w, 4));
  return _mm_xor_si128(w, _mm_slli_si128(w, 8));
}

// SubWord(RotWord(last word of w)) ^ rcon, or SubWord(last word), in all four words. aesenclast does
// SubBytes, ShiftRows and the addition of its second argument; with four equal columns ShiftRows
// changes nothing. This has a third of aeskeygenassist's latency.
PQLANE_TARGET_AES inline __m128i sub_rot_word(__m128i w, int rcon) {
  const __m128i last_word_rotated = _mm_set1_epi32(0x0c0f0e0d);
  return _mm_aesenclast_si128(_mm_shuffle_epi8(w, last_word_rotated), _mm_set1_epi32(rcon));
}

PQLANE_TARGET_AES inline __m128i sub_word(__m128i w) {
  return _mm_aesenclast_si128(_mm_shuffle_epi32(w, 0xff), _mm_setzero_si128());
}

PQLANE_TARGET_AES void expand_key(const std::uint8_t* key, std::uint8_t* schedule) {
  __m128i even = load(key);
  __m128i odd = load(key + 16);
  store(schedule, even);
  store(schedule + 16, odd);
  int rcon = 1;  // x^(i-1) in GF(2^8): 01, 02, .., 40 for the seven uses that AES-256 has
  for (int round = 2; round <= rounds; round += 2) {
    even = _mm_xor_si128(prefix_xor(even), sub_rot_word(odd, rcon));
    store(schedule + 16 * round, even);
    if (round < rounds) {
      odd = _mm_xor_si128(prefix_xor(odd), sub_word(even));
      store(schedule + 16 * (round + 1), odd);
    }
    rcon <<= 1;
  }
}

template <std::size_t n>
PQLANE_TARGET_AES inline void encrypt_lanes(const std::uint8_t* schedule, __m128i* x) {
  __m128i k = load(schedule);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = _mm_xor_si128(x[i], k);
  }
  for (int round = 1; round < rounds; ++round) {
    k = load(schedule + 16 * round);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = _mm_aesenc_si128(x[i], k);
    }
  }
  k = load(schedule + 16 * rounds);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = _mm_aesenclast_si128(x[i], k);
  }
}

template <std::size_t n>
PQLANE_TARGET_AES inline void encrypt_some(const std::uint8_t* schedule, const std::uint8_t* in,
                                           std::uint8_t* out) {
  __m128i x[n];
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = load(in + 16 * i);
  }
  encrypt_lanes<n>(schedule, x);
  for (std::size_t i = 0; i < n; ++i) {
    store(out + 16 * i, x[i]);
  }
}

PQLANE_TARGET_AES void encrypt(const std::uint8_t* schedule, const std::uint8_t* in, std::uint8_t* out,
                               std::size_t blocks) {
  for (; blocks >= lanes; blocks -= lanes, in += 16 * lanes, out += 16 * lanes) {
    encrypt_some<lanes>(schedule, in, out);
  }
  for (; blocks != 0; --blocks, in += 16, out += 16) {
    encrypt_some<1>(schedule, in, out);
  }
}

template <std::size_t n>
PQLANE_TARGET_AES inline AesCounter counter_some(const std::uint8_t* schedule, AesCounter c,
                                                 std::uint8_t* out) {
  __m128i x[n];
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = _mm_set_epi64x(static_cast<long long>(__builtin_bswap64(c.lo)),
                          static_cast<long long>(__builtin_bswap64(c.hi)));
    c = aes_advance_counter(c, 1);
  }
  encrypt_lanes<n>(schedule, x);
  for (std::size_t i = 0; i < n; ++i) {
    store(out + 16 * i, x[i]);
  }
  return c;
}

PQLANE_TARGET_AES void counter(const std::uint8_t* schedule, std::uint64_t hi, std::uint64_t lo,
                               std::uint8_t* out, std::size_t blocks) {
  AesCounter c{hi, lo};
  for (; blocks >= lanes; blocks -= lanes, out += 16 * lanes) {
    c = counter_some<lanes>(schedule, c, out);
  }
  for (; blocks >= 3; blocks -= 3, out += 48) {  // the update of CTR_DRBG asks for exactly three
    c = counter_some<3>(schedule, c, out);
  }
  for (; blocks != 0; --blocks, out += 16) {
    c = counter_some<1>(schedule, c, out);
  }
}

template <std::size_t n>
PQLANE_TARGET_AES inline void indexed_some(const std::uint8_t* schedule, std::uint64_t prefix,
                                           std::uint64_t first, std::uint8_t* out) {
  __m128i x[n];
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = _mm_set_epi64x(static_cast<long long>(first + i), static_cast<long long>(prefix));
  }
  encrypt_lanes<n>(schedule, x);
  for (std::size_t i = 0; i < n; ++i) {
    store(out + 16 * i, x[i]);
  }
}

PQLANE_TARGET_AES void indexed(const std::uint8_t* schedule, std::uint64_t prefix, std::uint64_t first,
                               std::uint8_t* out, std::size_t blocks) {
  for (; blocks >= lanes; blocks -= lanes, first += lanes, out += 16 * lanes) {
    indexed_some<lanes>(schedule, prefix, first, out);
  }
  for (; blocks != 0; --blocks, ++first, out += 16) {
    indexed_some<1>(schedule, prefix, first, out);
  }
}

}  // namespace

const AesEngineFunctions aes_ni_functions = {(rounds + 1) * 16, expand_key, encrypt, counter, indexed};

}  // namespace pqlane

#endif  // __x86_64__
