/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.h - a loaded scenario file: an incident as typed, immutable data.
 *
 * bytes -> yaml.c (a tree with lines and columns) -> tree.c and others (the structs below, one
 * build per matrix cell) -> check.c (errors that are known without a run). All errors are reported
 * together. A loaded scenario never changes, so many threads may run it.
 *
 * scn__ and SCN_ are the short prefix of the language inside the runner. For omitted keys pointers
 * are NULL, strings empty, and numbers as the comments state.
 *
 * Who may call: every room that reads scenarios. Threads: any; a scenario that is being loaded
 * belongs to one thread, several may read a loaded one. No locks. */
#ifndef RUNNER_LANGUAGE_SCENARIO_H
#define RUNNER_LANGUAGE_SCENARIO_H

#include "base/clock.h"
#include "base/str.h"
#include "informer/fixes.h"
#include "runner/arena.h"
#include "runner/language/keys.h"
#include "runner/language/limits.h"
#include "runner/language/loads.h"
#include "runner/language/step_words.h"
#include "runner/tbl/expectations.h"
#include "runner/tbl/oracles.h"
#include "runner/tbl/steps.h"

/* --- values --- */

enum { SCN_LANGUAGE_VERSION = 1 }; /* `relist: 1` in a file */

enum scn__node_kind { SCN_SCALAR, SCN_LIST, SCN_MAP };

/* The form of a scalar in a comparison. In bodies only LITERAL and NAME have a meaning. */
enum scn__form {
	SCN_LITERAL, /* equal */
	SCN_ANY,     /* present, with any value */
	SCN_ABSENT,  /* absent */
	SCN_GE,	     /* a number >= .arg */
	SCN_GT,
	SCN_LE,
	SCN_LT,
	SCN_REGEX, /* base/regex.h, .arg without the slashes, found anywhere in the value */
	SCN_NAME,  /* .arg without the $: bound on first use, compared later */
};

struct scn__node {
	enum scn__node_kind kind;
	enum scn__form form;
	bool quoted; /* written as a string: never a number, boolean or null */
	bool block;  /* LIST, MAP: written in lines, not in brackets; SCALAR: after | or > */
	struct scn__pos pos, end; /* end: after the last character */
	struct str text;	  /* SCALAR: as in the file */
	struct str arg;		  /* SCALAR: the part after the form's sign */
	size_t count;
	const struct scn__node *items;	  /* LIST */
	const struct scn__entry *entries; /* MAP, in the order of the file */
};

struct scn__entry {
	struct str key;
	struct scn__pos pos; /* of the key */
	const struct scn__node *value;
};

/* Returns the value that a run has bound to $name; NULL: not bound. */
typedef const struct str *scn__lookup(void *user, struct str name);

/* The value of `key`, or NULL. */
const struct scn__node *scn__get(const struct scn__node *map, const char *key);
/* Appends the tree as JSON; plain scalars by YAML 1.2's core schema. NAMEs become strings by
 * `lookup` (may be NULL), or "$name" if not bound. */
void scn__node_json(const struct scn__node *node, scn__lookup *lookup, void *user,
		    struct strbuf *out);
/* Appends a scalar's text for a comparison: the literal, or the form. */
void scn__node_text(const struct scn__node *node, struct strbuf *out);

/* --- the world --- */

struct scn__type {
	struct str name;		     /* its name in the scenario */
	struct str group, version, resource; /* group "": core */
	struct str kind;
	bool namespaced, removed; /* removed: a version that Kubernetes has no longer, as custom */
	bool status;		  /* a custom type has /status */
	bool builtin;		  /* built in to fakeapi; else served as a custom resource */
	bool defined; /* from a CustomResourceDefinition that is loaded, or that a step creates */
	const struct str *versions; /* others of a custom type */
	size_t version_count;
	uint32_t index;
	struct scn__pos pos;
};

enum scn__enqueue { SCN_ENQUEUE_NONE, SCN_ENQUEUE_KEY, SCN_ENQUEUE_OWNER_LABEL, SCN_ENQUEUE_OWNER };

struct scn__handler {
	struct str name;
	int64_t resync_ns; /* < 0: the informer's default */
	enum scn__enqueue enqueue;
	struct str label;			  /* OWNER_LABEL */
	const struct scn__controller *controller; /* owner of the queue; set unless NONE */
	bool added_later;			  /* by a `handler` step */
	const struct scn__informer *informer;
	uint32_t index; /* in the cell's handlers */
	struct scn__pos pos;
};

struct scn__index {
	struct str name;
	struct str
	    path; /* "spec.nodeName", "metadata.labels.*" (the keys), "spec.x[].y", "namespace" */
	struct str fails_on; /* the index function fails for objects with this key; "": never */
	struct scn__pos pos;
};

enum scn__transform {
	SCN_TRANSFORM_NONE,
	SCN_TRANSFORM_STRIP_MANAGED_FIELDS,
	SCN_TRANSFORM_FAIL_ON, /* .transform_arg: a key, "default/a" */
	SCN_TRANSFORM_RENAME,  /* .transform_arg: appended to names */
	SCN_TRANSFORM_KEEP,    /* .transform_arg: top-level members to keep, separated by "," */
};

struct scn__informer {
	struct str name;
	const struct scn__type *type;
	bool watch_list;   /* initial: watchlist; the profile has the default */
	int64_t resync_ns; /* 0: none */
	int64_t page_size; /* 0: the default */
	struct str namespace_, label_selector, field_selector;
	const struct scn__index *indexes;
	size_t index_count;
	enum scn__transform transform;
	struct str transform_arg;
	bool mutation_detector;
	inf__without without;			    /* omitted fixes */
	uint32_t backend;			    /* initial backend */
	const struct scn__handler *const *handlers; /* of the world, then those that steps add */
	size_t handler_count;
	uint32_t index;
	struct scn__pos pos;
};

enum scn__reconciler {
	SCN_REAP_OR_ENSURE,
	SCN_REPLICA_KEEPER,
	SCN_MIRROR,
	SCN_PLUGIN, /* .plugin: a name registered through the C API */
};

struct scn__controller {
	struct str name;
	enum scn__reconciler reconciler;
	struct str plugin;
	const struct scn__type *parent;	    /* type whose keys are in the queue */
	const struct scn__type *child;	    /* children.type, or the type that mirror writes */
	struct str child_name;		    /* 'data-{name}-0' */
	struct str child_label;		    /* set on children: label = name of the parent */
	const struct scn__node *child_body; /* from a template; NULL: the minimal valid body */
	bool match_by_uid;		    /* match-children-by: uid; default name */
	bool owner_refs;		    /* children carry an owner reference */
	bool live_reads;	     /* reads: live; requests the parent from the server first */
	struct str replicas_path;    /* replica-keeper; "spec.replicas" */
	struct str copy_path;	     /* mirror; "data" */
	struct str finalizer;	     /* reap-or-ensure: removed when done; "cleanup" */
	bool expectations;	     /* replica-keeper: waits for its own creations to be seen */
	int64_t expectations_ttl_ns; /* 5m */
	uint32_t workers;	     /* 1; 0: only `worker` steps take from the queue */
	int64_t backoff_min_ns, backoff_max_ns; /* 5ms..1000s */
	uint32_t backend;
	inf__without without;		/* omitted fixes of its queue */
	const struct scn__node *params; /* the whole map, for plugins */
	uint32_t index;
	struct scn__pos pos;
};

enum scn__watch_list { SCN_WATCH_LIST_SUPPORTED, SCN_WATCH_LIST_REJECTED, SCN_WATCH_LIST_IGNORED };

struct scn__template {
	struct str name;
	const struct scn__node *body;
	struct scn__pos pos;
};

struct scn__world {
	struct scn__pos pos;
	bool classic;						   /* profile: client-go-1.32 */
	int gate_batch, gate_atomic, gate_unlock, gate_watch_list; /* -1: as in the profile */
	uint64_t rv;		    /* the server's first version; default 1 */
	const struct str *backends; /* at least one; "A" */
	size_t backend_count;
	uint64_t history; /* events kept for watches; 0: all */
	enum scn__watch_list watch_list;
	uint32_t list_page_max; /* limit of a list's length; 0: none */
	bool list_page_always;	/* also for lists without a limit parameter */
	bool http2;		/* clients use HTTP/2, informers one connection */
	bool bootstrap;		/* with the objects that a real server creates at its start */
	int kubernetes;		/* known_types.h */
	struct scn__loads loads;
	bool list_items_kind; /* list items carry kind and apiVersion; false in a real server */
	int64_t bookmark_every_ns; /* 0: no periodic bookmarks */
	const struct scn__type *types;
	const struct scn__template *templates;
	size_t type_count, template_count;
	const struct scn__informer *informers;
	size_t informer_count;
	const struct scn__handler *handlers; /* of all informers, including those that steps add */
	size_t handler_count;
	const struct scn__controller *controllers;
	size_t controller_count;
};

/* --- streams: requests, handlers, writes --- */

/* X(NAME, word, stream) - an item's verb */
#define SCN_VERBS(X)                                                                               \
	X(LIST, "LIST", REQUESTS)                                                                  \
	X(WATCH, "WATCH", REQUESTS)                                                                \
	X(GET, "GET", REQUESTS)                                                                    \
	X(ANY_REQUEST, "ANY", REQUESTS) /* only in `match` and `never` */                          \
	X(ADD, "add", HANDLERS)                                                                    \
	X(UPDATE, "update", HANDLERS)                                                              \
	X(SYNC, "sync", HANDLERS) /* an update without change */                                   \
	X(DELETE, "delete", HANDLERS)                                                              \
	X(W_CREATE, "CREATE", WRITES)                                                              \
	X(W_UPDATE, "UPDATE", WRITES)                                                              \
	X(W_PATCH, "PATCH", WRITES)                                                                \
	X(W_DELETE, "DELETE", WRITES)                                                              \
	X(W_DELETE_ALL, "DELETECOLLECTION", WRITES)                                                \
	X(ANY_WRITE, "WRITE", WRITES) /* any of these */

enum scn__verb {
#define X(name, word, stream) SCN_V_##name,
	SCN_VERBS(X)
#undef X
};

const char *scn__verb_word(enum scn__verb verb);

enum scn__answer {
	SCN_ANSWER_UNCHECKED,
	SCN_ANSWER_ANY,	    /* stated explicitly: in never also a failed write */
	SCN_ANSWER_STATUS,  /* .status, and .answer_rv */
	SCN_ANSWER_GONE,    /* 410, as HTTP status or as ERROR event */
	SCN_ANSWER_REFUSED, /* no connection */
	SCN_ANSWER_RESET,   /* cut before a response */
	SCN_ANSWER_NONE,    /* open, without a response */
};

enum scn__maybe { SCN_UNCHECKED, SCN_NO, SCN_YES };
enum scn__item_kind { SCN_ONE, SCN_GAP, SCN_ANY_ORDER };

struct scn__path_value {
	struct str path; /* "metadata.finalizers" */
	const struct scn__node *value;
};

/* One entry of a stream. Values are NULL if they are not checked; a literal "" rv means that the
 * parameter is empty or missing. */
struct scn__item {
	enum scn__item_kind kind;
	struct scn__pos pos;
	const struct scn__node *node; /* in the file: a line, or a map */
	struct str text;	      /* the canonical line, for reports */
	/* ANY_ORDER */
	const struct scn__item *items;
	size_t item_count;
	/* ONE */
	enum scn__verb verb;
	const struct scn__type *type;	/* requests: NULL is any */
	struct scn__key key;		/* all except LIST and WATCH; key.type is type */
	bool key_any;			/* key.ns and key.name are patterns; "" is any */
	const struct scn__node *rv;	/* request parameter; or the object's version */
	const struct scn__node *old_rv; /* update A->B: this is A, rv is B */
	const struct scn__node *uid;
	enum scn__maybe initial, unknown;
	const struct scn__node *with, *old; /* subsets; with (or new) is the newest object */
	/* requests */
	const struct scn__node *limit, *continue_, *rv_match, *namespace_, *label_selector,
	    *field_selector, *timeout, *subresource, *times; /* the last two of writes */
	enum scn__maybe bookmarks, initial_events;
	enum scn__answer answer;
	int status;			   /* writes too; 0: not checked */
	const struct scn__node *answer_rv; /* version of the list, or of the first event */
	int backend;			   /* backend that received it; -1: any */
	bool has_after;			   /* time since the stream's previous item */
	int64_t after_min_ns, after_max_ns;
	/* writes */
	const struct scn__controller *by;
	const struct scn__path_value *paths;
	size_t path_count;
	struct str while_name; /* "while $u2 exists": counts only under this condition */
};

struct scn__stream {
	const struct scn__item *items;
	size_t count;
};

/* --- expectations --- */

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

/* --- steps --- */

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

/* --- the file --- */

enum scn__oracle {
#define X(name, object, word, ...) SCN_O_##name,
	RUNNER_ORACLES(X)
#undef X
	    SCN_O_COUNT_
};

struct scn__always {
	bool off;
	struct str reason; /* why it is off */
	struct scn__pos pos;
	/* no-request-storm */
	double rate_max; /* requests a second in any window; 0: the default */
	uint32_t burst;
};

enum scn__outcome_kind {
	SCN_PASSES,
	SCN_FAILS,	     /* at any point */
	SCN_FAILS_AT_ORACLE, /* .oracle */
	SCN_FAILS_AT_STEP,   /* .step: an expect step */
	SCN_FAILS_AT_NEVER,  /* .never: the n-th section of all never steps */
};

struct scn__outcome {
	enum scn__outcome_kind kind;
	enum scn__oracle oracle;
	const struct scn__step *step;
	uint32_t never;
	struct str text; /* as in the file */
	struct scn__pos pos;
};

/* Settings for runs with an external program as the subject. */
struct scn__external {
	bool given, skip;
	bool real_time;				  /* an advance takes as long as it says */
	struct str reason;			  /* why it is skipped */
	int64_t patience_ns, linger_ns, quiet_ns; /* 0: the default */
	unsigned sections; /* bits 1 << enum scn__section_kind, the checked ones; default all */
	const struct scn__type **closes; /* the controller closes their watches on purpose */
	size_t close_count;
	struct scn__pos pos;
};

struct scn__value_of {
	struct str name;
	const struct scn__node *value;
};

/* One combination of the matrix, the unit of a run. Without a matrix there is one, called "". */
struct scn__cell {
	struct str name; /* "form=http-status" */
	const struct scn__value_of *values;
	size_t value_count;
	uint32_t index;
	const struct scn__scenario *scenario;
	struct scn__world world;
	const struct scn__step *steps;
	size_t step_count;
	struct scn__always always[SCN_O_COUNT_];
	struct scn__outcome outcome;
	struct scn__external external;
	const struct scn__pattern *patterns; /* of the keys of steps and of `state` */
	uint32_t pattern_count;
};

struct scn__scenario {
	struct str path, name, about;
	struct scn__pos name_pos, refs_pos;
	const struct str *refs, *tags;
	size_t ref_count, tag_count;
	bool has_seed;
	uint64_t seed;
	const struct scn__cell *cells;
	size_t cell_count;     /* at least 1 */
	struct scn__read read; /* contents of the named files */
	struct runner__arena arena;
};

/* --- loading --- */

struct scn__file_error {
	struct scn__pos pos;
	bool warning;
	char msg[240];
};

/* In the order of the file. */
struct scn__errors {
	struct scn__file_error *items;
	size_t len, cap;
	size_t error_count; /* number of errors without warnings */
	bool truncated;	    /* there were more than SCN_ERRORS_MAX */
	bool failed;	    /* out of memory */
};

void scn__errors_fini(struct scn__errors *e);
/* Appends "path:line:column: message\n" for each; "warning: " precedes a warning's message. */
void scn__errors_print(const struct scn__errors *e, struct str path, struct strbuf *out);

/* `text` is borrowed for the call. Returns NULL on an error in it (errors->error_count > 0) or if
 * out of memory (errors->failed). A valid scenario may have warnings. */
struct scn__scenario *scn__scenario_load(struct str path, struct str text,
					 struct scn__errors *errors);
void scn__scenario_free(struct scn__scenario *s);

/* Why the external world does not support a step, or a world (at *pos); NULL: it does. */
const char *scn__step_outside(const struct scn__world *w, const struct scn__step *s);
const char *scn__world_outside(const struct scn__world *w, struct scn__pos *pos);
const char *scn__step_word(enum scn__step_kind kind);
const char *scn__section_word(enum scn__section_kind kind);
const char *scn__oracle_word(enum scn__oracle oracle);

#endif
