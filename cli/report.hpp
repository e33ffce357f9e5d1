// report.hpp: where the machine form (--json) and the terminal form of a result go.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pqlane::cli {

// Keys keep the order in which they were added.
using Json = nlohmann::ordered_json;

// Writes `value` and a line end to `path` ("-" is stdout); appears only when complete.
void write_json(const std::string& path, const Json& value);

// Writes the terminal form to stdout, unless stdout carries JSON or records.
void print_text(const std::string& text, bool stdout_is_taken);

}  // namespace pqlane::cli
