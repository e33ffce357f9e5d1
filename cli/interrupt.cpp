// interrupt.cpp: see interrupt.hpp.
#include "cli/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstring>

#include "cli/cli_error.hpp"

namespace pqlane::cli {
namespace {

struct Slot {
  std::atomic<bool> taken{false};  // reserved by a thread
  std::atomic<bool> armed{false};  // path is complete: the handler may use it
  std::array<char, PATH_MAX> path{};
};

constexpr std::size_t slot_count = 8;  // a command writes five files at most
std::array<Slot, slot_count> slots;

void on_signal(int number) {
  for (Slot& slot : slots) {
    if (slot.armed.load()) ::unlink(slot.path.data());
  }
  constexpr char text[] = "pqlane: interrupted\n";
  const ssize_t written = ::write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;  // nothing is left to do about a closed stderr
  ::_exit(128 + number);
}

}  // namespace

void install_interrupt_handlers() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigfillset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU}) {
    struct sigaction old{};
    // A signal that the parent had ignored (nohup) stays ignored.
    if (::sigaction(number, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    ::sigaction(number, &action, nullptr);
  }
  // Writing then fails with EPIPE or EFBIG, and the command ends like any other that cannot write.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

std::size_t remember_temporary(const std::string& path) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Slot& slot = slots[i];
    if (slot.taken.exchange(true)) continue;
    if (path.size() >= slot.path.size()) {
      slot.taken.store(false);
      throw data_error(path + ": the path is too long");
    }
    std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
    slot.armed.store(true);
    return i;
  }
  throw CliError(exit_failed, "too many output files at once");
}

void forget_temporary(std::size_t slot) noexcept {
  slots[slot].armed.store(false);
  slots[slot].taken.store(false);
}

}  // namespace pqlane::cli
