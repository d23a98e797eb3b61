/* SPDX-License-Identifier: Apache-2.0 */
/* trace.h - the cores report events instead of printing: rows of one table
 * (base/tbl/trace_events.h).
 *
 * The text log, the JSONL output, the last lines before a failure and the teaching view show the
 * same stream. A core without a sink (ops == NULL) pays one branch per event. */
#ifndef BASE_TRACE_H
#define BASE_TRACE_H

#include "base/base.h"

enum trace_kind {
#define X(name, group, word, text) TRACE_##name,
#include "base/tbl/trace_events.h"
#undef X
	TRACE_KIND_COUNT
};

struct trace_event {
	int64_t at_ns;
	enum trace_kind kind;
	uint32_t id;	   /* request id, or 0 */
	int64_t n;	   /* a count, a status or a delay in ns: see the table's text */
	struct str who;	   /* handler, informer or resource name; may be empty */
	struct str key;	   /* object key or path */
	struct str text;   /* further text for people */
	struct str object; /* STORE_SET and STORE_DELETE: the JSON of the object, else empty */
};

/* The event's strings are borrowed for the call. `emit` may run on any thread that the core runs
 * on; it must not call back into the core. */
struct trace_sink {
	void (*emit)(void *user, const struct trace_event *ev);
	void *user;
};

static inline void trace_emit(const struct trace_sink *sink, const struct trace_event *ev)
{
	if (sink && sink->emit)
		sink->emit(sink->user, ev);
}

const char *trace_kind_group(enum trace_kind kind); /* "wire", "queue", "store", "notify", ... */
const char *trace_kind_word(enum trace_kind kind);  /* "request", "add", ... */

#endif
