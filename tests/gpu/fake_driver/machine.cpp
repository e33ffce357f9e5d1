// machine.cpp: see machine.hpp. Options, contexts, modules and memory; streams are in streams.cpp.
#include "gpu/fake_driver/machine.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fake {
namespace {

thread_local Context* current_context = nullptr;

constexpr std::size_t most_shared_bytes = 227 * 1024;  // a block, compute capability 9.0

struct OptionName {
  const char* name;
  std::uint64_t Options::* member;
};
constexpr OptionName option_names[] = {{"devices", &Options::devices},
                                       {"version", &Options::version},
                                       {"hip_devices", &Options::hip_devices},
                                       {"hip_version", &Options::hip_version},
                                       {"gfx", &Options::gfx},
                                       {"capability", &Options::capability},
                                       {"multiprocessors", &Options::multiprocessors},
                                       {"memory_bytes", &Options::memory_bytes},
                                       {"host_bytes", &Options::host_bytes},
                                       {"lost_device", &Options::lost_device},
                                       {"lost_at_launch", &Options::lost_at_launch},
                                       {"graph_launch_fails", &Options::graph_launch_fails},
                                       {"worker", &Options::worker},
                                       {"seed", &Options::seed}};

}  // namespace

// They outlive whatever ends later.
Machine& Machine::cuda() {
  static Machine* machine = new Machine(false);
  return *machine;
}
Machine& Machine::hip() {
  static Machine* machine = new Machine(true);
  return *machine;
}

Machine::Machine(bool is_hip) : is_hip_(is_hip) {
  for (const OptionName& option : option_names) {
    std::string variable = std::string("FAKE_GPU_") + option.name;
    std::transform(variable.begin(), variable.end(), variable.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    if (const char* value = std::getenv(variable.c_str()))
      set_option(option.name, std::strtoull(value, nullptr, 0));
  }
}

void Machine::set_option(const std::string& name, std::uint64_t value) {
  const Lock lock(mutex_);
  for (const OptionName& option : option_names) {
    if (name != option.name) continue;
    options_.*option.member = value;
    if (name == "lost_at_launch") launches_of_lost_device_ = 0;
    if (name == "seed") {
      random_.seed(value);
      memory_.seed(value + 1);
    }
    changed_.notify_all();
    return;
  }
  std::fprintf(stderr, "fake driver: no option %s\n", name.c_str());
  std::abort();
}

Options Machine::options() {
  const Lock lock(mutex_);
  return options_;
}

std::uint64_t Machine::counter(const std::string& name) {
  const Lock lock(mutex_);
  if (name == "launches") return launches_;
  if (name == "calls") return calls_;
  if (name == "graph_launches") return graph_launches_;
  if (name == "graphs_built") return graphs_built_;
  if (name == "graph_changes") return graph_changes_;
  if (name == "events") return events_made_;
  if (name == "misuses") return misuses_ + memory_.overruns();
  if (name == "device_bytes") return memory_.device_bytes(nullptr);
  if (name == "peak_device_bytes") return peak_device_bytes_;
  if (name == "objects") {
    return memory_.blocks(nullptr) + streams_.size() + events_.size() + modules_.size() + graphs_.size() +
           execs_.size();
  }
  std::fprintf(stderr, "fake driver: no counter %s\n", name.c_str());
  std::abort();
}

void Machine::reset_peak() {
  const Lock lock(mutex_);
  peak_device_bytes_ = memory_.device_bytes(nullptr);
}

std::size_t Machine::find(const void* bytes, std::size_t count, bool on_devices) {
  const Lock lock(mutex_);
  return memory_.find(bytes, count, on_devices);
}

void Machine::forget_freed() {
  const Lock lock(mutex_);
  memory_.forget_freed();
}

void Machine::set_hook(void (*hook)(void*), void* data) {
  const Lock lock(mutex_);
  hook_ = hook;
  hook_data_ = data;
}

// ---- contexts ---------------------------------------------------------------

Result Machine::initialize() {
  const Lock lock(mutex_);
  if (devices() == 0) return Result::no_device;
  initialized_ = true;
  contexts_.resize(devices());
  return Result::ok;
}

Result Machine::check_device(int device) {
  const Lock lock(mutex_);
  if (!initialized_) return Result::not_initialized;
  return device >= 0 && static_cast<std::size_t>(device) < contexts_.size() ? Result::ok
                                                                            : Result::invalid_device;
}

Result Machine::retain_context(int device, Context*& context) {
  if (const Result bad = check_device(device); bad != Result::ok) return bad;
  const Lock lock(mutex_);
  auto& place = contexts_[static_cast<std::size_t>(device)];
  if (place != nullptr) {
    ++place->references;
  } else {
    place = std::make_unique<Context>();
    place->device = device;
  }
  context = place.get();
  return Result::ok;
}

Result Machine::release_context(int device) {
  if (const Result bad = check_device(device); bad != Result::ok) return bad;
  Lock lock(mutex_);
  auto& place = contexts_[static_cast<std::size_t>(device)];
  if (place == nullptr) return Result::invalid_context;
  if (--place->references > 0) return Result::ok;
  Context* context = place.get();
  context->lost = Result::invalid_context;  // nothing new begins
  for (Stream* stream : streams_) {
    if (stream->context == context) stream->queue.clear();
  }
  wait_until(lock, [&] {
    return std::none_of(streams_.begin(), streams_.end(),
                        [&](const Stream* s) { return s->context == context && s->running; });
  });
  destroy_locked(context);
  place.reset();
  return Result::ok;
}

void Machine::destroy_locked(Context* context) {
  memory_.free_all(context);
  const auto destroy = [](auto& set, const auto& belongs) {
    for (auto i = set.begin(); i != set.end();) {
      if (!belongs(*i)) {
        ++i;
        continue;
      }
      delete *i;
      i = set.erase(i);
    }
  };
  const auto of_context = [&](const auto* object) { return object->context == context; };
  destroy(functions_, [&](const Function* f) { return f->module->context == context; });
  destroy(streams_, of_context);
  destroy(events_, of_context);
  destroy(modules_, of_context);
  destroy(execs_, of_context);
  destroy(graphs_, of_context);
}

Result Machine::set_current(Context* context) {
  const Lock lock(mutex_);
  if (!initialized_) return Result::not_initialized;
  if (context != nullptr && std::none_of(contexts_.begin(), contexts_.end(),
                                         [&](const auto& place) { return place.get() == context; })) {
    return Result::invalid_context;  // no misuse: who gives back what was current may come too late
  }
  current_context = context;
  return Result::ok;
}

Context* Machine::current() { return current_context; }

Result Machine::ready_locked() {
  if (!initialized_) return Result::not_initialized;
  if (std::none_of(contexts_.begin(), contexts_.end(),
                   [](const auto& place) { return place != nullptr && place.get() == current_context; })) {
    ++misuses_;
    return Result::invalid_context;
  }
  return current_context->lost;
}

// ---- modules ----------------------------------------------------------------

Result Machine::load_module(std::string image, Module*& module) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  module = *modules_.insert(new Module{current_context, std::move(image)}).first;
  return Result::ok;
}

Result Machine::unload_module(Module* module) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(modules_, module); bad != Result::ok) return bad;
  for (auto i = functions_.begin(); i != functions_.end();) {
    if ((*i)->module != module) {
      ++i;
      continue;
    }
    delete *i;
    i = functions_.erase(i);
  }
  modules_.erase(module);
  delete module;
  return Result::ok;
}

Result Machine::get_function(Module* module, const char* name, Function*& function) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(modules_, module); bad != Result::ok) return bad;
  const Kernel* kernel = find_kernel(name, is_hip_ ? 16 : 32);
  if (kernel == nullptr || module->image.find(name) == std::string::npos) return Result::not_found;
  function = *functions_.insert(new Function{module, kernel}).first;
  if (is_hip_) function->most_shared_bytes = 64 * 1024;  // of all processors that we know
  return Result::ok;
}

Result Machine::allow_shared(Function* function, std::size_t bytes) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (functions_.count(function) == 0) return Result::invalid_handle;
  if (bytes > most_shared_bytes) return Result::invalid_value;
  function->most_shared_bytes = std::max(function->most_shared_bytes, bytes);
  return Result::ok;
}

// ---- memory -----------------------------------------------------------------

Result Machine::allocate_device(std::size_t bytes, std::uintptr_t& address) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (bytes == 0) return Result::invalid_value;
  const std::size_t used = memory_.device_bytes(current_context);
  if (bytes > options_.memory_bytes || used > options_.memory_bytes - bytes) return Result::out_of_memory;
  const std::byte* p = memory_.allocate_device(bytes, current_context);
  if (p == nullptr) return Result::out_of_memory;
  address = reinterpret_cast<std::uintptr_t>(p);
  peak_device_bytes_ = std::max<std::uint64_t>(peak_device_bytes_, memory_.device_bytes(nullptr));
  return Result::ok;
}

Result Machine::allocate_host(std::size_t bytes, void*& memory) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (bytes == 0) return Result::invalid_value;
  if (memory_.host_bytes() + bytes > options_.host_bytes) return Result::out_of_memory;
  memory = memory_.allocate_host(bytes, current_context);
  return memory != nullptr ? Result::ok : Result::out_of_memory;
}

// Freeing device memory waits for the device, as the driver does.
Result Machine::free_device(std::uintptr_t address) {
  Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  const Context* context = current_context;
  wait_until(lock, [&] {
    return std::none_of(streams_.begin(), streams_.end(), [&](const Stream* s) {
      return s->context == context && (s->running || !s->queue.empty());
    });
  });
  if (memory_.free_device(address)) return Result::ok;
  ++misuses_;
  return Result::invalid_value;
}

Result Machine::free_host(void* memory) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (memory_.free_host(reinterpret_cast<std::uintptr_t>(memory))) return Result::ok;
  ++misuses_;
  return Result::invalid_value;
}

Result Machine::register_host(void* memory, std::size_t bytes) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (bytes == 0 || memory == nullptr) return Result::invalid_value;
  memory_.register_host(static_cast<std::byte*>(memory), bytes, current_context);
  return Result::ok;
}

Result Machine::unregister_host(void* memory) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  return memory_.unregister_host(reinterpret_cast<std::uintptr_t>(memory)) ? Result::ok
                                                                           : Result::invalid_value;
}

Result Machine::memory_info(std::size_t& available, std::size_t& total) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  const std::size_t used = memory_.device_bytes(current_context);
  total = options_.memory_bytes;
  available = total > used ? total - used : 0;
  return Result::ok;
}

Machine::Kind Machine::kind_of(std::uintptr_t address, Context*& context) {
  const Lock lock(mutex_);
  const Memory::Block* block = memory_.device_block(address);
  const Kind kind = block != nullptr ? Kind::device : Kind::host;
  if (block == nullptr) block = memory_.host_block(address);
  if (block == nullptr) return Kind::unknown;
  for (const auto& place : contexts_) {
    if (place.get() == block->owner) context = place.get();
  }
  return kind;
}

}  // namespace fake
