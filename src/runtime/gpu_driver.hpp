// gpu_driver.hpp: the driver API of a GPU vendor, opened at run time: nothing of it is needed to build or to
// start the library.
//
// Prototypes are our own and cover what pqlane calls. The CUDA driver API and the HIP runtime's module API
// have the same shape; where they differ, Driver hides it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pqlane::gpu {

// An error of the driver, with the call that failed.
struct DriverError {
  int code = 0;
  std::string message;
  bool out_of_memory = false;
};

using Context = void*;
using Module = void*;
using Function = void*;
using Stream = void*;
using Event = void*;
using Graph = void*;
using GraphNode = void*;
using GraphExec = void*;

enum class Vendor { cuda, hip };

// One process-wide instance a vendor. Calls throw DriverError; all are thread-safe.
class Driver {
 public:
  // Null, with a reason in `why_not`, when the library is missing, has no device or is too old.
  static const Driver* open(Vendor vendor, std::string& why_not);
  static const Driver* cuda(std::string& why_not) { return open(Vendor::cuda, why_not); }
  // "cuda" or "hip": how device names begin.
  static const char* name(Vendor vendor) { return vendor == Vendor::cuda ? "cuda" : "hip"; }

  Vendor vendor() const { return vendor_; }

  struct DeviceInfo {
    std::string name;
    std::string architecture;  // "compute capability 9.0", "gfx90a:sramecc+:xnack-"
    int major = 0, minor = 0;  // compute capability, of CUDA only
    int multiprocessors = 0;
    std::size_t memory_bytes = 0;
  };
  int device_count() const { return device_count_; }
  int version() const { return version_; }  // 13000 is CUDA 13.0, 60000000 HIP 6.0
  DeviceInfo device_info(int index) const;

  // The primary context, which the CUDA or HIP runtime uses too; make_current before other calls of a thread.
  Context retain_context(int index) const;
  void release_context(int index) const noexcept;
  void make_current(Context context) const;
  // The calling thread's, null for none.
  Context current() const;

  Module load_module(const void* image) const;
  void unload_module(Module module) const noexcept;
  Function get_function(Module module, const char* name) const;
  void allow_shared_memory(Function function, std::size_t bytes) const;
  void launch(Function function, std::size_t blocks, unsigned threads, std::size_t shared_bytes,
              Stream stream, void** arguments) const;

  std::byte* allocate(std::size_t bytes) const;  // device memory
  void free(std::byte* memory) const noexcept;
  std::byte* allocate_host(std::size_t bytes) const;  // page-locked
  void free_host(std::byte* memory) const noexcept;
  std::size_t free_memory() const;
  // Where memory is, as the driver knows it: pageable is what it does not know.
  enum class MemoryKind { pageable, page_locked, device };
  struct MemoryPlace {
    MemoryKind kind = MemoryKind::pageable;
    int device = 0;  // index, with MemoryKind::device
  };
  MemoryPlace place_of(const void* memory) const noexcept;
  // Copies between any two places and waits.
  void copy(void* to, const void* from, std::size_t bytes) const;

  Stream make_stream() const;
  void destroy_stream(Stream stream) const noexcept;
  void synchronize(Stream stream) const;
  void copy_to_device(std::byte* to, const void* from, std::size_t bytes, Stream stream) const;
  void copy_to_host(void* to, const std::byte* from, std::size_t bytes, Stream stream) const;
  void clear(std::byte* memory, std::size_t bytes, Stream stream) const;
  void clear_now(std::byte* memory, std::size_t bytes) const;  // waits

  Event make_event() const;
  void destroy_event(Event event) const noexcept;
  void record(Event event, Stream stream) const;
  // Later work of the stream waits for what was recorded.
  void wait(Stream stream, Event event) const;
  float elapsed_ms(Event begin, Event end) const;  // waits for `end`

  // Graphs, of CUDA alone. Null, or the name of a function without which there are none.
  const char* lacking_for_graphs() const { return lacking_for_graphs_; }
  struct KernelNode {
    Function function;
    std::size_t blocks;
    unsigned threads;
    std::size_t shared_bytes;
    void** arguments;
  };
  struct CopyNode {
    std::byte* device;
    void* host;
    std::size_t bytes;
    bool up;  // to the device
  };
  Graph make_graph() const;
  void destroy_graph(Graph graph) const noexcept;
  GraphNode add_kernel(Graph graph, std::span<const GraphNode> after, const KernelNode& kernel) const;
  GraphNode add_copy(Graph graph, std::span<const GraphNode> after, const CopyNode& copy,
                     Context context) const;
  GraphNode add_clear(Graph graph, std::span<const GraphNode> after, std::byte* memory, std::size_t bytes,
                      Context context) const;
  GraphExec instantiate(Graph graph) const;
  void destroy_exec(GraphExec exec) const noexcept;
  // Of an instance whose graph still exists.
  void set_kernel(GraphExec exec, GraphNode node, const KernelNode& kernel) const;
  void launch_graph(GraphExec exec, Stream stream) const;

 private:
  explicit Driver(Vendor vendor) : vendor_(vendor) {}
  struct Calls;
  static std::unique_ptr<Driver> try_open(Vendor vendor, std::string& why_not);
  bool is_cuda() const { return vendor_ == Vendor::cuda; }
  void check(int code, const char* cuda_call, const char* hip_call) const;

  Vendor vendor_;
  std::unique_ptr<Calls, void (*)(Calls*)> calls_{nullptr, nullptr};
  int device_count_ = 0;
  int version_ = 0;
  const char* lacking_for_graphs_ = "graphs of HIP";
};

}  // namespace pqlane::gpu
