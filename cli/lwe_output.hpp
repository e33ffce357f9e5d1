// lwe_output.hpp: the rows of `pqlane lwe` as a table, as the paper's lines and as JSON
// (docs/lwe-schema.json), beside the figures of the paper and of an earlier run.
#pragma once

#include "cli/lwe_measure.hpp"
#include "cli/report.hpp"
#include "results/document.hpp"

namespace pqlane::cli {

// Fills in the factors of a row. `baseline` may be null.
void compare_lwe_row(LweRow& row, const std::string& set, const results::Document* baseline);

std::string lwe_table_header();
std::string lwe_table_row(const LweRow& row);
extern const char* const lwe_table_footer;
// The line of the paper's program: n, averages in microseconds, seconds, mismatches.
std::string lwe_paper_row(const LweRow& row);
// `source` names the energy counters.
Json lwe_row_json(const LweRow& row, const std::string& source);

}  // namespace pqlane::cli
