// cuda_api.cpp: the functions of the CUDA driver API [CUDA-DRIVER] that pqlane calls, on the fake machine.
#include <algorithm>
#include <cstring>

#include "gpu/fake_driver/cuda_result.hpp"
#include "gpu/fake_driver/image.hpp"
#include "gpu/fake_driver/machine.hpp"

#define FAKE_API extern "C" __attribute__((visibility("default"))) int

using fake::code;
using fake::Context;
using fake::Event;
using fake::Function;
using fake::Machine;
using fake::Module;
using fake::Result;
using fake::Stream;

namespace {

using DevicePointer = unsigned long long;

struct ErrorEntry {
  Result result;
  int code;
  const char *name, *text;
};
constexpr ErrorEntry errors[] = {
    {Result::ok, 0, "CUDA_SUCCESS", "no error"},
    {Result::invalid_value, 1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {Result::out_of_memory, 2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {Result::not_initialized, 3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {Result::no_device, 100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {Result::invalid_device, 101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {Result::invalid_image, 200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {Result::invalid_context, 201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {Result::invalid_handle, 400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {Result::not_found, 500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {Result::not_ready, 600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {Result::illegal_address, 700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {Result::launch_failed, 719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}};

const ErrorEntry* find_error(int number) {
  for (const ErrorEntry& error : errors) {
    if (error.code == number) return &error;
  }
  return nullptr;
}

Machine& machine() { return Machine::cuda(); }
Stream* stream_of(void* stream) { return static_cast<Stream*>(stream); }

Machine::Side host_side(const void* p, std::size_t pitch = 0) {
  return {reinterpret_cast<std::uintptr_t>(p), pitch, false};
}
Machine::Side device_side(DevicePointer p, std::size_t pitch = 0) {
  return {static_cast<std::uintptr_t>(p), pitch, true};
}

}  // namespace

int fake::code(Result result) {
  machine().count_call();
  for (const ErrorEntry& error : errors) {
    if (error.result == result) return error.code;
  }
  return 999;  // CUDA_ERROR_UNKNOWN
}

// ---- driver and devices -----------------------------------------------------

FAKE_API cuInit(unsigned flags) { return code(flags == 0 ? machine().initialize() : Result::invalid_value); }
FAKE_API cuDriverGetVersion(int* version) {
  *version = static_cast<int>(machine().options().version);
  return 0;
}
FAKE_API cuGetErrorName(int number, const char** name) {
  const ErrorEntry* error = find_error(number);
  *name = error != nullptr ? error->name : nullptr;
  return error != nullptr ? 0 : 1;
}
FAKE_API cuGetErrorString(int number, const char** text) {
  const ErrorEntry* error = find_error(number);
  *text = error != nullptr ? error->text : nullptr;
  return error != nullptr ? 0 : 1;
}
FAKE_API cuDeviceGetCount(int* count) {
  *count = static_cast<int>(machine().options().devices);
  return 0;
}
FAKE_API cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return code(machine().check_device(ordinal));
}
FAKE_API cuDeviceGetName(char* name, int bytes, int device) {
  if (const Result bad = machine().check_device(device); bad != Result::ok) return code(bad);
  constexpr char text[] = "fake GPU on the CPU";
  if (bytes <= 0) return 1;
  const std::size_t length = std::min(sizeof text - 1, static_cast<std::size_t>(bytes) - 1);
  std::memcpy(name, text, length);
  name[length] = 0;
  return 0;
}
FAKE_API cuDeviceGetAttribute(int* value, int attribute, int device) {
  if (const Result bad = machine().check_device(device); bad != Result::ok) return code(bad);
  const int capability = static_cast<int>(machine().options().capability);
  switch (attribute) {
    case 10: *value = 32; return 0;  // WARP_SIZE
    case 16:                         // MULTIPROCESSOR_COUNT
      *value = static_cast<int>(machine().options().multiprocessors);
      return 0;
    case 75: *value = capability / 10; return 0;
    case 76: *value = capability % 10; return 0;
    default: return 1;
  }
}
FAKE_API cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  if (const Result bad = machine().check_device(device); bad != Result::ok) return code(bad);
  *bytes = machine().options().memory_bytes;
  return 0;
}

// ---- contexts and modules ---------------------------------------------------

FAKE_API cuDevicePrimaryCtxRetain(void** context, int device) {
  Context* made = nullptr;
  const Result result = machine().retain_context(device, made);
  *context = made;
  return code(result);
}
FAKE_API cuDevicePrimaryCtxRelease_v2(int device) { return code(machine().release_context(device)); }
FAKE_API cuCtxSetCurrent(void* context) {
  return code(machine().set_current(static_cast<Context*>(context)));
}
FAKE_API cuCtxGetCurrent(void** context) {
  *context = Machine::current();
  return 0;
}

FAKE_API cuModuleLoadData(void** module, const void* image) {
  std::string copy = fake::read_image(image);
  unsigned elf_machine = 0;
  std::uint32_t flags = 0;
  constexpr unsigned em_cuda = 190;
  if (copy.empty() || (fake::elf_target(copy, elf_machine, flags) && elf_machine != em_cuda))
    return code(Result::invalid_image);
  Module* made = nullptr;
  const Result result = machine().load_module(std::move(copy), made);
  *module = made;
  return code(result);
}
FAKE_API cuModuleUnload(void* module) { return code(machine().unload_module(static_cast<Module*>(module))); }
FAKE_API cuModuleGetFunction(void** function, void* module, const char* name) {
  Function* made = nullptr;
  const Result result = machine().get_function(static_cast<Module*>(module), name, made);
  *function = made;
  return code(result);
}
FAKE_API cuFuncSetAttribute(void* function, int attribute, int value) {
  if (attribute != 8 || value < 0) return 1;  // MAX_DYNAMIC_SHARED_SIZE_BYTES
  return code(machine().allow_shared(static_cast<Function*>(function), static_cast<std::size_t>(value)));
}
FAKE_API cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared_bytes, void* stream,
                        void** arguments, void** extra) {
  if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1 || arguments == nullptr || extra != nullptr)
    return 1;
  return code(machine().launch(static_cast<Function*>(function), grid_x, block_x, shared_bytes,
                               stream_of(stream), arguments[0]));
}

// ---- memory -----------------------------------------------------------------

FAKE_API cuMemAlloc_v2(DevicePointer* memory, std::size_t bytes) {
  std::uintptr_t address = 0;
  const Result result = machine().allocate_device(bytes, address);
  *memory = address;
  return code(result);
}
FAKE_API cuMemFree_v2(DevicePointer memory) {
  return memory == 0 ? 0 : code(machine().free_device(static_cast<std::uintptr_t>(memory)));
}
FAKE_API cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) {
  return code(machine().allocate_host(bytes, *memory));
}
FAKE_API cuMemFreeHost(void* memory) { return code(machine().free_host(memory)); }
FAKE_API cuMemHostRegister_v2(void* memory, std::size_t bytes, unsigned) {
  return code(machine().register_host(memory, bytes));
}
FAKE_API cuMemHostUnregister(void* memory) { return code(machine().unregister_host(memory)); }
FAKE_API cuMemGetInfo_v2(std::size_t* available, std::size_t* total) {
  return code(machine().memory_info(*available, *total));
}
FAKE_API cuPointerGetAttribute(void* value, int attribute, DevicePointer pointer) {
  Context* context = nullptr;
  const Machine::Kind kind = machine().kind_of(static_cast<std::uintptr_t>(pointer), context);
  if (kind == Machine::Kind::unknown) return code(Result::invalid_value);
  switch (attribute) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the attribute is the pointer
    case 1: std::memcpy(value, &context, sizeof context); return 0;  // CONTEXT
    case 2: {                                                        // MEMORY_TYPE
      const unsigned type = kind == Machine::Kind::host ? 1 : 2;
      std::memcpy(value, &type, sizeof type);
      return 0;
    }
    case 9: {  // DEVICE_ORDINAL
      const int ordinal = context != nullptr ? context->device : 0;
      std::memcpy(value, &ordinal, sizeof ordinal);
      return 0;
    }
    default: return code(Result::invalid_value);
  }
}

// ---- streams, copies, events ------------------------------------------------

FAKE_API cuStreamCreate(void** stream, unsigned) {
  Stream* made = nullptr;
  const Result result = machine().make_stream(made);
  *stream = made;
  return code(result);
}
FAKE_API cuStreamCreateWithPriority(void** stream, unsigned flags, int) {
  return cuStreamCreate(stream, flags);
}
FAKE_API cuStreamDestroy_v2(void* stream) { return code(machine().destroy_stream(stream_of(stream))); }
FAKE_API cuStreamSynchronize(void* stream) { return code(machine().synchronize(stream_of(stream))); }
FAKE_API cuStreamQuery(void* stream) { return code(machine().query(stream_of(stream))); }
FAKE_API cuStreamWaitEvent(void* stream, void* event, unsigned) {
  return code(machine().wait_event(stream_of(stream), static_cast<Event*>(event)));
}
FAKE_API cuStreamWaitValue32_v2(void* stream, DevicePointer word, unsigned value, unsigned flags) {
  if (flags != 0) return code(Result::invalid_value);  // CU_STREAM_WAIT_VALUE_GEQ
  return code(machine().wait_word(stream_of(stream), static_cast<std::uintptr_t>(word), value));
}
FAKE_API cuLaunchHostFunc(void* stream, void (*function)(void*), void* data) {
  return code(machine().call_host(stream_of(stream), function, data));
}

FAKE_API cuMemcpy(DevicePointer to, DevicePointer from, std::size_t bytes) {
  return code(machine().copy_now(static_cast<std::uintptr_t>(to), static_cast<std::uintptr_t>(from), bytes));
}
FAKE_API cuMemcpyHtoDAsync_v2(DevicePointer to, const void* from, std::size_t bytes, void* stream) {
  return code(machine().copy(device_side(to), host_side(from), bytes, 1, stream_of(stream)));
}
FAKE_API cuMemcpyDtoHAsync_v2(void* to, DevicePointer from, std::size_t bytes, void* stream) {
  return code(machine().copy(host_side(to), device_side(from), bytes, 1, stream_of(stream)));
}
FAKE_API cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t bytes, void* stream) {
  return code(machine().copy(device_side(to), device_side(from), bytes, 1, stream_of(stream)));
}

struct Copy2D {  // CUDA_MEMCPY2D
  std::size_t from_x, from_y;
  unsigned from_type;
  const void* from_host;
  DevicePointer from_device;
  void* from_array;
  std::size_t from_pitch, to_x, to_y;
  unsigned to_type;
  void* to_host;
  DevicePointer to_device;
  void* to_array;
  std::size_t to_pitch, width_bytes, height;
};
FAKE_API cuMemcpy2DAsync_v2(const Copy2D* c, void* stream) {
  const auto side = [](unsigned type, const void* host, DevicePointer device, std::size_t x, std::size_t y,
                       std::size_t pitch) {
    Machine::Side made = type == 2 ? device_side(device, pitch) : host_side(host, pitch);
    made.address += y * pitch + x;
    return made;
  };
  for (const unsigned type : {c->from_type, c->to_type}) {
    if (type != 1 && type != 2) return code(Result::invalid_value);  // host or device
  }
  return code(
      machine().copy(side(c->to_type, c->to_host, c->to_device, c->to_x, c->to_y, c->to_pitch),
                     side(c->from_type, c->from_host, c->from_device, c->from_x, c->from_y, c->from_pitch),
                     c->width_bytes, c->height, stream_of(stream)));
}
FAKE_API cuMemsetD8Async(DevicePointer memory, unsigned char value, std::size_t bytes, void* stream) {
  return code(machine().set_bytes(static_cast<std::uintptr_t>(memory), value, bytes, stream_of(stream)));
}

FAKE_API cuEventCreate(void** event, unsigned) {
  Event* made = nullptr;
  const Result result = machine().make_event(made);
  *event = made;
  return code(result);
}
FAKE_API cuEventDestroy_v2(void* event) { return code(machine().destroy_event(static_cast<Event*>(event))); }
FAKE_API cuEventRecord(void* event, void* stream) {
  return code(machine().record(static_cast<Event*>(event), stream_of(stream)));
}
FAKE_API cuEventSynchronize(void* event) { return code(machine().synchronize(static_cast<Event*>(event))); }
FAKE_API cuEventQuery(void* event) { return code(machine().query(static_cast<Event*>(event))); }
FAKE_API cuEventElapsedTime(float* ms, void* begin, void* end) {
  return code(machine().elapsed(*ms, static_cast<Event*>(begin), static_cast<Event*>(end)));
}
