// gpu_dsa_work.cpp: see gpu_dsa_work.hpp.
#include "runtime/gpu_dsa_work.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace pqlane::gpu {
namespace {

constexpr GpuBufferInfo infos[dsa_buffer_count] = {
    {"batch key", "copy_batch_key_in", "pack_batch_key", "wipe_batch_key", false},
    {"seed", "copy_seed_in", "pack_seed", "wipe_seed", true},
    {"pk", "copy_pk_in", "pack_pk", "wipe_pk", true},
    {"sk", "copy_sk_in", "pack_sk", "wipe_sk", true},
    {"sig", "copy_sig_in", "pack_sig", "wipe_sig", true, 1},
    {"rnd", "copy_rnd_in", "pack_rnd", "wipe_rnd", true},
    {"input status", "copy_input_status_in", "pack_input_status", "wipe_input_status", false},
    {"message ends", "copy_message_ends_in", "pack_messages", "wipe_message_ends", false},
    {"messages", "copy_messages_in", "count_messages", "wipe_messages", false},
    {"message", "copy_message_in", "pack_message", "wipe_message", true, 1},
    {"pk", "copy_pk_out", "unpack_pk", "wipe_pk", true},
    {"sk", "copy_sk_out", "unpack_sk", "wipe_sk", true},
    {"sig", "copy_sig_out", "unpack_sig", "wipe_sig", true, 1},
    {"attempts", "copy_attempts_out", "unpack_attempts", "wipe_attempts", false},
    {"status", "copy_status_out", "unpack_status", "wipe_status", false},
};

constexpr std::size_t message_buffer = static_cast<std::size_t>(DsaBuffer::message);

std::size_t fill_slots_of(const GpuContext& context) {
  constexpr std::size_t slots_a_multiprocessor = 64;
  if (context.tuning().sign_slots != 0) return context.tuning().sign_slots;
  return slots_a_multiprocessor * static_cast<std::size_t>(context.info().multiprocessors);
}

// Messages that are rows bound a chunk here; others bound each chunk by what is in it.
GpuChunkSizes chunk_sizes_of(const DsaCall& call, const GpuContext& context) {
  const GpuTuning& tuning = context.tuning();
  const bool signs = call.operation == DsaOperation::sign;
  GpuChunkSizes sizes{signs ? tuning.sign_chunk_ops : tuning.dsa_chunk_ops, tuning.dsa_cut_ops};
  if (!dsa_uniform_messages(call) || call.args.message.stride == 0) return sizes;
  const std::size_t most = DsaWork::most_head_bytes / call.args.message.bytes;
  return {std::min(sizes.most, most), std::min(sizes.cut, most)};
}

// Packs heads whose ends are known, shared by the threads of the pool.
class HeadPacking final : public ThreadPool::Job {
 public:
  HeadPacking(const DsaCall& call, std::size_t first, std::size_t ops, bool message_resident,
              const std::uint64_t* ends, std::uint8_t* heads)
      : call_(call),
        ends_(ends),
        heads_(heads),
        first_(first),
        ops_(ops),
        message_resident_(message_resident) {}

  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= ops_; }
  const char* share_name() const noexcept override { return "pack_messages"; }
  void run_share() noexcept override {
    for (std::size_t begin; (begin = next_.fetch_add(piece, std::memory_order_relaxed)) < ops_;) {
      const std::size_t end = std::min(ops_, begin + piece);
      for (std::size_t op = begin; op < end; ++op) {
        (void)pack_dsa_head(call_, first_ + op, message_resident_, heads_ + (op == 0 ? 0 : ends_[op - 1]));
      }
    }
  }
  // Waking threads costs some 10 us.
  bool worth_sharing() const {
    constexpr std::size_t least_digests = 32, least_bytes = 256 * 1024;
    return call_.hash != nullptr ? ops_ >= least_digests : ends_[ops_ - 1] >= least_bytes;
  }

 private:
  static constexpr std::size_t piece = 16;
  const DsaCall& call_;
  const std::uint64_t* ends_;
  std::uint8_t* heads_;
  std::size_t first_, ops_;
  bool message_resident_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace

DsaWork::DsaWork(const DsaCall& call, GpuContext& context)
    : GpuWork({call.scheme->name, call.first, call.count, call.status, call.start_event},
              chunk_sizes_of(call, context)),
      call_(call),
      context_(context),
      fill_slots_(fill_slots_of(context)) {}

std::span<const GpuBufferInfo> DsaWork::buffers() const { return infos; }

ConstView DsaWork::input(std::size_t buffer) const {
  if (buffer != message_buffer) return dsa_input_view(call_, static_cast<DsaBuffer>(buffer));
  const StringsView& message = call_.args.message;
  if (call_.operation == DsaOperation::keygen || message.rows != nullptr) return {nullptr, 0};
  return {message.data, message.stride};
}

// Of strings given by pointers the first that is not null stands for all: asking the driver about each would
// take longer than packing them.
const char* DsaWork::misplaced() const {
  const auto in_device_memory = [&](const StringsView& strings, const std::uint8_t* data) {
    for (std::size_t i = call_.first; strings.rows != nullptr && i < call_.first + call_.count; ++i) {
      data = strings.rows[i];
      if (data != nullptr) break;
    }
    return data != nullptr && context_.driver().place_of(data).kind == Driver::MemoryKind::device;
  };
  if (call_.operation == DsaOperation::keygen) return nullptr;
  if (in_device_memory(call_.args.message, nullptr))
    return "message: strings given by pointers must be in host memory";
  if (in_device_memory(call_.args.context, call_.args.context.data)) return "context must be in host memory";
  return nullptr;
}

void DsaWork::lay_out(std::size_t ops, const GpuBufferSet& resident) {
  uniform_ = dsa_uniform_messages(call_);
  if (uniform_) {
    layout_ = make_dsa_layout(call_, ops, dsa_head_bytes(call_, call_.first, true), fill_slots_, resident);
    return;
  }
  const bool uniform = call_.hash == nullptr && call_.args.message.lengths == nullptr;
  message_stays_ = resident[message_buffer] && uniform;
  message_comes_ = resident[message_buffer] && !uniform;
  GpuBufferSet kept = resident;
  kept[message_buffer] = message_stays_;
  std::size_t most_bytes = 0;
  const std::size_t end = call_.first + call_.count;
  for (std::size_t first = call_.first; first < end && call_.operation != DsaOperation::keygen;) {
    const std::size_t length = chunk_length(first, ops);
    std::size_t bytes = 0;
    for (std::size_t i = first; i < first + length; ++i) bytes += dsa_head_bytes(call_, i, message_stays_);
    most_bytes = std::max(most_bytes, bytes);
    first += length;
  }
  layout_ = make_dsa_layout(call_, ops, most_bytes, fill_slots_, kept);
}

// What an item takes of a chunk's room for messages.
std::size_t DsaWork::packed_bytes(std::size_t item) const {
  return dsa_head_bytes(call_, item, message_stays_) + (message_comes_ ? call_.args.message.stride : 0);
}

std::size_t DsaWork::chunk_length(std::size_t first, std::size_t most) const {
  const std::size_t limit = GpuWork::chunk_length(first, most);
  if (call_.operation == DsaOperation::keygen || uniform_) return limit;
  std::size_t bytes = packed_bytes(first), length = 1;
  for (; length < limit; ++length) {
    bytes += packed_bytes(first + length);
    if (bytes > most_head_bytes) break;
  }
  return length;
}

std::size_t DsaWork::pack(ThreadPool& pool, std::size_t buffer, std::byte* mirror, std::size_t first,
                          std::size_t ops) {
  std::byte* const to = mirror + layout_.regions[buffer].offset;
  switch (static_cast<DsaBuffer>(buffer)) {
    case DsaBuffer::input_status:
      if (uniform_) {
        std::memset(to, 0, ops);
        return ops;
      }
      for (std::size_t op = 0; op < ops; ++op) to[op] = std::byte{dsa_input_error(call_, first + op)};
      return ops;
    case DsaBuffer::head_ends: pack_heads(pool, mirror, first, ops); return ops * sizeof(std::uint64_t);
    case DsaBuffer::head:  // packed with their ends, but for one of all operations
      if (uniform_) return pack_dsa_head(call_, first, true, reinterpret_cast<std::uint8_t*>(to));
      return reinterpret_cast<const std::uint64_t*>(mirror +
                                                    layout_.at(DsaBuffer::head_ends).offset)[ops - 1];
    default: return 0;
  }
}

void DsaWork::pack_heads(ThreadPool& pool, std::byte* mirror, std::size_t first, std::size_t ops) {
  auto* const ends = reinterpret_cast<std::uint64_t*>(mirror + layout_.at(DsaBuffer::head_ends).offset);
  auto* const heads = reinterpret_cast<std::uint8_t*>(mirror + layout_.at(DsaBuffer::head).offset);
  std::uint64_t end = 0;
  for (std::size_t op = 0; op < ops; ++op)
    ends[op] = end += dsa_head_bytes(call_, first + op, message_stays_);
  const DsaCall call = message_comes_ ? with_fetched_messages(first, ops) : call_;
  HeadPacking packing(call, first, ops, message_stays_, ends, heads);
  pool.run(packing, !packing.worth_sharing());
}

// The call with the messages of [first, first + ops) in host memory; of other items there are none.
DsaCall DsaWork::with_fetched_messages(std::size_t first, std::size_t ops) {
  const StringsView& message = call_.args.message;
  std::size_t bytes = 0;
  for (std::size_t op = 0; op < ops; ++op) {
    const std::size_t length = message.length(first + op);
    if (length != 0) bytes = std::max(bytes, op * message.stride + length);
  }
  DsaCall call = call_;
  if (bytes == 0) return call;
  fetched_.resize(bytes);
  context_.driver().copy(fetched_.data(), message.at(first), bytes);
  // Where item 0 would be, which may be no memory of ours: nothing before `first` is read.
  call.args.message.data = reinterpret_cast<const std::uint8_t*>(
      reinterpret_cast<std::uintptr_t>(fetched_.data()) - first * message.stride);
  return call;
}

void DsaWork::take_results(const std::byte* mirror, std::size_t first, std::size_t ops) {
  if (call_.attempts == nullptr) return;
  const auto* const attempts =
      reinterpret_cast<const std::uint32_t*>(mirror + layout_.at(DsaBuffer::attempts).offset);
  for (std::size_t op = 0; op < ops; ++op)
    call_.attempts[first + op] = static_cast<std::uint16_t>(attempts[op]);
}

void DsaWork::launch(const GpuPlace& place, std::size_t first, std::size_t ops) {
  DsaStreamLauncher launcher(place.context, call_.scheme->kernel_index, place.stream);
  launcher.trace_into(place.trace, place.details);
  run_dsa_chunk(launcher, call_, layout_, place.base, first, ops, fill_slots_);
}

bool DsaWork::unfinished(const std::uint8_t* status, std::size_t ops) const {
  return may_continue() && std::memchr(status, dsa_unfinished, ops) != nullptr;
}

static_assert(gpu_unfinished == dsa_unfinished);

const char* DsaWork::needs_host() const {
  if (call_.operation != DsaOperation::keygen && !dsa_uniform_messages(call_))
    return "in a stream, messages must be rows of one length and not empty, with one context, and not "
           "pre-hashed";
  if (call_.attempts != nullptr) return "in a stream, attempts are not counted";
  return nullptr;
}

void DsaWork::launch_more(const GpuPlace& place, std::size_t first, std::size_t ops) {
  DsaStreamLauncher launcher(place.context, call_.scheme->kernel_index, place.stream);
  launcher.trace_into(place.trace, place.details);
  continue_signing(launcher, call_, layout_, place.base, first, ops, fill_slots_);
}

void DsaWork::launch_all(const GpuPlace& place, std::size_t first, std::size_t ops) {
  launch(place, first, ops);
  if (!may_continue()) return;
  const std::size_t more = dsa_last_continuations(call_, ops, fill_slots_);
  for (std::size_t i = 0; i < more; ++i) launch_more(place, first, ops);
}

}  // namespace pqlane::gpu
