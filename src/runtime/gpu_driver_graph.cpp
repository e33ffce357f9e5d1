// gpu_driver_graph.cpp: the part of gpu_driver.hpp about graphs: work that is described once and launched
// with one call. Of CUDA alone; structures and numbers are those of the CUDA driver API. [CUDA-DRIVER]
#include <vector>

#include "runtime/gpu_driver_calls.hpp"

namespace pqlane::gpu {
namespace {

constexpr int memory_host = 1, memory_device = 2;  // CU_MEMORYTYPE_HOST, _DEVICE

DevicePointer address(const void* p) { return reinterpret_cast<DevicePointer>(p); }

KernelNodeParameters kernel_parameters(const Driver::KernelNode& kernel) {
  KernelNodeParameters p{};
  p.function = kernel.function;
  p.grid[0] = static_cast<unsigned>(kernel.blocks);
  p.block[0] = kernel.threads;
  p.grid[1] = p.grid[2] = p.block[1] = p.block[2] = 1;
  p.shared_bytes = static_cast<unsigned>(kernel.shared_bytes);
  p.arguments = kernel.arguments;
  return p;
}

CopyNodeParameters copy_parameters(const Driver::CopyNode& copy) {
  CopyNodeParameters p{};
  CopyNodeParameters::Side &host = copy.up ? p.from : p.to, &device = copy.up ? p.to : p.from;
  host.type = memory_host;
  host.host = copy.host;
  device.type = memory_device;
  device.device = address(copy.device);
  p.width_bytes = copy.bytes;
  p.height = p.depth = 1;
  return p;
}

ClearNodeParameters clear_parameters(const std::byte* memory, std::size_t bytes) {
  return {address(memory), 0, 0, 1, bytes, 1};
}

}  // namespace

Graph Driver::make_graph() const {
  Graph graph = nullptr;
  check(calls_->graph_create(&graph, 0), "cuGraphCreate", "");
  return graph;
}
void Driver::destroy_graph(Graph graph) const noexcept { (void)calls_->graph_destroy(graph); }

GraphNode Driver::add_kernel(Graph graph, std::span<const GraphNode> after, const KernelNode& kernel) const {
  GraphNode node = nullptr;
  const KernelNodeParameters p = kernel_parameters(kernel);
  check(calls_->graph_add_kernel(&node, graph, after.data(), after.size(), &p), "cuGraphAddKernelNode", "");
  return node;
}
GraphNode Driver::add_copy(Graph graph, std::span<const GraphNode> after, const CopyNode& copy,
                           Context context) const {
  GraphNode node = nullptr;
  const CopyNodeParameters p = copy_parameters(copy);
  check(calls_->graph_add_copy(&node, graph, after.data(), after.size(), &p, context), "cuGraphAddMemcpyNode",
        "");
  return node;
}
GraphNode Driver::add_clear(Graph graph, std::span<const GraphNode> after, std::byte* memory,
                            std::size_t bytes, Context context) const {
  GraphNode node = nullptr;
  const ClearNodeParameters p = clear_parameters(memory, bytes);
  check(calls_->graph_add_clear(&node, graph, after.data(), after.size(), &p, context),
        "cuGraphAddMemsetNode", "");
  return node;
}

GraphExec Driver::instantiate(Graph graph) const {
  GraphExec exec = nullptr;
  check(calls_->graph_instantiate(&exec, graph, 0), "cuGraphInstantiate", "");
  return exec;
}
void Driver::destroy_exec(GraphExec exec) const noexcept { (void)calls_->graph_exec_destroy(exec); }

void Driver::set_kernel(GraphExec exec, GraphNode node, const KernelNode& kernel) const {
  const KernelNodeParameters p = kernel_parameters(kernel);
  check(calls_->graph_set_kernel(exec, node, &p), "cuGraphExecKernelNodeSetParams", "");
}
void Driver::launch_graph(GraphExec exec, Stream stream) const {
  check(calls_->graph_launch(exec, stream), "cuGraphLaunch", "");
}

}  // namespace pqlane::gpu
