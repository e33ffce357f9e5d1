// test_images.cpp: module images that only the fake driver takes, in the place of gpu_image_table.cpp: they
// name the kernels that they would hold.
#include <array>
#include <string>

#include "runtime/gpu_images.hpp"
#include "runtime/gpu_kem.hpp"

namespace pqlane::gpu {
namespace {

struct TestImages {
  std::array<std::string, kem_shape_count> texts;
  std::array<GpuImage, kem_shape_count> images;
  TestImages() {
    for (std::size_t shape = 0; shape < kem_shape_count; ++shape) {
      texts[shape] = "fake image";
      for (std::size_t i = 0; i < kem_kernel_count; ++i) {
        texts[shape] += " " + entry_point(kem_kernel_info(static_cast<KemKernel>(i), shape).name, shape);
      }
      images[shape] = {"compute_75", 75, true, texts[shape].c_str()};
    }
  }
};

}  // namespace

std::span<const GpuImage> cuda_images(std::size_t shape) {
  static const TestImages table;
  return {&table.images[shape], 1};
}

}  // namespace pqlane::gpu
