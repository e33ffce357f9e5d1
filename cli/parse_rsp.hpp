// parse_rsp.hpp: known-answer files of "name = hex" records that begin with "count = N". Reads, does not run.
//
// NIST's program writes .rsp files with a "# NAME" header: seed, pk, sk, ct, ss for a KEM; seed, msg, pk, sk,
// sm for a signature scheme, sm being the signature and the message. What its DRBG draws from `seed` is in
// nist_kat.hpp. Files for ML-DSA that have xi, and rng where the signature is hedged, beside those, have no
// header: their name tells the parameter set and what was signed (kat_MLDSA_65_hedged_pure.rsp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/vector_items.hpp"

namespace pqlane::cli {

// Whether the text has a "count =" line.
bool is_rsp(std::string_view text);

// `scheme` is that of the command line, used instead of the header's; `file_name` may have folders before it.
// Throws ParseError; records of a scheme that pqlane does not have are counted as skipped.
VectorSet parse_rsp(std::string_view text, const std::optional<std::string>& scheme,
                    std::string_view file_name);

}  // namespace pqlane::cli
