// gpu_images.hpp: the GPU code inside the library, one module a shape and target.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace pqlane::gpu {

struct GpuImage {
  const char* target;  // "sm_90", or "compute_75" for PTX that the driver compiles
  int architecture;    // 90
  bool portable;       // PTX: runs on this architecture and all later ones
  const void* data;
};

// Images of shape 0, 1, 2 (ML-KEM-512, -768, -1024) for CUDA; empty in a build without device compilers.
// Stands alone in gpu_image_table.cpp, so that a test can bring images of its own.
std::span<const GpuImage> cuda_images(std::size_t shape);

// The image that fits best a device of compute capability major.minor, or null.
const GpuImage* choose_cuda_image(std::size_t shape, int major, int minor);

// A kernel's name in the module of a shape: "pqlane_encrypt_768".
inline std::string entry_point(const char* kernel, std::size_t shape) {
  constexpr const char* suffixes[] = {"_512", "_768", "_1024"};
  return std::string(kernel) + suffixes[shape];
}

}  // namespace pqlane::gpu
