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
  std::array<std::array<GpuImage, 1>, kem_shape_count> cuda;
  std::array<std::array<GpuImage, 2>, kem_shape_count> hip;
  TestImages() {
    for (std::size_t shape = 0; shape < kem_shape_count; ++shape) {
      texts[shape] = "fake image";
      for (std::size_t i = 0; i < kem_kernel_count; ++i) {
        texts[shape] += " " + entry_point(kem_kernel_info(static_cast<KemKernel>(i), shape).name, shape);
      }
      cuda[shape] = {{{"compute_75", 75, true, 32, texts[shape].c_str()}}};
      hip[shape] = {
          {{"gfx90a", 0, false, 16, texts[shape].c_str()}, {"gfx1100", 0, false, 16, texts[shape].c_str()}}};
    }
  }
};

}  // namespace

std::span<const GpuImage> gpu_images(Vendor vendor, std::size_t shape) {
  static const TestImages table;
  return vendor == Vendor::cuda ? std::span<const GpuImage>(table.cuda[shape])
                                : std::span<const GpuImage>(table.hip[shape]);
}

}  // namespace pqlane::gpu
