// lwe_kernels.hpp: the phases of LWE-KEM as OpenMP target regions: plain functions of pointers into the
// memory of `device`. Teams are blocks of a GPU, threads its warps, and the innermost simd loop its lanes.
//
// Arrays of a lane are declared outside the loop and private: GCC 12 gives all lanes of a warp the same array
// when it is declared inside and not kept in registers.
#pragma once

#include "backends/omp_target/lwe_streams.hpp"
#include "params/lwe.hpp"
#include "schemes/lwe/noise.hpp"

PQLANE_BEGIN_TARGET

// a[n][n], centred: SHAKE128(rho || LE32(row) || LE32(block)).
template <class M>
void omp_matrix_shake(int device, std::size_t n, const std::uint64_t* rho, std::int16_t* a) {
  const std::size_t columns = (n + lwe_block - 1) / lwe_block, jobs = n * columns;
  std::uint64_t state[25];
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(rho, a) private(state)
  for (std::size_t job = 0; job < jobs; ++job) {
    const std::size_t row = job / columns, block = job % columns, left = n - block * lwe_block;
    const std::size_t width = left < lwe_block ? left : lwe_block;
    std::int16_t* const out = a + row * n + block * lwe_block;
    omp_start<Shake128>(state, rho, row | std::uint64_t{block} << 32, Shake128::suffix);
    for (std::size_t have = 0; have < width;) {
      keccak_rounds<OmpWord, 0>(state);
      for (int w = 0; w < Shake128::rate_words; ++w) {
        for (int part = 0; part < 4; ++part) {
          omp_accept<M>(static_cast<std::uint32_t>(state[w] >> (16 * part)) & 0xFFFF, out, have, width);
        }
      }
    }
  }
}

// The same by AES-256 of LE32(row) || LE32(block) || LE64(counter).
template <class M>
void omp_matrix_aes(int device, std::size_t n, const std::uint32_t* keys, const std::uint32_t* table,
                    std::int16_t* a) {
  const std::size_t columns = (n + lwe_block - 1) / lwe_block, jobs = n * columns;
  std::uint32_t state[4];
#pragma omp target teams distribute parallel for simd device(device) \
    is_device_ptr(keys, table, a) private(state)
  for (std::size_t job = 0; job < jobs; ++job) {
    const std::size_t row = job / columns, block = job % columns, left = n - block * lwe_block;
    const std::size_t width = left < lwe_block ? left : lwe_block;
    std::int16_t* const out = a + row * n + block * lwe_block;
    std::uint32_t counter = 0;
    for (std::size_t have = 0; have < width; ++counter) {
      state[0] = static_cast<std::uint32_t>(row);
      state[1] = static_cast<std::uint32_t>(block);
      state[2] = counter;
      state[3] = 0;
      omp_aes_block(keys, table, state);
      for (int c = 0; c < 4; ++c) {
        omp_accept<M>(state[c] & 0xFFFF, out, have, width);
        omp_accept<M>(state[c] >> 16, out, have, width);
      }
    }
  }
}

// Rows of rounded normals, out[rows][n].
inline void omp_noise(int device, std::size_t n, std::size_t rows, std::uint8_t kind,
                      const std::uint64_t* seed, std::int8_t* out) {
  const std::size_t columns = (n + lwe_block - 1) / lwe_block, jobs = rows * columns;
  std::uint64_t state[25];
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(seed, out) private(state)
  for (std::size_t job = 0; job < jobs; ++job) {
    const std::size_t row = job / columns, block = job % columns, left = n - block * lwe_block;
    const std::size_t width = left < lwe_block ? left : lwe_block;
    std::int8_t* const to = out + row * n + block * lwe_block;
    omp_start<Shake256>(
        state, seed, kind | std::uint64_t{row} << 8 | std::uint64_t{block} << 24 | Shake256::suffix << 56, 0);
    for (std::size_t done = 0; done < width;) {
      keccak_rounds<OmpWord, 0>(state);
      for (int w = 0; w < Shake256::rate_words && done < width; ++w, done += 2) {
        to[done] = static_cast<std::int8_t>(lwe_normal(static_cast<std::uint32_t>(state[w])));
        to[done + 1] = static_cast<std::int8_t>(lwe_normal(static_cast<std::uint32_t>(state[w] >> 32)));
      }
    }
  }
}

// s, six bits an entry: 32 entries are three words, so that a block of 17 words is read with a carry of bits.
inline void omp_secret(int device, std::size_t n, const std::uint64_t* seed, std::int16_t* s) {
  const std::size_t jobs = (n + lwe_block - 1) / lwe_block;
  std::uint64_t state[25];
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(seed, s) private(state)
  for (std::size_t block = 0; block < jobs; ++block) {
    const std::size_t left = n - block * lwe_block, width = left < lwe_block ? left : lwe_block;
    std::uint64_t bits = 0;
    omp_start<Shake256>(state, seed, lwe_kind_s | std::uint64_t{block} << 24 | Shake256::suffix << 56, 0);
    unsigned kept = 0;  // bits left over of the words before, fewer than six
    for (std::size_t done = 0; done < width;) {
      keccak_rounds<OmpWord, 0>(state);
      for (int w = 0; w < Shake256::rate_words && done < width; ++w) {
        std::uint64_t word = state[w];
        unsigned there = 64;
        while (kept + there >= 6 && done < width) {
          const unsigned taken = 6 - kept;
          const auto six = static_cast<std::uint32_t>((bits | word << kept) & 63);
          word >>= taken;
          there -= taken;
          bits = 0;
          kept = 0;
          const std::uint32_t ones = (six & 9) + (six >> 1 & 9) + (six >> 2 & 9);
          s[block * lwe_block + done++] =
              static_cast<std::int16_t>(static_cast<int>(ones & 7) - static_cast<int>(ones >> 3));
        }
        bits = word & ((std::uint64_t{1} << there) - 1);
        kept = there;
      }
    }
  }
}

// t = A s + e.
template <class M>
void omp_multiply_s(int device, std::size_t n, const std::int16_t* a, const std::int16_t* s,
                    const std::int8_t* e, std::uint16_t* t) {
#pragma omp target teams distribute parallel for device(device) is_device_ptr(a, s, e, t)
  for (std::size_t row = 0; row < n; ++row) {
    std::int32_t total = e[row];
    for (std::size_t first = 0; first < n; first += lwe_block) {
      const std::size_t end = first + lwe_block < n ? first + lwe_block : n;
      std::int32_t sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::size_t j = first; j < end; ++j) sum += a[row * n + j] * s[j];
      total += lwe_reduce<M>(sum);
    }
    t[row] = static_cast<std::uint16_t>(lwe_reduce<M>(total));
  }
}

// u = r A + e1, a lane a column, 16 rows of r at a time in registers.
template <class M>
void omp_multiply(int device, std::size_t n, const std::int8_t* r, const std::int16_t* a,
                  const std::int8_t* e1, std::uint16_t* u) {
  constexpr std::size_t rows = 16;
  const std::size_t jobs = lwe_message_bits / rows * n;
  std::int32_t sums[rows];
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(r, a, e1, u) private(sums)
  for (std::size_t job = 0; job < jobs; ++job) {
    const std::size_t band = job / n, column = job % n;
    for (std::size_t i = 0; i < rows; ++i) sums[i] = e1[(band * rows + i) * n + column];
    for (std::size_t first = 0; first < n; first += lwe_rows_between_reductions) {
      const std::size_t end =
          first + lwe_rows_between_reductions < n ? first + lwe_rows_between_reductions : n;
      for (std::size_t k = first; k < end; ++k) {
        const std::int32_t x = a[k * n + column];
        for (std::size_t i = 0; i < rows; ++i) sums[i] += x * r[(band * rows + i) * n + k];
      }
      for (std::size_t i = 0; i < rows; ++i) sums[i] = lwe_reduce<M>(sums[i]);
    }
    for (std::size_t i = 0; i < rows; ++i) {
      u[(band * rows + i) * n + column] = static_cast<std::uint16_t>(sums[i]);
    }
  }
}

// v = r t + e2 + m floor(q/2); e2 from 256 words of its stream, in e2_words.
template <class M>
void omp_multiply_t(int device, std::size_t n, const std::int8_t* r, const std::int16_t* t,
                    const std::int8_t* e2, const std::uint8_t* m, std::uint16_t* v) {
#pragma omp target teams distribute parallel for device(device) is_device_ptr(r, t, e2, m, v)
  for (std::size_t j = 0; j < lwe_message_bits; ++j) {
    std::int32_t total = e2[j] + static_cast<std::int32_t>(M::q / 2) * (m[j / 8] >> (j % 8) & 1);
    for (std::size_t first = 0; first < n; first += lwe_block) {
      const std::size_t end = first + lwe_block < n ? first + lwe_block : n;
      std::int32_t sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::size_t k = first; k < end; ++k) sum += r[j * n + k] * t[k];
      total += lwe_reduce<M>(sum);
    }
    v[j] = static_cast<std::uint16_t>(lwe_reduce<M>(total));
  }
}

inline void omp_ternary(int device, const std::uint64_t* seed, std::int8_t* e2) {
  std::uint64_t state[25];
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(seed, e2) private(state)
  for (std::size_t job = 0; job < 1; ++job) {
    omp_start<Shake256>(state, seed, lwe_kind_e2 | Shake256::suffix << 56, 0);
    for (std::size_t done = 0; done < lwe_message_bits;) {
      keccak_rounds<OmpWord, 0>(state);
      for (int w = 0; w < Shake256::rate_words && done < lwe_message_bits; ++w, done += 2) {
        const std::uint64_t low = state[w] & 0xFFFFFFFF, high = state[w] >> 32;
        e2[done] = static_cast<std::int8_t>(static_cast<int>(3 * low >> 32) - 1);
        e2[done + 1] = static_cast<std::int8_t>(static_cast<int>(3 * high >> 32) - 1);
      }
    }
  }
}

// bit[j] of v_j - <s, u_j>; u and v centred.
template <class M>
void omp_decide(int device, std::size_t n, const std::int16_t* u, const std::int16_t* s,
                const std::int16_t* v, std::uint8_t* bit) {
#pragma omp target teams distribute parallel for device(device) is_device_ptr(u, s, v, bit)
  for (std::size_t j = 0; j < lwe_message_bits; ++j) {
    std::int32_t total = v[j];
    for (std::size_t first = 0; first < n; first += lwe_block) {
      const std::size_t end = first + lwe_block < n ? first + lwe_block : n;
      std::int32_t sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::size_t k = first; k < end; ++k) sum += u[j * n + k] * s[k];
      total -= lwe_reduce<M>(sum);
    }
    bit[j] = lwe_is_near_half<M>(lwe_reduce<M>(total));
  }
}

// Four values are 7 or 8 bytes; `count` is a multiple of 4. Rows are whole bytes, so that all rows of a
// ciphertext pack as one.
template <class M>
void omp_pack(int device, std::size_t count, const std::uint16_t* values, std::uint8_t* bytes) {
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(values, bytes)
  for (std::size_t i = 0; i < count / 4; ++i) {
    std::uint64_t word = 0;
    for (unsigned j = 0; j < 4; ++j) word |= std::uint64_t{values[4 * i + j]} << (M::bits * j);
    for (unsigned b = 0; b < M::bits / 2; ++b)
      bytes[M::bits / 2 * i + b] = static_cast<std::uint8_t>(word >> (8 * b));
  }
}

// Centred; returns how many were not below q.
template <class M>
std::uint64_t omp_unpack(int device, std::size_t count, const std::uint8_t* bytes, std::int16_t* values) {
  std::uint64_t bad = 0;
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(bytes, values) \
    reduction(+ : bad) map(tofrom : bad)
  for (std::size_t i = 0; i < count / 4; ++i) {
    std::uint64_t word = 0;
    for (unsigned b = 0; b < M::bits / 2; ++b) word |= std::uint64_t{bytes[M::bits / 2 * i + b]} << (8 * b);
    for (unsigned j = 0; j < 4; ++j) {
      const auto value = static_cast<std::uint16_t>(word >> (M::bits * j) & ((1u << M::bits) - 1));
      bad += value >= M::q ? 1u : 0u;
      values[4 * i + j] = lwe_centre<M>(value);
    }
  }
  return bad;
}

inline std::uint64_t omp_difference(int device, std::size_t words, const std::uint64_t* a,
                                    const std::uint64_t* b) {
  std::uint64_t difference = 0;
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(a, b) \
    reduction(| : difference) map(tofrom : difference)
  for (std::size_t i = 0; i < words; ++i) difference |= a[i] ^ b[i];
  return difference;
}

// SHA3-256 of all parts of `data` behind a header: leaves (level 0) or nodes.
inline void omp_hash_level(int device, std::size_t total, unsigned level, const std::uint8_t* data,
                           std::size_t bytes, std::uint64_t* hashes) {
  constexpr std::size_t part = 1024, rate = Sha3_256::rate_words * 8;
  const std::size_t parts = bytes == 0 ? 1 : (bytes + part - 1) / part, header = level == 0 ? 17 : 18;
  std::uint64_t state[25];
#pragma omp target teams distribute parallel for simd device(device) \
    is_device_ptr(data, hashes) private(state)
  for (std::size_t index = 0; index < parts; ++index) {
    const std::size_t left = bytes - index * part, length = header + (left < part ? left : part);
    for (int i = 0; i < 25; ++i) state[i] = 0;
    const std::size_t blocks = length / rate + 1;
    for (std::size_t block = 0; block < blocks; ++block) {
      for (int w = 0; w < Sha3_256::rate_words; ++w) {
        std::uint64_t word = 0;
        for (unsigned b = 0; b < 8; ++b) {
          const std::size_t at = block * rate + 8 * static_cast<std::size_t>(w) + b;
          std::uint64_t byte = 0;
          if (at == 0) {
            byte = level == 0 ? 0 : 1;
          } else if (at < 9) {
            byte = total >> (8 * (at - 1)) & 0xFF;
          } else if (at < header) {
            byte = level != 0 && at == 9 ? level : index >> (8 * (at + 8 - header)) & 0xFF;
          } else if (at < length) {
            byte = data[index * part + (at - header)];
          } else if (at == length) {
            byte = Sha3_256::suffix;
          }
          word |= byte << (8 * b);
        }
        state[w] ^= word;
      }
      if (block + 1 == blocks) state[Sha3_256::rate_words - 1] ^= std::uint64_t{0x80} << 56;
      keccak_rounds<OmpWord, 0>(state);
    }
    for (std::size_t w = 0; w < 4; ++w) hashes[4 * index + w] = state[w];
  }
}

inline void omp_clear(int device, std::size_t words, std::uint64_t* data) {
#pragma omp target teams distribute parallel for simd device(device) is_device_ptr(data)
  for (std::size_t i = 0; i < words; ++i) data[i] = 0;
}

PQLANE_END_TARGET
