// gpu_lwe.hpp: the kernels of LWE-KEM on a GPU: their table, the memory of a set and n, and the arguments of
// their phases. Knows no driver.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "backends/gpu/lwe_args.hpp"
#include "runtime/lwe_call.hpp"

namespace pqlane::gpu {

enum class LweKernel {
  matrix_aes,         // for blocks with 96 KB of shared memory
  matrix_aes_direct,  // 64 KB
  matrix_shake,
  secret,
  noise,  // 32 threads a stream or a hash
  noise_by_thread,
  hash_level,
  hash_level_by_thread,
  product_tensor,  // compute capability 8.0 and later
  product_dot,
  multiply_s,
  multiply_t,
  decide,
  unpack,
  pack
};
inline constexpr std::size_t lwe_kernel_count = 15;

struct LweKernelInfo {
  const char* name;
  unsigned threads;  // a block
  std::size_t shared_bytes;
};
LweKernelInfo lwe_kernel_info(LweKernel kernel);
// Whether code for such a device has the kernel and uses it: `tensor` is of compute capability 8.0 and later.
bool lwe_kernel_used(LweKernel kernel, bool tensor);
// Entry point in the module: "pqlane_lwe_noise_14"; `modulus` is LweSet::modulus_index.
std::string lwe_entry_point(LweKernel kernel, std::size_t modulus);

// A part of the device's block.
struct LweRegion {
  std::size_t offset = 0, bytes = 0;
};

// What comes back to the host beside keys and ciphertexts; all of it is public.
struct LweResults {
  std::uint8_t pk_hash[32], ct_hash[32];
  std::uint32_t bad_pk;
};

struct LweLayout {
  LweRegion a, rho, results, t, ct, pk, nodes, parents;        // public
  LweRegion seed, s, e, r, e1, e2, parts, bits, difference;    // secret; seed is a seed of noise, then m
  std::size_t key_begin = 0, key_end = 0, end = 0, total = 0;  // seed to e, and then to the end
  std::size_t splits = 1;
};
// `multiprocessors` decides into how many parts the product's sum is cut.
LweLayout lwe_layout(const LweSet& set, std::size_t n, bool tensor, unsigned multiprocessors);

// A kernel with its arguments.
struct LweLaunch {
  LweKernel kernel;
  std::size_t blocks;
  LweKernelArgs args;
};

// Makes the launches of one set and n over a block of device memory.
class LweLaunches {
 public:
  LweLaunches(const LweSet& set, std::size_t n, bool tensor, unsigned multiprocessors, std::byte* block);
  const LweLayout& layout() const { return layout_; }
  std::byte* at(const LweRegion& region) const { return block_ + region.offset; }

  // A from round keys under rho, or from rho in device memory.
  LweLaunch matrix_aes(const std::uint8_t* round_keys) const;
  LweLaunch matrix_shake() const;
  LweLaunch secret() const;
  LweLaunch noise_of_key() const;      // e
  LweLaunch noise_of_message() const;  // r, e1, e2
  LweLaunch multiply_s() const;
  LweLaunch pack_t() const;  // to pk
  LweLaunch unpack_t() const;
  LweLaunch product() const;
  LweLaunch multiply_t() const;
  LweLaunch pack_ct(bool compares) const;
  LweLaunch decide() const;
  // Level 0 is that of the leaves: parts of `data`. Its hashes go to offset `hashes` of the block.
  LweLaunch hash_level(unsigned level, const LweRegion& data, std::size_t bytes, std::size_t total_bytes,
                       std::size_t hashes) const;

 private:
  template <class T>
  T* pointer(const LweRegion& region) const {
    return reinterpret_cast<T*>(block_ + region.offset);
  }
  // A kernel for `jobs` streams or hashes: the first with 32 threads each while they are few.
  LweLaunch make_chains(LweKernel wide, LweKernel by_thread, std::size_t jobs) const;
  LweLaunch make(LweKernel kernel, std::size_t jobs, std::size_t jobs_a_block) const;
  LweNoiseRows rows(const LweRegion& out, std::size_t count, std::uint8_t kind, LweNoiseForm form) const;

  const LweSet& set_;
  const std::size_t n_, columns_;
  const bool tensor_;
  const unsigned multiprocessors_;
  std::byte* const block_;
  const LweLayout layout_;
  LweKernelArgs base_{};
};

}  // namespace pqlane::gpu
