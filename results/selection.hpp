// selection.hpp: the rows of several result files as a page groups them: by scheme and operation, a device's
// best batch, and one colour for each device of each file.
#pragma once

#include "results/document.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pqlane::results {

struct Entry {
  const Document* document = nullptr;
  const Row* row = nullptr;
  std::size_t file = 0;
  std::size_t colour = 0;
  std::string label;  // device, threads, and the file where there are several
};

class Selection {
 public:
  // The documents must outlive it.
  explicit Selection(const std::vector<Document>& documents);

  const std::vector<Document>& documents() const { return documents_; }
  // The last part of a file's path; told apart by a number where two are equal.
  const std::vector<std::string>& file_labels() const { return file_labels_; }
  const std::vector<Entry>& all() const { return entries_; }
  // In the order in which the files name them.
  std::vector<std::string> schemes() const;
  // Rows of a scheme and an operation, for each device, number of threads and variant the batch with the
  // highest rate, of those that `wanted` takes.
  std::vector<Entry> best(const std::string& scheme, const std::string& op,
                          const std::function<bool(const Row&)>& wanted = {}) const;
  // The same, all batches, the smallest first.
  std::vector<std::vector<Entry>> sweeps(const std::string& scheme, const std::string& op) const;
  std::size_t device_colour(std::size_t file, const std::string& device);

 private:
  const std::vector<Document>& documents_;
  std::vector<std::string> file_labels_;
  std::vector<Entry> entries_;
  std::vector<std::pair<std::size_t, std::string>> colours_;  // file, device
};

// Operations in the order in which they are shown.
const std::vector<std::string>& shown_ops();

// RSA, Diffie-Hellman and elliptic curves.
bool is_conventional(std::string_view scheme);

}  // namespace pqlane::results
