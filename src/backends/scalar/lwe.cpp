// lwe.cpp (scalar): instantiates LWE-KEM for this target.
#include "backends/scalar/lwe_target.hpp"
#include "schemes/lwe/backend.hpp"

namespace pqlane {

extern const LweBackend scalar_lwe_backend = scalar::make_lwe_backend<scalar::LweTarget>();

}  // namespace pqlane
