// mlkem.cpp (scalar): instantiates ML-KEM and round-3 Kyber for this target.

#include "params/mlkem.hpp"
#include "backends/scalar/target.hpp"
#include "runtime/cpu_backends.hpp"
#include "runtime/dsa_backend.hpp"
#include "runtime/fill_backend.hpp"
#include "runtime/lwe_backend.hpp"
#include "schemes/mlkem/backend.hpp"

PQLANE_BEGIN_TARGET

constexpr KemBackend kem_backends[6] = {
    make_kem_backend<Target, MlKem512>(),  make_kem_backend<Target, MlKem768>(),
    make_kem_backend<Target, MlKem1024>(), make_kem_backend<Target, Kyber512>(),
    make_kem_backend<Target, Kyber768>(),  make_kem_backend<Target, Kyber1024>()};

PQLANE_END_TARGET

namespace pqlane {

extern const CpuBackend scalar_backend = {
    "scalar",
    {&scalar::kem_backends[0], &scalar::kem_backends[1], &scalar::kem_backends[2], &scalar::kem_backends[3],
     &scalar::kem_backends[4], &scalar::kem_backends[5]},
    &scalar::run_keccak_permutations<scalar::Target>,
    &scalar_fill_backend,
    scalar_dsa_backends,
    &scalar_lwe_backend,
    nullptr};

}  // namespace pqlane
