/* SPDX-License-Identifier: Apache-2.0 */
/* external_events.h - converts the visible part of an external informer to trace events: its
 * traffic and the notifications that it reports. Its reflector, queue and cache are invisible.
 *
 * Threads: one at a time; the driver's gate ensures that. */
#ifndef RUNNER_POSIX_EXTERNAL_EVENTS_H
#define RUNNER_POSIX_EXTERNAL_EVENTS_H

#include "base/trace.h"
#include "fakeapi/exchange.h"
#include "informer/shared_informer.h"
#include "runner/subject/view.h"

/* A request and its response. Events of watches contain their object as JSON. */
struct external_answer {
	const struct trace_sink *sink;
	uint32_t id;
	char who[64]; /* the resource, or the client; may be "" */
	bool has_head, is_watch, has_bytes;
	bool is_framed;	    /* the watch uses protobuf frames */
	const char *end;    /* how it ended; values: see TRACE_WIRE_END */
	struct strbuf line; /* for a watch: the incomplete event */
	size_t passed;	    /* number of its bytes that were dropped */
};

/* Emits the request; `sink` is borrowed. `who` NULL: the resource in its path. */
void runner__external_request(struct external_answer *a, const struct trace_sink *sink,
			      int64_t now_ns, uint32_t id, const char *who,
			      const struct fakeapi__request *req);
void runner__external_head(struct external_answer *a, int64_t now_ns, enum fakeapi__head head,
			   int status);
/* `n` is the result of pull(); `bytes` is valid if n > 0. */
void runner__external_bytes(struct external_answer *a, int64_t now_ns, const char *bytes,
			    ptrdiff_t n);
/* Emits the end and frees the resources of `a`. */
void runner__external_end(struct external_answer *a, int64_t now_ns, bool client_gone);

/* Emits a notification of `handler` that the program reported. */
void runner__external_notification(const struct trace_sink *sink, int64_t now_ns,
				   const char *handler, const struct view__line *line);
/* Processes a line of the program's output: updates `view` and passes a notification to the
 * handlers. */
void runner__external_line(struct view *view, struct str text, const struct inf_handler *handlers,
			   const char *const *names, size_t count, const struct trace_sink *sink,
			   int64_t now_ns);

#endif
