// load_file.hpp: reads a whole vector file, plain or compressed (xz, gzip), with a limit on its
// size, so that a small compressed file cannot fill the memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pqlane::cli {

// Largest vector file after decompression. A bound on memory, not a property of any format.
constexpr std::size_t max_vector_file_bytes = std::size_t{128} << 20;

// Text of the file; "-" is stdin. Compression is told by the first bytes, not by the name.
// Throws CliError (status 1) naming the file and the reason.
std::string load_text(const std::string& path, std::size_t max_bytes = max_vector_file_bytes);

// The same on bytes in memory. `name` is used in messages.
std::string decompress(std::string_view data, const std::string& name, std::size_t max_bytes);

}  // namespace pqlane::cli
