// gpu_batch_graph.cpp: the part of gpu_batch.hpp that runs a small batch as one graph, from the first copy to
// the wiping, behind one wait.
#include "runtime/gpu_batch.hpp"
#include "runtime/gpu_copy.hpp"

namespace pqlane::gpu {
namespace {

std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }

}  // namespace

bool GpuBatch::fits_a_graph() const { return call_.count <= device_.context().tuning().graph_ops; }

// A copy of its own costs more than packing few bytes with the others.
void GpuBatch::stage_few_rows() {
  const KemLayout layout = make_kem_layout(call_, call_.count, resident_);
  std::size_t sum = 0;
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    if (direct_[b]) sum += layout.regions[b].bytes(call_.count);
  }
  if (sum <= device_.context().tuning().staged_bytes) direct_.fill(false);
}

// Batches of a form have graphs with the same steps, apart from rare exceptions that are built anew.
std::uint64_t GpuBatch::graph_form() const {
  std::uint64_t form = 0;
  const auto add = [&](std::size_t value, unsigned bits) { form = form << bits | value; };
  add(call_.scheme->kernel_index, 3);
  add(static_cast<std::size_t>(call_.operation), 3);
  add(call_.args.seed_form, 1);
  add(call_.args.keys_checked, 1);
  add(call_.args.batch_key != nullptr, 1);
  add(call_.count, 20);
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    add(resident_[b], 1);
    add(direct_[b], 1);
    add(layout_.regions[b].shared, 1);
  }
  static_assert(3 + 3 + 3 + 20 + 3 * kem_buffer_count <= 64);
  return form;
}

// Rows that are staged, to the mirror.
void GpuBatch::pack(GpuSlot& slot) {
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const KemRegion& region = layout_.regions[b];
    if (!region.input || !region.travels() || direct_[b]) continue;
    const ConstView view = input_view(call_, static_cast<KemBuffer>(b));
    copy_rows(device_.pool(), bytes(slot.host() + region.offset), region.row_bytes, view.at(call_.first),
              view.stride, region.row_bytes, region.shared ? 1 : call_.count);
  }
}

// Copies of one direction: one for each run of staged regions and one for each direct one.
void GpuBatch::add_copies(GpuGraph& graph, GpuSlot& slot, bool up) {
  std::size_t begin = 0, end = 0;  // of the run so far
  const auto copy = [&](std::size_t offset, void* host, std::size_t count) {
    if (count == 0) return;
    if (up) {
      graph.copy_up(slot.device() + offset, host, count);
    } else {
      graph.copy_down(host, slot.device() + offset, count);
    }
  };
  const auto end_run = [&] {
    copy(begin, slot.host() + begin, end - begin);
    begin = end = 0;
  };
  for (std::size_t b = 0; b < kem_buffer_count; ++b) {
    const KemRegion& region = layout_.regions[b];
    const auto buffer = static_cast<KemBuffer>(b);
    if (region.input != up || !region.travels()) continue;
    const std::size_t count = region.bytes(call_.count);
    if (direct_[b]) {
      end_run();
      const std::uint8_t* rows =
          up ? input_view(call_, buffer).at(call_.first) : output_view(call_, buffer).at(call_.first);
      copy(region.offset, const_cast<std::uint8_t*>(rows), count);  // written to only on the way down
      continue;
    }
    if (end == 0) begin = region.offset;
    end = region.offset + count;
  }
  end_run();
}

void GpuBatch::run_as_graph() {
  GpuSlot& slot = slots_[0];
  slot.first = call_.first;
  slot.ops = call_.count;
  {
    const trace::Span span("pack_rows", trace::host_category, details(call_.first, call_.count, 0));
    pack(slot);
  }
  GpuGraph& graph = slot.graph(graph_form(), device_.context());
  graph.begin(shape_of(*call_.scheme));
  add_copies(graph, slot, true);
  run_kem_chunk(graph, call_, layout_, slot.device(), call_.first, call_.count,
                device_.context().tuning().spread());
  add_copies(graph, slot, false);
  graph.clear(slot.device() + layout_.secret_begin, layout_.secret_end - layout_.secret_begin);
  slot.busy = true;
  {
    const DeviceTrace::Work work(trace_, slot.stream(), "graph", trace::kernel_category,
                                 details(call_.first, call_.count, 0));
    graph.run(slot.stream());
  }
  finish(slot);
}

}  // namespace pqlane::gpu
