// batch_report.hpp: what the C functions of all kinds of batches share: the batch key, what became of the
// items, and which device it was.
#pragma once

#include <array>
#include <cstddef>

#include "pqlane/pqlane.h"
#include "runtime/batch_outcome.hpp"
#include "runtime/kem_backend.hpp"

namespace pqlane {

class ComputeDevice;

// A fresh batch key, with a span of its own in a trace; sets the error.
pqlane_status draw_batch_key(BatchKey& key);

// The status of a call whose items became `outcome`; sets the error of the calling thread.
pqlane_status report_batch(const BatchOutcome& outcome, std::size_t count);

// A name as pqlane_last_device() gives it, with its end.
using LastDevice = std::array<char, 128>;
// What ran the calling thread's last batch, for pqlane_last_device().
void note_last_device(const ComputeDevice& device) noexcept;
const LastDevice& last_device() noexcept;
void set_last_device(const LastDevice& device) noexcept;
void clear_last_device() noexcept;

// For calls on one item, which state every length: sets the error unless a length is the scheme's.
pqlane_status check_length(const char* name, std::size_t given, std::size_t wanted);

// The result of a call on one item: the item's own failure when that is all that went wrong. A reference,
// because `item` is set by the call whose result is the other argument, which may be evaluated after it.
pqlane_status of_one(pqlane_status result, const pqlane_status& item);

}  // namespace pqlane
