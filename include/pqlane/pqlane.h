/* pqlane.h: the C interface of pqlane, batch post-quantum cryptography.
 *
 * One call does a whole batch of key encapsulations; a status for every item
 * comes back. All functions may be called from several threads at once, on the
 * same device too. The caller owns every buffer that is named in a call.
 *
 * Batch views. A view is {data, stride_bytes, count}: item i starts at
 * data + i * stride_bytes and has the size that the scheme gives that value
 * (pqlane_kem_sizes). The stride must be at least that size, in a batch of one
 * item too. An input view with stride 0 holds one value that all items share. All
 * other views of a call have the same count: that is the batch. A count of 0 is
 * allowed and does nothing.
 *
 * Overlap. An output must not share a byte with an input or another output of
 * the same call; such a call is refused as a whole (PQLANE_ERROR_OVERLAP).
 *
 * Errors. A call returns PQLANE_OK when every item went well,
 * PQLANE_ERROR_ITEMS when at least one item failed (its reason is in `status`
 * and all other items are complete), or another code when nothing was done.
 * The outputs of a failed item are filled with zero bytes.
 * pqlane_last_error() describes the last failure on the calling thread.
 *
 * Sizes in bytes (FIPS 203, table 3; round-3 Kyber has the same):
 *
 *   scheme        ek = 384k+32   dk = 768k+96   seed d||z   ct = 32(du k+dv)   ss
 *   ML-KEM-512        800            1632           64            768         32
 *   ML-KEM-768       1184            2400           64           1088         32
 *   ML-KEM-1024      1568            3168           64           1568         32
 */
#ifndef PQLANE_PQLANE_H
#define PQLANE_PQLANE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define PQLANE_API
#else
#define PQLANE_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define PQLANE_VERSION_MAJOR 0
#define PQLANE_VERSION_MINOR 1
#define PQLANE_VERSION_PATCH 0
#define PQLANE_VERSION_STRING "0.1.0"

/* Version of the library that is loaded, "major.minor.patch"; static storage. */
PQLANE_API const char* pqlane_version(void);

/* The enumerations hold any int, so that a value which this version does not know can be passed and
 * refused. */
#ifdef __cplusplus
#define PQLANE_INT : int
#else
#define PQLANE_INT
#endif

/* Result of a call, or of one item of a batch. */
typedef enum pqlane_status PQLANE_INT {
  PQLANE_OK = 0,
  PQLANE_ERROR_ITEMS = 1,       /* call: some items failed, see their statuses */
  PQLANE_ERROR_NULL = 2,        /* a null pointer with a count above 0 */
  PQLANE_ERROR_LENGTH = 3,      /* a length or stride does not fit the scheme */
  PQLANE_ERROR_COUNT = 4,       /* views of one call disagree, or batch too large */
  PQLANE_ERROR_OVERLAP = 5,     /* an output overlaps another buffer */
  PQLANE_ERROR_SCHEME = 6,      /* unknown scheme, or one without this operation */
  PQLANE_ERROR_DEVICE = 7,      /* unknown device, or not usable here */
  PQLANE_ERROR_OPTION = 8,      /* a flag unknown or without meaning here, a malformed option */
  PQLANE_ERROR_ENTROPY = 9,     /* the operating system gave no entropy */
  PQLANE_ERROR_MEMORY = 10,     /* not enough memory */
  PQLANE_ERROR_INTERNAL = 11,   /* a defect of the library */
  PQLANE_ERROR_EK_MODULUS = 32, /* item: ek holds a coefficient >= q (FIPS 203 7.2) */
  PQLANE_ERROR_DK_HASH = 33,    /* item: H(ek) inside dk does not match (FIPS 203 7.3) */
  PQLANE_ERROR_NOT_DONE = 34,   /* item: not reached, because the call ended early */
  PQLANE_ERROR_SIGNATURE = 35,  /* item: the signature is not valid */
  PQLANE_ERROR_CONTEXT = 36,    /* item: a context of more than 255 bytes */
  PQLANE_ERROR_SK_RANGE = 37,   /* item: s1 or s2 inside sk is out of range */
  PQLANE_ERROR_ATTEMPTS = 38    /* item: no attempt of signing passed within the limit */
} pqlane_status;

/* One line of English for a status; static storage, never null. */
PQLANE_API const char* pqlane_status_text(pqlane_status status);

/* What went wrong in the last failing call of this thread: names the argument,
 * the first failing item and the reason. Valid until the thread's next call. */
PQLANE_API const char* pqlane_last_error(void);

/* ---- schemes ---------------------------------------------------------- */

typedef enum pqlane_scheme PQLANE_INT {
  PQLANE_ML_KEM_512 = 1,
  PQLANE_ML_KEM_768 = 2,
  PQLANE_ML_KEM_1024 = 3,
  PQLANE_KYBER_512 = 4, /* Kyber, round 3 of the NIST process: not FIPS 203 */
  PQLANE_KYBER_768 = 5,
  PQLANE_KYBER_1024 = 6,
  PQLANE_ML_DSA_44 = 7, /* signatures: pqlane/dsa.h */
  PQLANE_ML_DSA_65 = 8,
  PQLANE_ML_DSA_87 = 9
} pqlane_scheme;

/* Scheme by its command-line name ("ml-kem-768"); PQLANE_ERROR_SCHEME when unknown. */
PQLANE_API pqlane_status pqlane_scheme_by_name(const char* name, pqlane_scheme* scheme);
/* Name of a scheme, or null for an unknown value. */
PQLANE_API const char* pqlane_scheme_name(pqlane_scheme scheme);
/* Which calls a scheme has; 0 for an unknown value. */
typedef enum pqlane_scheme_kind PQLANE_INT {
  PQLANE_KIND_KEM = 1,
  PQLANE_KIND_SIGNATURE = 2
} pqlane_scheme_kind;
PQLANE_API pqlane_scheme_kind pqlane_scheme_get_kind(pqlane_scheme scheme);
/* Number of schemes, and the i-th of them, for listing. */
PQLANE_API size_t pqlane_scheme_count(void);
PQLANE_API pqlane_scheme pqlane_scheme_at(size_t index);

typedef struct pqlane_kem_sizes {
  size_t ek_bytes;   /* encapsulation (public) key */
  size_t dk_bytes;   /* expanded decapsulation key */
  size_t seed_bytes; /* seed form of the decapsulation key, d || z */
  size_t ct_bytes;   /* ciphertext */
  size_t ss_bytes;   /* shared secret */
  size_t m_bytes;    /* message m of the derandomised encapsulation */
} pqlane_kem_sizes;

PQLANE_API pqlane_status pqlane_kem_get_sizes(pqlane_scheme scheme, pqlane_kem_sizes* sizes);

/* ---- devices ---------------------------------------------------------- */

typedef struct pqlane_device pqlane_device;

typedef struct pqlane_device_options {
  size_t struct_bytes; /* sizeof(pqlane_device_options) */
  unsigned threads;    /* CPU threads a batch is spread over; 0 = all cores, 1 = caller only */
  int pin_threads;     /* non-zero: pin each thread to a core of its own */
} pqlane_device_options;

/* Opens a device: "cpu" (best backend of this machine, or the one that the
 * environment variable PQLANE_BACKEND names), "cpu:scalar", "cpu:avx2", "cpu:avx512"; "cuda:N", an NVIDIA
 * GPU; "hip:N", an AMD GPU; "cuda:0,1" or "cuda:all", several, over which a batch is parted by their
 * measured speed; or "auto", which sends each batch to the CPU or to the first usable GPU, whichever its own
 * measurement says is done sooner, and finishes on the CPU what a lost GPU left. `options` may be null. Close
 * with pqlane_device_close. Errors: PQLANE_ERROR_DEVICE with the reason in pqlane_last_error(). */
PQLANE_API pqlane_status pqlane_device_open(const char* name, const pqlane_device_options* options,
                                            pqlane_device** device);
/* Frees a device; null is allowed. No call may be running on it. A forked child opens devices of its
 * own: it must not use one that its parent opened before the fork. It may close it, which does not free
 * its memory in the child and does nothing to the parent's device. */
PQLANE_API void pqlane_device_close(pqlane_device* device);
/* Full name with the backend that runs, for example "cpu:avx512". */
PQLANE_API const char* pqlane_device_name(const pqlane_device* device);
PQLANE_API unsigned pqlane_device_threads(const pqlane_device* device);

/* Backends known to this build, usable here or not, for diagnosis. */
typedef struct pqlane_backend_info {
  const char* device_name; /* "cpu:avx512" */
  int usable;              /* non-zero when it can run here */
  const char* reason;      /* why not, or what it found; static storage */
} pqlane_backend_info;
PQLANE_API size_t pqlane_backend_count(void);
PQLANE_API pqlane_status pqlane_backend_get(size_t index, pqlane_backend_info* info);

/* ---- key encapsulation, batches --------------------------------------- */

typedef struct pqlane_in {
  const uint8_t* data;
  size_t stride_bytes;
  size_t count;
} pqlane_in;

typedef struct pqlane_out {
  uint8_t* data;
  size_t stride_bytes;
  size_t count;
} pqlane_out;

/* Flags of the KEM calls. A flag that has no meaning for a call is refused (PQLANE_ERROR_OPTION): encaps
 * takes none, keygen takes PQLANE_KEY_SEED, decaps takes both. */
#define PQLANE_KEY_SEED 1u /* keygen, decaps: private keys are 64-byte seeds d || z, not expanded */
#define PQLANE_KEY_CHECKED                           \
  2u /* decaps: the caller has checked every dk with \
        pqlane_kem_check_dk; its hash is not checked again */

/* `status`: null, or an array of count entries that receives one status an item.
 *
 * keygen: makes count key pairs. Randomness: an AES-256 CTR_DRBG seeded by the
 * operating system keys the batch; item i's seed is a function of that key and i. */
PQLANE_API pqlane_status pqlane_kem_keygen(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                           pqlane_out ek, pqlane_out dk, pqlane_status* status);
/* encaps: a ciphertext and shared secret for every ek. `flags` must be 0.
 * Item error: PQLANE_ERROR_EK_MODULUS (ML-KEM only; round-3 Kyber has no such check). */
PQLANE_API pqlane_status pqlane_kem_encaps(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                           pqlane_in ek, pqlane_out ct, pqlane_out ss, pqlane_status* status);
/* decaps: the shared secret of every ct; a ct that was not made for dk gives the
 * implicit-rejection secret and is not an error.
 * Item error: PQLANE_ERROR_DK_HASH (ML-KEM with expanded keys, unless PQLANE_KEY_CHECKED). */
PQLANE_API pqlane_status pqlane_kem_decaps(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                           pqlane_in dk, pqlane_in ct, pqlane_out ss, pqlane_status* status);
/* The checks of FIPS 203 7.2 and 7.3 alone; the status of each item is the answer. */
PQLANE_API pqlane_status pqlane_kem_check_ek(pqlane_device* device, pqlane_scheme scheme, pqlane_in ek,
                                             pqlane_status* status);
PQLANE_API pqlane_status pqlane_kem_check_dk(pqlane_device* device, pqlane_scheme scheme, pqlane_in dk,
                                             pqlane_status* status);

/* Derandomised twins: the caller gives the randomness, for tests and validation.
 * seed is d || z (64 bytes an item); m is 32 bytes an item. */
PQLANE_API pqlane_status pqlane_kem_keygen_derand(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                                  pqlane_in seed, pqlane_out ek, pqlane_out dk,
                                                  pqlane_status* status);
PQLANE_API pqlane_status pqlane_kem_encaps_derand(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                                  pqlane_in ek, pqlane_in m, pqlane_out ct, pqlane_out ss,
                                                  pqlane_status* status);

/* ---- key encapsulation, one operation ---------------------------------
 * The same on a single item, on the calling thread, with every length stated:
 * a length that is not the scheme's gives PQLANE_ERROR_LENGTH. An item error is
 * returned directly. */
PQLANE_API pqlane_status pqlane_kem_keygen_one(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                               uint8_t* ek, size_t ek_bytes, uint8_t* dk, size_t dk_bytes);
PQLANE_API pqlane_status pqlane_kem_encaps_one(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                               const uint8_t* ek, size_t ek_bytes, uint8_t* ct,
                                               size_t ct_bytes, uint8_t* ss, size_t ss_bytes);
PQLANE_API pqlane_status pqlane_kem_decaps_one(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                               const uint8_t* dk, size_t dk_bytes, const uint8_t* ct,
                                               size_t ct_bytes, uint8_t* ss, size_t ss_bytes);

/* ---- memory that a device reaches fast -----------------------------------
 * All buffers of a call may be in ordinary memory. On a GPU two other places are faster, for each buffer
 * by itself: page-locked host memory (from pqlane_memory_allocate or the vendor's own calls) is copied at the
 * bus's rate when its rows are packed, and memory of that same GPU (from here, cudaMalloc, hipMalloc ..) is
 * used where it is: nothing is copied. In device memory, addresses and strides must be multiples of 16
 * (PQLANE_ERROR_LENGTH). The array of statuses is always host memory. */
typedef enum pqlane_memory PQLANE_INT {
  PQLANE_MEMORY_HOST = 1,  /* page-locked on a GPU, ordinary on a CPU */
  PQLANE_MEMORY_DEVICE = 2 /* the device's own; on a CPU the same as host memory */
} pqlane_memory;
/* `bytes` bytes, zeroed, aligned to 4096 at least; errors: PQLANE_ERROR_MEMORY, PQLANE_ERROR_DEVICE. */
PQLANE_API pqlane_status pqlane_memory_allocate(pqlane_device* device, pqlane_memory kind, size_t bytes,
                                                void** memory);
/* Overwrites and frees what pqlane_memory_allocate gave on this device; null is allowed. Everything is to be
 * freed before the device is closed. */
PQLANE_API pqlane_status pqlane_memory_free(pqlane_device* device, void* memory);
/* Overwrites memory of any of these places with zero bytes, and waits. */
PQLANE_API pqlane_status pqlane_memory_clear(pqlane_device* device, void* memory, size_t bytes);
/* Copies between ordinary, page-locked and device memory, and waits. */
PQLANE_API pqlane_status pqlane_memory_copy(pqlane_device* device, void* to, const void* from, size_t bytes);

/* ---- asynchronous batches --------------------------------------------------
 * The same calls, returning once the arguments are checked. Buffers and statuses belong to the job until it
 * has finished. Any number of jobs may be under way; a few run side by side. */
typedef struct pqlane_job pqlane_job;

typedef struct pqlane_async {
  size_t struct_bytes; /* sizeof(pqlane_async) */
  /* Called once, on a thread of the library, just before the job counts as finished; null for none. It must
   * not wait for jobs of the device, this one included, nor free this one. `message` says what went wrong, as
   * pqlane_last_error() would. */
  void (*finished)(void* user, pqlane_status result, const char* message);
  void* user;
  /* A GPU only: null, or a stream (CUstream, cudaStream_t, hipStream_t) of the device's primary context.
   * The job starts when the work queued on it so far is done, and work queued on it later waits for the
   * job; neither waits for the host. All rows must then be in the GPU's memory, or page-locked and packed
   * (PQLANE_ERROR_OPTION). Up to 64 such jobs of a GPU may be pending (PQLANE_ERROR_MEMORY). */
  void* stream;
  /* A GPU only: null, or an event (CUevent, cudaEvent_t, hipEvent_t) that the job waits for. */
  void* start_event;
} pqlane_async;

/* `options` may be null. `job` receives a handle for the functions below; it may be null when a function
 * `finished` is given. When the result is not PQLANE_OK nothing was started. */
PQLANE_API pqlane_status pqlane_kem_keygen_async(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                                 pqlane_out ek, pqlane_out dk, pqlane_status* status,
                                                 const pqlane_async* options, pqlane_job** job);
PQLANE_API pqlane_status pqlane_kem_encaps_async(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                                 pqlane_in ek, pqlane_out ct, pqlane_out ss,
                                                 pqlane_status* status, const pqlane_async* options,
                                                 pqlane_job** job);
PQLANE_API pqlane_status pqlane_kem_decaps_async(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                                 pqlane_in dk, pqlane_in ct, pqlane_out ss,
                                                 pqlane_status* status, const pqlane_async* options,
                                                 pqlane_job** job);
/* Waits for the job and returns its result, with its text in pqlane_last_error(). */
PQLANE_API pqlane_status pqlane_job_wait(pqlane_job* job);
/* *finished becomes non-zero when pqlane_job_wait would return at once. */
PQLANE_API pqlane_status pqlane_job_poll(pqlane_job* job, int* finished);
/* Frees the handle, after waiting for the job; null is allowed. */
PQLANE_API void pqlane_job_free(pqlane_job* job);

/* Which device ran the last batch of this thread, or the job that it waited for last, for "auto" and devices
 * of several GPUs; "" before the first. Valid until the thread's next call. */
PQLANE_API const char* pqlane_last_device(void);

/* ---- random bytes ------------------------------------------------------
 * `count` bytes from the library's DRBG (the source of the batch keys). */
PQLANE_API pqlane_status pqlane_random_bytes(uint8_t* out, size_t count);

/* ---- ceilings, for benchmarks ------------------------------------------
 * Runs `permutations` Keccak-f[1600] permutations (rounded up to full lanes) as
 * the device's batch code does, on one thread, and says how many were run. */
PQLANE_API pqlane_status pqlane_measure_keccak(pqlane_device* device, uint64_t permutations, uint64_t* done);

#ifdef __cplusplus
}
#endif

#endif /* PQLANE_PQLANE_H */
