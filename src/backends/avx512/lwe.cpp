// lwe.cpp (avx512): instantiates LWE-KEM for this target.
#include "backends/avx512/lwe_target.hpp"
#include "schemes/lwe/backend.hpp"

namespace pqlane {

extern const LweBackend avx512_lwe_backend = avx512::make_lwe_backend<avx512::LweTarget>();

}  // namespace pqlane
