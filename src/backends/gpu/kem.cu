// kem.cu: the kernels of one shape of parameter set (PQLANE_GPU_SHAPE = 512, 768 or 1024), for both variants.
//
// Compiled to device code only, by nvcc or clang, and as plain C++ for the emulator of tests/gpu. Block sizes
// and shared memory stand in kem_args.hpp.
#include "backends/gpu/hash.cuh"
#include "backends/gpu/hash_wide.cuh"
#include "backends/gpu/pke.cuh"
#include "backends/gpu/sample.cuh"

#define PQLANE_GPU_JOIN2(a, b) a##b
#define PQLANE_GPU_JOIN(a, b) PQLANE_GPU_JOIN2(a, b)
#define PQLANE_GPU_SHAPE_TYPE PQLANE_GPU_JOIN(::pqlane::KemShape, PQLANE_GPU_SHAPE)
// Entry points are named pqlane_<kernel>_<shape>; every shape has a module of its own.
#define PQLANE_GPU_NAME(kernel) PQLANE_GPU_JOIN(PQLANE_GPU_JOIN(pqlane_##kernel, _), PQLANE_GPU_SHAPE)

namespace pqlane::gpu {

using Shape = PQLANE_GPU_SHAPE_TYPE;

PQLANE_KERNEL(PQLANE_GPU_NAME(expand_seed), hash_threads, 4) { expand_seed<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(finish_keys), hash_threads, 4) { finish_keys<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(hash_for_encaps), hash_threads, 4) { hash_for_encaps<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(hash_for_decaps), hash_threads, 4) { hash_for_decaps<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(hash_key_and_ct), hash_threads, 4) { hash_key_and_ct<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(check_dk), hash_threads, 4) { check_dk<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(kyber_secret), hash_threads, 4) { kyber_secret<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(permute_states), hash_threads, 4) { permute_states(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(sample_noise), hash_threads, 4) { sample_noise<Shape::eta1>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(sample_matrix), sample_threads, 6) { sample_matrix<Shape::k>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(make_keys), pke_threads, pke_blocks(Shape::k)) {
  make_keys<Shape, WholeTile>(a);
}
PQLANE_KERNEL(PQLANE_GPU_NAME(encrypt), pke_threads, pke_blocks(Shape::k)) { encrypt<Shape, WholeTile>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(decrypt), pke_threads, pke_blocks(Shape::k)) { decrypt<Shape, WholeTile>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(check_ek), pke_threads, pke_blocks(Shape::k)) { check_ek<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(wide_expand_seed), hash_threads, 4) { wide_expand_seed<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(wide_finish_keys), hash_threads, 4) { wide_finish_keys<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(wide_hash_for_encaps), hash_threads, 4) { wide_hash_for_encaps<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(wide_hash_for_decaps), hash_threads, 4) { wide_hash_for_decaps<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(wide_hash_key_and_ct), hash_threads, 4) { wide_hash_key_and_ct<Shape>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(wide_sample_noise), hash_threads, 4) { wide_sample_noise<Shape::eta1>(a); }
PQLANE_KERNEL(PQLANE_GPU_NAME(part_make_keys), pke_threads, pke_blocks(Shape::k)) {
  make_keys<Shape, TilePart>(a);
}
PQLANE_KERNEL(PQLANE_GPU_NAME(part_encrypt), pke_threads, pke_blocks(Shape::k)) {
  encrypt<Shape, TilePart>(a);
}
PQLANE_KERNEL(PQLANE_GPU_NAME(part_decrypt), pke_threads, pke_blocks(Shape::k)) {
  decrypt<Shape, TilePart>(a);
}

}  // namespace pqlane::gpu
