// stop_on_signal.cpp: see stop_on_signal.hpp.
#include "cli/stop_on_signal.hpp"

namespace pqlane::cli {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

StopOnSignal::StopOnSignal() {
  stop_requested = false;
  struct sigaction action{};
  action.sa_handler = [](int) { stop_requested = true; };
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
  }
}

const std::atomic<bool>* StopOnSignal::stop() const { return &stop_requested; }

void StopOnSignal::restore() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
}

}  // namespace pqlane::cli
