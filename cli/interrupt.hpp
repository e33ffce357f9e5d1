// interrupt.hpp: what Ctrl-C does.
//
// The handler removes the temporary files that are registered here, says so in one line and
// ends the process at once with status 130 (128 + the signal's number for SIGTERM and SIGHUP).
// It uses only calls that are safe in a signal handler.
#pragma once

#include <cstddef>
#include <string>

namespace pqlane::cli {

// Installs the handlers; SIGPIPE is ignored, so that a closed pipe is an ordinary write error.
void install_interrupt_handlers();

// Registers a file that an interrupted process removes. Returns a slot for forget_temporary();
// throws CliError when all slots are taken or the path is too long for one.
std::size_t remember_temporary(const std::string& path);
void forget_temporary(std::size_t slot) noexcept;

}  // namespace pqlane::cli
