/* SPDX-License-Identifier: Apache-2.0 */
/* log.h - the observed events of a trace's run: written by a world, read by the checker.
 *
 * Threads: any thread writes, one reads. lock (rank LEAF: cores emit trace events under their own
 * locks) guards everything. The log also keeps the last trace events, which a failure shows to
 * people. */
#ifndef RUNNER_TRACE_LOG_H
#define RUNNER_TRACE_LOG_H

#include "base/trace.h"
#include "runner/trace/trace.h"

enum runner__seen_kind {
	RUNNER_SEEN_REQUEST, /* only the id is set; the player has the request */
	RUNNER_SEEN_HANGUP,
	RUNNER_SEEN_NOTIFY,
	RUNNER_SEEN_WATCH_ERROR,
	RUNNER_SEEN_CRASH,
};

struct runner__seen {
	struct runner__seen *next;
	enum runner__seen_kind kind;
	uint32_t id;
	int64_t at_ns;
	union {
		struct runner__notify notify;
		struct runner__watch_error watch_error;
		struct str crash;
	};
};

struct runner__log;

/* `forward` (may be all zero) also receives every trace event, under the lock: it must acquire no
 * lock. */
struct runner__log *runner__log_new(struct trace_sink forward, struct relist_err *err);
void runner__log_free(struct runner__log *log);

/* Copies `seen` with its strings. If a copy fails, runner__log_failed() returns true from then
 * on. */
void runner__log_add(struct runner__log *log, const struct runner__seen *seen);
bool runner__log_failed(struct runner__log *log);

/* The next entry in order, or NULL. Valid until the log is freed. */
const struct runner__seen *runner__log_next(struct runner__log *log);

/* A sink that keeps the last events. */
struct trace_sink runner__log_sink(struct runner__log *log);
/* Appends the last events as text, one per line, oldest first. */
/* Appends the event as a line for people. */
void runner__event_text(const struct trace_event *ev, struct strbuf *out);
void runner__log_tail(struct runner__log *log, struct strbuf *out);

#endif
