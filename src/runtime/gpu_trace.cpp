// gpu_trace.cpp: see gpu_trace.hpp.
#include "runtime/gpu_trace.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "runtime/ranges.hpp"

namespace pqlane::gpu {
namespace {

std::int64_t nanoseconds(float ms) { return std::llround(static_cast<double>(ms) * 1e6); }

}  // namespace

DeviceTrace::~DeviceTrace() {
  if (reference_ == nullptr) return;
  if (!pieces_.empty()) trace::drop(pieces_.size());  // of a call that ended early
  for (const Piece& piece : pieces_) {
    driver_.destroy_event(piece.begin);
    driver_.destroy_event(piece.end);
  }
  for (const Event event : free_events_) driver_.destroy_event(event);
  driver_.destroy_event(reference_);
}

void DeviceTrace::start(Stream idle) noexcept {
  if (!trace::recording() || reference_ != nullptr) return;
  Event event = nullptr;
  try {
    event = driver_.make_event();
    // The first use of an event is slower than later ones.
    driver_.record(event, idle);
    (void)driver_.elapsed_ms(event, event);
    const std::int64_t before = trace::now_ns();
    driver_.record(event, idle);
    (void)driver_.elapsed_ms(event, event);  // waits
    const std::int64_t after = trace::now_ns();
    reference_ns_ = before + (after - before) / 2;
    trace::note_clock_error((after - before) / 2);
    reference_ = event;
  } catch (const DriverError&) {
    if (event != nullptr) driver_.destroy_event(event);
    trace::drop(1);
  }
}

Event DeviceTrace::take_event() {
  if (free_events_.empty()) return driver_.make_event();
  const Event event = free_events_.back();
  free_events_.pop_back();
  return event;
}

void DeviceTrace::give_back(Event event) noexcept {
  if (event == nullptr) return;
  try {
    free_events_.push_back(event);
  } catch (const std::bad_alloc&) {
    driver_.destroy_event(event);
  }
}

void DeviceTrace::Work::begin(unsigned who, DeviceTrace& trace, Stream stream, const char* name,
                              const char* category, const trace::Details& details) noexcept {
  if ((who & trace::ranges_bit) != 0) {
    ranges::push(name, nullptr);
    ranged_ = true;
  }
  if (!trace.measures()) return;
  if (!trace::has_room()) {
    trace::drop(1);
    return;
  }
  Event events[2] = {};
  try {
    for (Event& event : events) event = trace.take_event();
    trace.driver_.record(events[0], stream);
    trace.pieces_.push_back({stream, events[0], events[1], false, name, category, details});
    trace_ = &trace;
    stream_ = stream;
    return;
  } catch (const DriverError&) {     // the call's own use of the driver will meet it too
  } catch (const std::bad_alloc&) {  // one span less
  }
  for (const Event event : events) trace.give_back(event);
  trace::drop(1);
}

void DeviceTrace::Work::end() noexcept {
  if (ranged_) ranges::pop();
  if (trace_ == nullptr) return;
  Piece& piece = trace_->pieces_.back();
  try {
    trace_->driver_.record(piece.end, stream_);
    piece.ended = true;
  } catch (const DriverError&) {
    piece.ended = false;  // collect() drops it
  }
}

void DeviceTrace::add_span(const Piece& piece) {
  const std::int64_t start = reference_ns_ + nanoseconds(driver_.elapsed_ms(reference_, piece.begin));
  const std::int64_t end = reference_ns_ + nanoseconds(driver_.elapsed_ms(reference_, piece.end));
  const trace::Track track = trace::stream_track(device_, piece.stream);
  trace::add({piece.name, piece.category, nullptr, start, std::max(start, end), track, piece.details});
}

void DeviceTrace::collect(Stream stream) noexcept {
  if (pieces_.empty()) return;
  std::size_t kept = 0;
  for (const Piece& piece : pieces_) {
    if (piece.stream != stream) {
      pieces_[kept++] = piece;
      continue;
    }
    try {
      if (piece.ended) {
        add_span(piece);
      } else {
        trace::drop(1);
      }
    } catch (const DriverError&) {
      trace::drop(1);
    } catch (const std::bad_alloc&) {
      trace::drop(1);
    }
    give_back(piece.begin);
    give_back(piece.end);
  }
  pieces_.resize(kept);
}

}  // namespace pqlane::gpu
