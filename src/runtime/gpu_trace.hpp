// gpu_trace.hpp: what a call does on a GPU, as spans of a trace and ranges of a profiler.
//
// While a trace is recorded, events of the driver are put around each piece of work. Their times are read
// once the work is done, and put on the host's clock by a reference event at the beginning of the call.
// Nothing here changes what becomes of the call: what the driver refuses is a span that is dropped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/gpu_driver.hpp"
#include "runtime/trace.hpp"

namespace pqlane::gpu {

// Of one call. The device's context is current whenever a member is called.
class DeviceTrace {
 public:
  // `device` is the device's name and stays where it is.
  DeviceTrace(const Driver& driver, const char* device) noexcept : driver_(driver), device_(device) {}
  ~DeviceTrace();
  DeviceTrace(const DeviceTrace&) = delete;
  DeviceTrace& operator=(const DeviceTrace&) = delete;

  // Ties the device's clock to the host's by an event in a stream that has no work yet; without a recording
  // it does nothing, and the call leaves no spans of the device.
  void start(Stream idle) noexcept;
  // Whether events are put around work: then work must be queued piece by piece.
  bool measures() const noexcept { return reference_ != nullptr && trace::recording(); }

  // Around the queueing of one piece of work.
  class Work {
   public:
    Work(DeviceTrace& trace, Stream stream, const char* name, const char* category,
         const trace::Details& details) noexcept {
      if (const unsigned who = trace::wanted.load(std::memory_order_relaxed); who != 0) [[unlikely]]
        begin(who, trace, stream, name, category, details);
    }
    ~Work() {
      if (trace_ != nullptr || ranged_) [[unlikely]]
        end();
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    void begin(unsigned who, DeviceTrace& trace, Stream stream, const char* name, const char* category,
               const trace::Details& details) noexcept;
    void end() noexcept;

    DeviceTrace* trace_ = nullptr;  // measures this work
    Stream stream_ = nullptr;
    bool ranged_ = false;
  };

  // Makes spans of the stream's measured work, which is done.
  void collect(Stream stream) noexcept;

 private:
  struct Piece {
    Stream stream;
    Event begin, end;
    bool ended;
    const char *name, *category;
    trace::Details details;
  };
  Event take_event();
  void give_back(Event event) noexcept;
  void add_span(const Piece& piece);

  const Driver& driver_;
  const char* device_;
  Event reference_ = nullptr;
  std::int64_t reference_ns_ = 0;
  std::vector<Piece> pieces_;  // not collected yet
  std::vector<Event> free_events_;
};

}  // namespace pqlane::gpu
