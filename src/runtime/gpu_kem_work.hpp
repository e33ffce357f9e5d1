// gpu_kem_work.hpp: a KEM call as GpuBatch sees it.
#pragma once

#include "runtime/gpu_kem.hpp"
#include "runtime/gpu_work.hpp"

namespace pqlane::gpu {

class KemWork : public GpuWork {
 public:
  KemWork(const KemCall& call, const GpuContext& context) : KemWork(call, context.tuning()) {}
  KemWork(const KemCall& call, const GpuTuning& tuning)
      : GpuWork({call.scheme->name, call.first, call.count, call.status, call.start_event},
                {tuning.chunk_ops, tuning.cut_ops}),
        call_(call),
        spread_(tuning.spread()) {}

  std::span<const GpuBufferInfo> buffers() const override;
  std::size_t status_buffer() const override { return static_cast<std::size_t>(KemBuffer::status); }
  ConstView input(std::size_t buffer) const override {
    return input_view(call_, static_cast<KemBuffer>(buffer));
  }
  MutableView output(std::size_t buffer) const override {
    return output_view(call_, static_cast<KemBuffer>(buffer));
  }
  void lay_out(std::size_t ops, const GpuBufferSet& resident) override {
    layout_ = make_kem_layout(call_, ops, resident);
  }
  const GpuLayout& layout() const override { return layout_; }
  const GpuRegion& region(std::size_t buffer) const override { return layout_.regions[buffer]; }
  void load_code(GpuContext& context) override { (void)context.kernels(shape_of(*call_.scheme)); }
  void launch(const GpuPlace& place, std::size_t first, std::size_t ops) override;
  bool has_graphs() const override { return true; }
  std::uint64_t graph_form(const GpuBufferSet& direct) const override;
  void begin_graph(GpuGraph& graph) override { graph.begin(shape_of(*call_.scheme)); }
  void add_to_graph(GpuGraph& graph, std::byte* base) override {
    run_kem_chunk(graph, call_, layout_, base, call_.first, call_.count, spread_);
  }

 private:
  const KemCall& call_;
  KemSpread spread_;
  KemLayout layout_{};
};

}  // namespace pqlane::gpu
