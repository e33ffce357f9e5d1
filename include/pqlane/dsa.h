/* dsa.h: batches of ML-DSA signatures (FIPS 204) on a device of pqlane.
 *
 * The rules of pqlane.h hold: views, strides, statuses, overlap, errors. A batch has a key an item, or one
 * key for all items (stride 0 of `pk` or `sk`; it is then expanded once a call, or, on a CPU,
 * once at all with a signer or verifier object).
 *
 * Sizes in bytes (FIPS 204, table 2):
 *
 *   scheme      pk = 32+320k   sk                        seed xi   sig
 *   ML-DSA-44       1312       2560 = 128+32(13k+3(l+k))     32    2420
 *   ML-DSA-65       1952       4032 = 128+32(13k+4(l+k))     32    3309
 *   ML-DSA-87       2592       4896 = 128+32(13k+3(l+k))     32    4627
 *
 * Devices: all, with the same bytes. On a GPU, arrays of keys, seeds, rnd and signatures, and messages given
 * by `data` and a stride, may be in its memory as those of a KEM (signatures and messages at any address).
 * Contexts, strings given by pointers, lengths and all arrays of results about items are in host memory.
 * Messages of one length stay where they are; others, and those of which a digest is signed, come to the host
 * first.
 *
 * Secrecy: how many attempts a signature took, and which test an attempt failed, may show in the time; both
 * are independent of the private key (docs/constant-time.md). */
#ifndef PQLANE_DSA_H
#define PQLANE_DSA_H

#include <pqlane/pqlane.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pqlane_dsa_sizes {
  size_t pk_bytes;   /* public key */
  size_t sk_bytes;   /* expanded private key */
  size_t seed_bytes; /* seed form of the private key, xi */
  size_t sig_bytes;  /* signature */
  size_t rnd_bytes;  /* randomness of a hedged signature */
  size_t mu_bytes;   /* message representative mu */
} pqlane_dsa_sizes;

PQLANE_API pqlane_status pqlane_dsa_get_sizes(pqlane_scheme scheme, pqlane_dsa_sizes* sizes);

/* Byte strings, one an item, of one length or of many. String i starts at rows[i], or, when `rows` is null,
 * at data + i * stride_bytes (stride 0: all items share one). It has lengths[i] bytes, or `bytes` when
 * `lengths` is null. A null start is allowed for an empty string only (else the item fails with
 * PQLANE_ERROR_NULL). `count` is the batch's, also where all items share one string. */
typedef struct pqlane_strings {
  const uint8_t* data;
  size_t stride_bytes;
  size_t bytes;
  const uint8_t* const* rows;
  const size_t* lengths;
  size_t count;
} pqlane_strings;

/* What is signed. */
typedef enum pqlane_dsa_input PQLANE_INT {
  PQLANE_DSA_PURE = 0,    /* ML-DSA: the message, with a context */
  PQLANE_DSA_PREHASH = 1, /* HashML-DSA: its digest, by `hash`, with a context */
  PQLANE_DSA_MU = 2,      /* `message` is mu, 64 bytes an item; the context is in it already */
  PQLANE_DSA_INTERNAL = 3 /* `message` is M', as ML-DSA.Sign_internal takes it; for validation */
} pqlane_dsa_input;

/* Hash functions of HashML-DSA. SHAKE128 gives 32 bytes, SHAKE256 64. */
typedef enum pqlane_hash PQLANE_INT {
  PQLANE_HASH_NONE = 0,
  PQLANE_HASH_SHA2_224 = 1,
  PQLANE_HASH_SHA2_256 = 2,
  PQLANE_HASH_SHA2_384 = 3,
  PQLANE_HASH_SHA2_512 = 4,
  PQLANE_HASH_SHA2_512_224 = 5,
  PQLANE_HASH_SHA2_512_256 = 6,
  PQLANE_HASH_SHA3_224 = 7,
  PQLANE_HASH_SHA3_256 = 8,
  PQLANE_HASH_SHA3_384 = 9,
  PQLANE_HASH_SHA3_512 = 10,
  PQLANE_HASH_SHAKE_128 = 11,
  PQLANE_HASH_SHAKE_256 = 12
} pqlane_hash;

/* Name as NIST's validation files have it ("SHA2-256"), or null for an unknown value; and the reverse. */
PQLANE_API const char* pqlane_hash_name(pqlane_hash hash);
PQLANE_API pqlane_status pqlane_hash_by_name(const char* name, pqlane_hash* hash);

/* An option without meaning for a call is refused (PQLANE_ERROR_OPTION): `deterministic` is for signing
 * without given rnd, `key_seed` for signing with keys of the call, `attempts` for signing, a context for pure
 * and pre-hash inputs.
 *
 * `attempts` tells how long the rejection loop was: attempts[i] becomes the number of attempts that item i
 * took, the last one included; 0 for an item whose input or key was refused. The means are 4.25 / 5.1 / 3.85
 * for ML-DSA-44 / 65 / 87. It is an array in host memory, apart from the call's other arrays. */
typedef struct pqlane_dsa_options {
  size_t struct_bytes; /* sizeof(pqlane_dsa_options) */
  pqlane_dsa_input input;
  pqlane_hash hash;       /* with PQLANE_DSA_PREHASH, else PQLANE_HASH_NONE */
  int deterministic;      /* sign: rnd is 32 zero bytes instead of random */
  int key_seed;           /* sign: private keys are 32-byte seeds xi, not expanded */
  pqlane_strings context; /* all zero: no context (empty); at most 255 bytes an item */
  uint16_t* attempts;     /* sign: null, or an array of the batch's count */
} pqlane_dsa_options;

/* keygen: count key pairs. `flags`: 0 or PQLANE_KEY_SEED (sk is then xi). Randomness as for a KEM. */
PQLANE_API pqlane_status pqlane_dsa_keygen(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                           pqlane_out pk, pqlane_out sk, pqlane_status* status);
/* The same from given seeds xi, 32 bytes an item. */
PQLANE_API pqlane_status pqlane_dsa_keygen_derand(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                                  pqlane_in seed, pqlane_out pk, pqlane_out sk,
                                                  pqlane_status* status);

/* sign: a signature of every message. `options` may be null: pure, hedged, no context, expanded keys.
 * Item errors: PQLANE_ERROR_NULL (message or context null with a length), PQLANE_ERROR_CONTEXT (over 255
 * bytes), PQLANE_ERROR_LENGTH (mu not of 64 bytes), PQLANE_ERROR_SK_RANGE (s1 or s2 out of range),
 * PQLANE_ERROR_ATTEMPTS (no attempt passed within 1024: happens to no honest key). */
PQLANE_API pqlane_status pqlane_dsa_sign(pqlane_device* device, pqlane_scheme scheme,
                                         const pqlane_dsa_options* options, pqlane_in sk,
                                         pqlane_strings message, pqlane_out sig, pqlane_status* status);
/* The same with given rnd, 32 bytes an item; `deterministic` must be 0. */
PQLANE_API pqlane_status pqlane_dsa_sign_derand(pqlane_device* device, pqlane_scheme scheme,
                                                const pqlane_dsa_options* options, pqlane_in sk,
                                                pqlane_strings message, pqlane_in rnd, pqlane_out sig,
                                                pqlane_status* status);

/* verify: each item's status is the answer: PQLANE_OK, or PQLANE_ERROR_SIGNATURE for a signature that is not
 * valid, malformed hints included; item errors of message and context as in sign. */
PQLANE_API pqlane_status pqlane_dsa_verify(pqlane_device* device, pqlane_scheme scheme,
                                           const pqlane_dsa_options* options, pqlane_in pk,
                                           pqlane_strings message, pqlane_in sig, pqlane_status* status);

/* One key for many messages: the key is expanded once, when the object is made. An object serves any number
 * of threads. It is freed before its device is closed; freeing wipes it. */
typedef struct pqlane_dsa_signer pqlane_dsa_signer;
typedef struct pqlane_dsa_verifier pqlane_dsa_verifier;

/* `sk` has the scheme's sk_bytes, or 32 bytes: xi. Errors: PQLANE_ERROR_LENGTH, PQLANE_ERROR_SK_RANGE. */
PQLANE_API pqlane_status pqlane_dsa_signer_open(pqlane_device* device, pqlane_scheme scheme,
                                                const uint8_t* sk, size_t sk_bytes,
                                                pqlane_dsa_signer** signer);
PQLANE_API pqlane_status pqlane_dsa_signer_sign(pqlane_dsa_signer* signer, const pqlane_dsa_options* options,
                                                pqlane_strings message, pqlane_out sig,
                                                pqlane_status* status);
PQLANE_API void pqlane_dsa_signer_free(pqlane_dsa_signer* signer);
PQLANE_API pqlane_status pqlane_dsa_verifier_open(pqlane_device* device, pqlane_scheme scheme,
                                                  const uint8_t* pk, size_t pk_bytes,
                                                  pqlane_dsa_verifier** verifier);
PQLANE_API pqlane_status pqlane_dsa_verifier_verify(pqlane_dsa_verifier* verifier,
                                                    const pqlane_dsa_options* options, pqlane_strings message,
                                                    pqlane_in sig, pqlane_status* status);
PQLANE_API void pqlane_dsa_verifier_free(pqlane_dsa_verifier* verifier);

/* ---- asynchronous batches, with the jobs of pqlane.h
 * ------------------------------------------------------- The arrays of messages, contexts and lengths,
 * `attempts`, and a signer or verifier belong to the job until it has finished, like buffers and statuses.
 *
 * In a caller's stream of a GPU (pqlane_async), messages are moreover rows of one length, not empty and not
 * pre-hashed, with one context for all, and there are no `attempts`; else PQLANE_ERROR_OPTION. Signing then
 * queues as many attempts as there may be, since nobody looks whether they are needed. */
PQLANE_API pqlane_status pqlane_dsa_keygen_async(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                                 pqlane_out pk, pqlane_out sk, pqlane_status* status,
                                                 const pqlane_async* options, pqlane_job** job);
PQLANE_API pqlane_status pqlane_dsa_sign_async(pqlane_device* device, pqlane_scheme scheme,
                                               const pqlane_dsa_options* dsa_options, pqlane_in sk,
                                               pqlane_strings message, pqlane_out sig, pqlane_status* status,
                                               const pqlane_async* options, pqlane_job** job);
PQLANE_API pqlane_status pqlane_dsa_verify_async(pqlane_device* device, pqlane_scheme scheme,
                                                 const pqlane_dsa_options* dsa_options, pqlane_in pk,
                                                 pqlane_strings message, pqlane_in sig, pqlane_status* status,
                                                 const pqlane_async* options, pqlane_job** job);
PQLANE_API pqlane_status pqlane_dsa_signer_sign_async(pqlane_dsa_signer* signer,
                                                      const pqlane_dsa_options* dsa_options,
                                                      pqlane_strings message, pqlane_out sig,
                                                      pqlane_status* status, const pqlane_async* options,
                                                      pqlane_job** job);
PQLANE_API pqlane_status pqlane_dsa_verifier_verify_async(pqlane_dsa_verifier* verifier,
                                                          const pqlane_dsa_options* dsa_options,
                                                          pqlane_strings message, pqlane_in sig,
                                                          pqlane_status* status, const pqlane_async* options,
                                                          pqlane_job** job);

/* One signature, or one verification, on the calling thread, with every length stated. */
PQLANE_API pqlane_status pqlane_dsa_sign_one(pqlane_device* device, pqlane_scheme scheme,
                                             const pqlane_dsa_options* options, const uint8_t* sk,
                                             size_t sk_bytes, const uint8_t* message, size_t message_bytes,
                                             uint8_t* sig, size_t sig_bytes);
PQLANE_API pqlane_status pqlane_dsa_verify_one(pqlane_device* device, pqlane_scheme scheme,
                                               const pqlane_dsa_options* options, const uint8_t* pk,
                                               size_t pk_bytes, const uint8_t* message, size_t message_bytes,
                                               const uint8_t* sig, size_t sig_bytes);

#ifdef __cplusplus
}
#endif

#endif /* PQLANE_DSA_H */
