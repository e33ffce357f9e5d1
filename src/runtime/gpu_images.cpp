// gpu_images.cpp: see gpu_images.hpp.
#include "runtime/gpu_images.hpp"

namespace pqlane::gpu {

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
