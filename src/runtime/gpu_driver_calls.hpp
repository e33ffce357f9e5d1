// gpu_driver_calls.hpp: the functions of a vendor's library that Driver calls, as gpu_driver_open.cpp finds
// them.
//
// Where CUDA and HIP have the same parameters one pointer serves both: a HIP device pointer is a `void*`,
// which is passed like CUDA's 64-bit integer on every machine that has such a library. Enumerations are ints.
#pragma once

#include "runtime/gpu_driver.hpp"

namespace pqlane::gpu {

using DevicePointer = unsigned long long;

// CUDA_KERNEL_NODE_PARAMS of CUDA 12, whose beginning is that of CUDA 10.
struct KernelNodeParameters {
  Function function;
  unsigned grid[3], block[3], shared_bytes;
  void** arguments;
  void** extra;
  void *kernel, *context;
};

// CUDA_MEMCPY3D
struct CopyNodeParameters {
  struct Side {
    std::size_t x_bytes, y, z, lod;
    int type;
    void* host;
    DevicePointer device;
    void *array, *reserved;
    std::size_t pitch, height;
  };
  Side from, to;
  std::size_t width_bytes, height, depth;
};

// CUDA_MEMSET_NODE_PARAMS
struct ClearNodeParameters {
  DevicePointer memory;
  std::size_t pitch;
  unsigned value, element_bytes;
  std::size_t width, height;
};

struct Driver::Calls {
  int (*init)(unsigned);
  int (*driver_version)(int*);
  int (*device_count)(int*);
  int (*device_get)(int*, int);
  int (*device_name)(char*, int, int);
  int (*device_attribute)(int*, int, int);
  int (*device_memory)(std::size_t*, int);
  int (*module_load)(Module*, const void*);
  int (*module_unload)(Module);
  int (*module_function)(Function*, Module, const char*);
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
  int (*set_bytes)(DevicePointer, unsigned char, std::size_t, Stream);
  int (*event_create)(Event*, unsigned);
  int (*event_destroy)(Event);
  int (*event_record)(Event, Stream);
  int (*event_synchronize)(Event);
  int (*stream_wait_event)(Stream, Event, unsigned);
  int (*event_elapsed)(float*, Event, Event);

  // CUDA alone.
  int (*error_name)(int, const char**);
  int (*error_string)(int, const char**);
  int (*context_retain)(Context*, int);
  int (*context_release)(int);
  int (*context_set)(Context);
  int (*context_get)(Context*);
  int (*function_attribute)(Function, int, int);
  int (*copy_any)(DevicePointer, DevicePointer, std::size_t);
  int (*graph_create)(Graph*, unsigned);
  int (*graph_destroy)(Graph);
  int (*graph_add_kernel)(GraphNode*, Graph, const GraphNode*, std::size_t, const KernelNodeParameters*);
  int (*graph_add_copy)(GraphNode*, Graph, const GraphNode*, std::size_t, const CopyNodeParameters*, Context);
  int (*graph_add_clear)(GraphNode*, Graph, const GraphNode*, std::size_t, const ClearNodeParameters*,
                         Context);
  int (*graph_instantiate)(GraphExec*, Graph, unsigned long long);
  int (*graph_exec_destroy)(GraphExec);
  int (*graph_set_kernel)(GraphExec, GraphNode, const KernelNodeParameters*);
  int (*graph_launch)(GraphExec, Stream);

  // HIP alone.
  const char* (*hip_error_name)(int);
  const char* (*hip_error_string)(int);
  int (*set_device)(int);
  int (*get_device)(int*);
  int (*device_properties)(void*, int);
  int (*device_properties_6)(void*, int);
  int (*copy_kind)(void*, const void*, std::size_t, int);
};

}  // namespace pqlane::gpu
