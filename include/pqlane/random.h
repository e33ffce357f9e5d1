/* random.h: bulk random numbers on a device of pqlane: uniform words, Gaussian reals and rounded Gaussians.
 *
 * Every device gives the same numbers, bit for bit: each backend of the CPU, any number of threads, GPUs.
 * Element i of a fill is a function of the key, the call's kind and parameters, and i, so any part of it can
 * be made anywhere: the _at calls make elements first .. first + count - 1.
 *
 * Definition. Block b of a kind's stream is AES-256 under the 32-byte key (FIPS 197) of the 16 bytes
 *
 *     kind (8 ASCII characters) || b (8 bytes, little-endian)
 *
 * Its words are little-endian. The kinds:
 *
 *   call          kind        elements a block        element i is made of
 *   uniform_u32   fill:u32    4                       32-bit word i mod 4 of block i / 4
 *   gaussian_i32  fill:i32    2                       64-bit word i mod 2 of block i / 2
 *   gaussian_f32  fill:f32    4, a pair at a time     the 32-bit words of i's pair: 0 and 1, or 2 and 3
 *   gaussian_f64  fill:f64    2, a pair at a time     both 64-bit words of block i / 2
 *
 * gaussian_i32: a normal variable of mean 0, rounded to the nearest integer. Bit 0 of the word is the sign
 *   (1: negative), u the other 63 bits as a number; |x| is the number of k >= 0 with u >= T[k], where T[k] is
 *   2^63 P(|N(0, sigma)| < k + 1/2) rounded to an integer, for all k where that is below 2^63. The table is
 *   computed in integers, and read as a whole for every element.
 * gaussian_f32, gaussian_f64: mean + sigma z, z by the method of Box and Muller: with W = 2^32 or 2^64, words
 *   w0, w1 of the pair, u = (w0 | 1) / W and v = (w1 | 1/2) / W, where | 1/2 stands for half a unit of the
 *   word, the pair is sqrt(-2 log u) cos(2 pi v) and sqrt(-2 log u) sin(2 pi v), computed by polynomials from
 *   additions, subtractions and multiplications that are rounded to nearest one by one (docs/random.md has
 *   them all and the error). |z| is at most 6.7 (f32) and 9.5 (f64).
 *
 * Secrecy: no branch, memory address or division depends on the key or on the numbers. The calls hold no
 * state between each other: who uses a key twice in calls of one kind gets the same numbers twice. The kinds
 * are independent of each other under one key.
 *
 * `out` is host memory, or on a GPU device memory of that GPU, which is then written where it is; it is
 * aligned as its type demands (else PQLANE_ERROR_OPTION). A count of 0 does nothing. A key may be null in the
 * calls without `first`: then a fresh one is drawn from the library's generator, used and forgotten. After an
 * error `out` holds nothing of use. */
#ifndef PQLANE_RANDOM_H
#define PQLANE_RANDOM_H

#include <pqlane/pqlane.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PQLANE_FILL_KEY_BYTES 32
/* Largest sigma of gaussian_i32; its time an element grows with sigma. */
#define PQLANE_GAUSSIAN_I32_MAX_SIGMA 128.0

/* Errors: PQLANE_ERROR_NULL, PQLANE_ERROR_OPTION (a parameter that is not finite, sigma below 0 or too large,
 * a misaligned `out`), PQLANE_ERROR_COUNT (more elements than memory or the index can hold),
 * PQLANE_ERROR_ENTROPY, PQLANE_ERROR_MEMORY, PQLANE_ERROR_DEVICE. */
PQLANE_API pqlane_status pqlane_fill_uniform_u32(pqlane_device* device, const uint8_t* key, uint32_t* out,
                                                 size_t count);
PQLANE_API pqlane_status pqlane_fill_gaussian_i32(pqlane_device* device, const uint8_t* key, double sigma,
                                                  int32_t* out, size_t count);
PQLANE_API pqlane_status pqlane_fill_gaussian_f32(pqlane_device* device, const uint8_t* key, float mean,
                                                  float sigma, float* out, size_t count);
PQLANE_API pqlane_status pqlane_fill_gaussian_f64(pqlane_device* device, const uint8_t* key, double mean,
                                                  double sigma, double* out, size_t count);

/* The same from element `first` on; the key is not null. */
PQLANE_API pqlane_status pqlane_fill_uniform_u32_at(pqlane_device* device, const uint8_t* key, uint64_t first,
                                                    uint32_t* out, size_t count);
PQLANE_API pqlane_status pqlane_fill_gaussian_i32_at(pqlane_device* device, const uint8_t* key,
                                                     uint64_t first, double sigma, int32_t* out,
                                                     size_t count);
PQLANE_API pqlane_status pqlane_fill_gaussian_f32_at(pqlane_device* device, const uint8_t* key,
                                                     uint64_t first, float mean, float sigma, float* out,
                                                     size_t count);
PQLANE_API pqlane_status pqlane_fill_gaussian_f64_at(pqlane_device* device, const uint8_t* key,
                                                     uint64_t first, double mean, double sigma, double* out,
                                                     size_t count);

#ifdef __cplusplus
}
#endif

#endif /* PQLANE_RANDOM_H */
