// document.hpp: a file that `pqlane bench --json` or `pqlane lwe --json` wrote (schema pqlane-bench/1 or
// pqlane-lwe/1), read and checked.
//
// A file of another schema, a truncated one, or one whose values cannot have been measured (types, signs,
// percentiles out of order, two rows for one case) is refused with its name and the key. Keys that the schema
// does not describe are ignored.
#pragma once

#include "cli/report.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::results {

using cli::Json;

struct Rate {                                              // operations a second
  double median = 0, p10 = 0, p90 = 0, low = 0, high = 0;  // low, high: 95% interval of the median
};

struct Energy {
  double joules_per_op = 0, average_watts = 0;
  std::string source;
};

struct Share {  // of a ceiling
  std::string resource;
  double ops_per_s = 0, share = 0;
};

// A row beside the ceilings of --roofline.
struct Roofline {
  std::vector<Share> shares;
  std::string bound_by;  // empty: none is near
};

struct Row {
  // What was measured, as one word: "ml-kem-768/encaps/cpu:avx512/threads:1/batch:4096", and what else is not
  // as usual. Two rows of equal names are comparable.
  std::string name;
  std::vector<std::string> parts;  // of the name
  std::string scheme, op, device, timing;
  std::string
      implementation;  // a library and its version; no part of the name, as the device names the library
  std::uint64_t threads = 0, batch = 0;
  std::string variant;  // the parts after the batch; empty for a row as usual
  Rate rate;            // by wall time
  std::optional<Rate> cpu_rate;
  double latency_p50_us = 0, latency_p90_us = 0, latency_p99_us = 0;
  std::optional<Energy> energy;
  std::optional<Share> ceiling;
  std::optional<Roofline> roofline;
  bool verified = false;
};

struct Machine {
  std::string cpu, isa, os, compiler, flags, commit;
  std::uint64_t cores = 0;
  std::optional<double> memory_bytes;
  struct Device {
    std::string name, compute_capability, driver;
    std::optional<double> memory_bytes;
  };
  std::vector<Device> devices;
};

struct Span {
  std::size_t row = 0;
  double from_s = 0, to_s = 0;
};

// Readings of one device over time. A cell that is no number is nothing.
struct Series {
  std::string device, source;
  double interval_s = 0;
  std::vector<double> times;
  struct Column {
    std::string name;
    std::optional<double> idle;
    std::vector<std::optional<double>> values;
  };
  std::vector<Column> columns;  // without the time
  std::vector<Span> spans;
};

// A dimension of LWE-KEM; ms of one operation.
struct LweRow {
  std::uint64_t n = 0;
  double classical_bits = 0, keygen_ms = 0, encaps_ms = 0, decaps_ms = 0, total_s = 0;
  std::optional<double> failure_log2;  // nothing: it cannot fail
  std::optional<double> joules, average_watts;
  bool verified = false;
  double sum_ms() const { return keygen_ms + encaps_ms + decaps_ms; }
};

struct LweResult {
  std::string set, device;
  std::uint64_t threads = 0, ranks = 1, iterations = 0, batch = 0;
  std::vector<LweRow> rows;
};

struct Document {
  std::string path;
  std::string text;  // as it was read (and decompressed)
  bool complete = true;
  std::vector<std::string> failures;
  Machine machine;
  std::vector<Row> rows;
  std::optional<LweResult> lwe;  // of a file of `pqlane lwe`, which has no rows of the other kind
  std::vector<Series> series;
  Json json;
};

// Throws CliError (status 1) naming the file and the key. "-" is stdin.
Document load_document(const std::string& path);
// The same, of a file that bench wrote, or lwe; one of the other is refused.
Document load_bench_document(const std::string& path);
Document load_lwe_document(const std::string& path);
// The same on text; `path` is for messages.
Document parse_document(const std::string& text, const std::string& path);

}  // namespace pqlane::results
