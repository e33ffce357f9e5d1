// trace.cpp: see trace.hpp.
#include "runtime/trace.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <new>

#include "runtime/ranges.hpp"

namespace pqlane::trace {

constinit std::atomic<unsigned> wanted{0};

namespace {

struct Recorder {
  std::mutex mutex;
  bool started = false;
  std::int64_t start_ns = 0;
  std::int64_t clock_error_ns = 0;
  std::size_t dropped = 0;
  std::deque<Record> records;
  std::vector<std::string> devices;
  std::map<std::pair<std::uint32_t, const void*>, std::uint32_t> streams;

  void clear() {
    clock_error_ns = 0;
    dropped = 0;
    records.clear();
    devices.clear();
    streams.clear();
  }
};

void install_fork_handlers();

// Never destroyed: threads may end after static objects of this file.
Recorder& recorder() {
  static Recorder* const one = [] {
    auto* made = new Recorder;
    install_fork_handlers();
    return made;
  }();
  return *one;
}

// A child finds the lock free and records nothing: the spans are its parent's.
void install_fork_handlers() {
  (void)pthread_atfork([] { recorder().mutex.lock(); }, [] { recorder().mutex.unlock(); },
                       [] {
                         wanted.fetch_and(~recording_bit, std::memory_order_relaxed);
                         recorder().started = false;
                         recorder().mutex.unlock();
                       });
}

thread_local const char* thread_role = "caller";

std::uint32_t thread_number() noexcept {
  static constinit std::atomic<std::uint32_t> next{0};
  thread_local const std::uint32_t number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

}  // namespace

std::int64_t now_ns() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

bool start() {
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  if (recording()) return false;
  r.clear();
  r.started = true;
  r.start_ns = now_ns();
  wanted.fetch_or(recording_bit, std::memory_order_relaxed);
  return true;
}

bool stop() noexcept {
  const std::lock_guard lock(recorder().mutex);
  return (wanted.fetch_and(~recording_bit, std::memory_order_relaxed) & recording_bit) != 0;
}

void add(const Record& record) noexcept {
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  if (!recording() || record.start_ns < r.start_ns) return;
  if (r.records.size() >= most_spans) {
    ++r.dropped;
    return;
  }
  try {
    r.records.push_back(record);
  } catch (const std::bad_alloc&) {
    ++r.dropped;
  }
}

void drop(std::size_t spans) noexcept {
  const std::lock_guard lock(recorder().mutex);
  if (recording()) recorder().dropped += spans;
}

bool has_room() noexcept {
  const std::lock_guard lock(recorder().mutex);
  return recorder().records.size() < most_spans;
}

Track stream_track(const std::string& device, const void* stream) {
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  const auto known = std::find(r.devices.begin(), r.devices.end(), device);
  const auto index = static_cast<std::uint32_t>(known - r.devices.begin());
  if (known == r.devices.end()) r.devices.push_back(device);
  std::uint32_t next = 0;
  for (const auto& [key, number] : r.streams) next += key.first == index ? 1 : 0;
  const auto [entry, added] = r.streams.try_emplace({index, stream}, next);
  return {host_process + 1 + index, entry->second};
}

void note_clock_error(std::int64_t ns) noexcept {
  const std::lock_guard lock(recorder().mutex);
  if (recording()) recorder().clock_error_ns = std::max(recorder().clock_error_ns, ns);
}

void name_thread(const char* role) noexcept { thread_role = role; }

Snapshot snapshot() {
  Recorder& r = recorder();
  const std::lock_guard lock(r.mutex);
  return {r.started, r.start_ns, r.clock_error_ns,
          r.dropped, r.devices,  {r.records.begin(), r.records.end()}};
}

void Span::begin(unsigned who, const char* name, const char* category, const Details& details) noexcept {
  who_ = who;
  record_ = {name, category, thread_role, 0, 0, {host_process, thread_number()}, details};
  if ((who & ranges_bit) != 0) ranges::push(name, details.scheme);
  record_.start_ns = now_ns();
}

void Span::finish(unsigned who) noexcept {
  if ((who & recording_bit) != 0) {
    record_.end_ns = now_ns();
    add(record_);
  }
  if ((who & ranges_bit) != 0) ranges::pop();
}

}  // namespace pqlane::trace
