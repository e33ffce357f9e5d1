// plan.hpp: the plan of a measurement: schemes, operations, devices and sizes, and the rows that they give.
#pragma once

#include "bench/case.hpp"
#include "bench/peer.hpp"

#include <pqlane/pqlane.h>

#include <cstddef>
#include <string>
#include <vector>

namespace pqlane::bench {

struct Plan {
  std::vector<pqlane_scheme> schemes;
  std::vector<PeerSchemePointer> peers;  // measured in other libraries, after the devices
  std::vector<std::string> lacking;      // what peers were asked for and do not have; a line each
  std::vector<Op> ops;
  std::vector<std::string> devices;  // names that pqlane_device_open takes
  std::vector<std::size_t> batches;
  std::vector<std::size_t> signature_batches;  // of signature schemes, where they differ; else empty
  std::vector<unsigned> threads;
  double seconds = 1.0;             // least measured time of a row
  std::size_t runs = 0;             // above 0: so many runs of one call each, instead
  double row_deadline_seconds = 0;  // above 0: a row ends after its first run past this
  bool derand = false;              // keygen, encaps, sign: the caller gives the randomness
  bool checked_keys = false;        // decaps: keys were checked before
  KeyReuse reuse = KeyReuse::none;  // otherwise one key for all items; rows without such keys are left out
  std::vector<std::size_t> message_sizes{default_message_bytes};  // sign, verify: rows for each
  bool pin = false;                                               // pin threads to cores
  Place place = Place::pageable;                                  // where the arrays of the timed calls are
  double sample_rate_hz = 10;                                     // of telemetry; 0: none
  bool roofline = false;                                          // measure what the devices can do at most
  double energy_seconds = 0;  // above 0: joules of an operation are measured, for at least this long
};

const std::vector<std::size_t>& batches_of(const Plan& plan, pqlane_scheme scheme);
// Lengths of messages that an operation is measured with: one for those that take none.
const std::vector<std::size_t>& messages_of(const Plan& plan, Op op);
const std::vector<std::size_t>& messages_of(const Plan& plan, const PeerScheme& peer, Op op);

// Rows that a plan gives, and those of them that are ours.
std::size_t row_count(const Plan& plan);
std::size_t own_row_count(const Plan& plan);

}  // namespace pqlane::bench
