// embedded.cpp: see embedded.hpp.
#include "results/embedded.hpp"

#include <stdexcept>
#include <string>

namespace pqlane::results {
namespace {

struct EmbeddedFile {
  std::string_view name;
  const char* begin;
  const char* end;
};

#include "embedded_files.inc"

}  // namespace

std::optional<std::string_view> find_embedded(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files) {
    if (file.name == name)
      return std::string_view(file.begin, static_cast<std::size_t>(file.end - file.begin));
  }
  return std::nullopt;
}

std::string_view embedded(std::string_view name) {
  const std::optional<std::string_view> bytes = find_embedded(name);
  if (!bytes) throw std::logic_error("the file " + std::string(name) + " is not inside this program");
  return *bytes;
}

}  // namespace pqlane::results
