// json_report.hpp: results as a document of the schema pqlane-bench/1 (docs/bench-schema.json).
#pragma once

#include "bench/machine.hpp"
#include "bench/suite.hpp"

#include <nlohmann/json.hpp>

namespace pqlane::bench {

constexpr const char* bench_schema_name = "pqlane-bench/1";

nlohmann::ordered_json machine_json(const Machine& machine);
nlohmann::ordered_json row_json(const Row& row);
nlohmann::ordered_json document_json(const Machine& machine, const SuiteResult& result);

}  // namespace pqlane::bench
