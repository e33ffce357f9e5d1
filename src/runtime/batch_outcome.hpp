// batch_outcome.hpp: what became of a batch's items.
#pragma once

#include <cstddef>
#include <string>

#include "pqlane/pqlane.h"

namespace pqlane {

struct BatchOutcome {
  pqlane_status status = PQLANE_OK;  // an error that ended the call, if any
  std::string detail;                // more about it than the status says, or empty
  std::size_t done = 0;              // with such an error: items from the first on that are complete
  std::size_t failed_items = 0;
  std::size_t first_failed_item = 0;
  pqlane_status first_failure = PQLANE_OK;

  // Takes in that an item failed.
  void add_failure(std::size_t item, pqlane_status failure) {
    if (failed_items == 0 || item < first_failed_item) {
      first_failed_item = item;
      first_failure = failure;
    }
    ++failed_items;
  }
  // Takes in what became of other items of the same call.
  void add_failures(const BatchOutcome& other) {
    if (other.failed_items == 0) return;
    if (failed_items == 0 || other.first_failed_item < first_failed_item) {
      first_failed_item = other.first_failed_item;
      first_failure = other.first_failure;
    }
    failed_items += other.failed_items;
  }
};

}  // namespace pqlane
