// gpu_graph.hpp: a whole small batch as one graph of the driver: copies up, kernels, copies down and the
// wiping of secrets, launched by one call.
//
// The work is described anew for each batch. A graph that was built for an earlier one serves again when its
// copies and its wiping are the same; kernels are changed where they differ. Copies and wiping are never
// changed in a graph: driver 580 can crash in cuGraphLaunch after that (docs/adr/gpu-small-batches.md).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/gpu_context.hpp"

namespace pqlane::gpu {

// The device's context is current whenever a member is called. Not thread-safe; a run has ended before the
// next description begins.
class GpuGraph final : public KemLauncher {
 public:
  explicit GpuGraph(GpuContext& context) : context_(context) {}
  ~GpuGraph() override { forget(); }
  GpuGraph(const GpuGraph&) = delete;
  GpuGraph& operator=(const GpuGraph&) = delete;

  // A description begins; kernels are those of a shape.
  void begin(std::size_t shape);
  // Before all kernels, side by side.
  void copy_up(std::byte* device, const void* host, std::size_t bytes);
  void launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand strand) override;
  void fork() override;
  void join() override;
  // Behind all kernels, side by side; then what was used is cleared.
  void copy_down(void* host, std::byte* device, std::size_t bytes);
  void clear(std::byte* memory, std::size_t bytes);
  // Builds or changes the graph and launches it. Throws DriverError; the next run then builds it anew.
  void run(Stream stream);

 private:
  static constexpr std::size_t most_before = 8;
  // Numbers of steps that another one comes behind.
  struct Before {
    std::array<std::uint8_t, most_before> step{};
    std::size_t count = 0;
    void add(std::size_t number);
    void add(const Before& other);
    bool operator==(const Before&) const = default;
  };
  enum class Kind { kernel, copy_up, copy_down, clear };
  struct Step {
    Kind kind = Kind::kernel;
    Before before;
    Function function = nullptr;
    std::size_t blocks = 0;
    unsigned threads = 0;
    std::size_t shared_bytes = 0;
    KemKernelArgs args{};
    std::byte* device = nullptr;
    void* host = nullptr;
    std::size_t bytes = 0;
    bool same_place(const Step& other) const {
      return kind == other.kind && before == other.before && function == other.function;
    }
    bool same_values(const Step& other) const;
  };

  std::size_t add(const Step& step);
  bool fits() const;  // what was built has the form of the description
  void build();
  void change();
  void forget() noexcept;

  GpuContext& context_;
  const GpuContext::Kernels* kernels_ = nullptr;
  std::size_t shape_ = 0;
  std::vector<Step> steps_, built_;  // the description, and what the graph does
  std::array<Before, strand_count> ends_;
  Before forked_, copies_down_;
  std::vector<GraphNode> nodes_;
  Graph graph_ = nullptr;
  GraphExec exec_ = nullptr;
};

}  // namespace pqlane::gpu
