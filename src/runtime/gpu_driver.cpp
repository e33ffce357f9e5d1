// gpu_driver.cpp: see gpu_driver.hpp. Constants of the CUDA driver API [CUDA-DRIVER] and of HIP [HIP].
#include "runtime/gpu_driver.hpp"

#include <algorithm>
#include <string_view>

#include "runtime/gpu_driver_calls.hpp"

namespace pqlane::gpu {
namespace {

constexpr int out_of_memory_code = 2;  // CUDA_ERROR_OUT_OF_MEMORY, hipErrorOutOfMemory

// Attributes of devices. HIP's numbers are those of versions 5 and later.
constexpr int cuda_multiprocessors = 16, hip_multiprocessors = 63;
constexpr int cuda_major = 75, cuda_minor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR

constexpr int function_max_dynamic_shared = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr unsigned stream_non_blocking = 1;     // of both

// Attributes of pointers, of both, and the kinds of memory. HIP's kinds moved up by one in version 6, which
// gave 0 to memory that it does not know.
constexpr int pointer_memory_type = 2, pointer_device = 9;
constexpr unsigned memory_type_host = 1, memory_type_device = 2;
constexpr int hip_6 = 60000000;

constexpr int copy_default = 4;  // hipMemcpyDefault

DevicePointer address(const std::byte* p) { return reinterpret_cast<DevicePointer>(p); }

// A HIP device has one context, named by its index; a null context would be no device.
Context hip_context(int index) { return reinterpret_cast<Context>(static_cast<std::intptr_t>(index) + 1); }
int hip_index(Context context) { return static_cast<int>(reinterpret_cast<std::intptr_t>(context) - 1); }

// The processor's name, "gfx90a:sramecc+:xnack-", out of hipDeviceProp_t. The structure grew and its fields
// moved between versions, so the name is searched; before it stands the device's name, of 256 bytes in all
// versions.
std::string processor_name(std::string_view properties) {
  constexpr std::size_t name_bytes = 256;
  const std::size_t begin = properties.find("gfx", name_bytes);
  if (begin == std::string_view::npos) return "a processor without a name";
  return std::string(properties.substr(begin, properties.find('\0', begin) - begin));
}

}  // namespace

void Driver::check(int code, const char* cuda_call, const char* hip_call) const {
  if (code == 0) return;
  const char *name = nullptr, *text = nullptr;
  if (is_cuda()) {
    if (calls_->error_name(code, &name) != 0) name = nullptr;
    if (calls_->error_string(code, &text) != 0) text = nullptr;
  } else {
    name = calls_->hip_error_name(code);
    text = calls_->hip_error_string(code);
  }
  throw DriverError{code,
                    std::string(is_cuda() ? cuda_call : hip_call) + ": " +
                        (text != nullptr ? text : "unknown error") + " (" +
                        (name != nullptr ? name : std::to_string(code)) + ")",
                    code == out_of_memory_code};
}

Driver::DeviceInfo Driver::device_info(int index) const {
  DeviceInfo info;
  int device = 0;
  char name[256] = {};
  check(calls_->device_get(&device, index), "cuDeviceGet", "hipDeviceGet");
  check(calls_->device_name(name, sizeof name - 1, device), "cuDeviceGetName", "hipDeviceGetName");
  info.name = name;
  const auto attribute = [&](int* value, int cuda_number, int hip_number) {
    check(calls_->device_attribute(value, is_cuda() ? cuda_number : hip_number, device),
          "cuDeviceGetAttribute", "hipDeviceGetAttribute");
  };
  attribute(&info.multiprocessors, cuda_multiprocessors, hip_multiprocessors);
  check(calls_->device_memory(&info.memory_bytes, device), "cuDeviceTotalMem", "hipDeviceTotalMem");
  if (is_cuda()) {
    attribute(&info.major, cuda_major, 0);
    attribute(&info.minor, cuda_minor, 0);
    info.architecture = "compute capability " + std::to_string(info.major) + "." + std::to_string(info.minor);
    return info;
  }
  std::vector<char> properties(16 * 1024);  // the structure has less than 2 KB so far
  check(calls_->device_properties(properties.data(), device), "", "hipGetDeviceProperties");
  info.architecture = processor_name({properties.data(), properties.size()});
  return info;
}

Context Driver::retain_context(int index) const {
  int device = 0;
  Context context = hip_context(index);
  check(calls_->device_get(&device, index), "cuDeviceGet", "hipDeviceGet");
  if (is_cuda()) check(calls_->context_retain(&context, device), "cuDevicePrimaryCtxRetain", "");
  return context;
}
void Driver::release_context(int index) const noexcept {
  int device = 0;
  if (is_cuda() && calls_->device_get(&device, index) == 0) (void)calls_->context_release(device);
}
void Driver::make_current(Context context) const {
  check(is_cuda() ? calls_->context_set(context) : calls_->set_device(hip_index(context)), "cuCtxSetCurrent",
        "hipSetDevice");
}
Context Driver::current() const {
  Context context = nullptr;
  int index = 0;
  check(is_cuda() ? calls_->context_get(&context) : calls_->get_device(&index), "cuCtxGetCurrent",
        "hipGetDevice");
  return is_cuda() ? context : hip_context(index);
}

Module Driver::load_module(const void* image) const {
  Module module = nullptr;
  check(calls_->module_load(&module, image), "cuModuleLoadData", "hipModuleLoadData");
  return module;
}
void Driver::unload_module(Module module) const noexcept { (void)calls_->module_unload(module); }

Function Driver::get_function(Module module, const char* name) const {
  Function function = nullptr;
  check(calls_->module_function(&function, module, name), name, name);
  return function;
}
void Driver::allow_shared_memory(Function function, std::size_t bytes) const {
  if (!is_cuda()) return;  // a block may have all that there is
  check(calls_->function_attribute(function, function_max_dynamic_shared, static_cast<int>(bytes)),
        "cuFuncSetAttribute", "");
}
void Driver::launch(Function function, std::size_t blocks, unsigned threads, std::size_t shared_bytes,
                    Stream stream, void** arguments) const {
  check(calls_->launch(function, static_cast<unsigned>(blocks), 1, 1, threads, 1, 1,
                       static_cast<unsigned>(shared_bytes), stream, arguments, nullptr),
        "cuLaunchKernel", "hipModuleLaunchKernel");
}

std::byte* Driver::allocate(std::size_t bytes) const {
  DevicePointer p = 0;
  check(calls_->memory_allocate(&p, bytes), "cuMemAlloc", "hipMalloc");
  return reinterpret_cast<std::byte*>(p);
}
void Driver::free(std::byte* memory) const noexcept { (void)calls_->memory_free(address(memory)); }
std::byte* Driver::allocate_host(std::size_t bytes) const {
  void* p = nullptr;
  // CU_MEMHOSTALLOC_PORTABLE, hipHostMallocPortable
  check(calls_->host_allocate(&p, bytes, 1), "cuMemHostAlloc", "hipHostMalloc");
  return static_cast<std::byte*>(p);
}
void Driver::free_host(std::byte* memory) const noexcept { (void)calls_->host_free(memory); }
std::size_t Driver::free_memory() const {
  std::size_t available = 0, total = 0;
  check(calls_->memory_info(&available, &total), "cuMemGetInfo", "hipMemGetInfo");
  return available;
}
Driver::MemoryPlace Driver::place_of(const void* memory) const noexcept {
  const auto p = reinterpret_cast<DevicePointer>(memory);
  unsigned type = 0;
  MemoryPlace place;
  if (calls_->pointer_attribute(&type, pointer_memory_type, p) != 0) return place;
  if (!is_cuda() && version_ < hip_6) ++type;
  if (type == memory_type_host) place.kind = MemoryKind::page_locked;
  if (type == memory_type_device) {
    place.kind = MemoryKind::device;
    if (calls_->pointer_attribute(&place.device, pointer_device, p) != 0) place.device = -1;
  }
  return place;
}
void Driver::copy(void* to, const void* from, std::size_t bytes) const {
  if (bytes == 0) return;
  check(is_cuda() ? calls_->copy_any(reinterpret_cast<DevicePointer>(to),
                                     reinterpret_cast<DevicePointer>(from), bytes)
                  : calls_->copy_kind(to, from, bytes, copy_default),
        "cuMemcpy", "hipMemcpy");
}

Stream Driver::make_stream() const {
  Stream stream = nullptr;
  check(calls_->stream_create(&stream, stream_non_blocking), "cuStreamCreate", "hipStreamCreateWithFlags");
  return stream;
}
void Driver::destroy_stream(Stream stream) const noexcept { (void)calls_->stream_destroy(stream); }
void Driver::synchronize(Stream stream) const {
  check(calls_->stream_synchronize(stream), "cuStreamSynchronize", "hipStreamSynchronize");
}
void Driver::copy_to_device(std::byte* to, const void* from, std::size_t bytes, Stream stream) const {
  if (bytes != 0)
    check(calls_->copy_up(address(to), from, bytes, stream), "cuMemcpyHtoDAsync", "hipMemcpyHtoDAsync");
}
void Driver::copy_to_host(void* to, const std::byte* from, std::size_t bytes, Stream stream) const {
  if (bytes != 0)
    check(calls_->copy_down(to, address(from), bytes, stream), "cuMemcpyDtoHAsync", "hipMemcpyDtoHAsync");
}
void Driver::clear(std::byte* memory, std::size_t bytes, Stream stream) const {
  if (bytes != 0)
    check(calls_->set_bytes(address(memory), 0, bytes, stream), "cuMemsetD8Async", "hipMemsetD8Async");
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
  check(calls_->event_create(&event, 0), "cuEventCreate", "hipEventCreateWithFlags");
  return event;
}
void Driver::destroy_event(Event event) const noexcept { (void)calls_->event_destroy(event); }
void Driver::record(Event event, Stream stream) const {
  check(calls_->event_record(event, stream), "cuEventRecord", "hipEventRecord");
}
void Driver::wait(Stream stream, Event event) const {
  check(calls_->stream_wait_event(stream, event, 0), "cuStreamWaitEvent", "hipStreamWaitEvent");
}
float Driver::elapsed_ms(Event begin, Event end) const {
  float ms = 0;
  check(calls_->event_synchronize(end), "cuEventSynchronize", "hipEventSynchronize");
  check(calls_->event_elapsed(&ms, begin, end), "cuEventElapsedTime", "hipEventElapsedTime");
  return ms;
}

}  // namespace pqlane::gpu
