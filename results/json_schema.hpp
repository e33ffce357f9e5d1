// json_schema.hpp: checks a JSON value against the part of JSON Schema (2020-12) that docs/bench-schema.json
// uses. A keyword outside that part is an error of the schema, so that it cannot say more than is checked.
#pragma once

#include "cli/report.hpp"

#include <string>

namespace pqlane::results {

using cli::Json;

// What a violation names: "results[3].ops_per_s.median", and why.
struct Violation {
  std::string where;  // empty for the value itself
  std::string why;    // empty: there is none
  explicit operator bool() const { return !why.empty(); }
};

// The first violation in the order of the value. Throws std::logic_error for an unknown keyword or reference.
Violation check_schema(const Json& value, const Json& schema);

}  // namespace pqlane::results
