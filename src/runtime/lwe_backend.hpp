// lwe_backend.hpp: what a CPU backend offers for LWE-KEM: the jobs of each phase.
//
// The runtime (lwe_operation.cpp) holds the operations as lists of phases, owns all memory and hands jobs to
// threads. A job never allocates and never throws. n is a multiple of 32; `workspace` is 64-byte aligned
// scratch of workspace_bytes for one job at a time, which may hold secrets afterwards.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

// out[16 i ..] = E(LE64(prefix) || LE64(first + i)) for i < blocks.
using LweCipherStream = void (*)(const void* cipher, std::uint64_t prefix, std::uint64_t first,
                                 std::uint8_t* out, std::size_t blocks);

// Where the matrix comes from: SHAKE128 of rho, or AES-256 under rho when `cipher` is not null.
struct LweStreams {
  const std::uint8_t* rho;
  const void* cipher;
  LweCipherStream cipher_stream;
};

struct LweModulusBackend {
  // t[i] = sum_j A[i][j] s[j] + e[i] for rows [first, first + count), in [0, q).
  void (*multiply_rows)(const LweStreams& streams, std::size_t n, const std::int16_t* s, const std::int8_t* e,
                        std::size_t first, std::size_t count, std::uint16_t* t, void* workspace);
  // Columns of block `block` of U = R A + E1, packed into the rows of ct. `pairs` as pair_rows makes them.
  void (*multiply_columns)(const LweStreams& streams, std::size_t n, const std::uint32_t* pairs,
                           const std::int8_t* e1, std::size_t block, std::uint8_t* ct, void* workspace);
  // v[j] = sum_k r[j][k] t[k] + e2[j] + m_j floor(q/2) for message bits [first, first + count), in [0, q); t
  // is centred.
  void (*multiply_t)(std::size_t n, const std::int8_t* r, const std::int16_t* t, const std::int8_t* e2,
                     const std::uint8_t* m, std::size_t first, std::size_t count, std::uint16_t* v);
  // bit[j] = 1 where v_j - <s, u_j> is nearer to q/2 than to 0, for rows [first, first + count) of ct.
  void (*decrypt_rows)(std::size_t n, const std::uint8_t* ct, const std::int16_t* s, std::size_t first,
                       std::size_t count, std::uint8_t* bit, void* workspace);
  void (*pack)(const std::uint16_t* values, std::size_t count, std::uint8_t* bytes);
  // Centred values; returns whether all were below q. For public data.
  bool (*unpack)(const std::uint8_t* bytes, std::size_t count, std::int16_t* values);
};

struct LweBackend {
  std::size_t workspace_bytes;
  std::size_t row_group;  // rows of R that pair_rows puts side by side; divides 256
  // Blocks [first, first + count) of s.
  void (*secret_streams)(const std::uint8_t* sigma, std::size_t n, std::size_t first, std::size_t count,
                         std::int16_t* s, void* workspace);
  // Streams [first, first + count) of a kind, stream j * ceil(n / 1024) + b being block b of row j.
  void (*noise_streams)(const std::uint8_t* seed, std::uint8_t kind, std::size_t n, std::size_t first,
                        std::size_t count, std::int8_t* rows, void* workspace);
  void (*ternary_stream)(const std::uint8_t* coins, std::int8_t* e2, void* workspace);
  // Row groups [first, first + count) of r[256][n] as pairs[256 / row_group][n / 2][row_group] of two 16-bit
  // entries.
  void (*pair_rows)(const std::int8_t* r, std::size_t n, std::size_t first, std::size_t count,
                    std::uint32_t* pairs);
  // Leaves [first, first + count) of the tree hash of data[0 .. bytes), 32 bytes each.
  void (*hash_leaves)(const std::uint8_t* data, std::size_t bytes, std::size_t first, std::size_t count,
                      std::uint8_t* leaves, void* workspace);
  // Nodes [first, first + count) of a level, above all `children` of the level below.
  void (*hash_nodes)(std::size_t total_bytes, unsigned level, const std::uint8_t* below, std::size_t children,
                     std::size_t first, std::size_t count, std::uint8_t* nodes, void* workspace);
  // A stream of the backend's own, whose cipher is the 15 round keys of 16 bytes; or null, for that of
  // aes.hpp.
  LweCipherStream cipher_stream;
  LweModulusBackend moduli[2];  // 12289, 65521
};

// Those that the build has are defined.
extern const LweBackend scalar_lwe_backend;
extern const LweBackend avx2_lwe_backend;
extern const LweBackend avx512_lwe_backend;
extern const LweBackend avx512_vnni_lwe_backend;

}  // namespace pqlane
