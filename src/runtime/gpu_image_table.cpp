// gpu_image_table.cpp: the images of this build. The build makes the tables in gpu_images_table.inc and the
// bytes in an assembly file beside it.
#include "runtime/gpu_images.hpp"

#if defined(PQLANE_HAVE_GPU_IMAGES)
#include "gpu_images_table.inc"
#endif

namespace pqlane::gpu {

std::span<const GpuImage> gpu_images([[maybe_unused]] Vendor vendor, [[maybe_unused]] std::size_t unit) {
#if defined(PQLANE_HAVE_GPU_IMAGES)
  return vendor == Vendor::cuda ? cuda_image_table[unit] : std::span<const GpuImage>(hip_image_table[unit]);
#else
  return {};
#endif
}

}  // namespace pqlane::gpu
