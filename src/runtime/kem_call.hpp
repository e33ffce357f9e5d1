// kem_call.hpp: a validated batch call, as the runtime hands it to a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "pqlane/pqlane.h"
#include "runtime/kem_backend.hpp"
#include "runtime/schemes.hpp"

namespace pqlane {

enum class KemOperation { keygen, encaps, decaps, check_ek, check_dk };

struct KemCall {
  KemOperation operation;
  const SchemeInfo* scheme;
  KemArgs args;           // args.status is set by the device, a tile at a time
  std::size_t count;      // items [first, first + count) of the views are done
  pqlane_status* status;  // null, or one an item of the views
  std::size_t first = 0;
  void* start_event = nullptr;  // on a GPU: an event of the driver that the work waits for, or null
};

// What became of a call's items.
struct KemOutcome {
  pqlane_status status = PQLANE_OK;  // an error that ended the call, if any
  std::string detail;                // more about it than the status says, or empty
  std::size_t done = 0;              // with such an error: items from the first on that are complete
  std::size_t failed_items = 0;
  std::size_t first_failed_item = 0;
  pqlane_status first_failure = PQLANE_OK;

  // Takes in what became of other items of the same call.
  void add_failures(const KemOutcome& other) {
    if (other.failed_items == 0) return;
    if (failed_items == 0 || other.first_failed_item < first_failed_item) {
      first_failed_item = other.first_failed_item;
      first_failure = other.first_failure;
    }
    failed_items += other.failed_items;
  }
};

}  // namespace pqlane
