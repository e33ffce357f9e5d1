// target.cuh: what device code needs from its compiler: CUDA by nvcc or clang, HIP by clang, or the CPU
// emulator of tests/gpu (PQLANE_GPU_EMULATOR).
//
// Kernels use these names only. The wave size is wave_threads(), never a literal: 32 operations a tile
// (tile_ops) is a property of the data layout and not of the machine.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(PQLANE_GPU_EMULATOR)
#define PQLANE_UNROLL
#define PQLANE_UNROLL_8
#define PQLANE_NO_UNROLL
#else
#define PQLANE_UNROLL _Pragma("unroll")
#define PQLANE_UNROLL_8 _Pragma("unroll 8")
#define PQLANE_NO_UNROLL _Pragma("unroll 1")
#endif

// PQLANE_DEVICE_TABLE is for tables that all threads of a wave read at the same place, PQLANE_GLOBAL_TABLE
// for others. A kernel of the KEM; one with other arguments names their type.
#define PQLANE_KERNEL(name, threads, blocks) PQLANE_KERNEL_WITH(KemKernelArgs, name, threads, blocks)

#if defined(PQLANE_GPU_EMULATOR)

#include "gpu/emulator.hpp"
#define PQLANE_DEVICE static inline
#define PQLANE_METHOD inline
#define PQLANE_DEVICE_TABLE static constexpr
#define PQLANE_GLOBAL_TABLE static constexpr
#define PQLANE_KERNEL_WITH(Args, name, threads, blocks) static void name(const Args& a)

#else

#if defined(__NVCC__)
#define PQLANE_DEVICE static __device__ __forceinline__
#define PQLANE_METHOD __device__ __forceinline__
#define PQLANE_DEVICE_TABLE static __constant__ constexpr
#define PQLANE_GLOBAL_TABLE static __device__ const
#define PQLANE_KERNEL_WITH(Args, name, threads, blocks) \
  extern "C" __global__ void __launch_bounds__(threads, blocks) name(const __grid_constant__ Args a)
#else  // clang, for either vendor, without the vendor's headers
#define PQLANE_DEVICE static __attribute__((device, always_inline)) inline
#define PQLANE_METHOD __attribute__((device, always_inline)) inline
#define PQLANE_DEVICE_TABLE static __attribute__((constant)) constexpr
#define PQLANE_GLOBAL_TABLE static __attribute__((device)) constexpr
#if defined(__HIP__)
#define PQLANE_KERNEL_WITH(Args, name, threads, blocks)                                                  \
  extern "C"                                                                                             \
      __attribute__((global, amdgpu_flat_work_group_size(threads, threads), visibility("default"))) void \
      name(Args a)
#else
#define PQLANE_KERNEL_WITH(Args, name, threads, blocks) \
  extern "C" __attribute__((global, launch_bounds(threads, blocks))) void name(Args a)
#endif
#endif

namespace pqlane::gpu {

#if defined(__NVCC__)
PQLANE_DEVICE unsigned thread_index() { return threadIdx.x; }
PQLANE_DEVICE unsigned block_index() { return blockIdx.x; }
PQLANE_DEVICE unsigned block_threads() { return blockDim.x; }
PQLANE_DEVICE unsigned grid_blocks() { return gridDim.x; }
PQLANE_DEVICE void barrier() { __syncthreads(); }
PQLANE_DEVICE void wave_barrier() { __syncwarp(); }
PQLANE_DEVICE bool wave_any(bool value) { return __any_sync(~0u, value) != 0; }
PQLANE_DEVICE void shared_or(std::uint32_t* p, std::uint32_t v) { atomicOr(p, v); }
PQLANE_DEVICE std::uint32_t fetch_add(std::uint32_t* p, std::uint32_t v) { return atomicAdd(p, v); }
PQLANE_DEVICE unsigned count_ones(std::uint32_t a) { return static_cast<unsigned>(__popc(a)); }
PQLANE_DEVICE std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) { return __umulhi(a, b); }
PQLANE_DEVICE std::uint32_t funnel_left(std::uint32_t high, std::uint32_t low, int n) {
  return __funnelshift_l(low, high, static_cast<unsigned>(n));
}
extern __shared__ std::uint32_t shared_block[];
#else
PQLANE_DEVICE std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32);
}
PQLANE_DEVICE std::uint32_t funnel_left(std::uint32_t high, std::uint32_t low, int n) {
  return (high << n) | (low >> (32 - n));
}
PQLANE_DEVICE void shared_or(std::uint32_t* p, std::uint32_t v) { __atomic_fetch_or(p, v, __ATOMIC_RELAXED); }
PQLANE_DEVICE std::uint32_t fetch_add(std::uint32_t* p, std::uint32_t v) {
  return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
PQLANE_DEVICE unsigned count_ones(std::uint32_t a) { return static_cast<unsigned>(__builtin_popcount(a)); }
#if defined(__HIP__)
PQLANE_DEVICE unsigned thread_index() { return __builtin_amdgcn_workitem_id_x(); }
PQLANE_DEVICE unsigned block_index() { return __builtin_amdgcn_workgroup_id_x(); }
PQLANE_DEVICE unsigned block_threads() { return __builtin_amdgcn_workgroup_size_x(); }
PQLANE_DEVICE unsigned grid_blocks() {
  return __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x();
}
PQLANE_DEVICE void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
PQLANE_DEVICE void wave_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
#if __AMDGCN_WAVEFRONT_SIZE__ == 64
PQLANE_DEVICE bool wave_any(bool value) { return __builtin_amdgcn_ballot_w64(value) != 0; }
#else
PQLANE_DEVICE bool wave_any(bool value) { return __builtin_amdgcn_ballot_w32(value) != 0; }
#endif
#else
PQLANE_DEVICE unsigned thread_index() { return static_cast<unsigned>(__nvvm_read_ptx_sreg_tid_x()); }
PQLANE_DEVICE unsigned block_index() { return static_cast<unsigned>(__nvvm_read_ptx_sreg_ctaid_x()); }
PQLANE_DEVICE unsigned block_threads() { return static_cast<unsigned>(__nvvm_read_ptx_sreg_ntid_x()); }
PQLANE_DEVICE unsigned grid_blocks() { return static_cast<unsigned>(__nvvm_read_ptx_sreg_nctaid_x()); }
PQLANE_DEVICE void barrier() { __syncthreads(); }
PQLANE_DEVICE void wave_barrier() { __nvvm_bar_warp_sync(~0u); }
PQLANE_DEVICE bool wave_any(bool value) { return __nvvm_vote_any_sync(~0u, value); }
#endif
extern __attribute__((shared)) std::uint32_t shared_block[];
#endif

// Hides from the compiler how a value came about.
#if defined(__HIP__)
PQLANE_DEVICE void forget_value(unsigned& value) { asm volatile("" : "+v"(value)); }
#else
PQLANE_DEVICE void forget_value(unsigned& value) { asm volatile("" : "+r"(value)); }
#endif

// a ^ b ^ c as one operation on each half where the machine has one: a compiler that sees the sum of two of
// them used elsewhere would keep that sum instead.
PQLANE_DEVICE std::uint64_t xor3(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
#if defined(__NVCC__) || defined(__NVPTX__)
  std::uint32_t low, high;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;"
      : "=r"(low)
      : "r"(static_cast<std::uint32_t>(a)), "r"(static_cast<std::uint32_t>(b)),
        "r"(static_cast<std::uint32_t>(c)));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;"
      : "=r"(high)
      : "r"(static_cast<std::uint32_t>(a >> 32)), "r"(static_cast<std::uint32_t>(b >> 32)),
        "r"(static_cast<std::uint32_t>(c >> 32)));
  return (std::uint64_t{high} << 32) | low;
#else
  return a ^ b ^ c;
#endif
}

// The value of thread `lane` of 32 neighbouring threads; all of them take part.
PQLANE_DEVICE std::uint32_t exchange(std::uint32_t value, unsigned lane) {
#if defined(__NVCC__)
  return __shfl_sync(~0u, value, static_cast<int>(lane));
#elif defined(__HIP__)
  const unsigned group = thread_index() % __AMDGCN_WAVEFRONT_SIZE__ / 32 * 32;
  return static_cast<std::uint32_t>(
      __builtin_amdgcn_ds_bpermute(static_cast<int>(4 * (group + lane)), static_cast<int>(value)));
#else
  return static_cast<std::uint32_t>(
      __nvvm_shfl_sync_idx_i32(~0u, static_cast<int>(value), static_cast<int>(lane), 31));
#endif
}

// Bytes of a (0 to 3) and b (4 to 7): nibble i of the selector names the one that becomes byte i.
template <unsigned selector>
PQLANE_DEVICE std::uint32_t pick_bytes(std::uint32_t a, std::uint32_t b) {
#if defined(__NVCC__)
  return __byte_perm(a, b, selector);
#elif defined(__HIP__)
  return __builtin_amdgcn_perm(
      b, a, (selector & 7) | (selector & 0x70) << 4 | (selector & 0x700) << 8 | (selector & 0x7000) << 12);
#else
  std::uint32_t r;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "n"(selector));
  return r;
#endif
}

// c + the sum of the products of four pairs of signed bytes.
PQLANE_DEVICE std::int32_t dot4(std::uint32_t a, std::uint32_t b, std::int32_t c) {
#if defined(__NVCC__)
  return __dp4a(static_cast<int>(a), static_cast<int>(b), c);
#elif defined(__HIP__) && defined(__GFX11__)
  return __builtin_amdgcn_sudot4(true, static_cast<int>(a), true, static_cast<int>(b), c, false);
#elif defined(__HIP__)
  return __builtin_amdgcn_sdot4(static_cast<int>(a), static_cast<int>(b), c, false);
#else
  std::int32_t r;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
#endif
}

// A word that each of 32 neighbouring threads shows to the others; all of them make it and read it.
class Published {
 public:
  PQLANE_METHOD explicit Published(std::uint64_t word) : word_(word) {}
  // Thread `lane` of the 32's.
  PQLANE_METHOD std::uint64_t from(unsigned lane) const {
    const std::uint64_t high = exchange(static_cast<std::uint32_t>(word_ >> 32), lane);
    return high << 32 | exchange(static_cast<std::uint32_t>(word_), lane);
  }

 private:
  std::uint64_t word_;
};

// The block's shared memory, as many bytes as the launch gave it.
PQLANE_DEVICE std::uint32_t* shared_words() { return shared_block; }

}  // namespace pqlane::gpu

#endif
