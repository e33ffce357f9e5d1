// gpu_dsa_work.hpp: an ML-DSA call as GpuBatch sees it, and the packing of its messages.
//
// Messages in host memory travel as M', packed by the host. Those in device memory, in rows of one length,
// stay where they are; in any other form, and where a digest is signed, the rows of a chunk come to the host
// first.
#pragma once

#include <vector>

#include "runtime/gpu_dsa.hpp"
#include "runtime/gpu_work.hpp"

namespace pqlane::gpu {

class DsaWork final : public GpuWork {
 public:
  DsaWork(const DsaCall& call, GpuContext& context);

  std::span<const GpuBufferInfo> buffers() const override;
  std::size_t status_buffer() const override { return static_cast<std::size_t>(DsaBuffer::status); }
  ConstView input(std::size_t buffer) const override;
  MutableView output(std::size_t buffer) const override {
    return dsa_output_view(call_, static_cast<DsaBuffer>(buffer));
  }
  const char* misplaced() const override;
  void lay_out(std::size_t ops, const GpuBufferSet& resident) override;
  const GpuLayout& layout() const override { return layout_; }
  const GpuRegion& region(std::size_t buffer) const override { return layout_.regions[buffer]; }
  std::size_t chunk_length(std::size_t first, std::size_t most) const override;
  std::size_t pack(ThreadPool& pool, std::size_t buffer, std::byte* mirror, std::size_t first,
                   std::size_t ops) override;
  void take_results(const std::byte* mirror, std::size_t first, std::size_t ops) override;
  void load_code(GpuContext& context) override { (void)context.dsa_kernels(call_.scheme->kernel_index); }
  void launch(const GpuPlace& place, std::size_t first, std::size_t ops) override;
  bool may_continue() const override { return call_.operation == DsaOperation::sign; }
  bool unfinished(const std::uint8_t* status, std::size_t ops) const override;
  void launch_more(const GpuPlace& place, std::size_t first, std::size_t ops) override;
  void launch_all(const GpuPlace& place, std::size_t first, std::size_t ops) override;
  pqlane_status unfinished_status() const override { return PQLANE_ERROR_ATTEMPTS; }
  const char* needs_host() const override;

  // Chunks have fewer operations when these would have more bytes of messages.
  static constexpr std::size_t most_head_bytes = std::size_t{64} << 20;

 private:
  std::size_t packed_bytes(std::size_t item) const;
  void pack_heads(ThreadPool& pool, std::byte* mirror, std::size_t first, std::size_t ops);
  DsaCall with_fetched_messages(std::size_t first, std::size_t ops);

  const DsaCall& call_;
  GpuContext& context_;
  std::size_t fill_slots_;
  bool uniform_ = false;        // dsa_uniform_messages
  bool message_stays_ = false;  // in device memory, read by the kernels
  bool message_comes_ = false;  // from device memory to the host, chunk by chunk
  std::vector<std::uint8_t> fetched_;
  DsaLayout layout_{};
};

}  // namespace pqlane::gpu
