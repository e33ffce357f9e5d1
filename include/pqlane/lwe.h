/* lwe.h: LWE-KEM, a key encapsulation from plain LWE with a dimension that is chosen at run time.
 *
 * A research scheme, for comparison and study: no standard defines it, and nobody but its authors has
 * examined it. FrodoKEM is the standardised scheme of this kind. docs/lwe.md defines it; it follows the
 * system of arXiv 2607.09541 without the defects of its published code.
 *
 *   set                    q      entry   n                      matrix from
 *   PQLANE_LWE_12289_AES   12289  14 bit  32 .. 32768, by 32     AES-256-CTR
 *   PQLANE_LWE_12289_SHAKE 12289  14 bit  32 .. 32768, by 32     SHAKE128
 *   PQLANE_LWE_65521_AES   65521  16 bit  32 .. 131072, by 32    AES-256-CTR
 *   PQLANE_LWE_65521_SHAKE 65521  16 bit  32 .. 131072, by 32    SHAKE128
 *
 * Sizes in bytes, b bits an entry: pk = 32 + n b / 8, sk = pk + 96, ct = 32 n b + 32 b, ss = 32.
 *
 * Security is estimated, not proven: pqlane_lwe_get_estimate. A set and n whose classical core-SVP estimate
 * is below 118 bits, or whose failure rate is above 2^-128 a message, is refused (PQLANE_ERROR_SCHEME) unless
 * PQLANE_LWE_ALLOW_INSECURE is given.
 *
 * Views, overlap, statuses and errors are those of pqlane.h. One operation of n above 2048 is spread over the
 * device's threads; of smaller n, the items of a batch are. Devices: "cpu" and its backends, "auto" (the
 * CPU), "cuda:N" and "hip:N" (arrays in host memory; the matrix and buffers of the last set and n stay on the
 * GPU), and OpenMP's, which do nothing but LWE-KEM: "omp:N", its N-th offload device, and "omp:host".
 */
#ifndef PQLANE_LWE_H
#define PQLANE_LWE_H

#include <pqlane/pqlane.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pqlane_lwe_set PQLANE_INT {
  PQLANE_LWE_12289_AES = 1,
  PQLANE_LWE_12289_SHAKE = 2,
  PQLANE_LWE_65521_AES = 3,
  PQLANE_LWE_65521_SHAKE = 4
} pqlane_lwe_set;

#define PQLANE_LWE_ALLOW_INSECURE 1u

/* Set by its name ("lwe-12289-aes"); PQLANE_ERROR_SCHEME when unknown. Name of a set, or null. */
PQLANE_API pqlane_status pqlane_lwe_set_by_name(const char* name, pqlane_lwe_set* set);
PQLANE_API const char* pqlane_lwe_set_name(pqlane_lwe_set set);

typedef struct pqlane_lwe_sizes {
  size_t pk_bytes;
  size_t sk_bytes;
  size_t seed_bytes; /* d || z, 64 */
  size_t ct_bytes;
  size_t ss_bytes;     /* 32 */
  size_t m_bytes;      /* 32 */
  size_t memory_bytes; /* working memory of one operation on the CPU, beside the caller's buffers and 1.8 MB a
                          thread */
} pqlane_lwe_sizes;

/* PQLANE_ERROR_SCHEME for an unknown set, PQLANE_ERROR_OPTION for an n that the set has not. */
PQLANE_API pqlane_status pqlane_lwe_get_sizes(pqlane_lwe_set set, size_t n, pqlane_lwe_sizes* sizes);

typedef struct pqlane_lwe_estimate {
  double classical_bits; /* core-SVP of the primal attack, 0.292 times its block size: key or ciphertext,
                            whichever is weaker */
  double quantum_bits;   /* 0.265 times the block size */
  double failure_log2;   /* of the probability that a message decrypts wrongly */
  int secure;            /* non-zero: not refused */
} pqlane_lwe_estimate;

PQLANE_API pqlane_status pqlane_lwe_get_estimate(pqlane_lwe_set set, size_t n, pqlane_lwe_estimate* estimate);

/* `flags`: 0 or PQLANE_LWE_ALLOW_INSECURE. `status`: null, or an array of count entries.
 * Item errors: encaps PQLANE_ERROR_EK_MODULUS (an entry of pk is not below q); decaps PQLANE_ERROR_DK_HASH
 * (sk is not of this set and n, or its parts do not belong together). A ct that was not made for sk gives the
 * implicit-rejection secret and is no error. */
PQLANE_API pqlane_status pqlane_lwe_keygen(pqlane_device* device, pqlane_lwe_set set, size_t n,
                                           unsigned flags, pqlane_out pk, pqlane_out sk,
                                           pqlane_status* status);
PQLANE_API pqlane_status pqlane_lwe_encaps(pqlane_device* device, pqlane_lwe_set set, size_t n,
                                           unsigned flags, pqlane_in pk, pqlane_out ct, pqlane_out ss,
                                           pqlane_status* status);
PQLANE_API pqlane_status pqlane_lwe_decaps(pqlane_device* device, pqlane_lwe_set set, size_t n,
                                           unsigned flags, pqlane_in sk, pqlane_in ct, pqlane_out ss,
                                           pqlane_status* status);

/* Derandomised twins: seed is d || z, m 32 bytes an item. */
PQLANE_API pqlane_status pqlane_lwe_keygen_derand(pqlane_device* device, pqlane_lwe_set set, size_t n,
                                                  unsigned flags, pqlane_in seed, pqlane_out pk,
                                                  pqlane_out sk, pqlane_status* status);
PQLANE_API pqlane_status pqlane_lwe_encaps_derand(pqlane_device* device, pqlane_lwe_set set, size_t n,
                                                  unsigned flags, pqlane_in pk, pqlane_in m, pqlane_out ct,
                                                  pqlane_out ss, pqlane_status* status);

#ifdef __cplusplus
}
#endif

#endif /* PQLANE_LWE_H */
