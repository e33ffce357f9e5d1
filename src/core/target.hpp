// target.hpp: the namespace that holds all code compiled for one instruction set.
//
// Every header that defines code for lanes puts it between PQLANE_BEGIN_TARGET and
// PQLANE_END_TARGET: an unnamed namespace inside pqlane::<target>. Nothing in there has external or
// weak linkage, so the linker can never keep, say, an AVX-512 copy of a function for a baseline CPU.
// Only freestanding standard headers may be included by such a header.
#pragma once

#ifndef PQLANE_TARGET
#error "PQLANE_TARGET names the target of this translation unit: scalar, avx2, avx512 or gpu"
#endif

#define PQLANE_BEGIN_TARGET \
  namespace pqlane {        \
  namespace PQLANE_TARGET { \
  namespace {

#define PQLANE_END_TARGET \
  }                       \
  }                       \
  }

// Kernels are inlined into the phase that calls them, so that constants fold and lanes stay in
// registers.
#if defined(__CUDACC__) || defined(__CUDA__) || defined(__HIP__)  // constexpr helpers serve kernels too
#define PQLANE_INLINE inline __attribute__((host, device, always_inline))
#else
#define PQLANE_INLINE inline __attribute__((always_inline))
#endif
#define PQLANE_NOINLINE __attribute__((noinline))
#define PQLANE_LAMBDA __attribute__((always_inline))

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the kernels read little-endian words in place");
