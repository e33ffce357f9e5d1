// gpu_lwe.cpp: see gpu_lwe.hpp.
#include "runtime/gpu_lwe.hpp"

#include <algorithm>
#include <cstring>

#include "params/lwe.hpp"
#include "runtime/gpu_layout.hpp"

namespace pqlane::gpu {
namespace {

constexpr std::size_t most_splits = 8;
// Blocks of the AES kernel that a multiprocessor has room for.
constexpr std::size_t aes_blocks = 2;

constexpr std::size_t word_bytes = sizeof(std::uint32_t);
constexpr std::size_t aes_groups = lwe_aes_threads / 32;

constexpr std::array<LweKernelInfo, lwe_kernel_count> kernel_table = {{
    {"pqlane_lwe_matrix_aes", lwe_aes_threads,
     (lwe_table_words + aes_groups * lwe_staged_words) * word_bytes},
    {"pqlane_lwe_matrix_aes_direct", lwe_aes_threads, lwe_table_words* word_bytes},
    {"pqlane_lwe_matrix_shake", lwe_shake_threads, 0},
    {"pqlane_lwe_secret", lwe_wide_threads, lwe_wide_threads / 32 * lwe_secret_bytes},
    {"pqlane_lwe_noise", lwe_wide_threads, 0},
    {"pqlane_lwe_noise_by_thread", lwe_wide_threads, 0},
    {"pqlane_lwe_hash_level", lwe_wide_threads, 0},
    {"pqlane_lwe_hash_level_by_thread", lwe_wide_threads, 0},
    {"pqlane_lwe_product_tensor", lwe_product_threads, lwe_stages* lwe_stage_words* word_bytes},
    {"pqlane_lwe_product_dot", lwe_product_threads, lwe_dot_words* word_bytes},
    {"pqlane_lwe_multiply_s", lwe_row_threads, 0},
    {"pqlane_lwe_multiply_t", lwe_row_threads, lwe_row_threads / 32 * word_bytes},
    {"pqlane_lwe_decide", lwe_row_threads, lwe_row_threads / 32 * word_bytes},
    {"pqlane_lwe_unpack", lwe_flat_threads, 0},
    {"pqlane_lwe_pack", lwe_flat_threads, 0},
}};

// Into how many parts the sum over n is cut, so that blocks of threads fill the device evenly: time is turns
// of the device times steps of a block, of which a few pass before the first product.
std::size_t pick_splits(std::size_t tiles, std::size_t steps, std::size_t at_once) {
  constexpr std::size_t start_steps = 4;
  std::size_t best = 1, best_time = 0;
  for (std::size_t splits = 1; splits <= std::min(most_splits, steps); ++splits) {
    const std::size_t turns = gpu_ceil_div(tiles * splits, at_once);
    const std::size_t time = turns * (gpu_ceil_div(steps, splits) + start_steps);
    if (best_time == 0 || time < best_time) {
      best = splits;
      best_time = time;
    }
  }
  return best;
}

}  // namespace

LweKernelInfo lwe_kernel_info(LweKernel kernel) { return kernel_table[static_cast<std::size_t>(kernel)]; }

bool lwe_kernel_used(LweKernel kernel, bool tensor) {
  switch (kernel) {
    case LweKernel::matrix_aes:
    case LweKernel::product_tensor: return tensor;
    case LweKernel::matrix_aes_direct:
    case LweKernel::product_dot: return !tensor;
    default: return true;
  }
}

std::string lwe_entry_point(LweKernel kernel, std::size_t modulus) {
  return std::string(lwe_kernel_info(kernel).name) + (modulus == 0 ? "_14" : "_16");
}

LweLayout lwe_layout(const LweSet& set, std::size_t n, bool tensor, unsigned multiprocessors) {
  const std::size_t padded = gpu_round_up(n, lwe_tile), m = lwe_message_bits;
  const std::size_t ct_bytes = lwe_ct_bytes(n, set.bits), leaves = gpu_ceil_div(ct_bytes, lwe_leaf_bytes);
  LweLayout layout;
  const std::size_t bands = tensor ? 1 : m / lwe_dot_rows;
  layout.splits = pick_splits(bands * padded / lwe_tile, padded / lwe_tile, std::max(multiprocessors, 1u));
  GpuLayoutCursor cursor;
  const auto take = [&](LweRegion& region, std::size_t bytes) {
    region.offset = cursor.take(bytes);
    region.bytes = bytes;
  };
  take(layout.a, 2 * padded * padded);
  take(layout.rho, lwe_seed_bytes);
  take(layout.results, sizeof(LweResults));
  take(layout.t, 2 * padded);
  take(layout.ct, ct_bytes);
  take(layout.pk, lwe_pk_bytes(n, set.bits));
  take(layout.nodes, lwe_hash_bytes * leaves);
  take(layout.parents, lwe_hash_bytes * gpu_ceil_div(leaves, lwe_node_children));
  layout.key_begin = cursor.used();
  take(layout.seed, lwe_seed_bytes + m / 8);
  take(layout.s, 2 * n);
  take(layout.e, n);
  layout.key_end = cursor.used();
  take(layout.r, m * padded);
  take(layout.e1, m * n);
  take(layout.e2, m);
  take(layout.parts, layout.splits * 2 * m * (n + 1));
  take(layout.bits, m);
  take(layout.difference, word_bytes);
  layout.end = layout.total = cursor.used();
  return layout;
}

LweLaunches::LweLaunches(const LweSet& set, std::size_t n, bool tensor, unsigned multiprocessors,
                         std::byte* block)
    : set_(set),
      n_(n),
      columns_(gpu_ceil_div(n, lwe_block)),
      tensor_(tensor),
      multiprocessors_(std::max(multiprocessors, 1u)),
      block_(block),
      layout_(lwe_layout(set, n, tensor, multiprocessors)) {
  base_.n = n;
  base_.padded = gpu_round_up(n, lwe_tile);
  base_.columns = static_cast<std::uint32_t>(columns_);
  base_.splits = static_cast<std::uint32_t>(layout_.splits);
  base_.a = pointer<std::uint16_t>(layout_.a);
  base_.rho = pointer<std::uint64_t>(layout_.rho);
  base_.seed = pointer<std::uint64_t>(layout_.seed);
  base_.s = pointer<std::uint32_t>(layout_.s);
  base_.e = pointer<std::int8_t>(layout_.e);
  base_.r = pointer<std::int8_t>(layout_.r);
  base_.e1 = pointer<std::int8_t>(layout_.e1);
  base_.e2 = pointer<std::int8_t>(layout_.e2);
  base_.m = pointer<std::uint8_t>(layout_.seed) + lwe_seed_bytes;
  base_.t = pointer<std::int16_t>(layout_.t);
  base_.parts = pointer<std::uint16_t>(layout_.parts);
  base_.part_entries = lwe_message_bits * (n + 1);
  base_.bits = pointer<std::uint8_t>(layout_.bits);
}

LweLaunch LweLaunches::make(LweKernel kernel, std::size_t jobs, std::size_t jobs_a_block) const {
  return {kernel, gpu_ceil_div(jobs, jobs_a_block), base_};
}

LweLaunch LweLaunches::make_chains(LweKernel wide, LweKernel by_thread, std::size_t jobs) const {
  // 32 threads do a permutation in 2 us instead of 5, but exchange 18 words a round, for which a
  // multiprocessor takes 0.25 us a permutation.
  constexpr std::size_t most_wide = 20;  // a multiprocessor
  const bool few = tensor_ && jobs <= most_wide * multiprocessors_;
  return few ? make(wide, jobs, lwe_wide_threads / 32) : make(by_thread, jobs, lwe_wide_threads);
}

LweLaunch LweLaunches::matrix_aes(const std::uint8_t* round_keys) const {
  LweLaunch launch =
      make(tensor_ ? LweKernel::matrix_aes : LweKernel::matrix_aes_direct, n_ * columns_ / 2, aes_groups);
  launch.blocks = std::min(launch.blocks, aes_blocks * multiprocessors_);  // each makes the table
  for (std::size_t i = 0; i < 60; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, round_keys + 4 * i, sizeof word);
    if (i >= 4 && i < 56) word = word >> 8 | word << 24;
    launch.args.round_keys[i] = word;
  }
  return launch;
}

LweLaunch LweLaunches::matrix_shake() const {
  return make(LweKernel::matrix_shake, n_ * columns_, lwe_shake_threads);
}

LweLaunch LweLaunches::secret() const { return make(LweKernel::secret, columns_, lwe_wide_threads / 32); }

LweNoiseRows LweLaunches::rows(const LweRegion& out, std::size_t count, std::uint8_t kind,
                               LweNoiseForm form) const {
  const bool of_bits = form == LweNoiseForm::ternary;  // one stream of 256
  LweNoiseRows noise{};
  noise.out = pointer<std::int8_t>(out);
  noise.stride = form == LweNoiseForm::turned ? base_.padded : n_;
  noise.entries = static_cast<std::uint32_t>(of_bits ? lwe_message_bits : n_);
  noise.columns = static_cast<std::uint32_t>(of_bits ? 1 : columns_);
  noise.streams = static_cast<std::uint32_t>(count * noise.columns);
  noise.kind = kind;
  noise.form = form;
  return noise;
}

LweLaunch LweLaunches::noise_of_key() const {
  LweLaunch launch = make_chains(LweKernel::noise, LweKernel::noise_by_thread, columns_);
  launch.args.noise[2] = rows(layout_.e, 1, lwe_kind_e, LweNoiseForm::plain);
  return launch;
}

LweLaunch LweLaunches::noise_of_message() const {
  LweLaunch launch =
      make_chains(LweKernel::noise, LweKernel::noise_by_thread, 2 * lwe_message_bits * columns_ + 1);
  launch.args.noise[0] = rows(layout_.r, lwe_message_bits, lwe_kind_r, LweNoiseForm::turned);
  launch.args.noise[1] = rows(layout_.e1, lwe_message_bits, lwe_kind_e1, LweNoiseForm::plain);
  launch.args.noise[2] = rows(layout_.e2, 1, lwe_kind_e2, LweNoiseForm::ternary);
  return launch;
}

LweLaunch LweLaunches::multiply_s() const {
  return make(LweKernel::multiply_s, gpu_ceil_div(n_, lwe_rows_at_once), lwe_row_threads / 32);
}

LweLaunch LweLaunches::pack_t() const {
  LweLaunch launch = make(LweKernel::pack, n_ / lwe_pack_entries, lwe_flat_threads);
  launch.args.entries = n_;
  launch.args.bytes = pointer<std::uint8_t>(layout_.pk) + lwe_seed_bytes;
  return launch;
}

LweLaunch LweLaunches::unpack_t() const {
  LweLaunch launch = make(LweKernel::unpack, n_ / 4, lwe_flat_threads);
  launch.args.flag =
      reinterpret_cast<std::uint32_t*>(block_ + layout_.results.offset + offsetof(LweResults, bad_pk));
  launch.args.entries = n_;
  launch.args.bytes = pointer<std::uint8_t>(layout_.pk) + lwe_seed_bytes;
  return launch;
}

LweLaunch LweLaunches::product() const {
  const std::size_t tiles = base_.padded / lwe_tile * layout_.splits;
  return tensor_ ? make(LweKernel::product_tensor, tiles, 1)
                 : make(LweKernel::product_dot, lwe_message_bits / lwe_dot_rows * tiles, 1);
}

LweLaunch LweLaunches::multiply_t() const { return make(LweKernel::multiply_t, lwe_message_bits, 1); }

LweLaunch LweLaunches::pack_ct(bool compares) const {
  const std::size_t entries = lwe_message_bits * (n_ + 1);
  LweLaunch launch = make(LweKernel::pack, entries / lwe_pack_entries, lwe_flat_threads);
  launch.args.entries = entries;
  launch.args.noisy_entries = lwe_message_bits * n_;
  launch.args.compares = compares ? 1 : 0;
  launch.args.flag = pointer<std::uint32_t>(layout_.difference);
  launch.args.bytes = pointer<std::uint8_t>(layout_.ct);
  return launch;
}

LweLaunch LweLaunches::decide() const {
  LweLaunch launch = make(LweKernel::decide, lwe_message_bits, 1);
  launch.args.bytes = pointer<std::uint8_t>(layout_.ct);
  return launch;
}

LweLaunch LweLaunches::hash_level(unsigned level, const LweRegion& data, std::size_t bytes,
                                  std::size_t total_bytes, std::size_t hashes) const {
  LweLaunch launch = make_chains(LweKernel::hash_level, LweKernel::hash_level_by_thread,
                                 gpu_ceil_div(bytes, lwe_leaf_bytes));
  launch.args.data = pointer<std::uint64_t>(data);
  launch.args.data_bytes = bytes;
  launch.args.total_bytes = total_bytes;
  launch.args.level = level;
  launch.args.hashes = reinterpret_cast<std::uint64_t*>(block_ + hashes);
  return launch;
}

}  // namespace pqlane::gpu
