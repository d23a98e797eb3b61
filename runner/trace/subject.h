/* SPDX-License-Identifier: Apache-2.0 */
/* subject.h - configures an informer from a trace's header: handlers that write into the log, index
 * functions, transforms, gates. The same in every world.
 *
 * Threads: handlers run where the world's driver calls them. panic_next is atomic; everything else
 * is set once. */
#ifndef RUNNER_TRACE_SUBJECT_H
#define RUNNER_TRACE_SUBJECT_H

#include <stdatomic.h>

#include "informer/shared_informer.h"
#include "runner/trace/log.h"

struct runner__subject;

/* One named handler; the user pointer of its struct inf_handler. */
struct runner__handler {
	struct runner__subject *subject;
	uint32_t index; /* into the trace's names */
	atomic_bool panic_next;
	inf_registration registration; /* 0: not registered (any more) */
};

struct runner__subject {
	const struct runner__trace *trace;
	struct runner__log *log;
	int64_t (*now_ns)(void *user); /* clock for the log */
	/* Called on the handler's thread after a notification was logged. A world with threads
	 * waits here while the handler is blocked. May be NULL. */
	void (*entered)(void *user, struct runner__handler *handler);
	void *user;
	struct runner__handler *handlers; /* one per name of the trace */
};

int runner__subject_init(struct runner__subject *s, const struct runner__trace *trace,
			 struct runner__log *log, struct relist_err *err);
void runner__subject_fini(struct runner__subject *s);

/* Fills all members except choice, wake and crash's user; hooks point to `s`, sinks to the log. */
void runner__subject_config(struct runner__subject *s, struct inf__informer_config *out);
/* Adds the header's indexers. The world adds the handlers, since that needs a time. */
int runner__subject_add_indexers(struct runner__subject *s, struct inf__informer *inf,
				 struct relist_err *err);
/* Adds one indexer by its trace name, which must outlive the informer. */
int runner__subject_add_indexer(const struct runner__trace *trace, struct inf__informer *inf,
				struct str name, struct relist_err *err);

struct inf_handler runner__subject_handler(struct runner__handler *h);

/* The whole state; indexes only if out->has_indexes was set. */
int runner__subject_snapshot(struct runner__subject *s, struct inf__informer *inf,
			     struct runner__arena *arena, struct runner__state *out,
			     struct relist_err *err);
int runner__subject_dump(struct inf__informer *inf, struct str key, struct strbuf *out,
			 struct relist_err *err);

#endif
