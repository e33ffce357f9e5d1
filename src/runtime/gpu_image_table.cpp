// gpu_image_table.cpp: the images of this build. The build makes the table in gpu_images_table.inc and the
// bytes in an assembly file beside it.
#include "runtime/gpu_images.hpp"

#if defined(PQLANE_HAVE_GPU_CUDA)
#include "gpu_images_table.inc"
#endif

namespace pqlane::gpu {

std::span<const GpuImage> cuda_images([[maybe_unused]] std::size_t shape) {
#if defined(PQLANE_HAVE_GPU_CUDA)
  return cuda_image_table[shape];
#else
  return {};
#endif
}

}  // namespace pqlane::gpu
