// secret.hpp: says where a value made from secrets becomes public.
//
// Under PQLANE_CT_CHECK the objects run inside valgrind, whose memcheck then takes secret bytes for
// undefined ones and reports branches and addresses that depend on them [CTGRIND]. In any other build
// nothing of this is left, no instruction and no symbol. Every use is listed in docs/constant-time.md.
#pragma once

#include <cstddef>

#if defined(PQLANE_CT_CHECK)
#include <valgrind/memcheck.h>
#endif

namespace pqlane {

// Bytes [data, data + count) are public from here on.
static inline __attribute__((always_inline)) void declassify([[maybe_unused]] const void* data,
                                                             [[maybe_unused]] std::size_t count) {
#if defined(PQLANE_CT_CHECK)
  (void)VALGRIND_MAKE_MEM_DEFINED(data, count);
#endif
}

}  // namespace pqlane
