// messages.hpp: the messages that `sign` and `verify` take: files of any length, a message each, or a record
// file of messages of one length. They are in memory in pieces, so that many of them need little; one message
// is in memory as a whole.
#pragma once

#include <pqlane/dsa.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/hex.hpp"
#include "cli/record_io.hpp"

namespace pqlane::cli {

// A piece ends with the message that reaches this many bytes.
constexpr std::size_t message_piece_bytes = std::size_t{64} << 20;

class Messages {
 public:
  // A message in every file; "-" is stdin.
  explicit Messages(std::vector<std::string> files);
  // Records of `record_bytes` > 0.
  Messages(const std::string& path, std::size_t record_bytes);

  // How many there are, where that is known before all are read.
  std::optional<std::size_t> count() const;
  // What messages name: the record file, or "the messages".
  std::string source() const;
  // "item 3", with the file that it is in where each has its own.
  std::string name(std::size_t index) const;

  // Messages in memory that take() has not given yet; 0 at the end.
  std::size_t available();
  // The next `count` <= available() messages; valid until the next call of available().
  pqlane_strings take(std::size_t count);

 private:
  void load_files();

  std::unique_ptr<InputRecords> records_;
  std::size_t record_bytes_ = 0;

  std::vector<std::string> files_;
  std::size_t next_file_ = 0;  // to be loaded
  std::vector<Bytes> loaded_;
  std::vector<const std::uint8_t*> rows_;
  std::vector<std::size_t> lengths_;
  std::size_t taken_ = 0;  // of loaded_
};

}  // namespace pqlane::cli
