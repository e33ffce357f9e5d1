// vector_file.hpp: files of the folder that PQLANE_VECTORS names; xz is unpacked. For tests that do without
// the command line's loader.
#pragma once

#include <lzma.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace pqlane::test {

// Null when the variable is unset or empty.
inline const char* vectors_folder() {
  const char* folder = std::getenv("PQLANE_VECTORS");
  return folder != nullptr && *folder != '\0' ? folder : nullptr;
}

inline std::string unpack_xz(const std::string& packed) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, UINT64_MAX, 0) != LZMA_OK) throw std::runtime_error("no xz decoder");
  stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  std::string text;
  lzma_ret result = LZMA_OK;
  while (result == LZMA_OK) {
    std::uint8_t piece[1 << 16];
    stream.next_out = piece;
    stream.avail_out = sizeof piece;
    result = lzma_code(&stream, LZMA_FINISH);
    text.append(reinterpret_cast<const char*>(piece), sizeof piece - stream.avail_out);
  }
  lzma_end(&stream);
  if (result != LZMA_STREAM_END) throw std::runtime_error("damaged xz file");
  return text;
}

// The file under its name, or else with .xz behind it. PQLANE_VECTORS must be set.
inline std::string read_vector_file(const std::string& name) {
  for (const char* ending : {"", ".xz"}) {
    std::ifstream file(std::string(vectors_folder()) + "/" + name + ending, std::ios::binary);
    if (!file) continue;
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return *ending == '\0' ? bytes : unpack_xz(bytes);
  }
  throw std::runtime_error("no vector file " + name);
}

}  // namespace pqlane::test
