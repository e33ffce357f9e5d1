// zeroize.hpp: overwrites secrets with zero bytes in a way that the compiler keeps.
//
// Does not reach copies that the compiler made in registers or spill slots. Internal linkage, so that
// files compiled for one instruction set may use it without leaving a weak symbol behind.
#pragma once

#include <cstddef>

namespace pqlane {

// Sets bytes [data, data + count) to zero. The empty assembly statement claims to read all memory that
// the pointer reaches, so the stores before it cannot be dropped as dead. A null pointer needs count 0.
static inline void wipe(void* data, std::size_t count) {
  if (count == 0) {
    return;
  }
  __builtin_memset(data, 0, count);
  __asm__ __volatile__("" : : "r"(data) : "memory");
}

}  // namespace pqlane
