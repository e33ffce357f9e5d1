// lwe_args.hpp: the arguments of the kernels of LWE-KEM, as the host fills them; plain data for both sides.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane::gpu {

// Columns of a block of the product, and entries of the sum that one step of it takes: rows of the matrix in
// memory, and rows of R, have a multiple of both.
inline constexpr unsigned lwe_tile = 64;

inline constexpr unsigned lwe_aes_threads = 256, lwe_shake_threads = 128, lwe_row_threads = 128,
                          lwe_wide_threads = 128, lwe_product_threads = 256, lwe_flat_threads = 128;
// The table of AES in shared memory: two turns of it, a copy a lane, so that no look-ups meet in a bank.
inline constexpr unsigned lwe_table_words = 256 * 64;
// Of the stream of s that 32 threads make: six permutations of 17 words.
inline constexpr unsigned lwe_secret_bytes = 6 * 17 * 8;
// Per 32 threads: the accepted entries of the two streams that they make at a time, in 16 bits.
inline constexpr unsigned lwe_staged_words = 2 * 1024 / 2;
// Rows of the matrix that 32 threads multiply with s at a time.
inline constexpr unsigned lwe_rows_at_once = 4;
// Entries that a thread packs or compares.
inline constexpr unsigned lwe_pack_entries = 16;

// The product on tensor cores: steps of the sum in flight, and shared memory of one of them: 256 rows of R,
// 64 rows of A.
inline constexpr unsigned lwe_stages = 4;
inline constexpr unsigned lwe_stage_words = (256 * lwe_tile + 2 * lwe_tile * lwe_tile) / 4;
// And by dot products: 32 rows of A a step, for 64 rows of R.
inline constexpr unsigned lwe_dot_rows = 64, lwe_dot_words = 3 * 8 * lwe_tile;

// What becomes of a noise stream's words.
enum class LweNoiseForm : std::uint32_t {
  plain,    // normals
  turned,   // normals, in the order of the sum (lwe_place)
  ternary,  // of e2
};
struct LweNoiseRows {
  std::int8_t* out;
  std::uint64_t stride;   // of rows
  std::uint32_t entries;  // of a row
  std::uint32_t columns;  // streams of a row
  std::uint32_t streams;  // of all rows
  std::uint32_t kind;
  LweNoiseForm form;
};

struct LweKernelArgs {
  std::uint64_t n, padded;       // the dimension, and that rounded up to lwe_tile
  std::uint32_t columns;         // streams of a row of the matrix
  std::uint32_t splits;          // parts of the sum over rows of A, each with a result of its own
  std::uint16_t* a;              // [padded][padded], two digits an entry (lwe_digits)
  const std::uint64_t* rho;      // SHAKE128
  std::uint32_t round_keys[60];  // AES: of rho; those of rounds 1 to 13 turned right by a byte

  const std::uint64_t* seed;  // of noise
  LweNoiseRows noise[3];
  std::uint32_t* s;  // two entries a word, each a byte in 16 bits
  std::int8_t *r, *e1, *e2;
  const std::int8_t* e;
  const std::uint8_t* m;
  std::int16_t* t;       // centred, in the order of the sum
  std::uint16_t* parts;  // [splits][256][n] of U, then v; or t
  std::uint64_t part_entries;
  std::uint32_t* flag;
  std::uint8_t* bits;

  // pack, unpack: `entries` of them; `noisy_entries` have an e1 and all splits.
  std::uint64_t entries, noisy_entries;
  std::uint32_t compares;
  std::uint8_t* bytes;

  // hash_level
  const std::uint64_t* data;
  std::uint64_t data_bytes, total_bytes;
  std::uint32_t level;
  std::uint64_t* hashes;
};

}  // namespace pqlane::gpu
