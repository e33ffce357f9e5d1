// mldsa.cpp (avx2): instantiates ML-DSA for this target.
#include "params/mldsa.hpp"
#include "backends/avx2/dsa_target.hpp"
#include "runtime/cpu_backends.hpp"
#include "schemes/mldsa/backend.hpp"

namespace pqlane {

extern const DsaBackend avx2_dsa_backends[3] = {avx2::make_dsa_backend<avx2::DsaTarget, MlDsa44>(),
                                                avx2::make_dsa_backend<avx2::DsaTarget, MlDsa65>(),
                                                avx2::make_dsa_backend<avx2::DsaTarget, MlDsa87>()};

}  // namespace pqlane
