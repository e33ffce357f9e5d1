// record_io.cpp: see record_io.hpp.
#include "cli/record_io.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/cli_error.hpp"
#include "cli/output_file.hpp"

namespace pqlane::cli {

// Room for two records at least, so that one record is told from more on a pipe too.
InputRecords::InputRecords(const std::string& path, std::size_t record_bytes, const std::string& what,
                           std::size_t most)
    : record_bytes_(record_bytes),
      reader_(path, record_bytes, what),
      room_(std::clamp<std::size_t>(reader_.count().value_or(most), 2, std::max<std::size_t>(most, 2))),
      buffer_(room_ * record_bytes) {
  end_ = reader_.read(buffer_.first(room_ * record_bytes_));
  single_ = end_ == 1;
  count_ = reader_.count();
  ended_ = end_ < room_;
  if (!count_ && ended_) count_ = end_;
}

std::size_t InputRecords::available() {
  if (begin_ == end_ && !ended_) {
    begin_ = 0;
    end_ = reader_.read(buffer_.first(room_ * record_bytes_));
    ended_ = end_ < room_;
  }
  return end_ - begin_;
}

std::span<const std::uint8_t> InputRecords::take(std::size_t records) {
  const auto given = buffer_.first((begin_ + records) * record_bytes_).subspan(begin_ * record_bytes_);
  begin_ += records;
  return given;
}

void check_file_names(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs,
                      const ComputeOptions& options) {
  std::vector<NamedFile> written = outputs;
  written.push_back({"--json", options.json});
  written.push_back({"--trace", options.trace});
  const auto refuse_pair = [](const NamedFile& a, const NamedFile& b) {
    if (a.path.empty() || b.path.empty()) return;
    if (a.path == "-" && b.path == "-") {
      throw usage_error(fmt::format("{} and {} cannot both be - (one stream)", a.option, b.option));
    }
    if (same_file(a.path, b.path)) {
      throw usage_error(fmt::format("{} and {} name the same file {}", a.option, b.option, a.path));
    }
  };
  for (auto input = inputs.begin(); input != inputs.end(); ++input) {
    for (auto other = inputs.begin(); other != input; ++other) {
      if (input->path == "-" && other->path == "-") refuse_pair(*other, *input);
    }
    for (const NamedFile& output : written) {
      if (same_file(input->path, output.path)) refuse_pair(*input, output);
    }
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) refuse_pair(written[j], written[i]);
  }
}

void ItemFailures::name_keys(const std::string& file, bool shared) {
  key_lines_ = std::make_unique<FailureLines>(file);
  shared_key_ = shared;
}

void ItemFailures::finish() {
  lines_.finish();
  if (key_lines_ != nullptr) key_lines_->finish();
}

void ItemFailures::add(const Result& result, std::size_t first_index) {
  if (result.ok()) return;
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    if (result.items[i] == PQLANE_OK) continue;
    const std::size_t index = first_index + i;
    items_.push_back({index, result.items[i]});
    if (key_lines_ != nullptr && result.items[i] == PQLANE_ERROR_SK_RANGE) {
      const std::size_t key = shared_key_ ? 0 : index;
      if (!shared_key_ || !key_failed_)
        key_lines_->add(key, fmt::format("item {}", key), pqlane_status_text(result.items[i]));
      key_failed_ = true;
      continue;
    }
    lines_.add(index, names_ ? names_(index) : fmt::format("item {}", index),
               pqlane_status_text(result.items[i]));
  }
}

Json ItemFailures::to_json() const {
  Json list = Json::array();
  for (const Item& item : items_) {
    list.push_back(Json{{"index", item.index},
                        {"status", static_cast<int>(item.status)},
                        {"reason", pqlane_status_text(item.status)}});
  }
  return list;
}

}  // namespace pqlane::cli
