// dsa_args.hpp: the arguments of every ML-DSA kernel, as the host fills them; plain data for both sides.
//
// Polynomials are in memory order, 256 words or packed bytes, one operation after the other: attempts are
// done for whichever operations are left, so that neighbours in a kernel are no neighbours in the batch.
//   matrix    u32 [key][k][l][256]        A_hat, in [0, q)
//   key_hat   i32 [key][l + 2 k][256]     NTT of s1, s2, t0; |value| < 9q
//   secret    i8  [op][l + k][256]        keygen: s1, s2
//   seeds     u64 [op][8]                 keygen: rho'; sign: rho''
//   mu        u64 [op][8]
//   tr        u64 [key][8]                verify
//   y         u8  [slot][l][z_bytes]      as squeezed
//   w         i32 [slot][k][256]          in [0, q)
//   w1        u8  [slot][k][w1_bytes]     packed, what the challenge hashes
//   c         u64 [slot][8]               c tilde
//   ball      i8  [slot][256]             the challenge
//   hint      u32 [op][k][8]              verify: bits
//   sig       u8  [slot][sig_slot_bytes]  of attempts that passed
// A slot is an attempt of an operation that is not signed yet; operations, in verify.
// Rows (keys, signatures) are bytes as the standard lays them out, `stride` apart. Address and stride of
// keys, seeds and rnd are multiples of 16; stride 0 is one row for all operations.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/gpu/device_rows.hpp"

namespace pqlane::gpu {

// Byte strings: string i is `bytes` bytes at data + i stride, or data[ends[i - 1] .. ends[i]) with ends[-1] =
// 0.
struct DeviceStrings {
  const std::uint8_t* data;
  std::uint64_t stride;
  std::uint64_t bytes;
  const std::uint64_t* ends;
};

inline constexpr unsigned dsa_hash_threads = 128;
// Kernels whose threads keep something in shared memory beside the state.
inline constexpr unsigned dsa_sample_threads = 64;
// A polynomial is done by 32 threads, a block has as many as the matrix has rows.
inline constexpr unsigned poly_threads = 32;
constexpr unsigned dsa_block_threads(unsigned k) { return poly_threads * k; }

// Words of a polynomial in shared memory: 4 more for every 32, against bank conflicts.
inline constexpr unsigned shared_poly_words = 256 + 256 / 32 * 4;

// Rows of threads in shared memory, in words, odd against bank conflicts: the candidates of a block of
// SHAKE128; a polynomial of bytes and one byte more; a block of SHAKE256.
inline constexpr unsigned dsa_matrix_row_words = 56 + 1;
inline constexpr unsigned dsa_byte_row_words = 64 + 1;
inline constexpr unsigned dsa_mask_row_words = 34 + 1;

// Shared memory of blocks in bytes.
inline constexpr std::size_t dsa_matrix_shared_bytes =  // with counts and places of the rows
    std::size_t{4} * (dsa_matrix_row_words + 2) * dsa_sample_threads;
inline constexpr std::size_t dsa_byte_rows_shared_bytes =
    std::size_t{4} * dsa_byte_row_words * dsa_sample_threads;
inline constexpr std::size_t dsa_mask_shared_bytes = std::size_t{4} * dsa_mask_row_words * dsa_sample_threads;
inline constexpr std::size_t dsa_message_shared_bytes = std::size_t{8} * 17 * dsa_hash_threads;
// Of polynomials that all groups read, and of room for each of `groups`.
constexpr std::size_t dsa_rows_shared_bytes(unsigned polys, unsigned groups) {
  return std::size_t{4} * shared_poly_words * (polys + groups);
}
// With hints and three flags.
constexpr std::size_t dsa_respond_shared_bytes(unsigned k) {
  return dsa_rows_shared_bytes(1, k) + std::size_t{4} * (8 * k + 3);
}

// Attempts of one operation that are done side by side, at most.
inline constexpr unsigned dsa_most_parallel_attempts = 64;

struct DsaKernelArgs {
  std::uint64_t count;                 // operations of the chunk, at least 1
  std::uint64_t keys;                  // count, or 1: all operations share a key
  std::uint64_t first_item;            // index of the chunk's first operation in the call's batch
  const std::uint64_t* batch_key;      // [4] with `derive`: key of the batch
  DeviceRows seed, pk, sk, sig, rnd;   // inputs
  DeviceRows rho;                      // pk or sk: rho is the first 32 bytes
  DeviceRows pk_out, sk_out, sig_out;  // outputs
  DeviceStrings head, message;         // M' = head || message; with `given_mu` head is mu
  const std::uint8_t* input_status;    // [count] 0, or why the operation is left out
  std::uint8_t* status;      // [count] 0 or a pqlane_status; dsa_unfinished while it is being signed
  std::uint8_t* key_status;  // [keys] the same of a private key
  std::uint32_t* attempts;   // [count] done so far
  std::uint32_t *matrix, *hint, *queue, *queue_length;  // queue [2][count], queue_length [rounds + 1]
  std::int32_t *key_hat, *w;
  std::int8_t *secret, *ball;
  std::uint64_t *seeds, *mu, *tr, *c;
  std::uint8_t *y, *w1, *sig_slots, *passed;  // passed [slot]
  std::uint64_t sig_slot_bytes;
  std::uint32_t derive;         // seed or rnd from the batch key
  std::uint32_t deterministic;  // rnd is zero
  std::uint32_t given_mu;
  std::uint32_t seed_form;   // keygen: sk_out receives the seed
  std::uint32_t round;       // sign: which entry of queue_length and queue is current
  std::uint32_t fill_slots;  // sign: while fewer operations are left, several attempts each
  std::uint32_t rounds;      // sign: how many are launched together; even, since two queues take turns
};

// Values of `status`: those of pqlane_status, and one of the device alone: the attempts so far did not pass,
// more have to be made.
inline constexpr std::uint8_t dsa_status_signature = 35, dsa_status_sk_range = 37, dsa_status_attempts = 38;
inline constexpr std::uint8_t dsa_unfinished = 255;

// Rounds that are launched together, at most.
inline constexpr unsigned dsa_most_rounds = 24;
// Blocks of a round's kernels, at most; each does one piece of work after the other. Most rounds have little.
inline constexpr unsigned dsa_round_blocks = 4096;

}  // namespace pqlane::gpu
