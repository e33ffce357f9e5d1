// gpu_driver.cpp: see gpu_driver.hpp. Types and constants of the CUDA driver API [CUDA-DRIVER].
#include "runtime/gpu_driver.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

namespace pqlane::gpu {
namespace {

using DevicePointer = unsigned long long;

constexpr int out_of_memory_code = 2;          // CUDA_ERROR_OUT_OF_MEMORY
constexpr int attribute_multiprocessors = 16;  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
constexpr int attribute_major = 75;            // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
constexpr int attribute_minor = 76;
constexpr int function_max_dynamic_shared = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr int pointer_memory_type = 2;          // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
constexpr int pointer_device = 9;               // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
constexpr unsigned memory_type_host = 1;        // CU_MEMORYTYPE_HOST
constexpr unsigned memory_type_device = 2;
constexpr unsigned stream_non_blocking = 1;  // CU_STREAM_NON_BLOCKING
constexpr int oldest_version = 11000;        // the API below, and PTX for sm_75

DevicePointer address(const std::byte* p) { return reinterpret_cast<DevicePointer>(p); }

}  // namespace

struct Driver::Calls {
  int (*init)(unsigned);
  int (*driver_version)(int*);
  int (*error_name)(int, const char**);
  int (*error_string)(int, const char**);
  int (*device_count)(int*);
  int (*device_get)(int*, int);
  int (*device_name)(char*, int, int);
  int (*device_attribute)(int*, int, int);
  int (*device_memory)(std::size_t*, int);
  int (*context_retain)(Context*, int);
  int (*context_release)(int);
  int (*context_set)(Context);
  int (*module_load)(Module*, const void*);
  int (*module_unload)(Module);
  int (*module_function)(Function*, Module, const char*);
  int (*function_attribute)(Function, int, int);
  int (*launch)(Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream,
                void**, void**);
  int (*memory_allocate)(DevicePointer*, std::size_t);
  int (*memory_free)(DevicePointer);
  int (*host_allocate)(void**, std::size_t, unsigned);
  int (*host_free)(void*);
  int (*memory_info)(std::size_t*, std::size_t*);
  int (*pointer_attribute)(void*, int, DevicePointer);
  int (*stream_create)(Stream*, unsigned);
  int (*stream_destroy)(Stream);
  int (*stream_synchronize)(Stream);
  int (*copy_up)(DevicePointer, const void*, std::size_t, Stream);
  int (*copy_down)(void*, DevicePointer, std::size_t, Stream);
  int (*copy_any)(DevicePointer, DevicePointer, std::size_t);
  int (*set_bytes)(DevicePointer, unsigned char, std::size_t, Stream);
  int (*event_create)(Event*, unsigned);
  int (*event_destroy)(Event);
  int (*event_record)(Event, Stream);
  int (*event_synchronize)(Event);
  int (*stream_wait_event)(Stream, Event, unsigned);
  int (*stream_wait_value)(Stream, DevicePointer, std::uint32_t, unsigned);  // null in drivers before 11.7
  int (*event_elapsed)(float*, Event, Event);
};

const Driver* Driver::cuda(std::string& why_not) {
  static std::string reason;
  static const Driver* driver = open_cuda(reason);
  why_not = reason;
  return driver;
}

const Driver* Driver::open_cuda(std::string& why_not) {
  const char* chosen = secure_getenv("PQLANE_CUDA_DRIVER");
  const char* file = chosen != nullptr ? chosen : "libcuda.so.1";
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    why_not = std::string("no NVIDIA driver: ") + file + " cannot be opened" +
              (chosen != nullptr ? " (named by PQLANE_CUDA_DRIVER)" : "");
    return nullptr;
  }
  auto calls = std::make_unique<Calls>();
  const struct {
    const char* name;
    void* place;
  } symbols[] = {
      {"cuInit", &calls->init},
      {"cuDriverGetVersion", &calls->driver_version},
      {"cuGetErrorName", &calls->error_name},
      {"cuGetErrorString", &calls->error_string},
      {"cuDeviceGetCount", &calls->device_count},
      {"cuDeviceGet", &calls->device_get},
      {"cuDeviceGetName", &calls->device_name},
      {"cuDeviceGetAttribute", &calls->device_attribute},
      {"cuDeviceTotalMem_v2", &calls->device_memory},
      {"cuDevicePrimaryCtxRetain", &calls->context_retain},
      {"cuDevicePrimaryCtxRelease_v2", &calls->context_release},
      {"cuCtxSetCurrent", &calls->context_set},
      {"cuModuleLoadData", &calls->module_load},
      {"cuModuleUnload", &calls->module_unload},
      {"cuModuleGetFunction", &calls->module_function},
      {"cuFuncSetAttribute", &calls->function_attribute},
      {"cuLaunchKernel", &calls->launch},
      {"cuMemAlloc_v2", &calls->memory_allocate},
      {"cuMemFree_v2", &calls->memory_free},
      {"cuMemHostAlloc", &calls->host_allocate},
      {"cuMemFreeHost", &calls->host_free},
      {"cuMemGetInfo_v2", &calls->memory_info},
      {"cuPointerGetAttribute", &calls->pointer_attribute},
      {"cuStreamCreate", &calls->stream_create},
      {"cuStreamDestroy_v2", &calls->stream_destroy},
      {"cuStreamSynchronize", &calls->stream_synchronize},
      {"cuMemcpyHtoDAsync_v2", &calls->copy_up},
      {"cuMemcpyDtoHAsync_v2", &calls->copy_down},
      {"cuMemcpy", &calls->copy_any},
      {"cuMemsetD8Async", &calls->set_bytes},
      {"cuEventCreate", &calls->event_create},
      {"cuEventDestroy_v2", &calls->event_destroy},
      {"cuEventRecord", &calls->event_record},
      {"cuEventSynchronize", &calls->event_synchronize},
      {"cuStreamWaitEvent", &calls->stream_wait_event},
      {"cuEventElapsedTime", &calls->event_elapsed},
  };
  for (const auto& symbol : symbols) {
    void* function = dlsym(library, symbol.name);
    if (function == nullptr) {
      why_not = std::string("the NVIDIA driver is too old: it lacks ") + symbol.name;
      return nullptr;
    }
    std::memcpy(symbol.place, &function, sizeof function);
  }
  void* wait_value = dlsym(library, "cuStreamWaitValue32_v2");
  std::memcpy(&calls->stream_wait_value, &wait_value, sizeof wait_value);
  static Driver driver;
  driver.calls_ = {calls.release(), [](Calls* c) { delete c; }};
  try {
    driver.check(driver.calls_->init(0), "cuInit");
    driver.check(driver.calls_->driver_version(&driver.version_), "cuDriverGetVersion");
    driver.check(driver.calls_->device_count(&driver.device_count_), "cuDeviceGetCount");
  } catch (const DriverError& error) {
    why_not = error.message;
    return nullptr;
  }
  if (driver.version_ < oldest_version) {
    why_not = "the NVIDIA driver is too old: it knows CUDA " + std::to_string(driver.version_ / 1000) + "." +
              std::to_string(driver.version_ % 1000 / 10) + ", and 11.0 is needed";
    return nullptr;
  }
  if (driver.device_count_ == 0) {
    why_not = "the NVIDIA driver sees no GPU";
    return nullptr;
  }
  return &driver;
}

void Driver::check(int code, const char* call) const {
  if (code == 0) return;
  const char *name = nullptr, *text = nullptr;
  if (calls_->error_name(code, &name) != 0) name = nullptr;
  if (calls_->error_string(code, &text) != 0) text = nullptr;
  throw DriverError{code,
                    std::string(call) + ": " + (text != nullptr ? text : "unknown error") + " (" +
                        (name != nullptr ? name : std::to_string(code)) + ")",
                    code == out_of_memory_code};
}

Driver::DeviceInfo Driver::device_info(int index) const {
  DeviceInfo info;
  int device = 0;
  char name[256] = {};
  check(calls_->device_get(&device, index), "cuDeviceGet");
  check(calls_->device_name(name, sizeof name - 1, device), "cuDeviceGetName");
  info.name = name;
  check(calls_->device_attribute(&info.major, attribute_major, device), "cuDeviceGetAttribute");
  check(calls_->device_attribute(&info.minor, attribute_minor, device), "cuDeviceGetAttribute");
  check(calls_->device_attribute(&info.multiprocessors, attribute_multiprocessors, device),
        "cuDeviceGetAttribute");
  check(calls_->device_memory(&info.memory_bytes, device), "cuDeviceTotalMem");
  return info;
}

Context Driver::retain_context(int index) const {
  int device = 0;
  Context context = nullptr;
  check(calls_->device_get(&device, index), "cuDeviceGet");
  check(calls_->context_retain(&context, device), "cuDevicePrimaryCtxRetain");
  return context;
}
void Driver::release_context(int index) const noexcept {
  int device = 0;
  if (calls_->device_get(&device, index) == 0) (void)calls_->context_release(device);
}
void Driver::make_current(Context context) const { check(calls_->context_set(context), "cuCtxSetCurrent"); }

Module Driver::load_module(const void* image) const {
  Module module = nullptr;
  check(calls_->module_load(&module, image), "cuModuleLoadData");
  return module;
}
void Driver::unload_module(Module module) const noexcept { (void)calls_->module_unload(module); }

Function Driver::get_function(Module module, const char* name) const {
  Function function = nullptr;
  check(calls_->module_function(&function, module, name), name);
  return function;
}
void Driver::allow_shared_memory(Function function, std::size_t bytes) const {
  check(calls_->function_attribute(function, function_max_dynamic_shared, static_cast<int>(bytes)),
        "cuFuncSetAttribute");
}
void Driver::launch(Function function, std::size_t blocks, unsigned threads, std::size_t shared_bytes,
                    Stream stream, void** arguments) const {
  check(calls_->launch(function, static_cast<unsigned>(blocks), 1, 1, threads, 1, 1,
                       static_cast<unsigned>(shared_bytes), stream, arguments, nullptr),
        "cuLaunchKernel");
}

std::byte* Driver::allocate(std::size_t bytes) const {
  DevicePointer p = 0;
  check(calls_->memory_allocate(&p, bytes), "cuMemAlloc");
  return reinterpret_cast<std::byte*>(p);
}
void Driver::free(std::byte* memory) const noexcept { (void)calls_->memory_free(address(memory)); }
std::byte* Driver::allocate_host(std::size_t bytes) const {
  void* p = nullptr;
  check(calls_->host_allocate(&p, bytes, 1), "cuMemHostAlloc");  // CU_MEMHOSTALLOC_PORTABLE
  return static_cast<std::byte*>(p);
}
void Driver::free_host(std::byte* memory) const noexcept { (void)calls_->host_free(memory); }
std::size_t Driver::free_memory() const {
  std::size_t available = 0, total = 0;
  check(calls_->memory_info(&available, &total), "cuMemGetInfo");
  return available;
}
Driver::MemoryPlace Driver::place_of(const void* memory) const noexcept {
  const auto p = reinterpret_cast<DevicePointer>(memory);
  unsigned type = 0;
  MemoryPlace place;
  if (calls_->pointer_attribute(&type, pointer_memory_type, p) != 0) return place;
  if (type == memory_type_host) place.kind = MemoryKind::page_locked;
  if (type == memory_type_device) {
    place.kind = MemoryKind::device;
    if (calls_->pointer_attribute(&place.device, pointer_device, p) != 0) place.device = -1;
  }
  return place;
}
void Driver::copy(void* to, const void* from, std::size_t bytes) const {
  if (bytes == 0) return;
  check(calls_->copy_any(reinterpret_cast<DevicePointer>(to), reinterpret_cast<DevicePointer>(from), bytes),
        "cuMemcpy");
}

Stream Driver::make_stream() const {
  Stream stream = nullptr;
  check(calls_->stream_create(&stream, stream_non_blocking), "cuStreamCreate");
  return stream;
}
void Driver::destroy_stream(Stream stream) const noexcept { (void)calls_->stream_destroy(stream); }
void Driver::synchronize(Stream stream) const {
  check(calls_->stream_synchronize(stream), "cuStreamSynchronize");
}
void Driver::copy_to_device(std::byte* to, const void* from, std::size_t bytes, Stream stream) const {
  if (bytes != 0) check(calls_->copy_up(address(to), from, bytes, stream), "cuMemcpyHtoDAsync");
}
void Driver::copy_to_host(void* to, const std::byte* from, std::size_t bytes, Stream stream) const {
  if (bytes != 0) check(calls_->copy_down(to, address(from), bytes, stream), "cuMemcpyDtoHAsync");
}
void Driver::clear(std::byte* memory, std::size_t bytes, Stream stream) const {
  if (bytes != 0) check(calls_->set_bytes(address(memory), 0, bytes, stream), "cuMemsetD8Async");
}
void Driver::clear_now(std::byte* memory, std::size_t bytes) const {
  if (bytes == 0) return;
  const Stream stream = make_stream();
  try {
    clear(memory, bytes, stream);
    synchronize(stream);
  } catch (...) {
    destroy_stream(stream);
    throw;
  }
  destroy_stream(stream);
}

Event Driver::make_event() const {
  Event event = nullptr;
  check(calls_->event_create(&event, 0), "cuEventCreate");
  return event;
}
void Driver::destroy_event(Event event) const noexcept { (void)calls_->event_destroy(event); }
void Driver::record(Event event, Stream stream) const {
  check(calls_->event_record(event, stream), "cuEventRecord");
}
void Driver::wait(Stream stream, Event event) const {
  check(calls_->stream_wait_event(stream, event, 0), "cuStreamWaitEvent");
}
void Driver::wait_for_word(Stream stream, const std::uint32_t* word, std::uint32_t number) const {
  if (calls_->stream_wait_value == nullptr)
    throw DriverError{
        0, "this driver is too old for work in a caller's stream: it lacks cuStreamWaitValue32_v2"};
  check(calls_->stream_wait_value(stream, reinterpret_cast<DevicePointer>(word), number, 0),
        "cuStreamWaitValue32");
}
float Driver::elapsed_ms(Event begin, Event end) const {
  float ms = 0;
  check(calls_->event_synchronize(end), "cuEventSynchronize");
  check(calls_->event_elapsed(&ms, begin, end), "cuEventElapsedTime");
  return ms;
}

}  // namespace pqlane::gpu
