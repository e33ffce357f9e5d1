// record_io.hpp: what the file commands (keygen, encaps, decaps, sign, verify) share: input files that may
// hold one value for a whole batch, the check of file names, and the list of failed items.
#pragma once

#include <pqlane/pqlane.hpp>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/failure_lines.hpp"
#include "cli/records.hpp"
#include "cli/report.hpp"

namespace pqlane::cli {

// Items that are computed in one batch call: enough to keep all threads busy, and 100 MB of
// files for the largest KEM.
constexpr std::size_t chunk_items = std::size_t{1} << 14;

// A record file that is read chunk by chunk; it knows from the start whether it holds exactly one.
class InputRecords {
 public:
  // `most` bounds the records that are in memory at a time.
  InputRecords(const std::string& path, std::size_t record_bytes, const std::string& what,
               std::size_t most = chunk_items);

  // Whether the whole file is one record, and that record.
  bool is_single() const noexcept { return single_; }
  std::span<const std::uint8_t> single() const { return buffer_.first(record_bytes_); }
  // Number of records, when the file is an ordinary one, or a pipe that ended within the first chunk_items.
  std::optional<std::size_t> count() const noexcept { return count_; }
  const std::string& path() const noexcept { return reader_.path(); }

  // Records in memory that take() has not given yet, at most room(); 0 at the end of the file.
  std::size_t available();
  std::size_t room() const noexcept { return room_; }
  // The next `records` <= available() records; valid until the next call of available().
  std::span<const std::uint8_t> take(std::size_t records);

 private:
  std::size_t record_bytes_;
  RecordReader reader_;
  std::size_t room_;
  SecretBuffer buffer_;
  std::size_t begin_ = 0;  // records [begin_, end_) of the buffer are available
  std::size_t end_ = 0;
  bool single_ = false;
  bool ended_ = false;  // what is added to the file afterwards is not read
  std::optional<std::size_t> count_;
};

// A file option of the command line, for the checks below.
struct NamedFile {
  const char* option;
  std::string path;  // empty: not given
};

// Refuses (status 2) an output that is an input or another output, and a second use of "-". The files of the
// common options are outputs too.
void check_file_names(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs,
                      const ComputeOptions& options);

// How messages name an item; by its index when there is no function.
using ItemNames = std::function<std::string(std::size_t)>;

// Failed items of a command: printed as they occur, kept for the JSON.
class ItemFailures {
 public:
  // `file` is named in messages.
  explicit ItemFailures(const std::string& file, ItemNames names = {})
      : lines_(file), names_(std::move(names)) {}

  // Private keys come from `file`: an item that fails because of its key is named as an item of that. With
  // `shared` the one key is named, once.
  void name_keys(const std::string& file, bool shared);
  // Items of `result` start at `first_index` of the whole run.
  void add(const Result& result, std::size_t first_index);
  // Prints what is not printed yet.
  void finish();
  std::size_t count() const noexcept { return items_.size(); }
  Json to_json() const;

 private:
  struct Item {
    std::size_t index;
    pqlane_status status;
  };
  std::vector<Item> items_;
  FailureLines lines_;
  ItemNames names_;
  std::unique_ptr<FailureLines> key_lines_;  // null: keys are not told apart
  bool shared_key_ = false;
  bool key_failed_ = false;
};

}  // namespace pqlane::cli
