// machine.hpp: the fake GPUs: contexts, streams, events, modules and the order in which work runs. Vendors'
// calls (cuda_api.cpp) are thin covers of it.
//
// Work of a stream runs in order, work of different streams in random order, one piece at a time or, when
// several host threads wait, several at once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gpu/fake_driver/kernels.hpp"
#include "gpu/fake_driver/memory.hpp"

namespace fake {

enum class Result {
  ok,
  invalid_value,
  out_of_memory,
  not_initialized,
  no_device,
  invalid_device,
  invalid_image,
  invalid_context,
  invalid_handle,
  not_found,
  not_ready,
  illegal_address,
  launch_failed
};

struct Context {
  int device = 0;
  int references = 1;
  Result lost = Result::ok;  // what every call returns from then on
  struct Stream* default_stream = nullptr;
};

struct Event {
  Context* context;
  std::uint64_t recorded = 0, completed = 0;  // numbers of records
  double time_ms = 0;
};

// A piece of a stream's work.
struct Work {
  std::function<void()> run;      // without the lock
  std::function<bool()> blocked;  // with it; may be empty
  bool fatal = false;             // the context is lost instead
};

struct Stream {
  Context* context;
  std::deque<Work> queue;
  bool running = false;
};

struct Module {
  Context* context;
  std::string image;
};

struct Function {
  Module* module;
  const Kernel* kernel;
  std::size_t most_shared_bytes = 48 * 1024;  // without asking for more
};

// What a node of a graph does.
struct NodeParameters {
  enum class Kind { kernel, copy, set } kind;
  Function* function = nullptr;
  unsigned blocks = 0, threads = 0;
  std::size_t shared_bytes = 0;
  std::vector<std::byte> argument;
  struct Side {
    std::uintptr_t address;
    std::size_t pitch;
    bool device;
  };
  Side to{}, from{};
  std::size_t bytes = 0;
};

struct GraphNode {
  std::vector<GraphNode*> after;
  NodeParameters parameters;
};

struct Graph {
  Context* context;
  std::vector<std::unique_ptr<GraphNode>> nodes;
};

// Nodes of an instance have the numbers that they have in the graph.
struct GraphExec {
  Context* context;
  Graph* graph;
  std::vector<NodeParameters> parameters;
};

struct Options {
  std::uint64_t devices = 1, hip_devices = 1, hip_version = 60000000, gfx = 0x90a, version = 13000,
                capability = 90, multiprocessors = 2, memory_bytes = std::uint64_t{1} << 30,
                host_bytes = std::uint64_t{1} << 30, lost_device = 0, lost_at_launch = 0,
                graph_launch_fails = 0, worker = 0, seed = 1;
};

// Every member function locks, unless its name ends in _locked.
class Machine {
 public:
  static Machine& cuda();
  static Machine& hip();

  void set_option(const std::string& name, std::uint64_t value);  // ends the process when unknown
  std::uint64_t counter(const std::string& name);                 // ends the process when unknown
  void reset_peak();
  std::size_t find(const void* bytes, std::size_t count, bool on_devices = true);
  void forget_freed();
  void set_hook(void (*hook)(void*), void* data);
  Options options();

  Result initialize();
  Result check_device(int device);
  Result retain_context(int device, Context*& context);
  Result release_context(int device);
  Result set_current(Context* context);
  static Context* current();  // of the calling thread

  Result load_module(std::string image, Module*& module);
  Result unload_module(Module* module);
  Result get_function(Module* module, const char* name, Function*& function);
  Result allow_shared(Function* function, std::size_t bytes);

  Result allocate_device(std::size_t bytes, std::uintptr_t& address);
  Result allocate_host(std::size_t bytes, void*& memory);
  Result free_device(std::uintptr_t address);
  Result free_host(void* memory);
  Result register_host(void* memory, std::size_t bytes);
  Result unregister_host(void* memory);
  Result memory_info(std::size_t& available, std::size_t& total);
  enum class Kind { unknown, host, device };
  Kind kind_of(std::uintptr_t address, Context*& context);

  Result make_stream(Stream*& stream);
  Result destroy_stream(Stream* stream);
  Result synchronize(Stream* stream);
  Result query(Stream* stream);
  Result make_event(Event*& event);
  Result destroy_event(Event* event);
  Result record(Event* event, Stream* stream);
  Result wait_event(Stream* stream, Event* event);
  Result synchronize(Event* event);
  Result query(Event* event);
  Result elapsed(float& ms, Event* begin, Event* end);

  Result launch(Function* function, unsigned blocks, unsigned threads, std::size_t shared_bytes,
                Stream* stream, const void* argument);
  // `rows` rows of `bytes` bytes; host addresses as they are.
  using Side = NodeParameters::Side;
  Result copy(const Side& to, const Side& from, std::size_t bytes, std::size_t rows, Stream* stream);
  Result copy_now(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);
  // Later work waits until a page-locked word has reached the number, as 32-bit numbers go round.
  Result wait_word(Stream* stream, std::uintptr_t word, std::uint32_t number);
  Result set_bytes(std::uintptr_t address, unsigned char value, std::size_t bytes, Stream* stream);
  Result make_graph(Graph*& graph);
  Result destroy_graph(Graph* graph);
  Result add_node(Graph* graph, std::vector<GraphNode*> after, NodeParameters parameters, GraphNode*& node);
  Result instantiate(Graph* graph, GraphExec*& exec);
  Result destroy_exec(GraphExec* exec);
  Result set_node(GraphExec* exec, GraphNode* node, NodeParameters parameters);
  // Its nodes run in a random order that heeds what comes behind what.
  Result launch_graph(GraphExec* exec, Stream* stream);
  void count_call() { ++calls_; }

  Result call_host(Stream* stream, void (*function)(void*), void* data);

 private:
  using Lock = std::unique_lock<std::mutex>;
  explicit Machine(bool is_hip);
  std::uint64_t devices() const { return is_hip_ ? options_.hip_devices : options_.devices; }

  Result ready_locked();  // the calling thread has a context that works
  Result stream_locked(Stream*& stream);
  template <class Object>
  Result known_locked(const std::set<Object*>& set, Object* object) {
    if (set.count(object) != 0 && object->context == current()) return Result::ok;
    ++misuses_;
    return Result::invalid_handle;
  }
  void enqueue_locked(Stream* stream, Work work);
  Result make_kernel_locked(Function* function, unsigned blocks, unsigned threads, std::size_t shared_bytes,
                            const void* argument, Work& work);
  void count_launch_locked(Work& work);
  Result make_copy_locked(Side to, Side from, std::size_t bytes, std::size_t rows, Work& work,
                          bool& pageable);
  Result make_set_locked(std::uintptr_t address, unsigned char value, std::size_t bytes, Work& work);
  Result make_node_locked(const NodeParameters& parameters, Work& work);
  std::vector<Stream*> runnable_locked();
  bool run_some(Lock& lock);
  void wait_until(Lock& lock, const std::function<bool()>& done);
  void lose_locked(Context* context);
  void destroy_locked(Context* context);
  void work_forever();
  std::vector<std::byte> translate_locked(const void* argument, std::size_t bytes, const Context* context);

  const bool is_hip_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Options options_;
  Memory memory_;
  bool initialized_ = false, has_thread_ = false;
  std::vector<std::unique_ptr<Context>> contexts_;  // by device, null when not retained
  std::set<Stream*> streams_;
  std::set<Event*> events_;
  std::set<Module*> modules_;
  std::set<Function*> functions_;
  std::set<Graph*> graphs_;
  std::set<GraphExec*> execs_;
  std::mt19937_64 random_{1};
  std::uint64_t launches_ = 0, launches_of_lost_device_ = 0, misuses_ = 0, events_made_ = 0,
                peak_device_bytes_ = 0, graph_launches_ = 0, graphs_built_ = 0, graph_changes_ = 0;
  std::atomic<std::uint64_t> calls_{0};
  void (*hook_)(void*) = nullptr;
  void* hook_data_ = nullptr;
};

}  // namespace fake
