// gpu_images.cpp: see gpu_images.hpp.
#include "runtime/gpu_images.hpp"

namespace pqlane::gpu {
namespace {

const GpuImage* choose_cuda(std::size_t unit, int major, int minor) {
  const GpuImage* best = nullptr;
  const int device = 10 * major + minor;
  for (const GpuImage& image : gpu_images(Vendor::cuda, unit)) {
    const bool fits = image.portable ? image.architecture <= device
                                     : image.architecture <= device && image.architecture / 10 == major;
    if (!fits) continue;
    const bool better = best == nullptr || (best->portable && !image.portable) ||
                        (best->portable == image.portable && image.architecture > best->architecture);
    if (better) best = &image;
  }
  return best;
}

// AMD's code runs on the processor that it was made for. "gfx90a:sramecc+:xnack-" names one with its
// settings; our code asks for none, and so runs with any.
const GpuImage* choose_hip(std::size_t unit, const std::string& architecture) {
  const std::string processor = architecture.substr(0, architecture.find(':'));
  for (const GpuImage& image : gpu_images(Vendor::hip, unit)) {
    if (processor == image.target) return &image;
  }
  return nullptr;
}

}  // namespace

const GpuImage* choose_image(Vendor vendor, std::size_t unit, const Driver::DeviceInfo& device) {
  return vendor == Vendor::cuda ? choose_cuda(unit, device.major, device.minor)
                                : choose_hip(unit, device.architecture);
}

}  // namespace pqlane::gpu
