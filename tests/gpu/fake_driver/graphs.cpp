// graphs.cpp: the part of machine.hpp about graphs.
#include <algorithm>

#include "gpu/fake_driver/machine.hpp"

namespace fake {

Result Machine::make_graph(Graph*& graph) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  graph = *graphs_.insert(new Graph{current(), {}}).first;
  return Result::ok;
}

Result Machine::destroy_graph(Graph* graph) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(graphs_, graph); bad != Result::ok) return bad;
  graphs_.erase(graph);
  delete graph;
  return Result::ok;
}

// What the node would do if it ran now. Memory that is not page-locked is refused: an instance outlives
// calls.
Result Machine::make_node_locked(const NodeParameters& p, Work& work) {
  bool pageable = false;
  Result bad = Result::ok;
  switch (p.kind) {
    case NodeParameters::Kind::kernel:
      return make_kernel_locked(p.function, p.blocks, p.threads, p.shared_bytes, p.argument.data(), work);
    case NodeParameters::Kind::copy:
      bad = make_copy_locked(p.to, p.from, p.bytes, 1, work, pageable);
      if (bad != Result::ok || !pageable) return bad;
      ++misuses_;
      return Result::invalid_value;
    case NodeParameters::Kind::set: return make_set_locked(p.to.address, 0, p.bytes, work);
  }
  return Result::invalid_value;
}

Result Machine::add_node(Graph* graph, std::vector<GraphNode*> after, NodeParameters parameters,
                         GraphNode*& node) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(graphs_, graph); bad != Result::ok) return bad;
  for (auto i = after.begin(); i != after.end(); ++i) {
    const bool own = std::any_of(graph->nodes.begin(), graph->nodes.end(),
                                 [&](const auto& known) { return known.get() == *i; });
    if (!own || std::find(after.begin(), i, *i) != i) {  // unknown, or twice
      ++misuses_;
      return Result::invalid_value;
    }
  }
  Work work;
  if (const Result bad = make_node_locked(parameters, work); bad != Result::ok) return bad;
  graph->nodes.push_back(std::make_unique<GraphNode>(GraphNode{std::move(after), std::move(parameters)}));
  node = graph->nodes.back().get();
  return Result::ok;
}

Result Machine::instantiate(Graph* graph, GraphExec*& exec) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(graphs_, graph); bad != Result::ok) return bad;
  exec = *execs_.insert(new GraphExec{current(), graph, {}}).first;
  for (const auto& node : graph->nodes) exec->parameters.push_back(node->parameters);
  ++graphs_built_;
  return Result::ok;
}

Result Machine::destroy_exec(GraphExec* exec) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(execs_, exec); bad != Result::ok) return bad;
  execs_.erase(exec);
  delete exec;
  return Result::ok;
}

Result Machine::set_node(GraphExec* exec, GraphNode* node, NodeParameters parameters) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(execs_, exec); bad != Result::ok) return bad;
  if (const Result bad = known_locked(graphs_, exec->graph); bad != Result::ok) return bad;
  for (std::size_t i = 0; i < exec->graph->nodes.size(); ++i) {
    if (exec->graph->nodes[i].get() != node) continue;
    const NodeParameters& before = exec->parameters[i];
    Work work;
    // A copy keeps its direction.
    if (before.kind != parameters.kind || before.to.device != parameters.to.device) break;
    if (const Result bad = make_node_locked(parameters, work); bad != Result::ok) return bad;
    exec->parameters[i] = std::move(parameters);
    ++graph_changes_;
    return Result::ok;
  }
  ++misuses_;
  return Result::invalid_value;
}

Result Machine::launch_graph(GraphExec* exec, Stream* stream) {
  const Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  if (const Result bad = known_locked(execs_, exec); bad != Result::ok) return bad;
  if (const Result bad = known_locked(graphs_, exec->graph); bad != Result::ok) return bad;
  if (options_.graph_launch_fails != 0) return Result::launch_failed;
  const auto& nodes = exec->graph->nodes;
  std::set<const GraphNode*> begun;
  std::vector<Work> order;
  while (begun.size() < nodes.size()) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto is_begun = [&](const GraphNode* node) { return begun.count(node) != 0; };
      if (!is_begun(nodes[i].get()) &&
          std::all_of(nodes[i]->after.begin(), nodes[i]->after.end(), is_begun)) {
        ready.push_back(i);
      }
    }
    const std::size_t next = ready[random_() % ready.size()];
    Work work;
    const Result bad = make_node_locked(exec->parameters[next], work);
    if (bad != Result::ok) return bad;
    if (exec->parameters[next].kind == NodeParameters::Kind::kernel) count_launch_locked(work);
    order.push_back(std::move(work));
    begun.insert(nodes[next].get());
  }
  ++graph_launches_;
  for (Work& work : order) enqueue_locked(stream, std::move(work));
  return Result::ok;
}

}  // namespace fake
