// entropy.hpp: entropy of the operating system, and the random generator of the process.
//
// fill_random draws from a CTR_DRBG of the calling thread, so that threads share no lock. Its state:
// * is seeded with 48 bytes from the operating system at the thread's first call, and again before the
//   request that follows reseed_after_requests requests or reseed_after_bytes bytes;
// * lies in a page of its own that the kernel zeroes in the child of a fork (MADV_WIPEONFORK) and keeps
//   out of core dumps; a fork counter (pthread_atfork) and, where the kernel cannot zero the page, the
//   process number are compared as well. A child so always seeds anew. Not locked into memory;
// * is wiped and unmapped when its thread ends.
// A copy of a running virtual machine repeats the original's output until the next reseeding.
// Not for use in signal handlers.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "pqlane/pqlane.h"
#include "runtime/kem_backend.hpp"

namespace pqlane {

// SP 800-90A allows 2^48 requests between seedings. Reseeding is cheap beside the work that a batch key
// starts, so these are chosen to bound what a leaked state gives away.
constexpr std::uint64_t reseed_after_requests = 1024;
constexpr std::uint64_t reseed_after_bytes = std::uint64_t{1} << 20;

// Fills out[0..count) from the calling thread's generator; any count, cut into requests of at most 2^16
// bytes. PQLANE_ERROR_NULL for a null `out` with a count above 0; PQLANE_ERROR_ENTROPY when the
// operating system gives no entropy, PQLANE_ERROR_MEMORY when it gives no page. After an error `out`
// holds zero bytes.
[[nodiscard]] pqlane_status fill_random(std::uint8_t* out, std::size_t count);

// A fresh key for one batch call: 32 bytes of fill_random, and its errors. Measured on a busy AMD EPYC,
// g++ 12: 0.17 to 0.3 us with AES-NI, 3.5 to 6 us with the portable AES; a seeding adds 0.5 us or more.
[[nodiscard]] pqlane_status make_batch_key(BatchKey& key);

// Fills out[0..count) with entropy of the operating system: getrandom(2), or /dev/urandom on a kernel
// without it. Waits until the kernel's pool is ready. False (and zero bytes) on any failure.
[[nodiscard]] bool os_entropy(std::uint8_t* out, std::size_t count);

// For tests only: replaceable parts, in no public header.
namespace entropy_test {

using EntropySource = bool (*)(std::uint8_t* out, std::size_t count);
using GetrandomFunction = ssize_t (*)(void* out, std::size_t count, unsigned flags);

// os_entropy with another system call and device file.
bool os_entropy_from(GetrandomFunction getrandom_function, const char* device, std::uint8_t* out,
                     std::size_t count);
// Where generators get their seeds; null restores os_entropy.
void set_source(EntropySource source);
// Which defences against a repeated state new generators have; both on at the start.
void set_fork_defences(bool wipe_page_on_fork, bool compare_process_number);
// Ends the calling thread's generator as the end of the thread does.
void end_thread_generator();
// The page of the calling thread's generator, null when it has none.
const void* thread_generator_page();

}  // namespace entropy_test

}  // namespace pqlane
