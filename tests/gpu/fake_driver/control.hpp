// control.hpp: how a test steers and observes the fake driver. The driver itself is opened by pqlane through
// PQLANE_CUDA_DRIVER and PQLANE_HIP_DRIVER; a test that links the same file reaches the same copy of it.
// CUDA's and HIP's devices are separate; options are set for both, and counters count both.
//
// Options, also read from the environment (FAKE_GPU_DEVICES ..) when the library is loaded:
// - devices, hip_devices: number of GPUs, default 1
// - version: what the CUDA driver says it knows, default 13000
// - hip_version: the version of the HIP runtime, default 60000000
// - gfx: the AMD processor, default 0x90a: gfx90a; its waves have 64 threads below 0x1000 and else 32
// - capability: compute capability times ten, default 90
// - multiprocessors: of each GPU, default 2
// - memory_bytes: device memory of each GPU, default 1 GiB
// - host_bytes: most page-locked memory, default 1 GiB
// - lost_device: the GPU that `lost_at_launch` counts for, default 0
// - lost_at_launch: this launch from now on fails as it runs, and with it the context; 0: none
// - graph_launch_fails: 1: the launch of a graph is refused, with nothing lost
// - worker: 1: a thread runs the streams' work as it comes; 0 (default): work waits until a call waits for
// it,
//   so that what is not waited for is not there
// - seed: of all random choices
// Counters, read only:
// - launches: kernels launched so far
// - events: events made so far
// - calls: calls of the CUDA driver, apart from questions that never fail
// - graph_launches, graphs_built, graph_changes: graphs launched, instances made, nodes of instances changed
// - device_bytes: device memory in use; peak_device_bytes: the most since that was set to 0
// - objects: allocations, streams, events, modules, graphs and their instances that were made and not freed
// - misuses: calls and accesses that a real GPU would refuse or that lose speed silently: copies from and to
//   memory that is not page-locked, bytes written past an allocation, unknown handles
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

// Unknown names end the process.
__attribute__((visibility("default"))) void fake_gpu_set(const char* name, std::uint64_t value);
__attribute__((visibility("default"))) std::uint64_t fake_gpu_get(const char* name);

// How often a string of bytes stands in device memory and in page-locked memory, in use or freed.
__attribute__((visibility("default"))) std::size_t fake_gpu_find(const void* bytes, std::size_t count);
// The same in page-locked memory alone.
__attribute__((visibility("default"))) std::size_t fake_gpu_find_host(const void* bytes, std::size_t count);
// Forgets what freed memory held.
__attribute__((visibility("default"))) void fake_gpu_forget_freed();

// Called after every kernel that ran, on the thread that ran it; null ends that.
__attribute__((visibility("default"))) void fake_gpu_after_kernel(void (*hook)(void*), void* data);
}
