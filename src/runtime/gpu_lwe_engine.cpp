// gpu_lwe_engine.cpp: see gpu_lwe_engine.hpp.
#include "runtime/gpu_lwe_engine.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "codec/message_bits.hpp"
#include "core/aes.hpp"
#include "core/zeroize.hpp"
#include "params/lwe.hpp"
#include "runtime/gpu_copy.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/gpu_layout.hpp"

namespace pqlane::gpu {
namespace {

unsigned multiprocessors_of(GpuContext& context) {
  return static_cast<unsigned>(std::max(context.info().multiprocessors, 1));
}

// A copy that the threads of the pool share, in pieces.
void copy_bytes(ThreadPool& pool, std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  constexpr std::size_t piece = 4096;
  const std::size_t pieces = bytes / piece;
  copy_rows(pool, to, piece, from, piece, piece, pieces);
  std::memcpy(to + pieces * piece, from + pieces * piece, bytes - pieces * piece);
}

}  // namespace

LweKernels::~LweKernels() {
  if (module_ == nullptr) return;
  try {
    const ContextScope scope(context_);
    context_.driver().unload_module(module_);
  } catch (const DriverError&) {  // the process is ending, or the device is lost
  }
}

void LweKernels::load() {
  const std::lock_guard lock(mutex_);
  if (module_ != nullptr) return;
  constexpr int tensor_architecture = 80;  // lwe.cu has PQLANE_GPU_TENSOR from there on
  const GpuImage* image = choose_image(context_.driver().vendor(), lwe_image_index, context_.info());
  if (image == nullptr)
    throw DriverError{0, "this build has no code of LWE-KEM for " + context_.info().architecture};
  tensor_ = image->architecture >= tensor_architecture;
  std::vector<GpuContext::Entry> entries;
  std::vector<Function*> places;
  for (std::size_t modulus = 0; modulus < functions_.size(); ++modulus) {
    for (std::size_t i = 0; i < lwe_kernel_count; ++i) {
      const auto kernel = static_cast<LweKernel>(i);
      if (!lwe_kernel_used(kernel, tensor_)) continue;
      entries.push_back({lwe_entry_point(kernel, modulus), lwe_kernel_info(kernel).shared_bytes});
      places.push_back(&functions_[modulus][i]);
    }
  }
  std::vector<Function> functions(entries.size());
  module_ = context_.load(*image, entries, functions);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = functions[i];
}

std::size_t GpuLweEngine::needed_bytes(LweKernels& kernels, const LweSet& set, std::size_t n) {
  return lwe_layout(set, n, kernels.tensor(), multiprocessors_of(kernels.context())).total;
}

GpuLweEngine::GpuLweEngine(LweKernels& kernels, ThreadPool& pool, const LweSet& set, std::size_t n)
    : kernels_(kernels), driver_(kernels.context().driver()), pool_(pool), set_(set), n_(n) {
  const unsigned multiprocessors = multiprocessors_of(kernels.context());
  const LweLayout layout = lwe_layout(set, n, kernels.tensor(), multiprocessors);
  const std::size_t pk_at = gpu_round_up(sizeof(Mirror), gpu_region_alignment);
  const std::size_t ct_at = pk_at + gpu_round_up(layout.pk.bytes, gpu_region_alignment);
  try {
    stream_ = queue_ = driver_.make_stream();
    side_ = driver_.make_stream();
    forked_ = driver_.make_event();
    joined_ = driver_.make_event();
    block_ = driver_.allocate(layout.total);
    host_ = driver_.allocate_host(ct_at + layout.ct.bytes);
    launches_.emplace(set, n, kernels.tensor(), multiprocessors, block_);
    mirror_ = reinterpret_cast<Mirror*>(host_);
    mirrored_pk_ = reinterpret_cast<std::uint8_t*>(host_ + pk_at);
    mirrored_ct_ = reinterpret_cast<std::uint8_t*>(host_ + ct_at);
    std::memset(host_, 0, ct_at + layout.ct.bytes);
    driver_.clear(launches_->at(layout.results), layout.results.bytes, stream_);
    // Rows of R have entries beyond n, and comparisons a word, that are zero between operations.
    driver_.clear(block_ + layout.key_begin, layout.end - layout.key_begin, stream_);
    driver_.synchronize(stream_);
  } catch (...) {
    release();
    throw;
  }
}

GpuLweEngine::~GpuLweEngine() { release(); }

void GpuLweEngine::release() noexcept {
  if (host_ != nullptr) driver_.free_host(host_);
  if (block_ != nullptr) driver_.free(block_);
  if (joined_ != nullptr) driver_.destroy_event(joined_);
  if (forked_ != nullptr) driver_.destroy_event(forked_);
  if (side_ != nullptr) driver_.destroy_stream(side_);
  if (stream_ != nullptr) driver_.destroy_stream(stream_);
}

void GpuLweEngine::begin_item() {
  known_pk_ = known_ct_ = ct_there_ = nullptr;
  good_pk_ = false;
}

void GpuLweEngine::forget() noexcept {
  begin_item();
  has_matrix_ = false;
  queue_ = stream_;
  try {
    driver_.synchronize(side_);
    clear_key();
    clear_message();
    synchronize();
  } catch (const DriverError&) {  // a lost device keeps nothing that could be reached
  }
  wipe(mirror_, sizeof *mirror_);
}

template <class Queue>
void GpuLweEngine::beside(Queue queue) {
  driver_.record(forked_, stream_);
  driver_.wait(side_, forked_);
  queue_ = side_;
  queue();
  driver_.record(joined_, side_);
  queue_ = stream_;
}

void GpuLweEngine::join() { driver_.wait(stream_, joined_); }

void GpuLweEngine::launch(const LweLaunch& launch) {
  const LweKernelInfo info = lwe_kernel_info(launch.kernel);
  std::optional<DeviceTrace::Work> work;
  if (trace_ != nullptr) {
    work.emplace(*trace_, queue_, info.name + std::string_view("pqlane_").size(), trace::kernel_category,
                 trace::Details{});
  }
  LweKernelArgs args = launch.args;
  void* arguments[] = {&args};
  driver_.launch(kernels_.function(launch.kernel, set_.modulus_index), launch.blocks, info.threads,
                 info.shared_bytes, queue_, arguments);
}

void GpuLweEngine::up(const LweRegion& to, const void* mirrored, std::size_t bytes, const char* name) {
  std::optional<DeviceTrace::Work> work;
  if (trace_ != nullptr)
    work.emplace(*trace_, queue_, name, trace::copy_category, trace::Details{.bytes = bytes});
  driver_.copy_to_device(launches_->at(to), mirrored, bytes, queue_);
}

void GpuLweEngine::down(void* mirrored, const LweRegion& from, std::size_t bytes, const char* name) {
  std::optional<DeviceTrace::Work> work;
  if (trace_ != nullptr)
    work.emplace(*trace_, queue_, name, trace::copy_category, trace::Details{.bytes = bytes});
  driver_.copy_to_host(mirrored, launches_->at(from), bytes, queue_);
}

void GpuLweEngine::clear(std::size_t begin, std::size_t end) {
  std::optional<DeviceTrace::Work> work;
  if (trace_ != nullptr) {
    work.emplace(*trace_, queue_, "wipe_secrets", trace::wipe_category, trace::Details{.bytes = end - begin});
  }
  driver_.clear(block_ + begin, end - begin, queue_);
}

void GpuLweEngine::synchronize() {
  {
    const trace::Span span("wait_for_device", trace::host_category);
    driver_.synchronize(stream_);
  }
  if (trace_ == nullptr) return;
  trace_->collect(stream_);
  trace_->collect(side_);
}

void GpuLweEngine::queue_hash(const LweRegion& data, std::size_t hash) {
  const LweLayout& layout = launches_->layout();
  const LweRegion *below = &data, *above = &layout.nodes, *other = &layout.parents;
  std::size_t bytes = data.bytes;
  for (unsigned level = 0;; ++level) {
    const std::size_t count = gpu_ceil_div(bytes, lwe_leaf_bytes);
    launch(launches_->hash_level(level, *below, bytes, data.bytes, count == 1 ? hash : above->offset));
    if (count == 1) break;
    bytes = count * lwe_hash_bytes;
    below = above;
    std::swap(above, other);
  }
  down(&mirror_->results, layout.results, sizeof mirror_->results, "copy_hash_out");
}

void GpuLweEngine::make_matrix() {
  if (has_matrix_ && std::memcmp(matrix_rho_, rho_, sizeof rho_) == 0) return;
  has_matrix_ = false;
  if (set_.aes) {
    std::uint8_t keys[aes_round_key_bytes];
    aes_round_keys(rho_, keys);
    launch(launches_->matrix_aes(keys));
  } else {
    std::memcpy(mirror_->rho, rho_, sizeof rho_);
    up(launches_->layout().rho, mirror_->rho, sizeof rho_, "copy_rho_in");
    launch(launches_->matrix_shake());
  }
  std::memcpy(matrix_rho_, rho_, sizeof rho_);
  has_matrix_ = true;
}

void GpuLweEngine::make_t(const std::uint8_t* rho, const std::uint8_t* sigma, std::uint8_t* packed_t) {
  const LweLayout& layout = launches_->layout();
  std::memcpy(rho_, rho, sizeof rho_);
  std::memcpy(mirror_->seed, sigma, sizeof mirror_->seed);
  std::memcpy(mirrored_pk_, rho, lwe_seed_bytes);
  up(layout.seed, mirror_->seed, sizeof mirror_->seed, "copy_seed_in");
  beside([&] {
    launch(launches_->secret());
    launch(launches_->noise_of_key());
  });
  make_matrix();
  up(layout.pk, mirrored_pk_, lwe_seed_bytes, "copy_rho_in");
  join();
  launch(launches_->multiply_s());
  launch(launches_->pack_t());
  queue_hash(layout.pk, pk_hash_offset());
  down(mirrored_pk_, layout.pk, pk_bytes(), "copy_pk_out");
  clear_key();
  synchronize();
  wipe(mirror_->seed, sizeof mirror_->seed);
  std::memcpy(packed_t, mirrored_pk_ + lwe_seed_bytes, pk_bytes() - lwe_seed_bytes);
  known_pk_ = packed_t - lwe_seed_bytes;
  good_pk_ = true;
}

// The key's hash, and t for multiply_t.
void GpuLweEngine::take_pk(const std::uint8_t* pk) {
  const LweLayout& layout = launches_->layout();
  std::memcpy(mirrored_pk_, pk, pk_bytes());
  up(layout.pk, mirrored_pk_, pk_bytes(), "copy_pk_in");
  launch(launches_->unpack_t());
  queue_hash(layout.pk, pk_hash_offset());
  synchronize();
  known_pk_ = pk;
  good_pk_ = mirror_->results.bad_pk == 0;
  if (good_pk_) return;
  driver_.clear(launches_->at(layout.results), layout.results.bytes, stream_);  // for the next key
}

bool GpuLweEngine::load_pk(const std::uint8_t* pk) {
  if (known_pk_ != pk) take_pk(pk);
  std::memcpy(rho_, pk, sizeof rho_);
  return good_pk_;
}

void GpuLweEngine::take_ct(const std::uint8_t* ct) {
  if (ct_there_ == ct) return;
  const void* from = ct;
  if (driver_.place_of(ct).kind != Driver::MemoryKind::page_locked) {
    copy_bytes(pool_, mirrored_ct_, ct, ct_bytes());
    from = mirrored_ct_;
  }
  up(launches_->layout().ct, from, ct_bytes(), "copy_ct_in");
  ct_there_ = ct;
}

void GpuLweEngine::queue_encryption(const std::uint8_t* m, const std::uint8_t* coins, bool compares) {
  const LweLayout& layout = launches_->layout();
  std::memcpy(mirror_->seed, coins, sizeof mirror_->seed);
  std::memcpy(mirror_->m, m, sizeof mirror_->m);
  up(layout.seed, mirror_->seed, sizeof mirror_->seed + sizeof mirror_->m, "copy_seed_in");
  make_matrix();
  launch(launches_->noise_of_message());
  launch(launches_->product());
  launch(launches_->multiply_t());
  launch(launches_->pack_ct(compares));
}

void GpuLweEngine::finish_encryption() {
  clear_key();
  clear_message();
  join();
  synchronize();
  wipe(mirror_->seed, sizeof mirror_->seed);
  wipe(mirror_->m, sizeof mirror_->m);
}

void GpuLweEngine::encrypt(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) {
  const LweLayout& layout = launches_->layout();
  known_ct_ = ct_there_ = nullptr;
  queue_encryption(m, coins, false);
  const bool direct = driver_.place_of(ct).kind == Driver::MemoryKind::page_locked;
  beside([&] { down(direct ? ct : mirrored_ct_, layout.ct, ct_bytes(), "copy_ct_out"); });
  queue_hash(layout.ct, ct_hash_offset());
  finish_encryption();
  if (!direct) copy_bytes(pool_, ct, mirrored_ct_, ct_bytes());
  known_ct_ = ct_there_ = ct;
}

void GpuLweEngine::decrypt(const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) {
  const LweLayout& layout = launches_->layout();
  std::memcpy(mirror_->seed, sigma, sizeof mirror_->seed);
  up(layout.seed, mirror_->seed, sizeof mirror_->seed, "copy_seed_in");
  beside([&] { launch(launches_->secret()); });
  take_ct(ct);
  join();
  launch(launches_->decide());
  down(mirror_->bits, layout.bits, sizeof mirror_->bits, "copy_bits_out");
  clear_key();
  synchronize();
  collect_message_bits(mirror_->bits, lwe_message_bits, m);
  wipe(mirror_->seed, sizeof mirror_->seed);
  wipe(mirror_->bits, sizeof mirror_->bits);
}

std::uint8_t GpuLweEngine::encrypt_differs(const std::uint8_t* m, const std::uint8_t* coins,
                                           const std::uint8_t* ct) {
  const LweLayout& layout = launches_->layout();
  take_ct(ct);
  beside([&] { queue_hash(layout.ct, ct_hash_offset()); });
  queue_encryption(m, coins, true);
  down(&mirror_->difference, layout.difference, sizeof mirror_->difference, "copy_difference_out");
  finish_encryption();
  known_ct_ = ct;
  const std::uint8_t mask = lwe_mask_if_not_zero(mirror_->difference);
  wipe(&mirror_->difference, sizeof mirror_->difference);
  return mask;
}

void GpuLweEngine::tree_hash(const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) {
  if (bytes == pk_bytes()) {
    if (known_pk_ != data) take_pk(data);
    std::memcpy(hash, mirror_->results.pk_hash, lwe_hash_bytes);
    return;
  }
  if (known_ct_ != data) {
    take_ct(data);
    queue_hash(launches_->layout().ct, ct_hash_offset());
    synchronize();
    known_ct_ = data;
  }
  std::memcpy(hash, mirror_->results.ct_hash, lwe_hash_bytes);
}

}  // namespace pqlane::gpu
