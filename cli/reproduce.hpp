// reproduce.hpp: `pqlane bench --reproduce FILE`: the rows of a published result file, measured again here.
#pragma once

#include "cli/bench_plan.hpp"

namespace pqlane::cli {

// Prints every row as it was published and as it is here. The status is that of the measurement: how the
// figures compare does not change it. Throws CliError when nothing of the file can be measured here.
int run_reproduce(const BenchOptions& options);

}  // namespace pqlane::cli
