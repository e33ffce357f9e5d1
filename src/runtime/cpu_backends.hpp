// cpu_backends.hpp: the CPU backends of this build, each in a translation unit with its own flags.
#pragma once

#include "runtime/kem_backend.hpp"

namespace pqlane {

extern const CpuBackend scalar_backend;
#if defined(PQLANE_HAVE_AVX2)
extern const CpuBackend avx2_backend;
#endif
#if defined(PQLANE_HAVE_AVX512)
extern const CpuBackend avx512_backend;
#endif

}  // namespace pqlane
