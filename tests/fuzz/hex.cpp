// Fuzz target: hexadecimal text. What decodes encodes to the same digits in upper case.
#include "cli/hex.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pqlane::cli;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::optional<Bytes> bytes = decode_hex(text);
  if (!bytes) {
    if (describe_bad_hex(text).empty()) std::abort();
    return 0;
  }
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
  }
  if (encode_hex_upper(*bytes) != upper) std::abort();
  return 0;
}
