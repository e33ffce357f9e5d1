// table.hpp: results as text for a terminal, one line a row, in columns of fixed width, so that lines can
// be printed while the measurement goes on.
#pragma once

#include "bench/suite.hpp"

#include <string>

namespace pqlane::bench {

std::string table_header();
std::string table_row(const Row& row);
// Ceilings, and what the columns include; without the failures.
std::string table_footer(const Plan& plan, const SuiteResult& result);

// "12,345,678"; rounds to a whole number.
std::string grouped(double value);

// One line of a progress bar: rows done, the part of the present row, time that is left.
std::string progress_line(std::size_t row, double part, std::size_t rows, double elapsed_seconds);

}  // namespace pqlane::bench
