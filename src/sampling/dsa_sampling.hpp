// dsa_sampling.hpp: horizontal sampling of ML-DSA, in portable form.
//
// Spec: [FIPS204, algorithms 29 to 31]. Each appends to values that are there already, so that it can go on
// with a next block. Secrecy: rej_ntt works on the public matrix. rej_bounded works on the secret seed's
// output: which candidates are refused decides about places and the number of blocks, and is independent of
// the values of those that are accepted. sample_in_ball branches on the challenge, see docs/constant-time.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/secret.hpp"
#include "core/target.hpp"
#include "params/mldsa.hpp"

PQLANE_BEGIN_TARGET

// Values that a sampler may write behind a polynomial's end.
inline constexpr int dsa_sampling_slack = 64;

// Candidates of 23 bits from 3 bytes each; those below q are appended to poly. Returns the new count, at
// most 256 plus what one block gives.
PQLANE_INLINE unsigned rej_ntt_portable(const std::uint8_t* buffer, std::size_t bytes, std::int32_t* poly,
                                        unsigned count) {
  for (std::size_t i = 0; i + 3 <= bytes && count < mldsa_n; i += 3) {
    const std::int32_t v = buffer[i] | buffer[i + 1] << 8 | (buffer[i + 2] & 0x7F) << 16;
    poly[count] = v;
    count += static_cast<unsigned>((v - mldsa_q) >> 31) & 1u;
  }
  return count;
}

// The value of an accepted nibble: eta - (z mod 5) for eta = 2 (z < 15), eta - z for eta = 4 (z < 9).
template <int Eta>
constexpr std::int8_t bounded_value(unsigned nibble) {
  return static_cast<std::int8_t>(Eta == 2 ? 2 - static_cast<int>(nibble % 5) : 4 - static_cast<int>(nibble));
}
template <int Eta>
inline constexpr unsigned bounded_limit = Eta == 2 ? 15 : 9;

template <int Eta>
PQLANE_INLINE unsigned rej_bounded_portable(const std::uint8_t* buffer, std::size_t bytes, std::int8_t* poly,
                                            unsigned count) {
  for (std::size_t i = 0; i < 2 * bytes && count < mldsa_n; ++i) {
    const unsigned nibble = (buffer[i / 2] >> (i % 2 * 4)) & 15u;
    // 205 n / 2^10 is n / 5 for n < 16.
    const int value =
        Eta == 2 ? 2 - static_cast<int>(nibble - (nibble * 205 >> 10) * 5) : 4 - static_cast<int>(nibble);
    poly[count] = static_cast<std::int8_t>(value);
    const unsigned accepted = (nibble - bounded_limit<Eta>) >> 31;
    declassify(&accepted, sizeof accepted);
    count += accepted;
  }
  return count;
}

// A challenge: its tau coefficients of +-1, each as place | sign << 8 (sign 1 for -1), in order of places.
struct Challenge {
  std::uint16_t term[64];
};

// SampleInBall in steps: begins with the first 8 bytes as signs, then takes one byte after the other.
class BallSampler {
 public:
  PQLANE_INLINE BallSampler(std::uint64_t signs, int tau) : signs_(signs), place_(mldsa_n - tau) {}

  // False when the bytes were too few.
  PQLANE_INLINE bool take(const std::uint8_t* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count && place_ < mldsa_n; ++i) {
      const int j = bytes[i];
      if (j > place_) continue;
      copy_bit(nonzero_, place_, j);
      copy_bit(negative_, place_, j);
      set_bit(nonzero_, j, 1);
      set_bit(negative_, j, signs_ & 1);
      signs_ >>= 1;
      ++place_;
    }
    return place_ == mldsa_n;
  }

  PQLANE_INLINE void write(Challenge& c) const {
    int count = 0;
    for (int w = 0; w < 4; ++w) {
      for (std::uint64_t left = nonzero_[w]; left != 0; left &= left - 1) {
        const int bit = __builtin_ctzll(left);
        const std::uint64_t sign = (negative_[w] >> bit) & 1;
        c.term[count++] = static_cast<std::uint16_t>(static_cast<std::uint64_t>(64 * w + bit) | sign << 8);
      }
    }
  }

 private:
  static PQLANE_INLINE void set_bit(std::uint64_t (&map)[4], int i, std::uint64_t value) {
    map[i / 64] = (map[i / 64] & ~(std::uint64_t{1} << (i % 64))) | value << (i % 64);
  }
  static PQLANE_INLINE void copy_bit(std::uint64_t (&map)[4], int to, int from) {
    set_bit(map, to, (map[from / 64] >> (from % 64)) & 1);
  }
  std::uint64_t signs_, nonzero_[4] = {}, negative_[4] = {};
  int place_;
};

PQLANE_END_TARGET
