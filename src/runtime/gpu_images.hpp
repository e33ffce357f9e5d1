// gpu_images.hpp: the GPU code inside the library, one module a shape and target.
#pragma once

#include <cstddef>
#include <span>

namespace pqlane::gpu {

struct GpuImage {
  const char* target;  // "sm_90", or "compute_75" for PTX that the driver compiles
  int architecture;    // 90
  bool portable;       // PTX: runs on this architecture and all later ones
  const void* data;
};

// Images of shape 0, 1, 2 (ML-KEM-512, -768, -1024) for CUDA; empty in a build without device compilers.
std::span<const GpuImage> cuda_images(std::size_t shape);

// The image that fits best a device of compute capability major.minor, or null.
const GpuImage* choose_cuda_image(std::size_t shape, int major, int minor);

}  // namespace pqlane::gpu
