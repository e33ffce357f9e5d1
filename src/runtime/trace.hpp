// trace.hpp: spans of time for a timeline: host work by thread, device work by stream. trace.h is the public
// side of it, trace_json.hpp writes it, ranges.hpp hands the same spans to a profiler.
//
// A hook costs one relaxed load when nobody wants its span. A span holds static names and numbers, never
// data.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pqlane/trace.h"

namespace pqlane::trace {

inline constexpr std::size_t most_spans = PQLANE_TRACE_MAX_SPANS;

// Who wants spans, as bits; 0: nobody.
inline constexpr unsigned recording_bit = 1, ranges_bit = 2;
extern std::atomic<unsigned> wanted;
inline bool recording() noexcept { return (wanted.load(std::memory_order_relaxed) & recording_bit) != 0; }

// The categories of spans.
inline constexpr const char *call_category = "call", *host_category = "host", *kernel_category = "kernel",
                            *copy_category = "copy", *wipe_category = "wipe";

struct Details {
  const char* scheme = nullptr;
  std::uint64_t first = 0, count = 0;  // items [first, first + count); count 0: of no items
  std::int64_t chunk = -1;             // of a batch in chunks, from 0 on
  std::uint64_t bytes = 0;             // copied, packed or wiped; 0: not said
};

// A line of the timeline. Process 1 is the host, whose lines are threads; others are devices, with streams.
struct Track {
  std::uint32_t process = 0, line = 0;
};
inline constexpr std::uint32_t host_process = 1;

struct Record {
  const char* name;      // static
  const char* category;  // static
  const char* role;      // what the thread is for, static; null for devices
  std::int64_t start_ns, end_ns;
  Track track;
  Details details;
};

std::int64_t now_ns() noexcept;  // of the steady clock

// False when a trace is being recorded.
bool start();
// False when none is.
bool stop() noexcept;

// Adds a span, unless nothing is recorded or it began before the recording did.
void add(const Record& record) noexcept;
// Counts spans that could not be kept.
void drop(std::size_t spans) noexcept;
// Whether another span would be kept.
bool has_room() noexcept;
// A line for a stream of the device; its numbers go from 0 on. Throws std::bad_alloc.
Track stream_track(const std::string& device, const void* stream);
// How far a device's times may be off the host's clock.
void note_clock_error(std::int64_t ns) noexcept;

// Says what the calling thread is for; the text is static.
void name_thread(const char* role) noexcept;

// What was recorded.
struct Snapshot {
  bool started = false;
  std::int64_t start_ns = 0;
  std::int64_t clock_error_ns = 0;
  std::size_t dropped = 0;
  std::vector<std::string> devices;  // of processes host_process + 1 ..
  std::vector<Record> records;
};
Snapshot snapshot();

// The calling thread's work from here to end() or the end of the scope.
class Span {
 public:
  Span(const char* name, const char* category, const Details& details = {}) noexcept {
    if (const unsigned who = wanted.load(std::memory_order_relaxed); who != 0) [[unlikely]]
      begin(who, name, category, details);
  }
  ~Span() { end(); }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

  // For what is known only later.
  void items(std::uint64_t first, std::uint64_t count) noexcept {
    record_.details.first = first;
    record_.details.count = count;
  }
  void end() noexcept {
    if (who_ != 0) [[unlikely]]
      finish(std::exchange(who_, 0u));
  }

 private:
  void begin(unsigned who, const char* name, const char* category, const Details& details) noexcept;
  void finish(unsigned who) noexcept;

  unsigned who_ = 0;
  Record record_{};
};

}  // namespace pqlane::trace
