// gpu_images.hpp: the GPU code inside the library, one module a shape and target.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "runtime/gpu_driver.hpp"

namespace pqlane::gpu {

struct GpuImage {
  const char* target;  // "sm_90", "compute_75" for PTX that the driver compiles, or "gfx942"
  int architecture;    // 90; of CUDA only
  bool portable;       // PTX: runs on this architecture and all later ones
  unsigned tile_ops;   // operations a tile (kem_args.hpp)
  const void* data;
};

// Images for a vendor's devices; empty in a build without a compiler for them. `unit` is 0, 1, 2 for the
// kernels of ML-KEM-512, -768, -1024, fill_image_index for those of the fills, dsa_image_index, + 1, + 2 for
// ML-DSA-44, -65, -87, and lwe_image_index for LWE-KEM. Stands alone in gpu_image_table.cpp, so that a test
// can bring images of its own.
inline constexpr std::size_t fill_image_index = 3, dsa_image_index = 4, lwe_image_index = 7, image_units = 8;
std::span<const GpuImage> gpu_images(Vendor vendor, std::size_t unit);

// The image that fits a device best, or null.
const GpuImage* choose_image(Vendor vendor, std::size_t unit, const Driver::DeviceInfo& device);

// A kernel's name in the module of a shape: "pqlane_encrypt_768".
inline std::string entry_point(const char* kernel, std::size_t shape) {
  constexpr const char* suffixes[] = {"_512", "_768", "_1024"};
  return std::string(kernel) + suffixes[shape];
}
// The same of ML-DSA: "pqlane_dsa_commit_65".
inline std::string dsa_entry_point(const char* kernel, std::size_t shape) {
  constexpr const char* suffixes[] = {"_44", "_65", "_87"};
  return std::string(kernel) + suffixes[shape];
}

}  // namespace pqlane::gpu
