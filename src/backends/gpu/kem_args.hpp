// kem_args.hpp: the arguments of every KEM kernel, as the host fills them; plain data for both sides.
//
// Operations of a chunk are grouped in tiles of tile_ops. Scratch is element-major inside a tile, so that
// neighbouring threads touch neighbouring words:
//   words      u64 [tile][4][tile_ops]               coins, message, secret, rejection
//   noise      u64 [tile][poly][8 eta1][tile_ops]    squeezed bytes, before CBD
//   matrix     u16 [tile][k * k][256][tile_ops]      entries in [0, q)
// Rows (keys, ciphertexts, secrets) are bytes as the standard lays them out, `stride` apart, a multiple
// of 16 bytes, and so is the first row's address; stride 0 is one row for all operations.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/gpu/device_rows.hpp"

namespace pqlane::gpu {

// A block's tile must fit in shared memory: 64 KB on AMD devices, whose code is compiled for 16 operations.
// The scratch of a chunk is the same size with either: the host lays it out for 32. Names of internal
// linkage, since a test links code of both.
#if !defined(PQLANE_GPU_TILE_OPS)
#define PQLANE_GPU_TILE_OPS 32
#endif
static constexpr unsigned tile_ops = PQLANE_GPU_TILE_OPS;
static constexpr unsigned tile_pairs = tile_ops / 2;
inline constexpr unsigned host_tile_ops = 32;
static_assert(host_tile_ops % tile_ops == 0);
// A polynomial of a tile in shared memory, as 32-bit words of two operations, with 254 words of skew
// (tile.cuh).
static constexpr unsigned tile_words = 256 * tile_pairs + 256;
// The same while it is sampled: one row more, where rejected candidates at the end go.
static constexpr unsigned sample_tile_words = 257 * tile_pairs;

// Threads of a block.
inline constexpr unsigned hash_threads = 128;
inline constexpr unsigned sample_threads = 64;
#if !defined(PQLANE_GPU_PKE_THREADS)
#define PQLANE_GPU_PKE_THREADS 256
#endif
inline constexpr unsigned pke_threads = PQLANE_GPU_PKE_THREADS;
// Blocks of K-PKE on a multiprocessor, by what its shared memory holds (227 KB on compute capability 9.0).
constexpr unsigned pke_blocks(unsigned k) { return k == 2 ? 4 : k == 3 ? 3 : 2; }

// Shared memory of a block in bytes, for parameter k and code with `ops` operations a tile.
constexpr std::size_t sample_shared_bytes() { return std::size_t{4} * sample_threads * 257 / 2; }
constexpr std::size_t tiles_shared_bytes(unsigned tiles, unsigned ops) {
  return std::size_t{4} * tiles * (256 * (ops / 2) + 256);
}
constexpr std::size_t encrypt_shared_bytes(unsigned k, unsigned ops) {
  return tiles_shared_bytes(k + 1, ops) + std::size_t{4} * 2 * ops;
}
constexpr std::size_t decrypt_shared_bytes(unsigned k, unsigned ops) {
  return tiles_shared_bytes(k + 1, ops);
}
constexpr std::size_t make_keys_shared_bytes(unsigned k, unsigned ops) {
  return tiles_shared_bytes(k + 1, ops);
}
constexpr std::size_t check_ek_shared_bytes(unsigned ops) { return std::size_t{4} * ops; }

struct KemKernelArgs {
  std::uint64_t count;                        // operations of the chunk, at least 1
  std::uint64_t first_item;                   // index of the chunk's first operation in the call's batch
  const std::uint64_t* batch_key;             // [4] with `derive`: key of the batch
  DeviceRows seed, ek, dk, ct, m;             // inputs
  DeviceRows rho;                             // the last 32 bytes of each ek, wherever it stands
  DeviceRows ek_out, dk_out, ct_out, ss_out;  // outputs
  std::uint8_t* status;                       // [count] 0 or a pqlane_status
  std::uint64_t *coins, *message, *secret, *rejection, *noise;
  std::uint16_t* matrix;
  std::uint32_t derive;        // seed or m from the batch key
  std::uint32_t kyber;         // round-3 Kyber instead of ML-KEM
  std::uint32_t seed_form;     // keygen: dk_out receives the seed
  std::uint32_t transposed;    // sample_matrix: A^T
  std::uint32_t polys;         // sample_noise: polynomials an operation
  std::uint32_t eta1_polys;    // sample_noise: the first of them that have eta1, the rest has eta2
  std::uint32_t compare;       // encrypt: compare with ct and choose the secret instead of writing ct_out
  std::uint32_t check_hash;    // hash_key_and_ct: compare H(ek) with dk's
  std::uint32_t permutations;  // permute_states: how many each thread does
  std::uint32_t lg_part_ops;   // of K-PKE by parts of tiles: operations a block, 1 to 4; no padding follows
};

}  // namespace pqlane::gpu
