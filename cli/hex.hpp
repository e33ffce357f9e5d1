// hex.hpp: hexadecimal text to bytes and back. Not constant time: it serves test vectors and
// printing, which are public.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pqlane::cli {

using Bytes = std::vector<std::uint8_t>;

// Bytes of `text` (either case, no separators), or nothing when it is not an even number of
// hexadecimal digits. Empty text is no bytes.
std::optional<Bytes> decode_hex(std::string_view text);

// Says why decode_hex gave nothing: "odd number of digits", "'g' at digit 7".
std::string describe_bad_hex(std::string_view text);

std::string encode_hex_upper(std::span<const std::uint8_t> bytes);

}  // namespace pqlane::cli
