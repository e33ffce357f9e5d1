// words.cuh: runs of 32-bit words in the fewest accesses.
#pragma once

#include "backends/gpu/target.cuh"

namespace pqlane::gpu {

// N words, aligned to 16 (N a multiple of 4), 8 (of 2) or 4 bytes, in the fewest accesses.
struct alignas(16) Quad {
  std::uint32_t word[4];
};
struct alignas(8) Couple {
  std::uint32_t word[2];
};
template <int N, int Size>
PQLANE_DEVICE void load_words(const std::uint32_t* p, std::uint32_t (&words)[Size]) {
  if constexpr (N % 4 == 0) {
    PQLANE_UNROLL
    for (int w = 0; w < N; w += 4) {
      const Quad v = *reinterpret_cast<const Quad*>(p + w);
      PQLANE_UNROLL
      for (int i = 0; i < 4; ++i) words[w + i] = v.word[i];
    }
  } else if constexpr (N % 2 == 0) {
    PQLANE_UNROLL
    for (int w = 0; w < N; w += 2) {
      const Couple v = *reinterpret_cast<const Couple*>(p + w);
      words[w] = v.word[0];
      words[w + 1] = v.word[1];
    }
  } else {
    PQLANE_UNROLL
    for (int w = 0; w < N; ++w) words[w] = p[w];
  }
}
template <int N, int Size>
PQLANE_DEVICE void store_words(std::uint32_t* p, const std::uint32_t (&words)[Size]) {
  if constexpr (N % 4 == 0) {
    PQLANE_UNROLL
    for (int w = 0; w < N; w += 4) {
      *reinterpret_cast<Quad*>(p + w) = Quad{{words[w], words[w + 1], words[w + 2], words[w + 3]}};
    }
  } else if constexpr (N % 2 == 0) {
    PQLANE_UNROLL
    for (int w = 0; w < N; w += 2) *reinterpret_cast<Couple*>(p + w) = Couple{{words[w], words[w + 1]}};
  } else {
    PQLANE_UNROLL
    for (int w = 0; w < N; ++w) p[w] = words[w];
  }
}

}  // namespace pqlane::gpu
