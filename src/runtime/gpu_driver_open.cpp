// gpu_driver_open.cpp: finds a vendor's library and its functions; the rest of gpu_driver.hpp is in
// gpu_driver.cpp. [CUDA-DRIVER], [HIP]
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <span>

#include "runtime/gpu_driver_calls.hpp"

namespace pqlane::gpu {
namespace {

constexpr int oldest_cuda = 11000;    // the API that we use, and PTX for sm_75
constexpr int oldest_hip = 50000000;  // 5.0: hipPointerGetAttribute, and attribute numbers of today

constexpr int no_device_code = 100, invalid_device_code = 101;  // of both

struct Symbol {
  const char* name;
  void* place;  // of a pointer to a function
  bool may_lack = false;
};

struct VendorText {
  const char* driver;                  // "NVIDIA driver"
  const char* variable;                // names another library
  std::span<const char* const> files;  // tried in this order
};

constexpr const char* cuda_files[] = {"libcuda.so.1"};
constexpr const char* hip_files[] = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"};

VendorText text_of(Vendor vendor) {
  if (vendor == Vendor::cuda) return {"NVIDIA driver", "PQLANE_CUDA_DRIVER", cuda_files};
  return {"AMD HIP runtime", "PQLANE_HIP_DRIVER", hip_files};
}

void* open_library(const VendorText& text, std::string& why_not) {
  if (const char* chosen = secure_getenv(text.variable)) {
    void* library = dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      why_not = std::string("no ") + text.driver + ": " + chosen + " cannot be opened (named by " +
                text.variable + ")";
    }
    return library;
  }
  std::string names;
  for (const char* file : text.files) {
    if (void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL)) return library;
    names += (names.empty() ? "" : ", ") + std::string(file);
  }
  why_not = std::string("no ") + text.driver + ": " + names + " cannot be opened";
  return nullptr;
}

// Sets `lacking` to the name of a function that is not there.
bool find_symbols(void* library, std::span<const Symbol> symbols, const char*& lacking) {
  for (const Symbol& symbol : symbols) {
    void* function = dlsym(library, symbol.name);
    if (function == nullptr && !symbol.may_lack) {
      lacking = symbol.name;
      return false;
    }
    std::memcpy(symbol.place, &function, sizeof function);
  }
  return true;
}

}  // namespace

const Driver* Driver::open(Vendor vendor, std::string& why_not) {
  struct Opened {
    std::string reason;
    std::unique_ptr<Driver> driver;
    explicit Opened(Vendor v) : driver(try_open(v, reason)) {}
  };
  // Never destroyed: devices may outlive static objects of this file.
  static const Opened* const cuda = new Opened(Vendor::cuda);
  if (vendor == Vendor::cuda) {
    why_not = cuda->reason;
    return cuda->driver.get();
  }
  static const Opened* const hip = new Opened(Vendor::hip);
  why_not = hip->reason;
  return hip->driver.get();
}

std::unique_ptr<Driver> Driver::try_open(Vendor vendor, std::string& why_not) {
  const VendorText text = text_of(vendor);
  void* library = open_library(text, why_not);
  if (library == nullptr) return nullptr;
  std::unique_ptr<Driver> driver(new Driver(vendor));
  driver->calls_ = {new Calls{}, [](Calls* c) { delete c; }};
  Calls& c = *driver->calls_;
  const Symbol cuda_symbols[] = {{"cuInit", &c.init},
                                 {"cuDriverGetVersion", &c.driver_version},
                                 {"cuDeviceGetCount", &c.device_count},
                                 {"cuDeviceGet", &c.device_get},
                                 {"cuDeviceGetName", &c.device_name},
                                 {"cuDeviceGetAttribute", &c.device_attribute},
                                 {"cuDeviceTotalMem_v2", &c.device_memory},
                                 {"cuModuleLoadData", &c.module_load},
                                 {"cuModuleUnload", &c.module_unload},
                                 {"cuModuleGetFunction", &c.module_function},
                                 {"cuLaunchKernel", &c.launch},
                                 {"cuMemAlloc_v2", &c.memory_allocate},
                                 {"cuMemFree_v2", &c.memory_free},
                                 {"cuMemHostAlloc", &c.host_allocate},
                                 {"cuMemFreeHost", &c.host_free},
                                 {"cuMemGetInfo_v2", &c.memory_info},
                                 {"cuPointerGetAttribute", &c.pointer_attribute},
                                 {"cuStreamCreate", &c.stream_create},
                                 {"cuStreamDestroy_v2", &c.stream_destroy},
                                 {"cuStreamSynchronize", &c.stream_synchronize},
                                 {"cuMemcpyHtoDAsync_v2", &c.copy_up},
                                 {"cuMemcpyDtoHAsync_v2", &c.copy_down},
                                 {"cuMemsetD8Async", &c.set_bytes},
                                 {"cuEventCreate", &c.event_create},
                                 {"cuEventDestroy_v2", &c.event_destroy},
                                 {"cuEventRecord", &c.event_record},
                                 {"cuEventSynchronize", &c.event_synchronize},
                                 {"cuStreamWaitEvent", &c.stream_wait_event},
                                 {"cuEventElapsedTime", &c.event_elapsed},
                                 {"cuGetErrorName", &c.error_name},
                                 {"cuGetErrorString", &c.error_string},
                                 {"cuDevicePrimaryCtxRetain", &c.context_retain},
                                 {"cuDevicePrimaryCtxRelease_v2", &c.context_release},
                                 {"cuCtxSetCurrent", &c.context_set},
                                 {"cuFuncSetAttribute", &c.function_attribute},
                                 {"cuCtxGetCurrent", &c.context_get},
                                 {"cuMemcpy", &c.copy_any}};
  const Symbol graph_symbols[] = {{"cuGraphCreate", &c.graph_create},
                                  {"cuGraphDestroy", &c.graph_destroy},
                                  {"cuGraphAddKernelNode", &c.graph_add_kernel},
                                  {"cuGraphAddMemcpyNode", &c.graph_add_copy},
                                  {"cuGraphAddMemsetNode", &c.graph_add_clear},
                                  {"cuGraphInstantiateWithFlags", &c.graph_instantiate},  // CUDA 11.4
                                  {"cuGraphExecDestroy", &c.graph_exec_destroy},
                                  {"cuGraphExecKernelNodeSetParams", &c.graph_set_kernel},
                                  {"cuGraphLaunch", &c.graph_launch}};
  const Symbol hip_symbols[] = {{"hipInit", &c.init},
                                {"hipRuntimeGetVersion", &c.driver_version},
                                {"hipGetDeviceCount", &c.device_count},
                                {"hipDeviceGet", &c.device_get},
                                {"hipDeviceGetName", &c.device_name},
                                {"hipDeviceGetAttribute", &c.device_attribute},
                                {"hipDeviceTotalMem", &c.device_memory},
                                {"hipModuleLoadData", &c.module_load},
                                {"hipModuleUnload", &c.module_unload},
                                {"hipModuleGetFunction", &c.module_function},
                                {"hipModuleLaunchKernel", &c.launch},
                                {"hipMalloc", &c.memory_allocate},
                                {"hipFree", &c.memory_free},
                                {"hipHostMalloc", &c.host_allocate},
                                {"hipHostFree", &c.host_free},
                                {"hipMemGetInfo", &c.memory_info},
                                {"hipPointerGetAttribute", &c.pointer_attribute},
                                {"hipStreamCreateWithFlags", &c.stream_create},
                                {"hipStreamDestroy", &c.stream_destroy},
                                {"hipStreamSynchronize", &c.stream_synchronize},
                                {"hipMemcpyHtoDAsync", &c.copy_up},
                                {"hipMemcpyDtoHAsync", &c.copy_down},
                                {"hipMemsetD8Async", &c.set_bytes},
                                {"hipEventCreateWithFlags", &c.event_create},
                                {"hipEventDestroy", &c.event_destroy},
                                {"hipEventRecord", &c.event_record},
                                {"hipEventSynchronize", &c.event_synchronize},
                                {"hipStreamWaitEvent", &c.stream_wait_event},
                                {"hipEventElapsedTime", &c.event_elapsed},
                                {"hipGetErrorName", &c.hip_error_name},
                                {"hipGetErrorString", &c.hip_error_string},
                                {"hipSetDevice", &c.set_device},
                                {"hipGetDevice", &c.get_device},
                                {"hipGetDeviceProperties", &c.device_properties, true},
                                // The same with the structure of version 6, which 7 may offer alone.
                                {"hipGetDevicePropertiesR0600", &c.device_properties_6, true},
                                {"hipMemcpy", &c.copy_kind}};
  const char* lacking = nullptr;
  const auto symbols = vendor == Vendor::cuda ? std::span<const Symbol>(cuda_symbols) : hip_symbols;
  if (!find_symbols(library, symbols, lacking)) {
    why_not = std::string("the ") + text.driver + " is too old: it lacks " + lacking;
    return nullptr;
  }
  if (vendor == Vendor::cuda) {
    driver->lacking_for_graphs_ = nullptr;
    (void)find_symbols(library, graph_symbols, driver->lacking_for_graphs_);
  }
  if (c.device_properties == nullptr) c.device_properties = c.device_properties_6;
  if (vendor == Vendor::hip && c.device_properties == nullptr) {
    why_not = "the AMD HIP runtime lacks hipGetDeviceProperties";
    return nullptr;
  }
  try {
    driver->check(c.init(0), "cuInit", "hipInit");
    driver->check(c.driver_version(&driver->version_), "cuDriverGetVersion", "hipRuntimeGetVersion");
    if (driver->version_ >= (vendor == Vendor::cuda ? oldest_cuda : oldest_hip))
      driver->check(c.device_count(&driver->device_count_), "cuDeviceGetCount", "hipGetDeviceCount");
  } catch (const DriverError& error) {
    // HIP 5 says "invalid device" where there is none.
    const bool none = error.code == no_device_code || error.code == invalid_device_code;
    why_not = (none ? std::string("the ") + text.driver + " sees no GPU: " : "") + error.message;
    return nullptr;
  }
  const int version = driver->version_;
  if (vendor == Vendor::cuda && version < oldest_cuda) {
    why_not = "the NVIDIA driver is too old: it knows CUDA " + std::to_string(version / 1000) + "." +
              std::to_string(version % 1000 / 10) + ", and 11.0 is needed";
  } else if (vendor == Vendor::hip && version < oldest_hip) {
    why_not = "the AMD HIP runtime is too old: it is " + std::to_string(version / 10000000) + "." +
              std::to_string(version / 100000 % 100) + ", and 5.0 is needed";
  } else if (driver->device_count_ == 0) {
    why_not = std::string("the ") + text.driver + " sees no GPU";
  } else {
    return driver;
  }
  return nullptr;
}

}  // namespace pqlane::gpu
