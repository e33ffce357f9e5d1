// row_name.hpp: what tells rows of one scheme, operation, device and batch apart, for forms that have no
// columns for it.
#pragma once

#include "bench/suite.hpp"

#include <string>
#include <vector>

namespace pqlane::bench {

// Whatever is not as in a plain `pqlane bench`, in the words of result files: "message:1024", "one-key",
// "cached-key", "derand", "checked-keys", "page-locked", "device", "pinned".
std::vector<std::string> row_variants(const Row& row);

}  // namespace pqlane::bench
