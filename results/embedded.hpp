// embedded.hpp: files of the source tree that are inside the program (cmake/PqlaneEmbed.cmake), by their
// names from the top of the tree.
#pragma once

#include <optional>
#include <string_view>

namespace pqlane::results {

// Nothing when this build was made without it (a library of third_party).
std::optional<std::string_view> find_embedded(std::string_view name);
// Throws std::logic_error when it is not there.
std::string_view embedded(std::string_view name);
// SHA-256 of its bytes, in hexadecimal digits.
std::string_view embedded_sha256(std::string_view name);

}  // namespace pqlane::results
