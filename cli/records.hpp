// records.hpp: record files, which are fixed-size values one after another without a header.
//
// Files are read in pieces, so their size is bounded by the disk and not by memory. An
// ordinary file whose length is not whole records is refused before anything is computed;
// on a pipe or stdin that shows only at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pqlane::cli {

// Memory for values that may be secret: wiped when it is released. It does not grow.
class SecretBuffer {
 public:
  SecretBuffer() = default;
  explicit SecretBuffer(std::size_t bytes) : bytes_(bytes) {}
  SecretBuffer(const SecretBuffer&) = delete;
  SecretBuffer& operator=(const SecretBuffer&) = delete;
  SecretBuffer(SecretBuffer&&) noexcept = default;
  SecretBuffer& operator=(SecretBuffer&& other) noexcept;
  ~SecretBuffer();

  // Throws when there are not so many.
  std::span<std::uint8_t> first(std::size_t bytes) {
    require(bytes);
    return std::span(bytes_).first(bytes);
  }
  std::span<const std::uint8_t> first(std::size_t bytes) const {
    require(bytes);
    return std::span(bytes_).first(bytes);
  }

 private:
  void require(std::size_t bytes) const;

  std::vector<std::uint8_t> bytes_;
};

class RecordReader {
 public:
  // `what` names the records in messages: "ml-kem-768 public keys". "-" is stdin.
  RecordReader(const std::string& path, std::size_t record_bytes, std::string what);
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;
  ~RecordReader();

  // Number of records, when the file is an ordinary one that says its size.
  std::optional<std::size_t> count() const noexcept { return count_; }

  // Reads up to into.size() / record_bytes records; returns how many. 0 is the end of the file.
  std::size_t read(std::span<std::uint8_t> into);

  const std::string& path() const noexcept { return path_; }

 private:
  [[noreturn]] void fail_truncated(std::size_t total_bytes) const;

  std::string path_;
  std::size_t record_bytes_;
  std::string what_;
  std::optional<std::size_t> count_;
  std::size_t bytes_read_ = 0;
  int fd_ = -1;
};

// Size in bytes of an ordinary file, nothing for "-", a pipe or a device; throws when missing.
std::optional<std::size_t> file_bytes(const std::string& path);

}  // namespace pqlane::cli
