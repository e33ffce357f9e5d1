// image.hpp: what the fake driver knows about module images: text that ends with a zero byte (PTX, or the
// test images of tests/gpu/host) and ELF files (machine code).
#pragma once

#include <cstdint>
#include <string>

namespace fake {

// A copy of the image, empty when it is neither.
std::string read_image(const void* image);
// An ELF file's machine (EM_CUDA, EM_AMDGPU) and flags; false for text.
bool elf_target(const std::string& image, unsigned& machine, std::uint32_t& flags);

}  // namespace fake
