// dsa.cu: the kernels of one parameter set of ML-DSA (PQLANE_GPU_DSA_SHAPE = 44, 65 or 87).
//
// Compiled to device code only, by nvcc or clang, and as plain C++ for the emulator of tests/gpu. Block sizes
// and shared memory stand in runtime/gpu_dsa.cpp.
#include "backends/gpu/dsa_keys.cuh"
#include "backends/gpu/dsa_sample.cuh"
#include "backends/gpu/dsa_sign.cuh"
#include "backends/gpu/dsa_verify.cuh"

#define PQLANE_GPU_JOIN2(a, b) a##b
#define PQLANE_GPU_JOIN(a, b) PQLANE_GPU_JOIN2(a, b)
#define PQLANE_GPU_DSA_TYPE PQLANE_GPU_JOIN(::pqlane::MlDsa, PQLANE_GPU_DSA_SHAPE)
// Entry points are named pqlane_dsa_<kernel>_<shape>.
#define PQLANE_GPU_DSA_NAME(kernel) \
  PQLANE_GPU_JOIN(PQLANE_GPU_JOIN(pqlane_dsa_##kernel, _), PQLANE_GPU_DSA_SHAPE)
#define PQLANE_DSA_KERNEL(kernel, threads, blocks) \
  PQLANE_KERNEL_WITH(DsaKernelArgs, PQLANE_GPU_DSA_NAME(kernel), threads, blocks)

// Threads of a multiprocessor that find room, of kernels whose blocks do an operation: bounds their
// registers.
#if !defined(PQLANE_GPU_DSA_ROW_THREADS)
#define PQLANE_GPU_DSA_ROW_THREADS 1024
#endif

namespace pqlane::gpu {

using DsaShape = PQLANE_GPU_DSA_TYPE;
static constexpr unsigned row_threads = dsa_block_threads(DsaShape::k);

PQLANE_DSA_KERNEL(expand_seed, dsa_hash_threads, 4) { dsa_expand_seed<DsaShape>(a); }
PQLANE_DSA_KERNEL(finish_keys, dsa_hash_threads, 4) { dsa_finish_keys<DsaShape>(a); }
PQLANE_DSA_KERNEL(hash_keys, dsa_hash_threads, 4) { dsa_hash_keys<DsaShape>(a); }
PQLANE_DSA_KERNEL(sample_matrix, dsa_sample_threads, 8) { dsa_sample_matrix<DsaShape>(a); }
PQLANE_DSA_KERNEL(sample_secret, dsa_sample_threads, 8) { dsa_sample_secret<DsaShape>(a); }
PQLANE_DSA_KERNEL(make_keys, row_threads, PQLANE_GPU_DSA_ROW_THREADS / row_threads) {
  dsa_make_keys<DsaShape>(a);
}
PQLANE_DSA_KERNEL(start_signing, dsa_hash_threads, 4) { dsa_start_signing<DsaShape>(a); }
PQLANE_DSA_KERNEL(unpack_sk, dsa_hash_threads, 6) { dsa_unpack_sk<DsaShape>(a); }
PQLANE_DSA_KERNEL(fill_queue, dsa_hash_threads, 4) { dsa_fill_queue<DsaShape>(a); }
PQLANE_DSA_KERNEL(turn_queue, 32, 1) { dsa_turn_queue(a); }
PQLANE_DSA_KERNEL(sample_mask, dsa_sample_threads, 8) { dsa_sample_mask<DsaShape>(a); }
PQLANE_DSA_KERNEL(commit, row_threads, PQLANE_GPU_DSA_ROW_THREADS / row_threads) { dsa_commit<DsaShape>(a); }
PQLANE_DSA_KERNEL(challenge, dsa_sample_threads, 8) { dsa_challenge<DsaShape>(a); }
PQLANE_DSA_KERNEL(respond, row_threads, PQLANE_GPU_DSA_ROW_THREADS / row_threads) {
  dsa_respond<DsaShape>(a);
}
PQLANE_DSA_KERNEL(collect, dsa_hash_threads, 8) { dsa_collect<DsaShape>(a); }
PQLANE_DSA_KERNEL(start_verifying, dsa_hash_threads, 4) { dsa_start_verifying(a); }
PQLANE_DSA_KERNEL(read_signature, dsa_sample_threads, 8) { dsa_read_signature<DsaShape>(a); }
PQLANE_DSA_KERNEL(verify_rows, row_threads, PQLANE_GPU_DSA_ROW_THREADS / row_threads) {
  dsa_verify_rows<DsaShape>(a);
}
PQLANE_DSA_KERNEL(compare, dsa_hash_threads, 4) { dsa_compare<DsaShape>(a); }

}  // namespace pqlane::gpu
