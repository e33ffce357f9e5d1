// gpu_batch_graph.cpp: the part of gpu_batch.hpp that runs a small batch as one graph, from the first copy to
// the wiping, behind one wait.
#include "runtime/gpu_batch.hpp"
#include "runtime/gpu_copy.hpp"

namespace pqlane::gpu {
namespace {

std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }

}  // namespace

bool GpuBatch::fits_a_graph() const {
  return work_.has_graphs() && batch_.count <= device_.context().tuning().graph_ops;
}

// A copy of its own costs more than packing few bytes with the others.
void GpuBatch::stage_few_rows() {
  work_.lay_out(batch_.count, resident_);
  std::size_t sum = 0;
  for (std::size_t b = 0; b < work_.buffers().size(); ++b) {
    if (direct_[b]) sum += work_.region(b).bytes(batch_.count);
  }
  if (sum <= device_.context().tuning().staged_bytes) direct_.fill(false);
}

// Rows that are staged, to the mirror.
void GpuBatch::pack(GpuSlot& slot) {
  for (std::size_t b = 0; b < work_.buffers().size(); ++b) {
    const GpuRegion& region = work_.region(b);
    if (!region.input || !region.travels() || direct_[b]) continue;
    const ConstView view = work_.input(b);
    copy_rows(device_.pool(), bytes(slot.host() + region.offset), region.row_bytes, view.at(batch_.first),
              view.stride, region.row_bytes, region.rows(batch_.count));
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
  for (std::size_t b = 0; b < work_.buffers().size(); ++b) {
    const GpuRegion& region = work_.region(b);
    if (region.input != up || !region.travels()) continue;
    const std::size_t count = region.bytes(batch_.count);
    if (direct_[b]) {
      end_run();
      const std::uint8_t* rows = up ? work_.input(b).at(batch_.first) : work_.output(b).at(batch_.first);
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
  slot.first = batch_.first;
  slot.ops = batch_.count;
  slot.chunk = chunks_++;
  slot.busy = true;
  {
    const trace::Span span("pack_rows", trace::host_category, details(slot, 0));
    pack(slot);
  }
  GpuGraph& graph = slot.graph(work_.graph_form(direct_), device_.context());
  work_.begin_graph(graph);
  add_copies(graph, slot, true);
  work_.add_to_graph(graph, slot.device());
  add_copies(graph, slot, false);
  const GpuLayout& layout = work_.layout();
  graph.clear(slot.device() + layout.secret_begin, layout.secret_end - layout.secret_begin);
  {
    const DeviceTrace::Work work(trace_, slot.stream(), "graph", trace::kernel_category, details(slot, 0));
    graph.run(slot.stream());
  }
  finish(slot);
}

}  // namespace pqlane::gpu
