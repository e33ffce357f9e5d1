// c_api_trace.cpp: the C functions of trace.h.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "pqlane/trace.h"
#include "runtime/c_guard.hpp"
#include "runtime/last_error.hpp"
#include "runtime/trace.hpp"
#include "runtime/trace_json.hpp"

using namespace pqlane;

namespace {

// A file that is renamed to its name when it is complete, and removed when it is not.
class NewFile {
 public:
  explicit NewFile(const char* name) : name_(name) {
    struct stat info{};
    const bool exists = ::stat(name, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {  // a device or a pipe
      fd_ = ::open(name, O_WRONLY | O_CLOEXEC);
    } else {
      temporary_ = name_ + ".XXXXXX";
      fd_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
      if (fd_ < 0) temporary_.clear();
    }
    if (fd_ < 0) error_ = errno;
  }
  ~NewFile() {
    if (fd_ >= 0) (void)::close(fd_);
    if (!temporary_.empty()) (void)::unlink(temporary_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view text) noexcept {
    while (!text.empty() && error_ == 0) {
      const ssize_t n = ::write(fd_, text.data(), text.size());
      if (n >= 0) {
        text.remove_prefix(static_cast<std::size_t>(n));
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
  }

  // 0, or the number of the first error.
  int finish() noexcept {
    if (error_ != 0) return error_;
    const int fd = fd_;
    fd_ = -1;
    constexpr mode_t mode = 0644;  // no secret is in it
    if (!temporary_.empty() && ::fchmod(fd, mode) != 0) error_ = errno;
    if (::close(fd) != 0 && error_ == 0) error_ = errno;
    if (temporary_.empty() || error_ != 0) return error_;
    if (::rename(temporary_.c_str(), name_.c_str()) != 0) return errno;
    temporary_.clear();
    return 0;
  }

 private:
  std::string name_, temporary_;
  int fd_ = -1, error_ = 0;
};

}  // namespace

pqlane_status pqlane_trace_start(void) {
  return guarded([] {
    return trace::start() ? PQLANE_OK : fail(PQLANE_ERROR_OPTION, "a trace is being recorded already");
  });
}

pqlane_status pqlane_trace_stop(void) {
  return guarded(
      [] { return trace::stop() ? PQLANE_OK : fail(PQLANE_ERROR_OPTION, "no trace is being recorded"); });
}

pqlane_status pqlane_trace_write(const char* file) {
  return guarded([&] {
    if (file == nullptr) return fail(PQLANE_ERROR_NULL, "file is null");
    trace::Snapshot snapshot = trace::snapshot();
    if (!snapshot.started) return fail(PQLANE_ERROR_OPTION, "no trace was started");
    NewFile out(file);
    trace::write_json(std::move(snapshot), [&](std::string_view text) { out.write(text); });
    const int error = out.finish();
    if (error == 0) return PQLANE_OK;
    return fail(PQLANE_ERROR_OPTION, std::string(file) + ": cannot write: " + std::strerror(error));
  });
}
