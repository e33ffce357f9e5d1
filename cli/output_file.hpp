// output_file.hpp: a file that appears under its name only when it is complete.
//
// Bytes go to a temporary file in the same folder, which commit() renames. Without a commit
// (an error, an exception, Ctrl-C) the temporary file is removed and a file that had the name
// before is as it was. "-" is stdout, and an existing device or pipe (/dev/null, a FIFO) is
// written directly: there is nothing to rename. It does not buffer: hand it large pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pqlane::cli {

enum class FileMode {
  Ordinary,  // 0666 less the umask
  Private    // 0600: private keys and shared secrets
};

class OutputFile {
 public:
  OutputFile(const std::string& path, FileMode mode);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::span<const std::uint8_t> bytes);
  void write(std::string_view text);
  void commit();

  const std::string& path() const noexcept { return path_; }

 private:
  void discard() noexcept;
  [[noreturn]] void fail(const char* what, int error_number);

  std::string path_;       // as the user named it
  std::string target_;     // what the rename replaces (symbolic links followed)
  std::string temporary_;  // empty: written directly
  std::optional<std::size_t> slot_;
  int fd_ = -1;
};

// Whether two paths name one ordinary file (which may not exist yet). False for "-".
bool same_file(const std::string& a, const std::string& b);

}  // namespace pqlane::cli
