// hip_api.cpp: the functions of the HIP runtime [HIP] that pqlane calls, on a fake machine of their own. What
// is the same as in CUDA is the same here; contexts are those of hipSetDevice.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "gpu/fake_driver/image.hpp"
#include "gpu/fake_driver/machine.hpp"

#define FAKE_API extern "C" __attribute__((visibility("default"))) int
#define FAKE_TEXT_API extern "C" __attribute__((visibility("default"))) const char*

using fake::Context;
using fake::Event;
using fake::Function;
using fake::Machine;
using fake::Module;
using fake::Result;
using fake::Stream;

namespace {

struct ErrorEntry {
  Result result;
  int code;
  const char *name, *text;
};
constexpr ErrorEntry errors[] = {
    {Result::ok, 0, "hipSuccess", "no error"},
    {Result::invalid_value, 1, "hipErrorInvalidValue", "invalid argument"},
    {Result::out_of_memory, 2, "hipErrorOutOfMemory", "out of memory"},
    {Result::not_initialized, 3, "hipErrorNotInitialized", "initialization error"},
    {Result::no_device, 100, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {Result::invalid_device, 101, "hipErrorInvalidDevice", "invalid device ordinal"},
    {Result::invalid_image, 209, "hipErrorNoBinaryForGpu", "no kernel image is available for the device"},
    {Result::invalid_context, 201, "hipErrorInvalidContext", "invalid device context"},
    {Result::invalid_handle, 400, "hipErrorInvalidHandle", "invalid resource handle"},
    {Result::not_found, 500, "hipErrorNotFound", "named symbol not found"},
    {Result::not_ready, 600, "hipErrorNotReady", "device not ready"},
    {Result::illegal_address, 700, "hipErrorIllegalAddress", "an illegal memory access was encountered"},
    {Result::launch_failed, 719, "hipErrorLaunchFailure", "unspecified launch failure"}};

int code(Result result) {
  for (const ErrorEntry& error : errors) {
    if (error.result == result) return error.code;
  }
  return 999;  // hipErrorUnknown
}

Machine& machine() { return Machine::hip(); }
Stream* stream_of(void* stream) { return static_cast<Stream*>(stream); }
std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

// The e_flags of an AMD code object that names the processor [LLVM's AMDGPU usage: EF_AMDGPU_MACH].
unsigned machine_flag(std::uint64_t gfx) {
  switch (gfx) {
    case 0x90a: return 0x3f;
    case 0x942: return 0x4c;
    case 0x1030: return 0x36;
    case 0x1100: return 0x41;
    default: return 0;
  }
}

}  // namespace

// ---- devices ----------------------------------------------------------------

FAKE_API hipInit(unsigned flags) { return code(flags == 0 ? machine().initialize() : Result::invalid_value); }
FAKE_API hipRuntimeGetVersion(int* version) {
  *version = static_cast<int>(machine().options().hip_version);
  return 0;
}
FAKE_TEXT_API hipGetErrorName(int number) {
  for (const ErrorEntry& error : errors) {
    if (error.code == number) return error.name;
  }
  return "hipErrorUnknown";
}
FAKE_TEXT_API hipGetErrorString(int number) {
  for (const ErrorEntry& error : errors) {
    if (error.code == number) return error.text;
  }
  return "unknown error";
}
FAKE_API hipGetDeviceCount(int* count) {
  *count = static_cast<int>(machine().options().hip_devices);
  return *count != 0 ? 0 : code(Result::no_device);
}
FAKE_API hipDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return code(machine().check_device(ordinal));
}
FAKE_API hipDeviceGetName(char* name, int bytes, int device) {
  if (const Result bad = machine().check_device(device); bad != Result::ok) return code(bad);
  std::snprintf(name, static_cast<std::size_t>(bytes), "fake AMD GPU on the CPU");
  return 0;
}
FAKE_API hipDeviceGetAttribute(int* value, int attribute, int device) {
  if (const Result bad = machine().check_device(device); bad != Result::ok) return code(bad);
  if (attribute != 63) return 1;  // hipDeviceAttributeMultiprocessorCount
  *value = static_cast<int>(machine().options().multiprocessors);
  return 0;
}
FAKE_API hipDeviceTotalMem(std::size_t* bytes, int device) {
  if (const Result bad = machine().check_device(device); bad != Result::ok) return code(bad);
  *bytes = machine().options().memory_bytes;
  return 0;
}
// Of hipDeviceProp_t: the device's name, and the processor's at the offset that `processor_at` says.
static int fill_properties(char* properties, int device, std::size_t processor_at) {
  if (const Result bad = machine().check_device(device); bad != Result::ok) return code(bad);
  std::snprintf(properties, 256, "fake AMD GPU on the CPU, not gfx000");
  std::snprintf(properties + processor_at, 256, "gfx%llx:sramecc+:xnack-",
                static_cast<unsigned long long>(machine().options().gfx));
  return 0;
}
FAKE_API hipGetDeviceProperties(char* properties, int device) {
  return fill_properties(properties, device, 396);
}
FAKE_API hipGetDevicePropertiesR0600(char* properties, int device) {
  return fill_properties(properties, device, 1160);
}
FAKE_API hipGetDevice(int* device) {
  const Context* context = Machine::current();
  *device = context != nullptr ? context->device : 0;
  return 0;
}
FAKE_API hipSetDevice(int device) {
  // The context of a device is made at its first use and kept.
  static std::mutex mutex;
  static std::vector<Context*> contexts;
  const std::lock_guard lock(mutex);
  if (const Result bad = machine().check_device(device); bad != Result::ok) return code(bad);
  const auto index = static_cast<std::size_t>(device);
  if (contexts.size() <= index) contexts.resize(index + 1);
  if (contexts[index] == nullptr) {
    if (const Result bad = machine().retain_context(device, contexts[index]); bad != Result::ok)
      return code(bad);
  }
  return code(machine().set_current(contexts[index]));
}

// ---- modules ----------------------------------------------------------------

FAKE_API hipModuleLoadData(void** module, const void* image) {
  std::string copy = fake::read_image(image);
  unsigned elf_machine = 0;
  std::uint32_t flags = 0;
  constexpr unsigned em_amdgpu = 224, mach_mask = 0xff;
  if (copy.empty()) return code(Result::invalid_image);
  if (fake::elf_target(copy, elf_machine, flags) &&
      (elf_machine != em_amdgpu || (flags & mach_mask) != machine_flag(machine().options().gfx))) {
    return code(Result::invalid_image);
  }
  Module* made = nullptr;
  const Result result = machine().load_module(std::move(copy), made);
  *module = made;
  return code(result);
}
FAKE_API hipModuleUnload(void* module) { return code(machine().unload_module(static_cast<Module*>(module))); }
FAKE_API hipModuleGetFunction(void** function, void* module, const char* name) {
  Function* made = nullptr;
  const Result result = machine().get_function(static_cast<Module*>(module), name, made);
  *function = made;
  return code(result);
}
FAKE_API hipModuleLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                               void* stream, void** arguments, void** extra) {
  if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1 || arguments == nullptr || extra != nullptr)
    return 1;
  return code(machine().launch(static_cast<Function*>(function), grid_x, block_x, shared_bytes,
                               stream_of(stream), arguments[0]));
}

// ---- memory -----------------------------------------------------------------

FAKE_API hipMalloc(void** memory, std::size_t bytes) {
  std::uintptr_t at = 0;
  const Result result = machine().allocate_device(bytes, at);
  *memory = reinterpret_cast<void*>(at);
  return code(result);
}
FAKE_API hipFree(void* memory) {
  return memory == nullptr ? 0 : code(machine().free_device(address(memory)));
}
FAKE_API hipHostMalloc(void** memory, std::size_t bytes, unsigned) {
  return code(machine().allocate_host(bytes, *memory));
}
FAKE_API hipHostFree(void* memory) { return code(machine().free_host(memory)); }
FAKE_API hipMemGetInfo(std::size_t* available, std::size_t* total) {
  return code(machine().memory_info(*available, *total));
}
FAKE_API hipPointerGetAttribute(void* value, int attribute, void* pointer) {
  Context* context = nullptr;
  const bool before_6 = machine().options().hip_version < 60000000;
  const Machine::Kind kind = machine().kind_of(address(pointer), context);
  if (attribute ==
      2) {  // HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: host, device; from 6 on unregistered, host, device
    if (kind == Machine::Kind::unknown && before_6) return code(Result::invalid_value);
    unsigned type = kind == Machine::Kind::unknown ? 0 : kind == Machine::Kind::host ? 1 : 2;
    if (before_6) --type;
    std::memcpy(value, &type, sizeof type);
    return 0;
  }
  if (attribute == 9 && context != nullptr) {  // HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    std::memcpy(value, &context->device, sizeof context->device);
    return 0;
  }
  return code(Result::invalid_value);
}

// ---- streams, copies, events ------------------------------------------------

FAKE_API hipStreamCreateWithFlags(void** stream, unsigned) {
  Stream* made = nullptr;
  const Result result = machine().make_stream(made);
  *stream = made;
  return code(result);
}
FAKE_API hipStreamDestroy(void* stream) { return code(machine().destroy_stream(stream_of(stream))); }
FAKE_API hipStreamSynchronize(void* stream) { return code(machine().synchronize(stream_of(stream))); }
FAKE_API hipStreamWaitEvent(void* stream, void* event, unsigned) {
  return code(machine().wait_event(stream_of(stream), static_cast<Event*>(event)));
}
FAKE_API hipMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  if (kind != 4) return 1;  // hipMemcpyDefault
  return code(machine().copy_now(address(to), address(from), bytes));
}
FAKE_API hipMemcpyHtoDAsync(void* to, const void* from, std::size_t bytes, void* stream) {
  return code(machine().copy({address(to), 0, true}, {address(from), 0, false}, bytes, 1, stream_of(stream)));
}
FAKE_API hipMemcpyDtoHAsync(void* to, const void* from, std::size_t bytes, void* stream) {
  return code(machine().copy({address(to), 0, false}, {address(from), 0, true}, bytes, 1, stream_of(stream)));
}
FAKE_API hipMemsetD8Async(void* memory, unsigned char value, std::size_t bytes, void* stream) {
  return code(machine().set_bytes(address(memory), value, bytes, stream_of(stream)));
}
FAKE_API hipEventCreateWithFlags(void** event, unsigned) {
  Event* made = nullptr;
  const Result result = machine().make_event(made);
  *event = made;
  return code(result);
}
FAKE_API hipEventDestroy(void* event) { return code(machine().destroy_event(static_cast<Event*>(event))); }
FAKE_API hipEventRecord(void* event, void* stream) {
  return code(machine().record(static_cast<Event*>(event), stream_of(stream)));
}
FAKE_API hipEventSynchronize(void* event) { return code(machine().synchronize(static_cast<Event*>(event))); }
FAKE_API hipEventElapsedTime(float* ms, void* begin, void* end) {
  return code(machine().elapsed(*ms, static_cast<Event*>(begin), static_cast<Event*>(end)));
}
