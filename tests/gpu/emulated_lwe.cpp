// emulated_lwe.cpp: see emulated_lwe.hpp.
#define PQLANE_GPU_EMULATOR 1
#define PQLANE_GPU_TENSOR 1
#define PQLANE_TARGET gpu
#include "gpu/emulated_lwe.hpp"

#include <cstring>

#include "backends/gpu/lwe.cu"

namespace pqlane::gpu {

#define EMULATED_LWE_KERNELS(bits)         \
  {pqlane_lwe_matrix_aes_##bits,           \
   pqlane_lwe_matrix_aes_direct_##bits,    \
   pqlane_lwe_matrix_shake_##bits,         \
   pqlane_lwe_secret_##bits,               \
   pqlane_lwe_noise_##bits,                \
   pqlane_lwe_noise_by_thread_##bits,      \
   pqlane_lwe_hash_level_##bits,           \
   pqlane_lwe_hash_level_by_thread_##bits, \
   pqlane_lwe_product_tensor_##bits,       \
   pqlane_lwe_product_dot_##bits,          \
   pqlane_lwe_multiply_s_##bits,           \
   pqlane_lwe_multiply_t_##bits,           \
   pqlane_lwe_decide_##bits,               \
   pqlane_lwe_unpack_##bits,               \
   pqlane_lwe_pack_##bits}

const EmulatedLweKernel emulated_lwe_kernels[2][lwe_kernel_count] = {EMULATED_LWE_KERNELS(14),
                                                                     EMULATED_LWE_KERNELS(16)};

}  // namespace pqlane::gpu
