// kem_call.hpp: a validated batch call, as the runtime hands it to a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pqlane/pqlane.h"
#include "runtime/batch_outcome.hpp"
#include "runtime/kem_backend.hpp"
#include "runtime/schemes.hpp"

namespace pqlane {

enum class KemOperation { keygen, encaps, decaps, check_ek, check_dk };

constexpr const char* operation_name(KemOperation operation) {
  switch (operation) {
    case KemOperation::keygen: return "keygen";
    case KemOperation::encaps: return "encaps";
    case KemOperation::decaps: return "decaps";
    case KemOperation::check_ek: return "check_ek";
    case KemOperation::check_dk: return "check_dk";
  }
  return "unknown operation";
}

struct KemCall {
  KemOperation operation;
  const SchemeInfo* scheme;
  KemArgs args;           // args.status is set by the device, a tile at a time
  std::size_t count;      // items [first, first + count) of the views are done
  pqlane_status* status;  // null, or one an item of the views
  std::size_t first = 0;
  void* start_event = nullptr;  // on a GPU: an event of the driver that the work waits for, or null
};

}  // namespace pqlane
