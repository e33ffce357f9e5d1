// gpu_graph.cpp: see gpu_graph.hpp.
#include "runtime/gpu_graph.hpp"

#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace pqlane::gpu {
namespace {

static_assert(std::is_trivially_copyable_v<KemKernelArgs> &&
              std::has_unique_object_representations_v<KemKernelArgs>);

std::size_t index_of(Strand strand) { return static_cast<std::size_t>(strand); }

}  // namespace

void GpuGraph::Before::add(std::size_t number) {
  for (std::size_t i = 0; i < count; ++i) {
    if (step[i] == number) return;
  }
  if (count == most_before) throw std::logic_error("a step of a graph behind too many others");
  step[count++] = static_cast<std::uint8_t>(number);
}
void GpuGraph::Before::add(const Before& other) {
  for (std::size_t i = 0; i < other.count; ++i) add(other.step[i]);
}

bool GpuGraph::Step::same_values(const Step& other) const {
  return blocks == other.blocks && threads == other.threads && shared_bytes == other.shared_bytes &&
         device == other.device && host == other.host && bytes == other.bytes &&
         std::memcmp(&args, &other.args, sizeof args) == 0;
}

void GpuGraph::begin(std::size_t shape) {
  kernels_ = &context_.kernels(shape);
  shape_ = shape;
  steps_.clear();
  ends_ = {};
  forked_ = copies_down_ = {};
}

std::size_t GpuGraph::add(const Step& step) {
  steps_.push_back(step);
  return steps_.size() - 1;
}

void GpuGraph::copy_up(std::byte* device, const void* host, std::size_t bytes) {
  Step step;
  step.kind = Kind::copy_up;
  step.device = device;
  step.host = const_cast<void*>(host);  // the driver only reads it
  step.bytes = bytes;
  ends_[index_of(Strand::main)].add(add(step));
}

void GpuGraph::launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand strand) {
  const KemKernelInfo info = kem_kernel_info(kernel, shape_, kernels_->tile_ops);
  if (info.by_tiles) blocks = blocks_by_tiles(args, kernels_->tile_ops);
  Before& end = ends_[index_of(strand)];
  Step step;
  step.kind = Kind::kernel;
  step.before = strand != Strand::main && end.count == 0 ? forked_ : end;
  step.function = kernels_->functions[static_cast<std::size_t>(kernel)];
  step.blocks = blocks;
  step.threads = info.threads;
  step.shared_bytes = info.shared_bytes;
  step.args = args;
  end = {};
  end.add(add(step));
}

void GpuGraph::fork() {
  forked_ = ends_[index_of(Strand::main)];
  for (std::size_t s = index_of(Strand::main) + 1; s < strand_count; ++s) ends_[s] = {};
}
void GpuGraph::join() {
  for (std::size_t s = index_of(Strand::main) + 1; s < strand_count; ++s) {
    ends_[index_of(Strand::main)].add(ends_[s]);
    ends_[s] = {};
  }
}

void GpuGraph::copy_down(void* host, std::byte* device, std::size_t bytes) {
  Step step;
  step.kind = Kind::copy_down;
  step.before = ends_[index_of(Strand::main)];
  step.device = device;
  step.host = host;
  step.bytes = bytes;
  copies_down_.add(add(step));
}

void GpuGraph::clear(std::byte* memory, std::size_t bytes) {
  if (bytes == 0) return;
  Step step;
  step.kind = Kind::clear;
  step.before = copies_down_.count != 0 ? copies_down_ : ends_[index_of(Strand::main)];
  step.device = memory;
  step.bytes = bytes;
  add(step);
}

bool GpuGraph::fits() const {
  if (exec_ == nullptr || steps_.size() != built_.size()) return false;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!steps_[i].same_place(built_[i])) return false;
    if (steps_[i].kind != Kind::kernel && !steps_[i].same_values(built_[i])) return false;
  }
  return true;
}

void GpuGraph::build() {
  const Driver& driver = context_.driver();
  forget();
  graph_ = driver.make_graph();
  for (Step& step : steps_) {
    std::array<GraphNode, most_before> nodes{};
    for (std::size_t i = 0; i < step.before.count; ++i) nodes[i] = nodes_[step.before.step[i]];
    const std::span<const GraphNode> after(nodes.data(), step.before.count);
    void* arguments[] = {&step.args};
    switch (step.kind) {
      case Kind::kernel:
        nodes_.push_back(driver.add_kernel(
            graph_, after, {step.function, step.blocks, step.threads, step.shared_bytes, arguments}));
        break;
      case Kind::copy_up:
      case Kind::copy_down:
        nodes_.push_back(driver.add_copy(graph_, after,
                                         {step.device, step.host, step.bytes, step.kind == Kind::copy_up},
                                         context_.handle()));
        break;
      case Kind::clear:
        nodes_.push_back(driver.add_clear(graph_, after, step.device, step.bytes, context_.handle()));
        break;
    }
  }
  exec_ = driver.instantiate(graph_);
}

void GpuGraph::change() {
  const Driver& driver = context_.driver();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    Step& step = steps_[i];
    if (step.same_values(built_[i])) continue;
    void* arguments[] = {&step.args};
    driver.set_kernel(exec_, nodes_[i],
                      {step.function, step.blocks, step.threads, step.shared_bytes, arguments});
  }
}

void GpuGraph::run(Stream stream) {
  try {
    if (fits()) {
      change();
    } else {
      build();
    }
    built_.swap(steps_);
    context_.driver().launch_graph(exec_, stream);
  } catch (const DriverError&) {
    forget();
    throw;
  }
}

void GpuGraph::forget() noexcept {
  const Driver& driver = context_.driver();
  if (exec_ != nullptr) driver.destroy_exec(exec_);
  if (graph_ != nullptr) driver.destroy_graph(graph_);
  exec_ = nullptr;
  graph_ = nullptr;
  nodes_.clear();
  built_.clear();
}

}  // namespace pqlane::gpu
