/* SPDX-License-Identifier: Apache-2.0 */
/* steps.h - a step with its arguments. */
#ifndef RUNNER_LANGUAGE_STEPS_H
#define RUNNER_LANGUAGE_STEPS_H

#include "runner/language/expect.h"
#include "runner/language/step_words.h"
#include "runner/tbl/steps.h"

enum { SCN_NAMES_MAX = 64 }; /* limit of names bound in a run: $uid */

enum scn__step_kind {
#define X(name, word, ...) SCN_##name,
	RUNNER_STEPS(X)
#undef X
};

struct scn__object {
	struct scn__key key;
	const struct scn__node *body; /* template merged with the step's body; NULL: none */
};

/* The requests that a fault or reply matches. */
struct scn__match {
	enum scn__verb verb;			 /* LIST, WATCH, GET, ANY_REQUEST, or a write's */
	const struct scn__type *type;		 /* NULL: any */
	struct str ns, name;			 /* "": any */
	struct scn__key object;			 /* with a pattern, instead of ns and name */
	uint32_t nth;				 /* 0: the next one; n: the n-th after the step */
	bool given, continued;			 /* the line exists; only pages after the first */
	bool has_initial_events, initial_events; /* only (or never) with sendInitialEvents */
	struct str subresource;			 /* "": any; "-": none */
	struct str agent; /* prefix of User-Agent; "!x": other prefixes; "": any */
	int backend;	  /* -1: any */
};

struct scn__chunk {
	enum scn__chunk_kind kind;
	struct str bytes;
	int64_t wait_ns;
	enum scn__how close; /* RST, FIN, BLACKHOLE */
};

struct scn__header {
	struct str name, value;
};

struct scn__hold {
	enum scn__point point;
	const struct scn__handler *handler;   /* HANDLER */
	const struct scn__informer *informer; /* QUEUE, CACHE; NULL: all */
	const struct scn__type *type;	      /* NULL: any */
	struct scn__key key;		      /* key.type NULL: any */
	uint32_t nth;			      /* 0: all from now on; n: only the n-th */
	struct scn__match match;	      /* REQUEST, REPLY; instead of type, key and nth */
	int64_t rest_after_ns;		      /* REPLY; 0: the patience */
};

enum { SCN_FOREVER = 0x7fffffff };
struct scn__step {
	enum scn__step_kind kind;
	struct scn__pos pos;
	struct str note, label;
	uint32_t index;
	const struct scn__node *then_as_written;
	const struct scn__step *then; /* executed when the step's rule has acted; NULL: none */
	union {
		struct {
			const struct scn__object *objects;
			size_t count;
			struct str uid; /* create: the name to bind the UID to */
			bool new_uid;	/* update: deleted and recreated at once */
			bool skip_missing;
			struct str subresource;
		} write; /* CREATE, UPDATE */
		struct {
			const struct scn__key *keys;
			size_t count;
			bool drop_finalizers, skip_missing;
		} delete_;
		struct {
			uint64_t to; /* 0: now */
			enum scn__gone gone;
			int backend; /* -1: all */
		} compact;
		struct {
			uint64_t to;
		} rewind;
		struct {
			const struct scn__type *type; /* NULL: all */
			bool initial;		      /* with k8s.io/initial-events-end */
		} bookmark;
		struct {
			const struct scn__type *type; /* NULL: all */
			enum scn__bookmarks mode;
		} bookmarks;
		int64_t advance_ns;
		struct {
			const struct scn__type *type; /* NULL: all */
			int backend;
			enum scn__how how;
			int64_t bytes_per_s; /* SLOW; 0: 16 */
		} disconnect;
		struct {
			enum scn__frames mode;
			const struct scn__type
			    *type; /* acts now on its open watches; NULL: match */
			struct scn__match match;
			int code; /* of RFC 9113 */
			uint32_t bytes, streams, times;
			int64_t every_ns, for_ns;
		} http2;
		struct {
			const struct scn__type *type;
			int backend;
		} refuse; /* and ACCEPT */
		struct {
			struct scn__match match;
			int status;
			struct str reason, message;
			uint32_t times; /* 1; SCN_FOREVER */
			int64_t for_ns; /* 0: always */
			int64_t retry_after_ns;
			enum scn__fail_how
			    how; /* FAIL_IN_STREAM: an ERROR event on the matching watch */
			const struct scn__node *details;
		} fail;
		struct {
			enum scn__event_type event;
			struct scn__key key; /* name "": every object of the type */
			uint32_t times;
		} drop;
		struct {
			struct scn__match match;
			/* 0: not written: 200, or no answer if the body is only its end */
			int status;
			const struct scn__header *headers;
			const struct scn__chunk *body;
			size_t header_count, chunk_count;
			uint32_t times;
			int64_t for_ns; /* 0: always */
			bool handled;	/* executed; `body` only ends the response */
		} reply;
		struct {
			const struct scn__type *type; /* the newest open watch of it */
			const struct scn__chunk *body;
			size_t chunk_count;
			bool cuts_every;
			const uint64_t *cuts; /* offsets, ascending */
			size_t cut_count;
		} send;
		int backend; /* FREEZE, THAW */
		struct {
			int to;
			const struct scn__informer *informer; /* NULL: any */
			const struct scn__controller *controller;
			enum scn__how how; /* effect on open connections: RST, FIN */
		} failover;
		struct {
			int backend;
			uint64_t rv; /* the backend stays at this version; 0: see `by` */
			uint64_t by; /* the backend stays that many versions behind the newest */
		} lag;
		struct scn__hold hold; /* and RELEASE */
		struct {
			/* START, STOP, CRASH, KILL, RESTART: the named clients; none: all */
			const struct scn__informer *const *informers;
			size_t informer_count;
			const struct scn__controller *const *controllers;
			size_t controller_count;
			int backend;		 /* RESTART: the new backend; -1: as before */
			uint32_t after_writes;	 /* CRASH: after that many more writes; 0: now */
			enum scn__signal signal; /* CRASH, KILL */
			bool kills_before;	 /* KILL: at `before`, else at `after` */
			struct scn__match before, after;
		} run;
		struct {
			bool remove;
			const struct scn__handler *handler;
		} handler;
		struct {
			const struct scn__controller *controller;
			enum scn__worker_do what;
			struct str key;
			int64_t after_ns;
			uint32_t count;
		} worker;
		struct scn__expect expect;
		struct {
			struct scn__expect expect;     /* the run fails if any section matches */
			const struct scn__step *until; /* NULL: the end */
			uint32_t first; /* number of the first section: never[first] in `outcome` */
		} never;
		struct str snapshot;
		const struct scn__informer *look; /* NULL: all */
	};
};

#endif
