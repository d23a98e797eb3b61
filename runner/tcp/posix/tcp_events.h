/* SPDX-License-Identifier: Apache-2.0 */
/* tcp_events.h - events that were emitted under an informer's lock wait here until the engine may
 * receive them.
 *
 * Threads: any thread of an informer emits; the engine's takes. lock (rank LEAF) guards the members
 * and calls of `live`. */
#ifndef RUNNER_TCP_POSIX_TCP_EVENTS_H
#define RUNNER_TCP_POSIX_TCP_EVENTS_H

#include "base/lock.h"
#include "base/trace.h"

struct tcp_event;

struct tcp_events {
	struct lock lock;
	struct trace_sink live; /* receives each event at once */
	struct tcp_event *first, **last;
};

void runner__tcp_events_init(struct tcp_events *e, const struct trace_sink *live);
void runner__tcp_events_fini(struct tcp_events *e);
/* For the informers: passes events to `live` and stores copies; out of memory, no copy. */
struct trace_sink runner__tcp_events_sink(struct tcp_events *e);
/* Passes an event to `live` only. */
void runner__tcp_events_emit(struct tcp_events *e, const struct trace_event *ev);
/* Moves the stored events to `sink`; NULL: drops them. */
void runner__tcp_events_take(struct tcp_events *e, const struct trace_sink *sink);

#endif
