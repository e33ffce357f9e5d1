// test_images.cpp: module images that only the fake driver takes, in the place of gpu_image_table.cpp: they
// name the kernels that they would hold.
#include <array>
#include <string>

#include "runtime/gpu_fill.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/gpu_kem.hpp"

namespace pqlane::gpu {
namespace {

struct TestImages {
  static constexpr std::size_t units = kem_shape_count + 1;  // and the fills
  std::array<std::string, units> texts;
  std::array<std::array<GpuImage, 1>, units> cuda;
  std::array<std::array<GpuImage, 2>, units> hip;
  TestImages() {
    for (std::size_t unit = 0; unit < units; ++unit) {
      std::string& text = texts[unit] = "fake image";
      for (std::size_t i = 0; unit != fill_image_index && i < kem_kernel_count; ++i) {
        text += " " + entry_point(kem_kernel_info(static_cast<KemKernel>(i), unit).name, unit);
      }
      for (std::size_t i = 0; unit == fill_image_index && i < fill_kernel_count; ++i) {
        text += std::string(" ") + fill_kernel_name(static_cast<FillKind>(i));
      }
      cuda[unit] = {{{"compute_75", 75, true, 32, text.c_str()}}};
      hip[unit] = {{{"gfx90a", 0, false, 16, text.c_str()}, {"gfx1100", 0, false, 16, text.c_str()}}};
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
