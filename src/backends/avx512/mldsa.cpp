// mldsa.cpp (avx512): instantiates ML-DSA for this target.
#include "params/mldsa.hpp"
#include "backends/avx512/dsa_target.hpp"
#include "runtime/cpu_backends.hpp"
#include "schemes/mldsa/backend.hpp"

namespace pqlane {

extern const DsaBackend avx512_dsa_backends[3] = {avx512::make_dsa_backend<avx512::DsaTarget, MlDsa44>(),
                                                  avx512::make_dsa_backend<avx512::DsaTarget, MlDsa65>(),
                                                  avx512::make_dsa_backend<avx512::DsaTarget, MlDsa87>()};

}  // namespace pqlane
