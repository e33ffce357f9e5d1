// bench_plan.hpp: the options of `pqlane bench` that say what to measure, and the plan that they give.
#pragma once

#include "bench/suite.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pqlane::cli {

// Another form of the results than the table.
enum class BenchFormat { none, cupqc, wolfcrypt, csv, markdown, google_benchmark };
// Throws CliError (status 2), which lists them, for another name; empty is none.
BenchFormat format_or_throw(const std::string& name);

struct BenchOptions {
  std::vector<std::string> schemes, ops, devices, peers;
  std::string batches, threads = "1", buffers, message_bytes;
  std::optional<double> seconds;
  std::optional<double> energy;
  double sample_rate = 10;
  std::string json, trace, format, out, reproduce;
  bool quick = false, derand = false, checked_keys = false, same_key = false, cached_key = false, pin = false,
       quiet = false, roofline = false;
};

// Throws CliError (status 2) for what is not understood, or cannot be measured here.
bench::Plan make_plan(const BenchOptions& options);

}  // namespace pqlane::cli
