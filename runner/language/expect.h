/* SPDX-License-Identifier: Apache-2.0 */
/* expect.h - the sections of an expectation. */
#ifndef RUNNER_LANGUAGE_EXPECT_H
#define RUNNER_LANGUAGE_EXPECT_H

#include "runner/language/streams.h"
#include "runner/tbl/expectations.h"

enum scn__section_kind {
#define X(name, word, ...) SCN_S_##name,
	RUNNER_EXPECTATIONS(X)
#undef X
};

struct scn__object_expect {
	struct scn__key key;		   /* for a set only its text */
	const struct scn__object_set *set; /* NULL: one object */
	const struct scn__node *want;	   /* ANY, ABSENT, a subset; for a set also a number */
};

struct scn__index_expect {
	const struct scn__node *value; /* index value */
	const struct str *keys;	       /* exactly these, in any order; none: no such value */
	size_t key_count;
	struct scn__pos pos;
};

/* X(NAME, word) - the counters */
#define SCN_COUNTERS(X)                                                                            \
	X(REQUESTS, "requests")	     /* requests[.type] or LIST type, WATCH type */                \
	X(NOTIFICATIONS, "handlers") /* handlers.h[.add] */                                        \
	X(CACHE, "cache")	     /* cache.informer: objects */                                 \
	X(INDEX, "index")	     /* index.informer.index: values */                            \
	X(WRITES, "writes")	     /* writes[.CREATE] */                                         \
	X(WATCHES, "watches")	     /* open now: watches[.type] */                                \
	X(PENDING, "pending")	     /* pending.handler: waiting notifications */                  \
	X(STATE, "state")	     /* state.type: objects on the server */

enum scn__counter {
#define X(name, word) SCN_COUNT_##name,
	SCN_COUNTERS(X)
#undef X
};

struct scn__count {
	enum scn__counter counter;
	bool has_verb;
	enum scn__verb verb;
	const struct scn__type *type;
	const struct scn__informer *informer;
	const struct scn__handler *handler;
	struct str index;
	const struct scn__node *want; /* a number, or <=, >=, <, > */
	struct str ns, name;	      /* patterns, for WRITES; "": any */
	struct scn__key numbered;     /* in place of them, if it has a pattern */
	bool done;		      /* only successful writes */
	struct str subresource;	      /* then; "": writes of the object itself */
	struct str text;
	struct scn__pos pos;
};

struct scn__handler_synced {
	const struct scn__handler *handler;
	bool synced;
};

struct scn__queue_retries {
	struct str key;
	const struct scn__node *want;
};

struct scn__keys {
	const struct str *items;
	size_t count;
	bool given; /* else not checked */
};

/* One checked section. `handlers: {a: .., b: ..}` is two sections. */
struct scn__section {
	enum scn__section_kind kind;
	struct scn__pos pos;
	const struct scn__node *node; /* its value */
	union {
		struct scn__stream requests, writes;
		struct {
			const struct scn__handler *handler;
			struct scn__stream stream;
		} handlers;
		struct {
			const struct scn__informer *informer; /* cache */
			const struct scn__type *type;	      /* STATE; and the informer's type */
			const struct scn__object_expect *objects;
			size_t count;
			bool exact; /* written as a list: these keys and no other */
			bool model; /* cache: equals the server's state */
		} objects;	    /* CACHE and STATE */
		struct {
			const struct scn__informer *informer;
			struct str index;
			const struct scn__index_expect *values;
			size_t count;
		} index;
		struct {
			const struct scn__informer *informer;
			enum scn__maybe store, handlers, stopped;
			const struct scn__node *rv;
			const struct scn__handler_synced *each;
			size_t each_count;
		} sync;
		struct {
			const struct scn__controller *controller;
			struct scn__keys ready, processing, delayed;
			const struct scn__queue_retries *retries;
			size_t retry_count;
			const struct scn__node *length;
		} queue;
		struct {
			const struct scn__count *items;
			size_t count;
		} counts;
		struct {
			int64_t min_ns, max_ns; /* virtual time since the start, inclusive */
		} at;
		struct {
			const struct scn__node *const
			    *items; /* text contained in a line, or regex */
			size_t count;
		} log;
		struct str snapshot;
	};
};

struct scn__expect {
	const struct scn__section *sections;
	size_t count;
};

#endif
