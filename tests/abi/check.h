/* check.h: checks of the C programs here: they print what failed and count it; main() returns whether any
 * did. */
#ifndef PQLANE_TESTS_ABI_CHECK_H
#define PQLANE_TESTS_ABI_CHECK_H

#include <pqlane/pqlane.h>

#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      failures += 1;                                                  \
    }                                                                 \
  } while (0)

/* The call is refused as a whole with this status, and says something about it. */
#define CHECK_REFUSED(call, expected)       \
  do {                                      \
    const pqlane_status got = (call);       \
    CHECK(got == (expected));               \
    CHECK(pqlane_last_error() != NULL);     \
    CHECK(strlen(pqlane_last_error()) > 0); \
  } while (0)

#endif
