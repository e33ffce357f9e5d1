// report.cpp: see report.hpp.
#include "cli/report.hpp"

#include "cli/output_file.hpp"

namespace pqlane::cli {

void write_json(const std::string& path, const Json& value) {
  // File names and texts from bad data need not be UTF-8: such bytes are replaced.
  const std::string text = value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  OutputFile file(path, FileMode::Ordinary);
  file.write(text);
  file.commit();
}

void print_text(const std::string& text, bool stdout_is_taken) {
  if (stdout_is_taken) return;
  OutputFile out("-", FileMode::Ordinary);
  out.write(text);
  out.commit();
}

}  // namespace pqlane::cli
