// trace.hpp: thin C++20 wrapper of trace.h; its rules are stated there.
//
//   pqlane::Trace trace;          // records from here
//   device.kem_keygen(..);
//   trace.write("trace.json");
#pragma once

#include <pqlane/trace.h>

#include <pqlane/pqlane.hpp>
#include <string>

namespace pqlane {
inline namespace wrapper {

// Records while it lives, or until stop().
class Trace {
 public:
  // Throws Error when a trace is being recorded.
  Trace() { detail::require_ok(pqlane_trace_start()); }
  ~Trace() {
    if (recording_) (void)pqlane_trace_stop();
  }
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  void stop() {
    recording_ = false;
    detail::require_ok(pqlane_trace_stop());
  }
  void write(const std::string& file) const { detail::require_ok(pqlane_trace_write(file.c_str())); }

 private:
  bool recording_ = true;
};

}  // namespace wrapper
}  // namespace pqlane
