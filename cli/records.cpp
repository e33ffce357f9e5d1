// records.cpp: see records.hpp.
#include "cli/records.hpp"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <utility>

#include "cli/cli_error.hpp"

namespace pqlane::cli {
namespace {

void wipe(std::vector<std::uint8_t>& bytes) {
  if (!bytes.empty()) ::explicit_bzero(bytes.data(), bytes.size());
}

[[noreturn]] void fail_reading(const std::string& path, int error_number) {
  throw data_error(path + ": cannot read: " + ::strerror(error_number));
}

}  // namespace

SecretBuffer& SecretBuffer::operator=(SecretBuffer&& other) noexcept {
  if (this != &other) {
    wipe(bytes_);
    bytes_ = std::move(other.bytes_);
  }
  return *this;
}

SecretBuffer::~SecretBuffer() { wipe(bytes_); }

void SecretBuffer::require(std::size_t bytes) const {
  if (bytes > bytes_.size()) throw std::out_of_range("a buffer is too small: a defect of pqlane");
}

RecordReader::RecordReader(const std::string& path, std::size_t record_bytes, std::string what)
    : path_(path == "-" ? "stdin" : path), record_bytes_(record_bytes), what_(std::move(what)) {
  fd_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0) fail_reading(path_, errno);
  struct stat info{};
  const bool known = ::fstat(fd_, &info) == 0;
  if (known && S_ISDIR(info.st_mode)) {
    ::close(fd_);
    fail_reading(path_, EISDIR);
  }
  if (!known || !S_ISREG(info.st_mode) || path == "-") return;
  const auto bytes = static_cast<std::size_t>(info.st_size);
  if (bytes % record_bytes_ != 0) {
    ::close(fd_);
    fail_truncated(bytes);
  }
  if (bytes != 0) count_ = bytes / record_bytes_;  // some files of /proc say 0 whatever they hold
}

RecordReader::~RecordReader() {
  if (fd_ >= 0) ::close(fd_);
}

std::size_t RecordReader::read(std::span<std::uint8_t> into) {
  const std::size_t wanted = into.size() / record_bytes_ * record_bytes_;
  std::size_t got = 0;
  while (got < wanted) {
    const ssize_t n = ::read(fd_, into.data() + got, wanted - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_reading(path_, errno);
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  bytes_read_ += got;
  if (got % record_bytes_ != 0) fail_truncated(bytes_read_);
  return got / record_bytes_;
}

void RecordReader::fail_truncated(std::size_t total_bytes) const {
  throw data_error(path_ + ": " + std::to_string(total_bytes) + " bytes are not whole records of " +
                   std::to_string(record_bytes_) + " bytes (" + what_ + "): item " +
                   std::to_string(total_bytes / record_bytes_) + " is truncated to " +
                   std::to_string(total_bytes % record_bytes_) + " bytes");
}

std::optional<std::size_t> file_bytes(const std::string& path) {
  struct stat info{};
  if (path == "-") return std::nullopt;
  if (::stat(path.c_str(), &info) != 0) fail_reading(path, errno);
  if (!S_ISREG(info.st_mode)) return std::nullopt;
  return static_cast<std::size_t>(info.st_size);
}

}  // namespace pqlane::cli
