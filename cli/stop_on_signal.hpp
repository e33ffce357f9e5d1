// stop_on_signal.hpp: Ctrl-C during a measurement, which ends after the present call and keeps what it has.
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

namespace pqlane::cli {

// While it lives, the first SIGINT or SIGTERM asks the measurement to stop; the next one does what it did
// before.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal() { restore(); }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  // Becomes true.
  const std::atomic<bool>* stop() const;
  void restore();

 private:
  static constexpr std::array signals{SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace pqlane::cli
