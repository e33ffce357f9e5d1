// trace_json.cpp: see trace_json.hpp. [TRACE-EVENT]: complete events ("ph": "X") with times in microseconds
// since the trace began, and metadata events ("M") that name processes and threads.
#include "runtime/trace_json.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

namespace pqlane::trace {
namespace {

constexpr std::size_t piece_bytes = std::size_t{64} << 10;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (code < 0x20) {
      char escape[8];
      (void)std::snprintf(escape, sizeof escape, "\\u%04x", code);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string microseconds(std::int64_t ns) {
  const std::int64_t whole = std::max<std::int64_t>(ns, 0);
  const std::string fraction = std::to_string(whole % 1000);
  return std::to_string(whole / 1000) + "." + std::string(3 - fraction.size(), '0') + fraction;
}

class Writer {
 public:
  explicit Writer(const std::function<void(std::string_view)>& sink) : sink_(sink) {}

  void head(const Snapshot& trace) {
    text_ = "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"producer\":\"pqlane " PQLANE_VERSION_STRING
            "\",\"spans\":" +
            std::to_string(trace.records.size()) + ",\"dropped_spans\":" + std::to_string(trace.dropped) +
            ",\"device_clock_error_us\":" + microseconds(trace.clock_error_ns) + "},\n\"traceEvents\":[";
  }

  // "process_name", "thread_name"
  void label(const char* what, const Track& track, const std::string& name) {
    event();
    text_ += "{\"ph\":\"M\",\"name\":" + quoted(what) + place(track) + ",\"args\":{\"name\":" + quoted(name) +
             "}}";
  }

  void span(const Record& record, std::int64_t origin_ns) {
    event();
    text_ += "{\"ph\":\"X\",\"name\":" + quoted(record.name) + ",\"cat\":" + quoted(record.category) +
             ",\"ts\":" + microseconds(record.start_ns - origin_ns) +
             ",\"dur\":" + microseconds(record.end_ns - record.start_ns) + place(record.track) +
             ",\"args\":{" + arguments(record.details) + "}}";
    if (text_.size() >= piece_bytes) flush();
  }

  void finish() {
    text_ += "\n]}\n";
    flush();
  }

 private:
  static std::string place(const Track& track) {
    return ",\"pid\":" + std::to_string(track.process) + ",\"tid\":" + std::to_string(track.line);
  }
  static std::string arguments(const Details& details) {
    std::string out;
    const auto add = [&](const char* name, const std::string& value) {
      out += (out.empty() ? "" : ",") + quoted(name) + ":" + value;
    };
    if (details.scheme != nullptr) add("scheme", quoted(details.scheme));
    if (details.chunk >= 0) add("chunk", std::to_string(details.chunk));
    if (details.count != 0) {
      add("first", std::to_string(details.first));
      add("count", std::to_string(details.count));
    }
    if (details.bytes != 0) add("bytes", std::to_string(details.bytes));
    return out;
  }
  void event() { text_ += events_++ == 0 ? "\n" : ",\n"; }
  void flush() {
    sink_(text_);
    text_.clear();
  }

  const std::function<void(std::string_view)>& sink_;
  std::string text_;
  std::size_t events_ = 0;
};

}  // namespace

void write_json(Snapshot trace, const std::function<void(std::string_view)>& sink) {
  std::vector<Record>& records = trace.records;
  // What holds another span comes before it.
  std::stable_sort(records.begin(), records.end(), [](const Record& a, const Record& b) {
    return a.start_ns != b.start_ns ? a.start_ns < b.start_ns : a.end_ns > b.end_ns;
  });
  Writer writer(sink);
  writer.head(trace);
  writer.label("process_name", {host_process, 0}, "host");
  for (std::size_t d = 0; d < trace.devices.size(); ++d)
    writer.label("process_name", {host_process + 1 + static_cast<std::uint32_t>(d), 0}, trace.devices[d]);
  std::map<std::pair<std::uint32_t, std::uint32_t>, const char*> lines;
  for (const Record& record : records)
    lines.try_emplace({record.track.process, record.track.line}, record.role);
  for (const auto& [key, role] : lines) {
    writer.label("thread_name", {key.first, key.second},
                 std::string(role != nullptr ? role : "stream") + " " + std::to_string(key.second));
  }
  for (const Record& record : records) writer.span(record, trace.start_ns);
  writer.finish();
}

}  // namespace pqlane::trace
