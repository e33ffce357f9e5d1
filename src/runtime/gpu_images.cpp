// gpu_images.cpp: see gpu_images.hpp. The build makes the table in gpu_images_table.inc and the bytes in an
// assembly file beside it.
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

const GpuImage* choose_cuda_image(std::size_t shape, int major, int minor) {
  const GpuImage* best = nullptr;
  const int device = 10 * major + minor;
  for (const GpuImage& image : cuda_images(shape)) {
    const bool fits = image.portable ? image.architecture <= device
                                     : image.architecture <= device && image.architecture / 10 == major;
    if (!fits) continue;
    const bool better = best == nullptr || (best->portable && !image.portable) ||
                        (best->portable == image.portable && image.architecture > best->architecture);
    if (better) best = &image;
  }
  return best;
}

}  // namespace pqlane::gpu
