// cuda_graph_api.cpp: the functions of the CUDA driver API [CUDA-DRIVER] about graphs, on the fake machine. A
// fake driver without this file is one that has no graphs.
#include "gpu/fake_driver/cuda_result.hpp"
#include "gpu/fake_driver/machine.hpp"

#define FAKE_API extern "C" __attribute__((visibility("default"))) int

using fake::code;
using fake::Graph;
using fake::GraphExec;
using fake::GraphNode;
using fake::Machine;
using fake::NodeParameters;
using fake::Result;

namespace {

using DevicePointer = unsigned long long;

struct KernelParameters {  // CUDA_KERNEL_NODE_PARAMS
  fake::Function* function;
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes;
  void** arguments;
  void** extra;
};
struct CopySide {
  std::size_t x_bytes, y, z, lod;
  unsigned type;
  void* host;
  DevicePointer device;
  void *array, *reserved;
  std::size_t pitch, height;
};
struct CopyParameters {  // CUDA_MEMCPY3D
  CopySide from, to;
  std::size_t width_bytes, height, depth;
};
struct SetParameters {  // CUDA_MEMSET_NODE_PARAMS
  DevicePointer memory;
  std::size_t pitch;
  unsigned value, element_bytes;
  std::size_t width, height;
};
static_assert(sizeof(CopyParameters) == 200 && sizeof(SetParameters) == 40);

Machine& machine() { return Machine::cuda(); }

bool take(const KernelParameters& p, NodeParameters& node) {
  if (p.function == nullptr || p.grid_y != 1 || p.grid_z != 1 || p.block_y != 1 || p.block_z != 1)
    return false;
  if (p.arguments == nullptr || p.extra != nullptr) return false;
  node.kind = NodeParameters::Kind::kernel;
  node.function = p.function;
  node.blocks = p.grid_x;
  node.threads = p.block_x;
  node.shared_bytes = p.shared_bytes;
  const auto* bytes = static_cast<const std::byte*>(p.arguments[0]);
  node.argument.assign(bytes, bytes + p.function->kernel->argument_bytes);
  return true;
}

bool take_side(const CopySide& p, NodeParameters::Side& side) {
  if (p.x_bytes != 0 || p.y != 0 || p.z != 0 || (p.type != 1 && p.type != 2)) return false;
  const bool device = p.type == 2;
  side = {device ? static_cast<std::uintptr_t>(p.device) : reinterpret_cast<std::uintptr_t>(p.host), 0,
          device};
  return true;
}
bool take(const CopyParameters& p, NodeParameters& node) {
  node.kind = NodeParameters::Kind::copy;
  node.bytes = p.width_bytes;
  return p.width_bytes != 0 && p.height == 1 && p.depth == 1 && take_side(p.to, node.to) &&
         take_side(p.from, node.from);
}

bool take(const SetParameters& p, NodeParameters& node) {
  node.kind = NodeParameters::Kind::set;
  node.to = {static_cast<std::uintptr_t>(p.memory), 0, true};
  node.bytes = p.width;
  return p.value == 0 && p.element_bytes == 1 && p.height == 1 && p.width != 0;
}

template <class Parameters>
int add(void** node, void* graph, void* const* after, std::size_t count, const Parameters* parameters) {
  NodeParameters taken{};
  if (!take(*parameters, taken)) return code(Result::invalid_value);
  std::vector<GraphNode*> before;
  for (std::size_t i = 0; i < count; ++i) before.push_back(static_cast<GraphNode*>(after[i]));
  GraphNode* made = nullptr;
  const Result result = machine().add_node(static_cast<Graph*>(graph), before, std::move(taken), made);
  *node = made;
  return code(result);
}

template <class Parameters>
int set(void* exec, void* node, const Parameters* parameters) {
  NodeParameters taken{};
  if (!take(*parameters, taken)) return code(Result::invalid_value);
  return code(
      machine().set_node(static_cast<GraphExec*>(exec), static_cast<GraphNode*>(node), std::move(taken)));
}

}  // namespace

FAKE_API cuGraphCreate(void** graph, unsigned flags) {
  if (flags != 0) return code(Result::invalid_value);
  Graph* made = nullptr;
  const Result result = machine().make_graph(made);
  *graph = made;
  return code(result);
}
FAKE_API cuGraphDestroy(void* graph) { return code(machine().destroy_graph(static_cast<Graph*>(graph))); }
FAKE_API cuGraphAddKernelNode(void** node, void* graph, void* const* after, std::size_t count,
                              const KernelParameters* parameters) {
  return add(node, graph, after, count, parameters);
}
FAKE_API cuGraphAddMemcpyNode(void** node, void* graph, void* const* after, std::size_t count,
                              const CopyParameters* parameters, void* context) {
  if (context != Machine::current()) return code(Result::invalid_context);
  return add(node, graph, after, count, parameters);
}
FAKE_API cuGraphAddMemsetNode(void** node, void* graph, void* const* after, std::size_t count,
                              const SetParameters* parameters, void* context) {
  if (context != Machine::current()) return code(Result::invalid_context);
  return add(node, graph, after, count, parameters);
}
FAKE_API cuGraphInstantiateWithFlags(void** exec, void* graph, unsigned long long flags) {
  if (flags != 0) return code(Result::invalid_value);
  GraphExec* made = nullptr;
  const Result result = machine().instantiate(static_cast<Graph*>(graph), made);
  *exec = made;
  return code(result);
}
FAKE_API cuGraphExecDestroy(void* exec) {
  return code(machine().destroy_exec(static_cast<GraphExec*>(exec)));
}
FAKE_API cuGraphExecKernelNodeSetParams(void* exec, void* node, const KernelParameters* parameters) {
  return set(exec, node, parameters);
}
FAKE_API cuGraphLaunch(void* exec, void* stream) {
  return code(machine().launch_graph(static_cast<GraphExec*>(exec), static_cast<fake::Stream*>(stream)));
}
