// case.hpp: what one row of a benchmark measures.
#pragma once

#include "bench/permutations.hpp"

#include <pqlane/pqlane.h>

#include <cstddef>
#include <stdexcept>

namespace pqlane::bench {

// A measurement that cannot be made, although it was asked for rightly.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Thrown when a measurement is stopped from outside before its first call.
struct Interrupted {};

// Where the arrays of a timed call are.
enum class Place {
  pageable,     // ordinary memory
  page_locked,  // host memory that a GPU reaches by itself (pqlane_memory_allocate)
  device        // the device's own memory: nothing is copied in a call
};
const char* place_name(Place place);

constexpr std::size_t default_message_bytes = 32;

struct Case {
  pqlane_scheme scheme;
  Op op;
  std::size_t batch;
  bool derand = false;        // keygen, encaps, sign: the caller gives the randomness
  bool checked_keys = false;  // decaps, where has_key_check(): keys were checked once, before
  KeyReuse reuse = KeyReuse::none;
  Place place = Place::pageable;
  std::size_t message_bytes = default_message_bytes;  // sign, verify

  bool same_key() const { return reuse != KeyReuse::none; }
};

// Whether the operation exists for schemes of this kind, and can be measured with such keys: keygen has none
// to share, and only a signature scheme has objects that hold an expanded key.
bool has_op(pqlane_scheme scheme, Op op, KeyReuse reuse);

}  // namespace pqlane::bench
