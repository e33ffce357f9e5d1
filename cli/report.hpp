// report.hpp: where the machine form (--json) and the terminal form of a result go.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/output_file.hpp"

namespace pqlane::cli {

// Keys keep the order in which they were added.
using Json = nlohmann::ordered_json;

// The file of --json. It is opened before the work, so that a folder that is not there or cannot be written
// shows at once; it appears only when complete.
class JsonFile {
 public:
  // Empty: the option was not given. "-" is stdout.
  explicit JsonFile(const std::string& path);
  bool wanted() const noexcept { return file_.has_value(); }
  // Writes the value and a line end; does nothing when not wanted.
  void write(const Json& value);

 private:
  std::optional<OutputFile> file_;
};

// A value as text; bytes that are not UTF-8 (of file names, of bad data) are replaced.
std::string json_text(const Json& value, int indentation);

// Writes the terminal form to stdout, unless stdout carries JSON or records.
void print_text(const std::string& text, bool stdout_is_taken);

}  // namespace pqlane::cli
