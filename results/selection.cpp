// selection.cpp: see selection.hpp.
#include "results/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace pqlane::results {
namespace {

bool same_case(const Entry& a, const Entry& b) {
  return a.file == b.file && a.row->device == b.row->device && a.row->threads == b.row->threads &&
         a.row->variant == b.row->variant;
}

std::vector<std::string> label_files(const std::vector<Document>& documents) {
  std::vector<std::string> labels;
  for (const Document& document : documents) {
    const std::string name =
        document.path == "-" ? "stdin" : std::filesystem::path(document.path).filename().string();
    std::string label = name;
    for (int n = 2; std::find(labels.begin(), labels.end(), label) != labels.end(); ++n) {
      label = fmt::format("{} ({})", name, n);
    }
    labels.push_back(label);
  }
  return labels;
}

}  // namespace

Selection::Selection(const std::vector<Document>& documents)
    : documents_(documents), file_labels_(label_files(documents)) {
  for (std::size_t file = 0; file < documents.size(); ++file) {
    for (const Row& row : documents[file].rows) {
      std::string label = row.device;
      if (row.threads > 1) label += fmt::format(", {} threads", row.threads);
      if (documents.size() > 1) label += " · " + file_labels_[file];
      entries_.push_back({&documents[file], &row, file, device_colour(file, row.device), label});
    }
  }
}

std::size_t Selection::device_colour(std::size_t file, const std::string& device) {
  const std::pair wanted{file, device};
  const auto known = std::find(colours_.begin(), colours_.end(), wanted);
  if (known != colours_.end()) return static_cast<std::size_t>(known - colours_.begin());
  colours_.push_back(wanted);
  return colours_.size() - 1;
}

std::vector<std::string> Selection::schemes() const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_) {
    if (std::find(names.begin(), names.end(), entry.row->scheme) == names.end())
      names.push_back(entry.row->scheme);
  }
  return names;
}

std::vector<Entry> Selection::best(const std::string& scheme, const std::string& op,
                                   const std::function<bool(const Row&)>& wanted) const {
  std::vector<Entry> result;
  std::vector<std::vector<Entry>> all = sweeps(scheme, op);
  for (std::vector<Entry>& sweep : all) {
    if (wanted) std::erase_if(sweep, [&](const Entry& entry) { return !wanted(*entry.row); });
    if (sweep.empty()) continue;
    result.push_back(*std::max_element(sweep.begin(), sweep.end(), [](const Entry& a, const Entry& b) {
      return a.row->rate.median < b.row->rate.median;
    }));
  }
  return result;
}

std::vector<std::vector<Entry>> Selection::sweeps(const std::string& scheme, const std::string& op) const {
  std::vector<std::vector<Entry>> result;
  for (const Entry& entry : entries_) {
    if (entry.row->scheme != scheme || entry.row->op != op) continue;
    const auto group = std::find_if(result.begin(), result.end(), [&](const std::vector<Entry>& other) {
      return same_case(other.front(), entry);
    });
    if (group == result.end()) {
      result.push_back({entry});
    } else {
      group->push_back(entry);
    }
  }
  for (std::vector<Entry>& group : result) {
    std::stable_sort(group.begin(), group.end(),
                     [](const Entry& a, const Entry& b) { return a.row->batch < b.row->batch; });
  }
  return result;
}

const std::vector<std::string>& shown_ops() {
  static const std::vector<std::string> ops{"keygen", "encaps", "decaps", "agree", "sign", "verify"};
  return ops;
}

bool is_conventional(std::string_view scheme) {
  constexpr std::array<std::string_view, 9> starts{"rsa",  "ffdhe",   "dh-",   "p-", "x25519",
                                                   "x448", "ed25519", "ed448", "ecd"};
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return scheme.starts_with(start); });
}

}  // namespace pqlane::results
