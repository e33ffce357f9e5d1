// gpu_kem.hpp: the kernels of KEM operations on a GPU: their table, the memory of a chunk, and the order in
// which a chunk's kernels run. Knows no driver: the device and the emulator of the tests implement
// KemLauncher.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "backends/gpu/kem_args.hpp"
#include "runtime/gpu_layout.hpp"
#include "runtime/kem_call.hpp"

namespace pqlane::gpu {

enum class KemKernel {
  expand_seed,
  finish_keys,
  hash_for_encaps,
  hash_for_decaps,
  hash_key_and_ct,
  check_dk,
  kyber_secret,
  permute_states,
  sample_noise,
  sample_matrix,
  make_keys,
  encrypt,
  decrypt,
  check_ek,
  // 32 threads a state (hash_wide.cuh)
  wide_expand_seed,
  wide_finish_keys,
  wide_hash_for_encaps,
  wide_hash_for_decaps,
  wide_hash_key_and_ct,
  wide_sample_noise,
  // a block a part of a tile
  part_make_keys,
  part_encrypt,
  part_decrypt
};
inline constexpr std::size_t kem_kernel_count = 23;

// Shapes have one module each: ML-KEM-512 and Kyber-512 share theirs.
inline constexpr std::size_t kem_shape_count = 3;
inline std::size_t shape_of(const SchemeInfo& scheme) { return scheme.kernel_index % kem_shape_count; }

struct KemKernelInfo {
  const char* name;  // entry point in the module
  unsigned threads;  // a block
  std::size_t shared_bytes;
  bool by_tiles;  // a block does a tile, or the part of one that the arguments say
};
// Of code with `ops` operations a tile.
KemKernelInfo kem_kernel_info(KemKernel kernel, std::size_t shape, unsigned ops = tile_ops);
// The phase that a kernel does: its name without the prefix that all entry points have.
inline const char* phase_name(const KemKernelInfo& info) {
  return info.name + std::string_view("pqlane_").size();
}

// Blocks of a kernel by tiles, of code with `ops` operations a tile.
std::size_t blocks_by_tiles(const KemKernelArgs& args, unsigned ops);

// A chunk's kernels form strands that do not depend on each other between fork() and join(): the samples of
// the matrix, and hashes that only the end needs, beside the main strand. A launcher may run everything in
// the order of the calls.
enum class Strand { main, matrix, hashes };
inline constexpr std::size_t strand_count = 3;

class KemLauncher {
 public:
  virtual ~KemLauncher() = default;
  virtual void launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand strand) = 0;
  // Other strands begin behind what the main one has; what it gets next comes behind all of them.
  virtual void fork() {}
  virtual void join() {}
};

// Values of an operation that travel between host and device. The key of a batch is one row for all.
enum class KemBuffer { batch_key, seed, ek, dk, ct, m, ek_out, dk_out, ct_out, ss_out, status };
inline constexpr std::size_t kem_buffer_count = 11;
static_assert(kem_buffer_count <= most_gpu_buffers);

struct KemLayout : GpuLayout {
  std::array<GpuRegion, kem_buffer_count> regions;
  std::size_t coins, message, secret, rejection, noise, expanded_ek, expanded_dk;  // offsets of scratch
  std::size_t matrix = 0;
  const GpuRegion& at(KemBuffer b) const { return regions[static_cast<std::size_t>(b)]; }
};

// `resident` says of each buffer whether the caller's rows are in device memory.
KemLayout make_kem_layout(const KemCall& call, std::size_t ops, const GpuBufferSet& resident = {});

// How the work of few operations is spread over a GPU.
struct KemSpread {
  std::size_t wide_hashes = 0;  // kernels of up to this many hashes do each by 32 threads
  std::size_t part_blocks = 0;  // K-PKE does parts of tiles, as small as this many blocks allow
};

// Runs the kernels of operations [first, first + ops) of the call on the block at `base` (an address of the
// device) laid out by make_kem_layout.
void run_kem_chunk(KemLauncher& launcher, const KemCall& call, const KemLayout& layout, std::byte* base,
                   std::size_t first, std::size_t ops, const KemSpread& spread = {});

// The caller's view of a buffer: where its rows are, and their distance.
ConstView input_view(const KemCall& call, KemBuffer buffer);
MutableView output_view(const KemCall& call, KemBuffer buffer);

}  // namespace pqlane::gpu
