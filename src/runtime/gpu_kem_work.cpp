// gpu_kem_work.cpp: see gpu_kem_work.hpp.
#include "runtime/gpu_kem_work.hpp"

namespace pqlane::gpu {
namespace {

constexpr GpuBufferInfo infos[kem_buffer_count] = {
    {"batch key", "copy_batch_key_in", "pack_batch_key", "wipe_batch_key", false},
    {"seed", "copy_seed_in", "pack_seed", "wipe_seed", true},
    {"ek", "copy_ek_in", "pack_ek", "wipe_ek", true},
    {"dk", "copy_dk_in", "pack_dk", "wipe_dk", true},
    {"ct", "copy_ct_in", "pack_ct", "wipe_ct", true},
    {"m", "copy_m_in", "pack_m", "wipe_m", true},
    {"ek", "copy_ek_out", "unpack_ek", "wipe_ek", true},
    {"dk", "copy_dk_out", "unpack_dk", "wipe_dk", true},
    {"ct", "copy_ct_out", "unpack_ct", "wipe_ct", true},
    {"ss", "copy_ss_out", "unpack_ss", "wipe_ss", true},
    {"status", "copy_status_out", "unpack_status", "wipe_status", false},
};

}  // namespace

std::span<const GpuBufferInfo> KemWork::buffers() const { return infos; }

void KemWork::launch(const GpuPlace& place, std::size_t first, std::size_t ops) {
  StreamLauncher launcher(place.context, shape_of(*call_.scheme), place.stream);
  launcher.trace_into(place.trace, place.details);
  run_kem_chunk(launcher, call_, layout_, place.base, first, ops, spread_);
}

std::uint64_t KemWork::graph_form(const GpuBufferSet& direct) const {
  std::uint64_t form = 0;
  const auto add = [&](std::size_t value, unsigned bits) { form = form << bits | value; };
  add(call_.scheme->kernel_index, 3);
  add(static_cast<std::size_t>(call_.operation), 3);
  add(call_.args.seed_form, 1);
  add(call_.args.keys_checked, 1);
  add(call_.args.batch_key != nullptr, 1);
  add(call_.count, 20);
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    add(layout_.regions[b].resident, 1);
    add(direct[b], 1);
    add(layout_.regions[b].shared, 1);
  }
  static_assert(3 + 3 + 3 + 20 + 3 * kem_buffer_count <= 64);
  return form;
}

}  // namespace pqlane::gpu
