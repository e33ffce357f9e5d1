// parse_rsp.hpp: NIST known-answer files (.rsp) of KEM schemes: a "# NAME" header, then records
// of count, seed, pk, sk, ct, ss. Reads, does not run; the DRBG of `seed` is in nist_kat.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/kem_items.hpp"

namespace pqlane::cli {

// Whether the text has a "count =" line.
bool is_rsp(std::string_view text);

// `scheme` is that of the command line, used instead of the header's. Throws ParseError; records of
// a scheme that pqlane does not have are counted as skipped.
VectorSet parse_rsp(std::string_view text, const std::optional<std::string>& scheme);

}  // namespace pqlane::cli
