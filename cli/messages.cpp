// messages.cpp: see messages.hpp.
#include "cli/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/records.hpp"

namespace pqlane::cli {
namespace {

Bytes read_whole(const std::string& path) {
  constexpr std::size_t step = std::size_t{1} << 20;
  RecordReader reader(path, 1, "bytes");
  Bytes bytes;
  for (;;) {
    const std::size_t start = bytes.size();
    // An ordinary file is read at once; one more byte tells its end.
    bytes.resize(start + (start == 0 ? reader.count().value_or(step) + 1 : step));
    const std::size_t got = reader.read(std::span(bytes).subspan(start));
    bytes.resize(start + got);
    if (got == 0) return bytes;
  }
}

}  // namespace

Messages::Messages(std::vector<std::string> files) : files_(std::move(files)) {}

Messages::Messages(const std::string& path, std::size_t record_bytes)
    : records_(std::make_unique<InputRecords>(
          path, record_bytes, "messages",
          std::clamp<std::size_t>(message_piece_bytes / record_bytes, 1, chunk_items))),
      record_bytes_(record_bytes) {}

std::optional<std::size_t> Messages::count() const { return records_ ? records_->count() : files_.size(); }

std::string Messages::source() const { return records_ ? records_->path() : "the messages"; }

std::string Messages::name(std::size_t index) const {
  return records_ ? fmt::format("item {}", index) : fmt::format("item {} ({})", index, files_[index]);
}

std::size_t Messages::available() {
  if (records_) return records_->available();
  if (taken_ == loaded_.size()) load_files();
  return loaded_.size() - taken_;
}

void Messages::load_files() {
  loaded_.clear();
  rows_.clear();
  lengths_.clear();
  taken_ = 0;
  std::size_t bytes = 0;
  while (next_file_ < files_.size() && loaded_.size() < chunk_items && bytes < message_piece_bytes) {
    loaded_.push_back(read_whole(files_[next_file_++]));
    bytes += loaded_.back().size();
  }
  for (const Bytes& message : loaded_) {
    rows_.push_back(message.data());
    lengths_.push_back(message.size());
  }
}

pqlane_strings Messages::take(std::size_t count) {
  if (records_) return {records_->take(count).data(), record_bytes_, record_bytes_, nullptr, nullptr, count};
  const std::size_t first = std::exchange(taken_, taken_ + count);
  return {nullptr, 0, 0, rows_.data() + first, lengths_.data() + first, count};
}

}  // namespace pqlane::cli
