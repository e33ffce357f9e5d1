// dsa_sample.cuh: kernels of ML-DSA that squeeze polynomials [FIPS204, algorithms 30 to 34], a stream a
// thread.
//
// A thread's values go to a row of shared memory, and 32 threads then write out each other's rows in order.
// Secrecy: the matrix is public. Of s1 and s2 the number of refused candidates decides about places and the
// number of permutations, independently of the values of those that are accepted. y has no branch on data.
#pragma once

#include "backends/gpu/dsa_queue.cuh"
#include "backends/gpu/rows.cuh"
#include "params/mldsa.hpp"

namespace pqlane::gpu {

inline constexpr unsigned matrix_candidates = 8 * rate_128 / 3;
static_assert(dsa_matrix_row_words > matrix_candidates && dsa_mask_row_words > 2 * rate_256);

// The candidates of a block of SHAKE128 that are below q, to `row`; returns how many.
PQLANE_DEVICE unsigned take_matrix_block(const std::uint64_t (&s)[25], std::uint32_t* row) {
  unsigned next = 0;
  PQLANE_UNROLL
  for (int group = 0; group < rate_128 / 3; ++group) {  // three words are eight candidates of 24 bits
    const std::uint64_t x = s[3 * group], y = s[3 * group + 1], z = s[3 * group + 2];
    PQLANE_UNROLL
    for (int c = 0; c < 8; ++c) {
      const int bit = 24 * c;
      std::uint64_t v = bit<64 ? x >> bit : bit<128 ? y >> (bit - 64) : z>>(bit - 128);
      if (bit < 64 && bit + 24 > 64) v |= y << (64 - bit);
      if (bit >= 64 && bit < 128 && bit + 24 > 128) v |= z << (128 - bit);
      const auto d = static_cast<std::uint32_t>(v) & 0x7FFFFF;
      row[next] = d;
      if (d < mldsa_q) ++next;
    }
    forget_value(next);
  }
  return next;
}

// Thread (key, i, j): A_hat[i][j] from rho || j || i.
template <class P>
PQLANE_DEVICE void dsa_sample_matrix(const DsaKernelArgs& a) {
  constexpr std::uint64_t entries = P::k * P::l;
  const std::uint64_t job = grid_thread(), jobs = a.keys * entries;
  const std::uint64_t mine = job < jobs ? job : jobs - 1;  // threads past the end only take part
  std::uint32_t* row = shared_words() + dsa_matrix_row_words * thread_index();
  std::uint32_t* counts = shared_words() + dsa_matrix_row_words * dsa_sample_threads;
  std::uint32_t* places = counts + dsa_sample_threads;
  std::uint64_t s[25];
  clear(s);
  get_rho(a, mine / entries, s);
  s[4] = mine % P::l | (mine % entries / P::l) << 8 | shake_suffix << 16;
  s[rate_128 - 1] ^= last_bit;

  const unsigned group = thread_index() - lane_of_32();
  const std::uint64_t first = job - lane_of_32();  // the job of the group's first row
  unsigned place = 0;
  do {
    permute(s);
    const unsigned count = take_matrix_block(s, row);
    counts[thread_index()] = count < 256 - place ? count : 256 - place;
    places[thread_index()] = place;
    place += counts[thread_index()];
    wave_barrier();
    PQLANE_NO_UNROLL
    for (unsigned r = 0; r < 32; ++r) {
      if (first + r >= jobs) break;
      std::uint32_t* out = a.matrix + (first + r) * 256 + places[group + r];
      const std::uint32_t* in = shared_words() + dsa_matrix_row_words * (group + r);
      const unsigned n = counts[group + r];
      PQLANE_UNROLL
      for (unsigned w = 0; w < matrix_candidates; w += 32) {
        if (w + lane_of_32() < n) out[w + lane_of_32()] = in[w + lane_of_32()];
      }
    }
    wave_barrier();
  } while (wave_any(place < 256));
}

// eta - z mod (2 eta + 1) of an accepted nibble.
template <int Eta>
PQLANE_DEVICE std::int32_t bounded_value(std::uint32_t nibble) {
  if constexpr (Eta == 2) return 2 - static_cast<std::int32_t>(nibble - (nibble * 205 >> 10) * 5);
  return 4 - static_cast<std::int32_t>(nibble);
}

// Thread (op, r): polynomial r of s1, s2 from rho' || r.
template <class P>
PQLANE_DEVICE void dsa_sample_secret(const DsaKernelArgs& a) {
  constexpr std::uint64_t polys = P::l + P::k;
  constexpr std::uint32_t limit = P::eta == 2 ? 15 : 9;
  const std::uint64_t job = grid_thread(), jobs = a.count * polys;
  const std::uint64_t mine = job < jobs ? job : jobs - 1;
  auto* row = reinterpret_cast<std::int8_t*>(shared_words() + dsa_byte_row_words * thread_index());
  std::uint64_t s[25];
  clear(s);
  PQLANE_UNROLL
  for (std::uint64_t w = 0; w < 8; ++w) s[w] = a.seeds[8 * (mine / polys) + w];
  s[8] = mine % polys | shake_suffix << 16;
  s[rate_256 - 1] ^= last_bit;
  unsigned place = 0;
  do {
    permute(s);
    PQLANE_UNROLL
    for (int w = 0; w < rate_256; ++w) {
      std::uint64_t nibbles = s[w];
      PQLANE_NO_UNROLL
      for (int n = 0; n < 16; ++n, nibbles >>= 4) {
        const auto nibble = static_cast<std::uint32_t>(nibbles & 15);
        row[place] = static_cast<std::int8_t>(bounded_value<P::eta>(nibble));
        if (nibble < limit && place < 256) ++place;  // byte 256 is nobody's
      }
    }
  } while (wave_any(place < 256));
  wave_barrier();
  const std::uint32_t* in = shared_words() + dsa_byte_row_words * (thread_index() - lane_of_32());
  const std::uint64_t first = job - lane_of_32();
  auto* out = reinterpret_cast<std::uint32_t*>(a.secret) + first * 64;
  PQLANE_NO_UNROLL
  for (unsigned r = 0; r < 32; ++r) {
    if (first + r >= jobs) break;
    PQLANE_UNROLL
    for (unsigned w = 0; w < 64; w += 32)
      out[64 * r + w + lane_of_32()] = in[dsa_byte_row_words * r + w + lane_of_32()];
  }
}

// Thread (slot, j): the bytes of y[j] from rho'' || attempt l + j.
template <class P>
PQLANE_DEVICE void sample_mask_of(const DsaKernelArgs& a, const AttemptPlan& plan, std::uint64_t job,
                                  std::uint64_t jobs) {
  const std::uint64_t first = job - lane_of_32(), mine = job < jobs ? job : jobs - 1;
  const AttemptPlace at = plan.place(a, static_cast<std::uint32_t>(mine / P::l));
  std::uint64_t s[25];
  clear(s);
  PQLANE_UNROLL
  for (std::uint64_t w = 0; w < 8; ++w) s[w] = a.seeds[8 * std::uint64_t{at.op} + w];
  s[8] = (std::uint64_t{at.attempt} * P::l + mine % P::l) | shake_suffix << 16;
  s[rate_256 - 1] ^= last_bit;

  constexpr unsigned words = P::z_bytes / 4, block_words = 2 * rate_256;
  std::uint32_t* row = shared_words() + dsa_mask_row_words * thread_index();
  const std::uint32_t* in = shared_words() + dsa_mask_row_words * (thread_index() - lane_of_32());
  auto* out = reinterpret_cast<std::uint32_t*>(a.y) + first * words;
  const std::uint64_t rows = first < jobs ? jobs - first : 0;
  PQLANE_NO_UNROLL
  for (unsigned done = 0; done < words; done += block_words) {
    permute(s);
    PQLANE_UNROLL
    for (unsigned w = 0; w < rate_256; ++w) {
      row[2 * w] = static_cast<std::uint32_t>(s[w]);
      row[2 * w + 1] = static_cast<std::uint32_t>(s[w] >> 32);
    }
    wave_barrier();
    const unsigned width = words - done < block_words ? words - done : block_words;
    PQLANE_NO_UNROLL
    for (unsigned r = 0; r < 32 && r < rows; ++r) {
      for (unsigned w = lane_of_32(); w < width; w += 32)
        out[words * r + done + w] = in[dsa_mask_row_words * r + w];
    }
    wave_barrier();
  }
}
template <class P>
PQLANE_DEVICE void dsa_sample_mask(const DsaKernelArgs& a) {
  const AttemptPlan plan(a);
  const std::uint64_t jobs = plan.slots() * P::l;
  const std::uint64_t step = std::uint64_t{grid_blocks()} * dsa_sample_threads;
  PQLANE_NO_UNROLL
  for (std::uint64_t first = std::uint64_t{block_index()} * dsa_sample_threads; first < jobs; first += step)
    sample_mask_of<P>(a, plan, first + thread_index(), jobs);
}

}  // namespace pqlane::gpu
