// bench_plan.hpp: the options of `pqlane bench` that say what to measure, and the plan that they give.
#pragma once

#include "bench/suite.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pqlane::cli {

struct BenchOptions {
  std::vector<std::string> schemes, ops, devices, peers;
  std::string batches, threads = "1", buffers = "pageable", message_bytes = "32";
  std::optional<double> seconds;
  double sample_rate = 10, energy = 0;
  std::string json, trace;
  bool quick = false, derand = false, checked_keys = false, same_key = false, cached_key = false, pin = false,
       quiet = false, roofline = false;
};

// Throws CliError (status 2) for what is not understood, or cannot be measured here.
bench::Plan make_plan(const BenchOptions& options);

}  // namespace pqlane::cli
