// output_file.cpp: see output_file.hpp.
#include "cli/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/cli_error.hpp"
#include "cli/interrupt.hpp"

namespace pqlane::cli {
namespace {

namespace fs = std::filesystem;

// The mode a new file would get from open(2): there is no way to read the umask but to set it.
mode_t ordinary_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return static_cast<mode_t>(0666) & static_cast<mode_t>(~mask);
}

std::string follow_links(const std::string& path) {
  std::error_code error;
  fs::path at = fs::absolute(path, error);  // weakly_canonical leaves a new relative name relative
  // Nor does it follow a link to what is not there yet. A circle of links was refused by stat().
  constexpr int most_links = 40;
  for (int links = 0; links < most_links && fs::is_symlink(fs::symlink_status(at, error)); ++links) {
    const fs::path to = fs::read_symlink(at, error);
    if (error) break;
    at = at.parent_path() / to;
  }
  const fs::path resolved = fs::weakly_canonical(at, error);
  return error ? path : resolved.string();
}

// At most 100 bytes of a file name, whole UTF-8 characters: room for more letters in a file system's longest
// name (255 bytes on most).
std::string beginning(const std::string& name) {
  std::size_t bytes = std::min<std::size_t>(name.size(), 100);
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  while (bytes > 0 && bytes < name.size() && continues(name[bytes])) --bytes;
  return name.substr(0, bytes);
}

}  // namespace

OutputFile::OutputFile(const std::string& path, FileMode mode) : path_(path) {
  if (path == "-") {
    path_ = "stdout";
    fd_ = ::dup(STDOUT_FILENO);
    if (fd_ < 0) fail("cannot write", errno);
    return;
  }
  if (path.empty()) throw usage_error("an output file has an empty name");
  struct stat info{};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (!exists && errno != ENOENT) fail("cannot create", errno);  // a name that is too long, say
  if (exists && S_ISDIR(info.st_mode)) fail("cannot write", EISDIR);
  if (exists && !S_ISREG(info.st_mode)) {
    fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) fail("cannot write", errno);
    return;
  }
  target_ = follow_links(path);
  const fs::path target(target_);
  std::string pattern =
      (target.parent_path() / ("." + beginning(target.filename().string()) + ".XXXXXX")).string();
  fd_ = ::mkostemp(pattern.data(), O_CLOEXEC);  // creates with mode 0600
  if (fd_ < 0) fail("cannot create", errno);
  temporary_ = pattern;
  try {
    slot_ = remember_temporary(temporary_);
  } catch (...) {
    discard();
    throw;
  }
  if (mode == FileMode::Ordinary && ::fchmod(fd_, ordinary_mode()) != 0) fail("cannot set mode of", errno);
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("cannot write", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void OutputFile::write(std::string_view text) {
  write(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

void OutputFile::commit() {
  const int fd = fd_;
  fd_ = -1;
  if (::close(fd) != 0) fail("cannot write", errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot write", errno);
  temporary_.clear();
  if (slot_) forget_temporary(*slot_);
  slot_.reset();
}

void OutputFile::discard() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  if (slot_) forget_temporary(*slot_);
  slot_.reset();
}

void OutputFile::fail(const char* what, int error_number) {
  discard();  // the destructor does not run when the constructor throws
  throw data_error(path_ + ": " + what + ": " + std::strerror(error_number));
}

bool same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-" || a.empty() || b.empty()) return false;
  struct stat info_a{};
  struct stat info_b{};
  const bool has_a = ::stat(a.c_str(), &info_a) == 0;
  const bool has_b = ::stat(b.c_str(), &info_b) == 0;
  if (has_a && has_b) {
    if (!S_ISREG(info_a.st_mode)) return false;
    return info_a.st_dev == info_b.st_dev && info_a.st_ino == info_b.st_ino;
  }
  return !has_a && !has_b && follow_links(a) == follow_links(b);
}

}  // namespace pqlane::cli
