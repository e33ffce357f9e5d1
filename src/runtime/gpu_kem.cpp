// gpu_kem.cpp: see gpu_kem.hpp.
#include "runtime/gpu_kem.hpp"

namespace pqlane::gpu {
namespace {

constexpr unsigned shape_k[kem_shape_count] = {2, 3, 4};
constexpr unsigned shape_eta1[kem_shape_count] = {3, 2, 2};

// Row size of a buffer in this call; 0 when the call has no use for it.
std::size_t row_bytes_of(const KemCall& call, KemBuffer buffer) {
  const pqlane_kem_sizes& sizes = call.scheme->sizes;
  const KemArgs& args = call.args;
  const bool derives = args.batch_key != nullptr;
  const std::size_t dk_bytes = args.seed_form ? sizes.seed_bytes : sizes.dk_bytes;
  if (buffer == KemBuffer::batch_key) return derives ? sizeof args.batch_key->bytes : 0;
  switch (call.operation) {
    case KemOperation::keygen:
      if (buffer == KemBuffer::seed) return derives ? 0 : sizes.seed_bytes;
      if (buffer == KemBuffer::ek_out) return sizes.ek_bytes;
      if (buffer == KemBuffer::dk_out) return dk_bytes;
      break;
    case KemOperation::encaps:
      if (buffer == KemBuffer::ek) return sizes.ek_bytes;
      if (buffer == KemBuffer::m) return derives ? 0 : sizes.m_bytes;
      if (buffer == KemBuffer::ct_out) return sizes.ct_bytes;
      if (buffer == KemBuffer::ss_out) return sizes.ss_bytes;
      break;
    case KemOperation::decaps:
      if (buffer == KemBuffer::dk) return dk_bytes;
      if (buffer == KemBuffer::ct) return sizes.ct_bytes;
      if (buffer == KemBuffer::ss_out) return sizes.ss_bytes;
      break;
    case KemOperation::check_ek:
      if (buffer == KemBuffer::ek) return sizes.ek_bytes;
      break;
    case KemOperation::check_dk:
      if (buffer == KemBuffer::dk) return sizes.dk_bytes;
      break;
  }
  return buffer == KemBuffer::status ? 1 : 0;
}

bool is_input(KemBuffer buffer) { return buffer <= KemBuffer::m; }

bool holds_secrets(KemBuffer buffer) {
  return buffer == KemBuffer::batch_key || buffer == KemBuffer::seed || buffer == KemBuffer::dk ||
         buffer == KemBuffer::m || buffer == KemBuffer::dk_out || buffer == KemBuffer::ss_out;
}

}  // namespace

ConstView input_view(const KemCall& call, KemBuffer buffer) {
  switch (buffer) {
    case KemBuffer::batch_key:
      return {call.args.batch_key != nullptr ? call.args.batch_key->bytes : nullptr, 0};
    case KemBuffer::seed: return call.args.seed;
    case KemBuffer::ek: return call.args.ek;
    case KemBuffer::dk: return call.args.dk;
    case KemBuffer::ct: return call.args.ct;
    case KemBuffer::m: return call.args.m;
    default: return {nullptr, 0};
  }
}

MutableView output_view(const KemCall& call, KemBuffer buffer) {
  switch (buffer) {
    case KemBuffer::ek_out: return call.args.ek_out;
    case KemBuffer::dk_out: return call.args.dk_out;
    case KemBuffer::ct_out: return call.args.ct_out;
    case KemBuffer::ss_out: return call.args.ss_out;
    default: return {nullptr, 0};
  }
}

KemKernelInfo kem_kernel_info(KemKernel kernel, std::size_t shape, unsigned ops) {
  const unsigned k = shape_k[shape];
  switch (kernel) {
    case KemKernel::expand_seed: return {"pqlane_expand_seed", hash_threads, 0, false};
    case KemKernel::finish_keys: return {"pqlane_finish_keys", hash_threads, 0, false};
    case KemKernel::hash_for_encaps: return {"pqlane_hash_for_encaps", hash_threads, 0, false};
    case KemKernel::hash_for_decaps: return {"pqlane_hash_for_decaps", hash_threads, 0, false};
    case KemKernel::hash_key_and_ct: return {"pqlane_hash_key_and_ct", hash_threads, 0, false};
    case KemKernel::check_dk: return {"pqlane_check_dk", hash_threads, 0, false};
    case KemKernel::kyber_secret: return {"pqlane_kyber_secret", hash_threads, 0, false};
    case KemKernel::permute_states: return {"pqlane_permute_states", hash_threads, 0, false};
    case KemKernel::sample_noise: return {"pqlane_sample_noise", hash_threads, 0, false};
    case KemKernel::sample_matrix:
      return {"pqlane_sample_matrix", sample_threads, sample_shared_bytes(), false};
    case KemKernel::make_keys: return {"pqlane_make_keys", pke_threads, make_keys_shared_bytes(k, ops), true};
    case KemKernel::encrypt: return {"pqlane_encrypt", pke_threads, encrypt_shared_bytes(k, ops), true};
    case KemKernel::decrypt: return {"pqlane_decrypt", pke_threads, decrypt_shared_bytes(k, ops), true};
    case KemKernel::check_ek: return {"pqlane_check_ek", pke_threads, check_ek_shared_bytes(ops), true};
    case KemKernel::part_make_keys:
      return {"pqlane_part_make_keys", pke_threads, make_keys_shared_bytes(k, ops), true};
    case KemKernel::part_encrypt:
      return {"pqlane_part_encrypt", pke_threads, encrypt_shared_bytes(k, ops), true};
    case KemKernel::part_decrypt:
      return {"pqlane_part_decrypt", pke_threads, decrypt_shared_bytes(k, ops), true};
    case KemKernel::wide_expand_seed: return {"pqlane_wide_expand_seed", hash_threads, 0, false};
    case KemKernel::wide_finish_keys: return {"pqlane_wide_finish_keys", hash_threads, 0, false};
    case KemKernel::wide_hash_for_encaps: return {"pqlane_wide_hash_for_encaps", hash_threads, 0, false};
    case KemKernel::wide_hash_for_decaps: return {"pqlane_wide_hash_for_decaps", hash_threads, 0, false};
    case KemKernel::wide_hash_key_and_ct: return {"pqlane_wide_hash_key_and_ct", hash_threads, 0, false};
    case KemKernel::wide_sample_noise: return {"pqlane_wide_sample_noise", hash_threads, 0, false};
  }
  return {nullptr, 0, 0, false};
}

std::size_t blocks_by_tiles(const KemKernelArgs& args, unsigned ops) {
  return gpu_ceil_div(args.count, args.lg_part_ops != 0 ? std::size_t{1} << args.lg_part_ops : ops);
}

KemLayout make_kem_layout(const KemCall& call, std::size_t ops, const GpuBufferSet& resident) {
  KemLayout layout{};
  GpuLayoutCursor cursor;
  for (std::size_t i = 0; i < kem_buffer_count; ++i) {
    const auto buffer = static_cast<KemBuffer>(i);
    GpuRegion& region = layout.regions[i];
    region.row_bytes = row_bytes_of(call, buffer);
    region.input = is_input(buffer);
    region.shared = region.input && input_view(call, buffer).stride == 0;
    region.resident = region.row_bytes != 0 && resident[i];
    region.secret = holds_secrets(buffer);
    cursor.place(region, ops, layout);
  }

  const std::size_t tiles = gpu_ceil_div(ops, tile_ops), shape = shape_of(*call.scheme), k = shape_k[shape];
  const std::size_t word_tile = tiles * 4 * tile_ops * 8;
  const bool decaps = call.operation == KemOperation::decaps;
  if (call.operation != KemOperation::check_ek && call.operation != KemOperation::check_dk) {
    if (layout.secret_end == 0) layout.secret_begin = cursor.used();
    layout.coins = cursor.take(word_tile);
    layout.message = cursor.take(word_tile);
    layout.secret = cursor.take(word_tile);
    layout.rejection = cursor.take(word_tile);
    layout.noise = cursor.take(tiles * (2 * k + 1) * 8 * shape_eta1[shape] * tile_ops * 8);
    if (decaps && call.args.seed_form) layout.expanded_dk = cursor.take(ops * call.scheme->sizes.dk_bytes);
    layout.secret_end = cursor.used();
    if (decaps && call.args.seed_form) layout.expanded_ek = cursor.take(ops * call.scheme->sizes.ek_bytes);
    layout.matrix = cursor.take(tiles * k * k * 256 * tile_ops * 2);
  }
  layout.total_bytes = cursor.used();
  return layout;
}

namespace {

KemKernel wide_twin(KemKernel kernel) {
  switch (kernel) {
    case KemKernel::expand_seed: return KemKernel::wide_expand_seed;
    case KemKernel::finish_keys: return KemKernel::wide_finish_keys;
    case KemKernel::hash_for_encaps: return KemKernel::wide_hash_for_encaps;
    case KemKernel::hash_for_decaps: return KemKernel::wide_hash_for_decaps;
    case KemKernel::hash_key_and_ct: return KemKernel::wide_hash_key_and_ct;
    case KemKernel::sample_noise: return KemKernel::wide_sample_noise;
    default: return kernel;
  }
}

KemKernel part_twin(KemKernel kernel) {
  switch (kernel) {
    case KemKernel::make_keys: return KemKernel::part_make_keys;
    case KemKernel::encrypt: return KemKernel::part_encrypt;
    case KemKernel::decrypt: return KemKernel::part_decrypt;
    default: return kernel;
  }
}
constexpr std::uint32_t most_lg_part_ops = 4;  // tiles have 16 operations at least

// One chunk's launches.
class KemChunk {
 public:
  KemChunk(KemLauncher& launcher, const KemCall& call, const KemLayout& layout, std::byte* base,
           std::size_t first, std::size_t ops, const KemSpread& spread)
      : launcher_(launcher),
        call_(call),
        layout_(layout),
        base_(base),
        tiles_(gpu_ceil_div(ops, tile_ops)),
        shape_(shape_of(*call.scheme)),
        k_(shape_k[shape_]),
        spread_(spread) {
    a_.count = ops;
    a_.first_item = first;
    if (call.args.batch_key != nullptr) {
      a_.batch_key = words(layout.at(KemBuffer::batch_key).offset);
      a_.derive = 1;
    }
    a_.seed = rows(KemBuffer::seed);
    a_.ek = rows(KemBuffer::ek);
    a_.dk = rows(KemBuffer::dk);
    a_.ct = rows(KemBuffer::ct);
    a_.m = rows(KemBuffer::m);
    a_.ek_out = rows(KemBuffer::ek_out);
    a_.dk_out = rows(KemBuffer::dk_out);
    a_.ct_out = rows(KemBuffer::ct_out);
    a_.ss_out = rows(KemBuffer::ss_out);
    a_.status = reinterpret_cast<std::uint8_t*>(base + layout.at(KemBuffer::status).offset);
    a_.coins = words(layout.coins);
    a_.message = words(layout.message);
    a_.secret = words(layout.secret);
    a_.rejection = words(layout.rejection);
    a_.noise = words(layout.noise);
    a_.matrix = reinterpret_cast<std::uint16_t*>(base + layout.matrix);
    a_.kyber = call.scheme->checks_keys ? 0 : 1;
  }

  void run() {
    switch (call_.operation) {
      case KemOperation::keygen: a_.seed_form = call_.args.seed_form ? 1 : 0; return keygen();
      case KemOperation::encaps: return encaps();
      case KemOperation::decaps: return decaps();
      case KemOperation::check_ek: return by_tiles(KemKernel::check_ek);
      case KemOperation::check_dk: return by_operations(KemKernel::check_dk);
    }
  }

 private:
  DeviceRows rows(KemBuffer buffer) const {
    const GpuRegion& region = layout_.at(buffer);
    if (!region.resident) {
      return {reinterpret_cast<std::uint8_t*>(base_ + region.offset), region.shared ? 0 : region.row_bytes};
    }
    if (region.input) {
      const ConstView view = input_view(call_, buffer);
      return {const_cast<std::uint8_t*>(view.at(a_.first_item)), view.stride};  // kernels only read it
    }
    const MutableView view = output_view(call_, buffer);
    return {view.at(a_.first_item), view.stride};
  }
  std::uint64_t* words(std::size_t offset) const { return reinterpret_cast<std::uint64_t*>(base_ + offset); }

  void by_tiles(KemKernel kernel) {
    const KemKernel part = part_twin(kernel);
    if (part != kernel) a_.lg_part_ops = lg_part_ops();
    if (a_.lg_part_ops != 0) kernel = part;
    launcher_.launch(kernel, blocks_by_tiles(a_, tile_ops), a_, Strand::main);
    a_.lg_part_ops = 0;
  }
  // 0 for whole tiles.
  std::uint32_t lg_part_ops() const {
    for (std::uint32_t lg = 1; lg <= most_lg_part_ops; ++lg) {
      if (gpu_ceil_div(a_.count, std::size_t{1} << lg) <= spread_.part_blocks) return lg;
    }
    return 0;
  }
  void by_operations(KemKernel kernel, std::size_t jobs = 1, Strand strand = Strand::main) {
    std::size_t threads = tiles_ * tile_ops * jobs;
    if (const KemKernel wide = wide_twin(kernel); wide != kernel && threads <= spread_.wide_hashes) {
      kernel = wide;
      threads *= 32;
    }
    launcher_.launch(kernel, gpu_ceil_div(threads, kem_kernel_info(kernel, shape_).threads), a_, strand);
  }
  // `key` holds ek in its bytes up to `end`.
  void take_rho(const DeviceRows& key, std::size_t end) { a_.rho = {key.data + end - 32, key.stride}; }
  void sample(bool transposed, std::size_t polys, std::size_t eta1_polys) {
    a_.transposed = transposed ? 1 : 0;
    a_.polys = static_cast<std::uint32_t>(polys);
    a_.eta1_polys = static_cast<std::uint32_t>(eta1_polys);
    by_operations(KemKernel::sample_noise, polys);
    by_operations(KemKernel::sample_matrix, k_ * k_, Strand::matrix);
  }

  void keygen() {
    take_rho(a_.ek_out, call_.scheme->sizes.ek_bytes);
    by_operations(KemKernel::expand_seed);
    launcher_.fork();
    sample(false, 2 * k_, 2 * k_);
    launcher_.join();
    by_tiles(KemKernel::make_keys);
    if (a_.seed_form == 0) by_operations(KemKernel::finish_keys);
  }

  void encaps() {
    take_rho(a_.ek, call_.scheme->sizes.ek_bytes);
    launcher_.fork();
    by_operations(KemKernel::hash_for_encaps);
    sample(true, 2 * k_ + 1, k_);
    launcher_.join();
    by_tiles(KemKernel::encrypt);
    if (a_.kyber != 0) by_operations(KemKernel::kyber_secret);
  }

  void decaps() {
    if (call_.args.seed_form) {
      a_.seed = a_.dk;
      a_.dk_out = {reinterpret_cast<std::uint8_t*>(base_ + layout_.expanded_dk),
                   call_.scheme->sizes.dk_bytes};
      a_.ek_out = {reinterpret_cast<std::uint8_t*>(base_ + layout_.expanded_ek),
                   call_.scheme->sizes.ek_bytes};
      keygen();
      a_.dk = a_.dk_out;
    } else {
      a_.check_hash = a_.kyber == 0 && !call_.args.keys_checked ? 1 : 0;
    }
    take_rho(a_.dk, call_.scheme->sizes.dk_bytes - 64);
    launcher_.fork();
    by_operations(KemKernel::hash_key_and_ct, a_.check_hash != 0 ? 2 : 1, Strand::hashes);
    by_tiles(KemKernel::decrypt);
    by_operations(KemKernel::hash_for_decaps);
    sample(true, 2 * k_ + 1, k_);
    launcher_.join();
    a_.compare = 1;
    a_.ek = {a_.dk.data + call_.scheme->sizes.dk_bytes - call_.scheme->sizes.ek_bytes - 64, a_.dk.stride};
    by_tiles(KemKernel::encrypt);
    if (a_.kyber != 0) by_operations(KemKernel::kyber_secret);
  }

  KemLauncher& launcher_;
  const KemCall& call_;
  const KemLayout& layout_;
  std::byte* base_;
  std::size_t tiles_;
  std::size_t shape_;
  std::size_t k_;
  KemSpread spread_;
  KemKernelArgs a_{};
};

}  // namespace

void run_kem_chunk(KemLauncher& launcher, const KemCall& call, const KemLayout& layout, std::byte* base,
                   std::size_t first, std::size_t ops, const KemSpread& spread) {
  KemChunk(launcher, call, layout, base, first, ops, spread).run();
}

}  // namespace pqlane::gpu
