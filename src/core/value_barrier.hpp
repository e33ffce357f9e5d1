// value_barrier.hpp: hides where a value came from, so that no compiler turns a mask into a branch.
#pragma once

#include <cstdint>

#include "core/target.hpp"

PQLANE_BEGIN_TARGET

PQLANE_INLINE std::uint64_t value_barrier(std::uint64_t value) {
  asm("" : "+r"(value));
  return value;
}

PQLANE_END_TARGET
