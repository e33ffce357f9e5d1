// emulator.hpp: runs GPU kernels on the CPU: blocks one after the other, threads as fibers that switch at
// barriers, resumed in random order. Finds wrong results, races across barriers that an order exposes, and
// divergent barriers; says nothing about speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace pqlane::gpu {

// What kernels call; valid inside run_grid only.
unsigned thread_index();
unsigned block_index();
unsigned block_threads();
unsigned grid_blocks();
void barrier();
void wave_barrier();
bool wave_any(bool value);
std::uint32_t* shared_words();
// A word that each of 32 neighbouring threads shows to the others, readable until its maker has shown two
// more.
class Published {
 public:
  explicit Published(std::uint64_t word);
  std::uint64_t from(unsigned lane) const;

 private:
  unsigned turn_;
};

inline std::uint32_t exchange(std::uint32_t value, unsigned lane) {
  return static_cast<std::uint32_t>(Published(value).from(lane));
}

template <unsigned selector>
std::uint32_t pick_bytes(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
  std::uint32_t r = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned place = selector >> (4 * i) & 7;
    r |= static_cast<std::uint32_t>(bytes >> (8 * place) & 0xFF) << (8 * i);
  }
  return r;
}
inline std::int32_t dot4(std::uint32_t a, std::uint32_t b, std::int32_t c) {
  for (unsigned i = 0; i < 4; ++i) {
    c += static_cast<std::int8_t>(a >> (8 * i)) * static_cast<std::int8_t>(b >> (8 * i));
  }
  return c;
}

inline void shared_or(std::uint32_t* p, std::uint32_t v) { *p |= v; }
inline std::uint32_t fetch_add(std::uint32_t* p, std::uint32_t v) {
  const std::uint32_t before = *p;
  *p += v;
  return before;
}
inline unsigned count_ones(std::uint32_t a) { return static_cast<unsigned>(__builtin_popcount(a)); }
inline std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32);
}
inline void forget_value(unsigned&) {}
inline std::uint64_t xor3(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return a ^ b ^ c; }
inline std::uint32_t funnel_left(std::uint32_t high, std::uint32_t low, int n) {
  return (high << n) | (low >> (32 - n));
}

struct Launch {
  unsigned blocks;
  unsigned threads;  // a block
  std::size_t shared_bytes;
  unsigned wave_threads;
  std::uint64_t seed;  // of the thread order
};

// Runs `kernel` once for every thread. Throws std::logic_error when threads of a block (or wave) wait at
// different barriers, or some have ended while others wait. Shared memory starts with random contents.
void run_grid(const Launch& launch, const std::function<void()>& kernel);

}  // namespace pqlane::gpu
