// lwe.cpp (avx2): instantiates LWE-KEM for this target.
#include "backends/avx2/lwe_target.hpp"
#include "schemes/lwe/backend.hpp"

namespace pqlane {

extern const LweBackend avx2_lwe_backend = avx2::make_lwe_backend<avx2::LweTarget>();

}  // namespace pqlane
