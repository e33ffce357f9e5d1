/* trace.h: a timeline of what pqlane does, as a file for Perfetto (https://ui.perfetto.dev) or any other
 * viewer of Chrome's trace events.
 *
 * While a trace is recorded, each call leaves spans: the call itself, checks, packing, waiting and wiping on
 * the host, a span for each thread that worked on it, and on a GPU every kernel, copy and wipe by stream.
 * A span holds names, times, numbers of items and of bytes: never a byte of a caller's data. docs/tracing.md
 * describes the file.
 *
 * There is one trace for the process, of all its devices and threads. All functions may be called from any
 * thread. Recording takes a little time of each call, more on a GPU, where events of the driver surround each
 * kernel and copy. A forked child records nothing until it starts a trace of its own. */
#ifndef PQLANE_TRACE_H
#define PQLANE_TRACE_H

#include <pqlane/pqlane.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most spans of a trace; what comes after them is counted, and the file says how many were dropped. They take
 * about 30 MB of memory. */
#define PQLANE_TRACE_MAX_SPANS 262144

/* Forgets the spans there are and begins to record. PQLANE_ERROR_OPTION when a trace is being recorded. */
PQLANE_API pqlane_status pqlane_trace_start(void);
/* Ends the recording and keeps its spans for pqlane_trace_write. PQLANE_ERROR_OPTION when nothing is being
 * recorded. Of calls that are still running, what has not ended is left out. */
PQLANE_API pqlane_status pqlane_trace_stop(void);
/* Writes the spans that have ended since the last start, during the recording or after it. The file appears
 * under its name when it is complete; an existing device or pipe is written directly. Errors:
 * PQLANE_ERROR_NULL, PQLANE_ERROR_OPTION (no trace was started, or the file cannot be written; the reason is
 * in pqlane_last_error()), PQLANE_ERROR_MEMORY. */
PQLANE_API pqlane_status pqlane_trace_write(const char* file);

#ifdef __cplusplus
}
#endif

#endif /* PQLANE_TRACE_H */
