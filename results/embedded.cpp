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
  std::string_view sha256;
};

#include "embedded_files.inc"

const EmbeddedFile* find(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

const EmbeddedFile& find_or_throw(std::string_view name) {
  const EmbeddedFile* file = find(name);
  if (file == nullptr)
    throw std::logic_error("the file " + std::string(name) + " is not inside this program");
  return *file;
}

std::string_view bytes_of(const EmbeddedFile& file) {
  return {file.begin, static_cast<std::size_t>(file.end - file.begin)};
}

}  // namespace

std::optional<std::string_view> find_embedded(std::string_view name) {
  const EmbeddedFile* file = find(name);
  return file == nullptr ? std::nullopt : std::optional(bytes_of(*file));
}

std::string_view embedded(std::string_view name) { return bytes_of(find_or_throw(name)); }

std::string_view embedded_sha256(std::string_view name) { return find_or_throw(name).sha256; }

}  // namespace pqlane::results
