// gpu_dsa.hpp: the kernels of ML-DSA on a GPU: their table, the memory of a chunk, and the order in which a
// chunk's kernels run. The twin of gpu_kem.hpp; knows no driver either.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "backends/gpu/dsa_args.hpp"
#include "runtime/dsa_call.hpp"
#include "runtime/gpu_layout.hpp"

namespace pqlane::gpu {

enum class DsaKernel {
  expand_seed,
  finish_keys,
  hash_keys,
  sample_matrix,
  sample_secret,
  make_keys,
  start_signing,
  unpack_sk,
  fill_queue,
  turn_queue,
  sample_mask,
  commit,
  challenge,
  respond,
  collect,
  start_verifying,
  read_signature,
  verify_rows,
  compare
};
inline constexpr std::size_t dsa_kernel_count = 19;
inline constexpr std::size_t dsa_shape_count = 3;  // ML-DSA-44, -65, -87

struct DsaKernelInfo {
  const char* name;  // entry point in the module, before "_44"
  unsigned threads;  // a block
  std::size_t shared_bytes;
};
DsaKernelInfo dsa_kernel_info(DsaKernel kernel, std::size_t shape);
// The phase that a kernel does: its name without the prefix that all entry points have.
inline const char* phase_name(const DsaKernelInfo& info) {
  return info.name + std::string_view("pqlane_dsa_").size();
}

class DsaLauncher {
 public:
  virtual ~DsaLauncher() = default;
  virtual void launch(DsaKernel kernel, std::size_t blocks, const DsaKernelArgs& args) = 0;
};

// Values of an operation that travel between host and device. `head` are the bytes before a message, or all
// of it (pack_dsa_head), as long as `head_ends` says.
enum class DsaBuffer {
  batch_key,
  seed,
  pk,
  sk,
  sig,
  rnd,
  input_status,
  head_ends,
  head,
  message,
  pk_out,
  sk_out,
  sig_out,
  attempts,
  status
};
inline constexpr std::size_t dsa_buffer_count = 15;
static_assert(dsa_buffer_count <= most_gpu_buffers);

struct DsaLayout : GpuLayout {
  std::array<GpuRegion, dsa_buffer_count> regions;
  bool uniform = false;   // messages are rows, with one head for all
  std::size_t keys = 0;   // different keys of a chunk: 1 when all operations share one
  std::size_t slots = 0;  // attempts of a round, at most
  // Offsets of scratch.
  std::size_t made_pk, made_sk, key_status, queue, queue_length, secret, seeds, mu, tr, key_hat, y, w, w1, c,
      ball, hint, sig_slots, passed, matrix;
  const GpuRegion& at(DsaBuffer b) const { return regions[static_cast<std::size_t>(b)]; }
};

// The private and public forms of a call that decide about sizes. `head_bytes`: all heads of the chunk
// together. Attempts of `fill_slots` operations fill the device.
DsaLayout make_dsa_layout(const DsaCall& call, std::size_t ops, std::size_t head_bytes,
                          std::size_t fill_slots, const GpuBufferSet& resident = {});

// Runs the kernels of operations [first, first + ops) of the call on the block at `base` (an address of the
// device) laid out by make_dsa_layout. Signing launches the first rounds; operations whose status is then
// dsa_unfinished need more, which continue_signing launches on the same block, as often as there are any.
void run_dsa_chunk(DsaLauncher& launcher, const DsaCall& call, const DsaLayout& layout, std::byte* base,
                   std::size_t first, std::size_t ops, std::size_t fill_slots);
void continue_signing(DsaLauncher& launcher, const DsaCall& call, const DsaLayout& layout, std::byte* base,
                      std::size_t first, std::size_t ops, std::size_t fill_slots);
// Continuations in which the few operations that the first rounds leave have all attempts that there may be.
std::size_t dsa_last_continuations(const DsaCall& call, std::size_t ops, std::size_t fill_slots);

// The caller's view of a buffer; null data for those that the host packs itself.
ConstView dsa_input_view(const DsaCall& call, DsaBuffer buffer);
MutableView dsa_output_view(const DsaCall& call, DsaBuffer buffer);

// Whether all messages have one length and all operations the same bytes before them: then messages are rows
// like keys, and there is one head for all. False also when an input is refused.
// Long messages that are not one for all are no rows: a chunk has 32 rows at least.
bool dsa_uniform_messages(const DsaCall& call);
inline constexpr std::size_t dsa_most_row_message_bytes = std::size_t{2} << 20;

// Bytes of operation i's head: M' [FIPS204, algorithms 2 to 5], or mu; with `message_resident` only what
// comes before the message, which is in device memory. 0 for an operation whose input is refused.
std::size_t dsa_head_bytes(const DsaCall& call, std::size_t i, bool message_resident);
// Writes a head and returns its length. The digest of the message is made here.
std::size_t pack_dsa_head(const DsaCall& call, std::size_t i, bool message_resident, std::uint8_t* head);

}  // namespace pqlane::gpu
