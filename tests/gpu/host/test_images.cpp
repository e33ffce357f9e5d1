// test_images.cpp: module images that only the fake driver takes, in the place of gpu_image_table.cpp: they
// name the kernels that they would hold.
#include <array>
#include <string>

#include "runtime/gpu_dsa.hpp"
#include "runtime/gpu_fill.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/gpu_kem.hpp"
#include "runtime/gpu_lwe.hpp"

namespace pqlane::gpu {
namespace {

std::string kernels_of(std::size_t unit) {
  std::string names;
  if (unit < kem_shape_count) {
    for (std::size_t i = 0; i < kem_kernel_count; ++i)
      names += " " + entry_point(kem_kernel_info(static_cast<KemKernel>(i), unit).name, unit);
  } else if (unit == fill_image_index) {
    for (std::size_t i = 0; i < fill_kernel_count; ++i)
      names += std::string(" ") + fill_kernel_name(static_cast<FillKind>(i));
  } else if (unit == lwe_image_index) {
    for (std::size_t modulus = 0; modulus < 2; ++modulus) {
      for (std::size_t i = 0; i < lwe_kernel_count; ++i)
        names += " " + lwe_entry_point(static_cast<LweKernel>(i), modulus);
    }
  } else {
    const std::size_t shape = unit - dsa_image_index;
    for (std::size_t i = 0; i < dsa_kernel_count; ++i)
      names += " " + dsa_entry_point(dsa_kernel_info(static_cast<DsaKernel>(i), shape).name, shape);
  }
  return names;
}

struct TestImages {
  std::array<std::string, image_units> texts;
  std::array<std::array<GpuImage, 1>, image_units> cuda;
  std::array<std::array<GpuImage, 2>, image_units> hip;
  TestImages() {
    for (std::size_t unit = 0; unit < image_units; ++unit) {
      std::string& text = texts[unit] = "fake image" + kernels_of(unit);
      const bool tensor = unit == lwe_image_index;  // whose code for 75 does without tensor cores, as HIP's
      cuda[unit] = {{{tensor ? "compute_80" : "compute_75", tensor ? 80 : 75, true, 32, text.c_str()}}};
      hip[unit] = {{{"gfx90a", 0, false, 16, text.c_str()}, {"gfx1100", 0, false, 16, text.c_str()}}};
    }
  }
};

}  // namespace

std::span<const GpuImage> gpu_images(Vendor vendor, std::size_t unit) {
  static const TestImages table;
  return vendor == Vendor::cuda ? std::span<const GpuImage>(table.cuda[unit])
                                : std::span<const GpuImage>(table.hip[unit]);
}

}  // namespace pqlane::gpu
