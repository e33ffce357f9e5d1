// mldsa.cpp (scalar): instantiates ML-DSA for this target.
#include "params/mldsa.hpp"
#include "backends/scalar/dsa_target.hpp"
#include "runtime/cpu_backends.hpp"
#include "schemes/mldsa/backend.hpp"

namespace pqlane {

extern const DsaBackend scalar_dsa_backends[3] = {scalar::make_dsa_backend<scalar::DsaTarget, MlDsa44>(),
                                                  scalar::make_dsa_backend<scalar::DsaTarget, MlDsa65>(),
                                                  scalar::make_dsa_backend<scalar::DsaTarget, MlDsa87>()};

}  // namespace pqlane
