// mlkem.cpp (avx512): instantiates ML-KEM and round-3 Kyber for this target.
#define PQLANE_TARGET_HAS_NARROW 1
#include "params/mlkem.hpp"
#include "backends/avx512/target.hpp"
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

extern const CpuBackend avx512_backend = {
    "avx512",
    {&avx512::kem_backends[0], &avx512::kem_backends[1], &avx512::kem_backends[2], &avx512::kem_backends[3],
     &avx512::kem_backends[4], &avx512::kem_backends[5]},
    &avx512::run_keccak_permutations<avx512::Target>,
    &avx512_fill_backend,
    avx512_dsa_backends,
    &avx512_lwe_backend,
    &avx512_vnni_lwe_backend};

}  // namespace pqlane
