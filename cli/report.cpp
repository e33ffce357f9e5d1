// report.cpp: see report.hpp.
#include "cli/report.hpp"

namespace pqlane::cli {

JsonFile::JsonFile(const std::string& path) {
  if (!path.empty()) file_.emplace(path, FileMode::Ordinary);
}

void JsonFile::write(const Json& value) {
  if (!file_) return;
  file_->write(json_text(value, 2) + "\n");
  file_->commit();
}

std::string json_text(const Json& value, int indentation) {
  return value.dump(indentation, ' ', false, Json::error_handler_t::replace);
}

void print_text(const std::string& text, bool stdout_is_taken) {
  if (stdout_is_taken) return;
  OutputFile out("-", FileMode::Ordinary);
  out.write(text);
  out.commit();
}

}  // namespace pqlane::cli
