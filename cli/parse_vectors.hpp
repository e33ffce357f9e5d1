// parse_vectors.hpp: tells the format of a vector file by its content and reads it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/vector_items.hpp"

namespace pqlane::cli {

// `scheme` is that of the command line: it stands in where only the file's name tells (.rsp, CCTV);
// where the content tells (JSON), groups of other schemes are counted as skipped. `file_name` is for formats
// that say something in it alone (parse_rsp.hpp). Throws ParseError, also for a format that is not known.
VectorSet parse_vectors(std::string_view text, const std::optional<std::string>& scheme,
                        std::string_view file_name = {});

}  // namespace pqlane::cli
