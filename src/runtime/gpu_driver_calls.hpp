// gpu_driver_calls.hpp: the functions of a vendor's library that Driver calls, as gpu_driver_open.cpp finds
// them.
//
// Where CUDA and HIP have the same parameters one pointer serves both: a HIP device pointer is a `void*`,
// which is passed like CUDA's 64-bit integer on every machine that has such a library. Enumerations are ints.
#pragma once

#include "runtime/gpu_driver.hpp"

namespace pqlane::gpu {

using DevicePointer = unsigned long long;

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
