// image.cpp: see image.hpp.
#include "gpu/fake_driver/image.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace fake {

std::string read_image(const void* image) {
  const auto* text = static_cast<const char*>(image);
  if (std::memcmp(text, ELFMAG, SELFMAG) != 0) {
    const bool known = std::strncmp(text, "//", 2) == 0 || std::strncmp(text, ".version", 8) == 0 ||
                       std::strncmp(text, "fake image", 10) == 0;
    return known ? text : "";
  }
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof header);
  std::size_t bytes = header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, text + header.e_shoff + i * std::size_t{header.e_shentsize}, sizeof section);
    if (section.sh_type != SHT_NOBITS)
      bytes = std::max<std::size_t>(bytes, section.sh_offset + section.sh_size);
  }
  return std::string(text, bytes);
}

bool elf_target(const std::string& image, unsigned& machine, std::uint32_t& flags) {
  Elf64_Ehdr header;
  if (image.size() < sizeof header || std::memcmp(image.data(), ELFMAG, SELFMAG) != 0) return false;
  std::memcpy(&header, image.data(), sizeof header);
  machine = header.e_machine;
  flags = header.e_flags;
  return true;
}

}  // namespace fake
