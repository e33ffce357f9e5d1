// idle_options.hpp: options of `pqlane bench` that change none of the rows of a plan.
#pragma once

#include "cli/bench_plan.hpp"

namespace pqlane::cli {

// Throws CliError (status 2) for the first: an option that changes nothing is a mistake, and what was meant
// would not be measured.
void refuse_idle_options(const BenchOptions& options, const bench::Plan& plan);

}  // namespace pqlane::cli
