// lwe.cu: the kernels of LWE-KEM, for both moduli; entry points are named pqlane_lwe_<kernel>_<bits>.
//
// Compiled to device code only, by nvcc or clang, and as plain C++ for the emulator of tests/gpu. With
// PQLANE_GPU_TENSOR the product has a form for tensor cores too. Block sizes and shared memory stand in
// runtime/gpu_lwe.cpp.
#include "backends/gpu/lwe_matrix.cuh"
#include "backends/gpu/lwe_noise.cuh"
#include "backends/gpu/lwe_product.cuh"
#include "backends/gpu/lwe_vectors.cuh"

#define PQLANE_LWE_KERNEL(name, threads, blocks) \
  PQLANE_KERNEL_WITH(LweKernelArgs, pqlane_lwe_##name, threads, blocks)
// A kernel for both moduli.
#define PQLANE_LWE_KERNELS(name, threads, blocks, call_14, call_16) \
  PQLANE_LWE_KERNEL(name##_14, threads, blocks) { call_14; }        \
  PQLANE_LWE_KERNEL(name##_16, threads, blocks) { call_16; }

namespace pqlane::gpu {

PQLANE_LWE_KERNELS(matrix_aes, lwe_aes_threads, 2, (lwe_matrix_aes<Lwe12289, true>(a)),
                   (lwe_matrix_aes<Lwe65521, true>(a)))
PQLANE_LWE_KERNELS(matrix_aes_direct, lwe_aes_threads, 1, (lwe_matrix_aes<Lwe12289, false>(a)),
                   (lwe_matrix_aes<Lwe65521, false>(a)))
PQLANE_LWE_KERNELS(matrix_shake, lwe_shake_threads, 4, lwe_matrix_shake<Lwe12289>(a),
                   lwe_matrix_shake<Lwe65521>(a))
PQLANE_LWE_KERNELS(secret, lwe_wide_threads, 4, lwe_secret(a), lwe_secret(a))
PQLANE_LWE_KERNELS(noise, lwe_wide_threads, 8, lwe_noise(a), lwe_noise(a))
PQLANE_LWE_KERNELS(noise_by_thread, lwe_wide_threads, 4, lwe_noise_by_thread(a), lwe_noise_by_thread(a))
PQLANE_LWE_KERNELS(hash_level, lwe_wide_threads, 8, lwe_hash_level(a), lwe_hash_level(a))
PQLANE_LWE_KERNELS(hash_level_by_thread, lwe_wide_threads, 4, lwe_hash_level_by_thread(a),
                   lwe_hash_level_by_thread(a))
#if defined(PQLANE_GPU_TENSOR)
PQLANE_LWE_KERNELS(product_tensor, lwe_product_threads, 1, lwe_product_tensor<Lwe12289>(a),
                   lwe_product_tensor<Lwe65521>(a))
#endif
PQLANE_LWE_KERNELS(product_dot, lwe_product_threads, 2, lwe_product_dot<Lwe12289>(a),
                   lwe_product_dot<Lwe65521>(a))
PQLANE_LWE_KERNELS(multiply_s, lwe_row_threads, 8, lwe_multiply_s<Lwe12289>(a), lwe_multiply_s<Lwe65521>(a))
PQLANE_LWE_KERNELS(multiply_t, lwe_row_threads, 8, lwe_multiply_t<Lwe12289>(a), lwe_multiply_t<Lwe65521>(a))
PQLANE_LWE_KERNELS(decide, lwe_row_threads, 8, lwe_decide<Lwe12289>(a), lwe_decide<Lwe65521>(a))
PQLANE_LWE_KERNELS(unpack, lwe_flat_threads, 8, lwe_unpack<Lwe12289>(a), lwe_unpack<Lwe65521>(a))
PQLANE_LWE_KERNELS(pack, lwe_flat_threads, 6, lwe_pack_parts<Lwe12289>(a), lwe_pack_parts<Lwe65521>(a))

}  // namespace pqlane::gpu
