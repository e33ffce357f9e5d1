// gpu_dsa.cpp: see gpu_dsa.hpp.
#include "runtime/gpu_dsa.hpp"

#include <algorithm>
#include <cmath>

#include "params/mldsa.hpp"

namespace pqlane::gpu {
namespace {

struct Shape {
  unsigned k, l;
  std::size_t s_polys, z_bytes, w1_bytes, sk_bytes, pk_bytes, sig_bytes;
  double attempts;  // of a signature, on average [FIPS204, table 1]
};
template <class P>
constexpr Shape shape_from(double attempts) {
  return {P::k, P::l, P::k + P::l, P::z_bytes, P::w1_bytes, P::sk_bytes, P::pk_bytes, P::sig_bytes, attempts};
}
constexpr Shape shapes[dsa_shape_count] = {shape_from<MlDsa44>(4.25), shape_from<MlDsa65>(5.1),
                                           shape_from<MlDsa87>(3.85)};
const Shape& shape_of(const DsaCall& call) { return shapes[call.scheme->kernel_index]; }

bool is_input(DsaBuffer buffer) { return buffer <= DsaBuffer::message; }

bool holds_secrets(DsaBuffer buffer) {
  return buffer == DsaBuffer::batch_key || buffer == DsaBuffer::seed || buffer == DsaBuffer::sk ||
         buffer == DsaBuffer::rnd || buffer == DsaBuffer::sk_out;
}

// Row size of a buffer in this call; 0 when the call has no use for it.
std::size_t row_bytes_of(const DsaCall& call, DsaBuffer buffer) {
  const pqlane_dsa_sizes& sizes = call.scheme->dsa_sizes;
  const DsaArgs& args = call.args;
  const std::size_t sk_bytes = args.seed_form ? sizes.seed_bytes : sizes.sk_bytes;
  const bool derives = args.batch_key != nullptr;
  if (buffer == DsaBuffer::status) return 1;
  if (buffer == DsaBuffer::batch_key) return derives ? sizeof args.batch_key->bytes : 0;
  if (call.operation == DsaOperation::keygen) {
    switch (buffer) {
      case DsaBuffer::seed: return derives ? 0 : sizes.seed_bytes;
      case DsaBuffer::pk_out: return sizes.pk_bytes;
      case DsaBuffer::sk_out: return sk_bytes;
      default: return 0;
    }
  }
  const bool signs = call.operation == DsaOperation::sign;
  switch (buffer) {
    case DsaBuffer::pk: return signs ? 0 : sizes.pk_bytes;
    case DsaBuffer::sk: return signs ? sk_bytes : 0;
    case DsaBuffer::sig: return signs ? 0 : sizes.sig_bytes;
    case DsaBuffer::rnd: return signs && !derives && !args.deterministic ? sizes.rnd_bytes : 0;
    case DsaBuffer::input_status: return 1;
    case DsaBuffer::head_ends: return dsa_uniform_messages(call) ? 0 : sizeof(std::uint64_t);
    case DsaBuffer::message: return dsa_uniform_messages(call) ? args.message.bytes : 0;
    case DsaBuffer::sig_out: return signs ? sizes.sig_bytes : 0;
    case DsaBuffer::attempts: return signs ? sizeof(std::uint32_t) : 0;
    default: return 0;
  }
}

const ConstView& key_view(const DsaCall& call) {
  return call.operation == DsaOperation::sign ? call.args.sk : call.args.pk;
}
bool one_key(const DsaCall& call) {
  return call.operation != DsaOperation::keygen && key_view(call).stride == 0;
}

}  // namespace

ConstView dsa_input_view(const DsaCall& call, DsaBuffer buffer) {
  switch (buffer) {
    case DsaBuffer::batch_key:
      return {call.args.batch_key != nullptr ? call.args.batch_key->bytes : nullptr, 0};
    case DsaBuffer::seed: return call.args.seed;
    case DsaBuffer::pk: return call.args.pk;
    case DsaBuffer::sk: return call.args.sk;
    case DsaBuffer::sig: return call.args.sig;
    case DsaBuffer::rnd: return call.args.rnd;
    case DsaBuffer::message:
      if (dsa_uniform_messages(call)) return {call.args.message.data, call.args.message.stride};
      return {nullptr, 0};
    default: return {nullptr, 0};
  }
}

MutableView dsa_output_view(const DsaCall& call, DsaBuffer buffer) {
  switch (buffer) {
    case DsaBuffer::pk_out: return call.args.pk_out;
    case DsaBuffer::sk_out: return call.args.sk_out;
    case DsaBuffer::sig_out: return call.args.sig_out;
    default: return {nullptr, 0};
  }
}

DsaKernelInfo dsa_kernel_info(DsaKernel kernel, std::size_t shape) {
  const unsigned k = shapes[shape].k, l = shapes[shape].l, row_threads = dsa_block_threads(k);
  switch (kernel) {
    case DsaKernel::expand_seed: return {"pqlane_dsa_expand_seed", dsa_hash_threads, 0};
    case DsaKernel::finish_keys: return {"pqlane_dsa_finish_keys", dsa_hash_threads, 0};
    case DsaKernel::hash_keys: return {"pqlane_dsa_hash_keys", dsa_hash_threads, 0};
    case DsaKernel::sample_matrix:
      return {"pqlane_dsa_sample_matrix", dsa_sample_threads, dsa_matrix_shared_bytes};
    case DsaKernel::sample_secret:
      return {"pqlane_dsa_sample_secret", dsa_sample_threads, dsa_byte_rows_shared_bytes};
    case DsaKernel::make_keys: return {"pqlane_dsa_make_keys", row_threads, dsa_rows_shared_bytes(l, k)};
    case DsaKernel::start_signing:
      return {"pqlane_dsa_start_signing", dsa_hash_threads, dsa_message_shared_bytes};
    case DsaKernel::unpack_sk:
      return {"pqlane_dsa_unpack_sk", dsa_hash_threads,
              dsa_rows_shared_bytes(0, dsa_hash_threads / poly_threads)};
    case DsaKernel::fill_queue: return {"pqlane_dsa_fill_queue", dsa_hash_threads, 0};
    case DsaKernel::turn_queue: return {"pqlane_dsa_turn_queue", 32, 0};
    case DsaKernel::sample_mask: return {"pqlane_dsa_sample_mask", dsa_sample_threads, dsa_mask_shared_bytes};
    case DsaKernel::commit: return {"pqlane_dsa_commit", row_threads, dsa_rows_shared_bytes(l, k)};
    case DsaKernel::challenge:
      return {"pqlane_dsa_challenge", dsa_sample_threads, dsa_byte_rows_shared_bytes};
    case DsaKernel::respond: return {"pqlane_dsa_respond", row_threads, dsa_respond_shared_bytes(k)};
    case DsaKernel::collect: return {"pqlane_dsa_collect", dsa_hash_threads, 0};
    case DsaKernel::start_verifying:
      return {"pqlane_dsa_start_verifying", dsa_hash_threads, dsa_message_shared_bytes};
    case DsaKernel::read_signature:
      return {"pqlane_dsa_read_signature", dsa_sample_threads, dsa_byte_rows_shared_bytes};
    case DsaKernel::verify_rows:
      return {"pqlane_dsa_verify_rows", row_threads, dsa_rows_shared_bytes(l + 1, k)};
    case DsaKernel::compare: return {"pqlane_dsa_compare", dsa_hash_threads, 0};
  }
  return {nullptr, 0, 0};
}

namespace {

std::size_t sig_slot_bytes(const Shape& shape) { return gpu_ceil_div(shape.sig_bytes, 16) * 16; }

// Scratch of the operation, secrets first.
void take_scratch(GpuLayoutCursor& cursor, const DsaCall& call, std::size_t ops, DsaLayout& layout) {
  const Shape& shape = shape_of(call);
  const std::size_t polys = shape.k + shape.l, word_poly = 4 * 256;
  const bool signs = call.operation == DsaOperation::sign;
  const bool makes_keys = call.operation == DsaOperation::keygen || (signs && call.args.seed_form);
  if (makes_keys) layout.secret = cursor.take(layout.keys * polys * 256);
  if (makes_keys || signs) layout.seeds = cursor.take(std::max(layout.keys, ops) * 64);
  if (signs) {
    if (call.args.seed_form) layout.made_sk = cursor.take(layout.keys * shape.sk_bytes);
    layout.key_hat = cursor.take(layout.keys * (polys + shape.k) * word_poly);
    layout.y = cursor.take(layout.slots * shape.l * shape.z_bytes);
    layout.w = cursor.take(layout.slots * shape.k * word_poly);
    layout.sig_slots = cursor.take(layout.slots * sig_slot_bytes(shape));
  }
  const std::size_t rows = signs ? layout.slots : call.operation == DsaOperation::verify ? ops : 0;
  layout.w1 = cursor.take(rows * shape.k * shape.w1_bytes);
  if (signs || makes_keys) layout.secret_end = cursor.used();
  layout.c = cursor.take(rows * 64);
  layout.ball = cursor.take(rows * 256);
  layout.passed = cursor.take(signs ? rows : 0);
  layout.mu = cursor.take(rows != 0 ? ops * 64 : 0);
  layout.tr = cursor.take(rows != 0 && !signs ? layout.keys * 64 : 0);
  layout.hint = cursor.take(rows != 0 && !signs ? ops * shape.k * 32 : 0);
  layout.made_pk = cursor.take(signs && call.args.seed_form ? layout.keys * shape.pk_bytes : 0);
  layout.key_status = cursor.take(layout.keys);
  layout.queue = cursor.take(signs ? 2 * ops * sizeof(std::uint32_t) : 0);
  layout.queue_length = cursor.take((dsa_most_rounds + 1) * sizeof(std::uint32_t));
  layout.matrix = cursor.take(layout.keys * shape.k * shape.l * word_poly);
}

}  // namespace

DsaLayout make_dsa_layout(const DsaCall& call, std::size_t ops, std::size_t head_bytes,
                          std::size_t fill_slots, const GpuBufferSet& resident) {
  DsaLayout layout{};
  layout.uniform = dsa_uniform_messages(call);
  GpuLayoutCursor cursor;
  for (std::size_t i = 0; i < dsa_buffer_count; ++i) {
    const auto buffer = static_cast<DsaBuffer>(i);
    GpuRegion& region = layout.regions[i];
    region.row_bytes = row_bytes_of(call, buffer);
    if (buffer == DsaBuffer::message && resident[i]) region.row_bytes = call.args.message.bytes;
    region.input = is_input(buffer);
    const ConstView rows = dsa_input_view(call, buffer);
    region.shared = region.input && rows.data != nullptr && rows.stride == 0;
    region.resident = region.row_bytes != 0 && resident[i];
    region.secret = holds_secrets(buffer);
    if (buffer == DsaBuffer::head && call.operation != DsaOperation::keygen) region.fixed_bytes = head_bytes;
    cursor.place(region, ops, layout);
  }
  layout.keys = one_key(call) ? 1 : ops;
  layout.slots = std::max(ops, std::min(ops * dsa_most_parallel_attempts, fill_slots));
  if (call.operation != DsaOperation::verify && layout.secret_end == 0) layout.secret_begin = cursor.used();
  take_scratch(cursor, call, ops, layout);
  layout.total_bytes = cursor.used();
  return layout;
}

namespace {

// Rounds after which hardly any chunk has an operation left, by the average course of the queue (AttemptPlan
// in dsa_queue.cuh).
std::uint32_t dsa_rounds(double attempts, std::size_t ops, std::size_t fill_slots) {
  const double fails = 1 - 1 / attempts;
  auto left = static_cast<double>(ops);
  std::uint32_t rounds = 0;
  for (; left > 1e-4 && rounds < dsa_most_rounds; ++rounds) {
    const double each = std::clamp(std::floor(static_cast<double>(fill_slots) / std::max(left, 1.0)), 1.0,
                                   static_cast<double>(dsa_most_parallel_attempts));
    left *= std::pow(fails, each);
  }
  return rounds + rounds % 2;
}

// One chunk's launches.
class DsaChunk {
 public:
  DsaChunk(DsaLauncher& launcher, const DsaCall& call, const DsaLayout& layout, std::byte* base,
           std::size_t first, std::size_t ops, std::size_t fill_slots)
      : launcher_(launcher), call_(call), layout_(layout), base_(base), shape_(shape_of(call)) {
    a_.count = ops;
    a_.keys = layout.keys;
    a_.first_item = first;
    a_.seed = rows(DsaBuffer::seed);
    a_.pk = rows(DsaBuffer::pk);
    a_.sk = rows(DsaBuffer::sk);
    a_.sig = rows(DsaBuffer::sig);
    a_.rnd = rows(DsaBuffer::rnd);
    a_.pk_out = rows(DsaBuffer::pk_out);
    a_.sk_out = rows(DsaBuffer::sk_out);
    a_.sig_out = rows(DsaBuffer::sig_out);
    set_strings();
    a_.input_status = at<std::uint8_t>(layout.at(DsaBuffer::input_status).offset);
    a_.status = at<std::uint8_t>(layout.at(DsaBuffer::status).offset);
    a_.attempts = at<std::uint32_t>(layout.at(DsaBuffer::attempts).offset);
    set_scratch();
    a_.deterministic = call.args.deterministic ? 1 : 0;
    a_.given_mu = call.args.input == DsaInput::mu ? 1 : 0;
    a_.fill_slots = static_cast<std::uint32_t>(fill_slots);
    a_.rounds = dsa_rounds(shape_.attempts, ops, fill_slots);
  }

  void run() {
    switch (call_.operation) {
      case DsaOperation::keygen:
        set_batch_key();
        a_.seed_form = call_.args.seed_form ? 1 : 0;
        return keygen();
      case DsaOperation::sign: start_signing(); return rounds();
      case DsaOperation::verify: return verify();
    }
  }
  void continue_signing() {
    prepare_key();
    launcher_.launch(DsaKernel::turn_queue, 1, a_);
    rounds();
  }

 private:
  template <class T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(base_ + offset);
  }
  DeviceRows rows(DsaBuffer buffer) const {
    const GpuRegion& region = layout_.at(buffer);
    if (!region.resident) return {at<std::uint8_t>(region.offset), region.shared ? 0 : region.row_bytes};
    if (region.input) {
      const ConstView view = dsa_input_view(call_, buffer);
      return {const_cast<std::uint8_t*>(view.at(a_.first_item)), view.stride};  // kernels only read it
    }
    const MutableView view = dsa_output_view(call_, buffer);
    return {view.at(a_.first_item), view.stride};
  }
  void set_strings() {
    const GpuRegion &heads = layout_.at(DsaBuffer::head), &messages = layout_.at(DsaBuffer::message);
    a_.head = {at<std::uint8_t>(heads.offset), 0, 0,
               at<std::uint64_t>(layout_.at(DsaBuffer::head_ends).offset)};
    if (layout_.uniform) a_.head = {a_.head.data, 0, heads.fixed_bytes, nullptr};
    const StringsView& message = call_.args.message;
    if (messages.resident) {
      a_.message = {message.at(a_.first_item), message.stride, message.bytes, nullptr};
    } else if (layout_.uniform) {
      a_.message = {at<std::uint8_t>(messages.offset), messages.shared ? 0 : messages.row_bytes,
                    messages.row_bytes, nullptr};
    }
    if (messages.resident && call_.args.input == DsaInput::mu) a_.head = {};
  }
  void set_batch_key() {
    if (call_.args.batch_key == nullptr) return;
    a_.batch_key = at<std::uint64_t>(layout_.at(DsaBuffer::batch_key).offset);
    a_.derive = 1;
  }
  void set_scratch() {
    a_.key_status = at<std::uint8_t>(layout_.key_status);
    a_.matrix = at<std::uint32_t>(layout_.matrix);
    a_.hint = at<std::uint32_t>(layout_.hint);
    a_.queue = at<std::uint32_t>(layout_.queue);
    a_.queue_length = at<std::uint32_t>(layout_.queue_length);
    a_.key_hat = at<std::int32_t>(layout_.key_hat);
    a_.w = at<std::int32_t>(layout_.w);
    a_.secret = at<std::int8_t>(layout_.secret);
    a_.ball = at<std::int8_t>(layout_.ball);
    a_.seeds = at<std::uint64_t>(layout_.seeds);
    a_.mu = at<std::uint64_t>(layout_.mu);
    a_.tr = at<std::uint64_t>(layout_.tr);
    a_.c = at<std::uint64_t>(layout_.c);
    a_.y = at<std::uint8_t>(layout_.y);
    a_.w1 = at<std::uint8_t>(layout_.w1);
    a_.sig_slots = at<std::uint8_t>(layout_.sig_slots);
    a_.passed = at<std::uint8_t>(layout_.passed);
    a_.sig_slot_bytes = sig_slot_bytes(shape_);
  }

  void by_threads(DsaKernel kernel, std::size_t threads) {
    const DsaKernelInfo info = dsa_kernel_info(kernel, call_.scheme->kernel_index);
    launcher_.launch(kernel, gpu_ceil_div(threads, info.threads), a_);
  }
  void in_round(DsaKernel kernel, std::size_t blocks) {
    launcher_.launch(kernel, std::min<std::size_t>(blocks, dsa_round_blocks), a_);
  }
  void by_blocks(DsaKernel kernel, std::size_t blocks) { launcher_.launch(kernel, blocks, a_); }
  void sample_matrix(const DeviceRows& rho) {
    a_.rho = rho;
    by_threads(DsaKernel::sample_matrix, a_.keys * shape_.k * shape_.l);
  }

  void keygen() {
    by_threads(DsaKernel::expand_seed, a_.count);
    sample_matrix(a_.pk_out);
    by_threads(DsaKernel::sample_secret, a_.count * shape_.s_polys);
    by_blocks(DsaKernel::make_keys, a_.count);
    if (a_.seed_form == 0) by_threads(DsaKernel::finish_keys, a_.count);
  }

  // a_.sk: the private keys in expanded form, which may be made from seeds.
  void prepare_key() {
    set_batch_key();
    if (call_.args.seed_form)
      a_.sk = {at<std::uint8_t>(layout_.made_sk), one_key(call_) ? 0 : shape_.sk_bytes};
  }
  void start_signing() {
    if (call_.args.seed_form) {
      const std::uint64_t ops = a_.count;
      a_.count = a_.keys;
      a_.seed = a_.sk;
      a_.pk_out = {at<std::uint8_t>(layout_.made_pk), shape_.pk_bytes};
      a_.sk_out = {at<std::uint8_t>(layout_.made_sk), shape_.sk_bytes};
      keygen();
      a_.count = ops;
    }
    prepare_key();
    by_threads(DsaKernel::start_signing, a_.count);
    if (!call_.args.seed_form) sample_matrix(a_.sk);
    by_threads(DsaKernel::unpack_sk, a_.keys * (shape_.s_polys + shape_.k) * poly_threads);
    by_threads(DsaKernel::fill_queue, a_.count);
  }
  void rounds() {
    for (a_.round = 0; a_.round < a_.rounds; ++a_.round) {
      in_round(DsaKernel::sample_mask, gpu_ceil_div(layout_.slots * shape_.l, dsa_sample_threads));
      in_round(DsaKernel::commit, layout_.slots);
      in_round(DsaKernel::challenge, gpu_ceil_div(layout_.slots, dsa_sample_threads));
      in_round(DsaKernel::respond, layout_.slots);
      in_round(DsaKernel::collect, gpu_ceil_div(a_.count * poly_threads, dsa_hash_threads));
    }
  }

  void verify() {
    by_threads(DsaKernel::hash_keys, a_.keys);
    by_threads(DsaKernel::start_verifying, a_.count);
    sample_matrix(a_.pk);
    by_threads(DsaKernel::read_signature, a_.count);
    by_blocks(DsaKernel::verify_rows, a_.count);
    by_threads(DsaKernel::compare, a_.count);
  }

  DsaLauncher& launcher_;
  const DsaCall& call_;
  const DsaLayout& layout_;
  std::byte* base_;
  const Shape& shape_;
  DsaKernelArgs a_{};
};

}  // namespace

void run_dsa_chunk(DsaLauncher& launcher, const DsaCall& call, const DsaLayout& layout, std::byte* base,
                   std::size_t first, std::size_t ops, std::size_t fill_slots) {
  DsaChunk(launcher, call, layout, base, first, ops, fill_slots).run();
}

std::size_t dsa_last_continuations(const DsaCall& call, std::size_t ops, std::size_t fill_slots) {
  const std::size_t attempts_a_launch =
      std::size_t{dsa_rounds(shape_of(call).attempts, ops, fill_slots)} * dsa_most_parallel_attempts;
  return gpu_ceil_div(mldsa_attempts, attempts_a_launch);
}

void continue_signing(DsaLauncher& launcher, const DsaCall& call, const DsaLayout& layout, std::byte* base,
                      std::size_t first, std::size_t ops, std::size_t fill_slots) {
  DsaChunk(launcher, call, layout, base, first, ops, fill_slots).continue_signing();
}

}  // namespace pqlane::gpu
