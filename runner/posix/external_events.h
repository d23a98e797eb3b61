/* SPDX-License-Identifier: Apache-2.0 */
/* external_events.h - the visible part of an external informer, as trace events: its traffic, and
 * the notifications that it reports. Its reflector, queue and cache are invisible.
 *
 * Threads: one at a time; the driver's gate sees to that.
 */
#ifndef RUNNER_POSIX_EXTERNAL_EVENTS_H
#define RUNNER_POSIX_EXTERNAL_EVENTS_H

#include "base/trace.h"
#include "fakeapi/exchange.h"
#include "informer/shared_informer.h"
#include "runner/subject/view.h"

/* One request and its answer. Events of watches have their object as JSON. */
struct external_answer {
	const struct trace_sink *sink;
	uint32_t id;
	char who[64]; /* the resource, or the client; may be "" */
	bool has_head, is_watch, has_bytes;
	bool is_framed;	    /* the watch is in protobuf */
	const char *end;    /* how it ended: see TRACE_WIRE_END */
	struct strbuf line; /* of a watch: the event that is not whole yet */
	size_t passed;	    /* bytes of it that are not kept */
};

/* Emits the request; `sink` is borrowed. `who` NULL: the resource of its path. */
void runner__external_request(struct external_answer *a, const struct trace_sink *sink,
			      int64_t now_ns, uint32_t id, const char *who,
			      const struct fakeapi__request *req);
void runner__external_head(struct external_answer *a, int64_t now_ns, enum fakeapi__head head,
			   int status);
/* `n` as pull() returned it, the bytes if it is > 0. */
void runner__external_bytes(struct external_answer *a, int64_t now_ns, const char *bytes,
			    ptrdiff_t n);
/* Emits the end and frees what `a` holds. */
void runner__external_end(struct external_answer *a, int64_t now_ns, bool client_gone);

/* A notification that the program says `handler` was given. */
void runner__external_told(const struct trace_sink *sink, int64_t now_ns, const char *handler,
			   const struct view__line *line);
/* A line that the program has printed: `view` takes it, and the handlers get its notification. */
void runner__external_line(struct view *view, struct str text, const struct inf_handler *handlers,
			   const char *const *names, size_t count, const struct trace_sink *sink,
			   int64_t now_ns);

#endif
