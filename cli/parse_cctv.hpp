// parse_cctv.hpp: the ML-KEM text files of CCTV [CCTV]: values as "name = hex" among prose and
// intermediate values (intermediate, unluckysample, strcmp), or one bad public key a line (modulus).
// Reads, does not run.
//
// The files were made for the 2023 draft of FIPS 203, whose KeyGen hashes d without the byte k: d
// does not lead to their ek in the final standard. Encaps and Decaps are the same, so those are run
// and KeyGen is counted as skipped.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/vector_items.hpp"

namespace pqlane::cli {

// Whether every line is a hexadecimal public key, or the named values of a test are there.
bool is_cctv(std::string_view text);

// `scheme` is that of the command line; without it the length of the keys tells. Throws ParseError.
VectorSet parse_cctv(std::string_view text, const std::optional<std::string>& scheme);

}  // namespace pqlane::cli
