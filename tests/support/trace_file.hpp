// trace_file.hpp: a trace of some calls, through the C interface and a file, as a test sees it.
#pragma once

#include <gtest/gtest.h>
#include <pqlane/trace.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace pqlane::test {

// A span of a trace, with the names of its process and thread.
struct TraceSpan {
  std::string name, category, process, thread;
  double start_us, end_us;
  nlohmann::json args;

  bool holds(const TraceSpan& other, double slack_us = 0) const {
    return start_us <= other.start_us + slack_us && other.end_us <= end_us + slack_us;
  }
};

struct TraceFile {
  std::string text;
  nlohmann::json json;
  std::vector<TraceSpan> spans;

  std::vector<TraceSpan> of(const std::string& category) const {
    std::vector<TraceSpan> found;
    for (const TraceSpan& span : spans) {
      if (span.category == category) found.push_back(span);
    }
    return found;
  }
  std::vector<TraceSpan> named(const std::string& name) const {
    std::vector<TraceSpan> found;
    for (const TraceSpan& span : spans) {
      if (span.name == name) found.push_back(span);
    }
    return found;
  }
  std::set<std::string> names(const std::string& category) const {
    std::set<std::string> found;
    for (const TraceSpan& span : of(category)) found.insert(span.name);
    return found;
  }
};

// Reads a trace; expects that it has the form that viewers want, that spans of one thread or stream are
// inside each other or apart, and that nothing but names and numbers is in it.
inline TraceFile parse_trace(std::string text) {
  TraceFile file;
  file.text = std::move(text);
  file.json = nlohmann::json::parse(file.text);
  std::map<int, std::string> processes;
  std::map<std::pair<int, int>, std::string> threads;
  for (const auto& event : file.json.at("traceEvents")) {
    const int pid = event.at("pid"), tid = event.at("tid");
    if (event.at("ph") != "M") continue;
    if (event.at("name") == "process_name") processes[pid] = event.at("args").at("name");
    if (event.at("name") == "thread_name") threads[{pid, tid}] = event.at("args").at("name");
  }
  const std::set<std::string> numbers{"chunk", "first", "count", "bytes"};
  std::map<std::pair<int, int>, std::vector<double>> open;  // ends of the spans that hold the next one
  for (const auto& event : file.json.at("traceEvents")) {
    if (event.at("ph") == "M") continue;
    EXPECT_EQ(event.at("ph"), "X");
    const int pid = event.at("pid"), tid = event.at("tid");
    const double start = event.at("ts"), end = start + event.at("dur").get<double>();
    const std::string name = event.at("name");
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos) << name;
    for (const auto& [key, value] : event.at("args").items()) {
      if (key == "scheme") {
        pqlane_scheme scheme{};
        EXPECT_EQ(pqlane_scheme_by_name(value.get<std::string>().c_str(), &scheme), PQLANE_OK);
      } else {
        EXPECT_TRUE(numbers.count(key) == 1 && value.is_number_unsigned()) << key;
      }
    }
    auto& ends = open[{pid, tid}];
    constexpr double rounding_us = 0.002;
    while (!ends.empty() && ends.back() <= start + rounding_us) ends.pop_back();
    if (!ends.empty()) {
      EXPECT_LE(end, ends.back() + rounding_us) << name << " overlaps what came before";
    }
    ends.push_back(end);
    EXPECT_TRUE(processes.count(pid) == 1 && threads.count({pid, tid}) == 1) << pid << " " << tid;
    file.spans.push_back(
        {name, event.at("cat"), processes[pid], threads[{pid, tid}], start, end, event.at("args")});
  }
  EXPECT_EQ(file.json.at("otherData").at("spans"), file.spans.size());
  return file;
}

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A folder that goes with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pqlane-trace-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
    path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// What the calls of `body` leave in a trace.
template <class Body>
TraceFile trace_of(Body body) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "trace.json").string();
  EXPECT_EQ(pqlane_trace_start(), PQLANE_OK) << pqlane_last_error();
  body();
  EXPECT_EQ(pqlane_trace_stop(), PQLANE_OK);
  EXPECT_EQ(pqlane_trace_write(file.c_str()), PQLANE_OK) << pqlane_last_error();
  return parse_trace(read_text(file));
}

}  // namespace pqlane::test
