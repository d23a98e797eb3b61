/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - an active run and its parts: the fake apiserver, the informers, time, and the events so
 * far. It contains no expectations.
 *
 *   context.c    memory, names, the verdict
 *   time.c       settle and advance
 *   observers.c  calls the observers of a run
 *   server.c     between clients and the fake apiserver: the log of requests
 *   hang.c       no responses after a failure
 *   writes.c     the log of writes: the object of each and its outcome
 *   shown.c      what a program had received before each of its writes
 *   versions.c   bodies, first events and versions, in JSON or protobuf
 *   informers.c  informers and handlers as the scenario describes them
 *   holds.c      control points
 *   made.h       objects by the order of their creation, for keys without a name
 *   kills.c      ends programs at one of their requests
 *   rules.c      the fake apiserver's rules from a scenario's matches
 *   cache.c      compares caches with the server's state
 *   lines.c      formats events like a scenario's lines
 *   story.c      all events in order, for people
 *   idle.c       steps and checks without an effect
 *   driver.h     executes a run: driver_sim.c here, others in posix/
 *
 * Who may call: the rooms above it (controllers, oracles, expect, external, engine). Threads: the
 * engine's, and those of a driver that call back while the engine waits in settle or advance: one
 * at a time, see driver.h. No locks. */
#ifndef RUNNER_WORLD_WORLD_H
#define RUNNER_WORLD_WORLD_H

#include <stdatomic.h>

#include "base/json_scan.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/model.h"
#include "informer/thread_safe_store.h"
#include "informer/object.h"
#include "informer/shared_informer.h"
#include "runner/list.h"
#include "runner/world/observers.h"
#include "runner/world/options.h"
#include "runner/world/record.h"

/* A handler's state of a key. */
struct scn__handler_state {
	struct str key;
	bool present, deleted; /* deleted: at any time */
	struct str last_rv, newest_rv;
};

struct scn__hrun {
	struct scn__run *run;
	const struct scn__handler *def;
	inf_registration registration;
	bool added;
	uint32_t generation;
	struct scn__track *notes;
	struct map notified; /* key -> struct scn__handler_state */
	struct digest heard; /* digest of all its notifications */
};

struct scn__irun {
	struct scn__run *run;
	const struct scn__informer *def;
	struct scn__client *client;
	struct inf__informer *inf; /* the client's; NULL: not started, or it runs elsewhere */
	uint32_t backend;
	bool started, stopped;
	bool joined;	      /* another informer of the same program has started it */
	int64_t started_ns;   /* time of the last start */
	atomic_bool panicked; /* an index function failed: set on the thread that ran it */
	struct scn__rest rest;
};

struct scn__binding {
	struct str name, value;
};

struct scn__held {
	struct scn__hold hold; /* with the names of its object */
	const struct scn__hold *as_written;
	uint32_t fault; /* 0: none */
	/* of writes */
	uint32_t seen;
	uint64_t caught; /* number of the n-th one; 0: not yet */
};

/* An active `kill` step. */
struct scn__killing {
	const struct scn__step *step;
	struct scn__match match; /* before or after, with the names of its object */
	uint32_t seen;		 /* number of matching requests */
	bool hit;		 /* its request has arrived: no other is executed */
	bool done;		 /* the program has ended */
};

/* A step that follows when a rule has matched that many requests, or a kill has happened. */
struct scn__then {
	const struct scn__step *step;
	const struct scn__killing *kill; /* NULL: it follows the rule */
	uint32_t rule, hits;
	bool done;
};

/* How a program ends: regularly, at once, or by SIGTERM. */
enum scn__end { SCN_END_STOP, SCN_END_CRASH, SCN_END_TERM };

/* One of several runs: the bytes of a `send` are cut in two, the first `at` long. */
struct scn__cut {
	const struct scn__step *step; /* NULL: no cut */
	size_t at;
	struct strbuf *log; /* gets requests and notifications with times; NULL: not needed */
};

enum scn__failure { SCN_OK, SCN_AT_STEP, SCN_AT_NEVER, SCN_AT_ORACLE, SCN_BROKEN };

struct scn__run {
	const struct scn__cell *cell;
	const struct scn__run_options *opt;
	struct runner__result *out;
	struct runner__arena arena;
	struct relist_err err;
	struct fakeapi__server server; /* the server that clients use */
	struct fakeapi__core *core;
	const struct scn__driver_ops *ops;
	struct scn__driver *driver;
	bool external;	  /* external informers */
	bool interleaved; /* place steps between the driver's steps */
	bool time_moved;  /* interleaved: events that are due now have not been processed */
	struct scn__irun *informers;
	struct scn__hrun *handlers;
	struct scn__crun *controllers; /* controllers/controllers.h */
	uint32_t *controller_backends; /* backend of each controller */
	const struct scn__actors *actors;
	struct scn__observer observers[SCN_OBSERVERS_MAX];
	size_t observer_count;
	struct scn__track requests, writes, log;
	struct scn__track others; /* external: requests for types that the scenario does not have */
	struct scn__list shown;	  /* owned by shown.c */
	unsigned program_starts;  /* external */
	struct scn__binding names[SCN_NAMES_MAX];
	size_t name_count;
	struct scn__list held;	  /* struct scn__held */
	struct scn__list refused; /* struct scn__step: active REFUSE steps */
	struct scn__list kills;	  /* struct scn__killing */
	struct scn__list thens;	  /* struct scn__then */
	bool acting;		  /* a `then` step is executed, between two steps of the world */
	bool (*on_turn)(struct scn__run *r); /* true: it had an effect; NULL: nothing to do */
	struct scn__made *made;		     /* owned by made.c, by pattern */
	struct map made_uids;		     /* UID -> a created object */
	struct scn__list rules;		     /* active rules of world__rule_instead() */
	struct scn__list nevers;	     /* struct scn__step: active steps */
	struct scn__list idling;	     /* owned by idle.c */
	uint64_t write_seq;
	const struct scn__cut *cut;
	struct scn__story *story;
	uint32_t wire_id; /* id of the request that is being sent */
	struct scn__list snapshots;
	unsigned tokens;	      /* number of tokens before the present one */
	struct scn__moments *moments; /* external/external.h */
	/* The verdict. */
	enum scn__failure failure;
	const struct scn__stuck *stuck; /* expect/expect.h; NULL: the sentence suffices */
	const struct scn__step *step;	/* the present step; if the run failed, the failed step */
	uint32_t failed_never;
	enum scn__oracle failed_oracle;
};

/* --- context.c --- */

void *world__alloc(struct scn__run *r, size_t size);
struct str world__copy(struct scn__run *r, struct str s);
struct str world__printf(struct scn__run *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
bool world__push(struct scn__run *r, struct scn__list *l, const void *item);
/* Appends to a stream and sets the record's time. */
bool world__append(struct scn__run *r, struct scn__track *stream, struct scn__rec *rec);
/* Fails the run. Only the first failure counts. Without a line the step's position is used. */
void world__fail_at(struct scn__run *r, enum scn__failure how, struct scn__pos pos, const char *fmt,
		    ...) __attribute__((format(printf, 4, 5)));
void world__broken(struct scn__run *r, int code);
int64_t world__now(struct scn__run *r);
const struct str *world__lookup_name(void *run, struct str name);
/* Binds a copy of the value. Returns false if 64 names are bound; the run has then failed at this
 * name. */
bool world__bind_name(struct scn__run *r, struct str name, struct str value);
struct fakeapi__model_type world__model_type(const struct scn__type *t);
/* "spec.replicas"; absent if the path does not exist. */
json_t world__at_path(json_t v, struct str path);

/* Hashes the state of the run (`user`) for the simulator: the next step and the handlers'
 * notifications. */
void world__digest(void *user, struct digest *d);

/* --- time.c --- */

/* Components that act besides the driver, in the same virtual time: controllers. */
struct scn__actors {
	bool (*step)(struct scn__run *r); /* false: nothing to do now */
	int64_t (*deadline_ns)(struct scn__run *r);
};

/* Runs the world and its controllers until they have settled, or until until_ns. */
void world__settle(struct scn__run *r);
/* Whether the choice has found this run equal to an earlier one: its rest is not checked. */
bool world__left(struct scn__run *r);
void world__advance(struct scn__run *r, int64_t until_ns);

/* --- server.c --- */

void world__server_init(struct scn__run *r);
/* Hooks of a driver: `run` is the struct scn__run. */
/* The informer that requests `path`, if no two have one type. */
uint32_t world__sender_of(void *user, struct str path);
bool world__refuses(void *run, uint32_t informer);
void world__refused(void *run, int64_t now_ns, uint32_t informer, struct str path,
		    struct str query);
void world__on_wire(void *run, const struct trace_event *ev);
/* Likewise for a controller's request. Returns true if it was refused, which is recorded. */
bool world__refuses_controller(struct scn__run *r, const struct fakeapi__request *req);
/* Call it when the refused connections have changed. */
void world__refusal_changed(struct scn__run *r);
/* The `backend` that identifies a client: an informer's index, or the number of informers plus a
 * controller's index. */
uint32_t world__client_of(const struct scn__run *r, const struct scn__controller *c);

/* --- hang.c --- */

/* An exchange that never responds; NULL: out of memory. */
struct fakeapi__exchange *world__hang(void);

/* --- writes.c --- */

/* Call these before the server executes a write, and when its response is complete. */
void world__write_begins(struct scn__run *r, struct scn__rec *w);
void world__write_answered(struct scn__run *r, struct scn__rec *w, struct str answer);

/* --- shown.c --- */

/* Record the response to a list, and an event of an external program's watch. */
void world__shown_list(struct scn__run *r, const struct scn__rec *list);
void world__shown_event(struct scn__run *r, const struct trace_event *ev);
/* The data that the program had received: "pods rv=12 (MODIFIED default/a), nodes rv=3 (list)". */
struct str world__shown_before(struct scn__run *r, const struct scn__rec *write);
/* Adds the writes of external programs to the result. */
void world__shown_writes(struct scn__run *r);

/* --- versions.c --- */

/* A copy of the body; protobuf is converted to JSON. */
struct str world__as_json(struct scn__run *r, struct str body);
/* Returns false if the first event is incomplete. `json` holds a decoded one; *event is empty if it
 * is not JSON. */
bool world__first_event(struct str stream, bool ended, struct strbuf *json, json_t *event);
/* The version of an event of an external program's watch; empty: none. */
struct str world__event_rv(const struct trace_event *ev, struct strbuf *scratch);
/* The resourceVersion at the start of a body; empty: not received yet. */
struct str world__version_of(struct str head);

/* --- informers.c --- */

int world__informer_start(struct scn__run *r, struct scn__irun *ir);
void world__informer_stop(struct scn__run *r, struct scn__irun *ir, enum scn__end how);
/* The index of the first informer of the same program. In the external world informers without
 * handlers share one program, unless the command contains {resource}; a second informer of the same
 * objects belongs to another replica. */
uint32_t world__program_of(const struct scn__run *r, const struct scn__informer *def);
/* Ends the informers whose index function has failed, like client-go's process. Returns true if
 * there were any. */
bool world__bury_panicked(struct scn__run *r);
int world__handler_add(struct scn__run *r, struct scn__hrun *h);
size_t world__backlog(struct scn__run *r, const struct scn__hrun *h);
struct scn__irun *world__informer_of(struct scn__run *r, const struct scn__informer *def);

/* --- holds.c --- */

/* Returns the server's rule for the hold; 0: the hold is elsewhere. */
uint32_t world__hold(struct scn__run *r, const struct scn__hold *hold);
void world__release(struct scn__run *r, const struct scn__hold *hold);
/* Applies the active holds to a new informer. */
void world__hold_started(struct scn__run *r, struct scn__irun *ir);

/* --- made.c --- */

/* Whether an object that an update or a deletion may lack is missing. */
bool world__made_lacks(struct scn__run *r, const struct scn__step *s, const struct scn__key *key);

/* --- kills.c --- */

/* Returns NULL if out of memory; the run is broken. */
struct scn__killing *world__kill_arm(struct scn__run *r, const struct scn__step *s);
/* Counts the request and returns the kill that happens at it. NULL: none. */
struct scn__killing *world__kill_at(struct scn__run *r, const struct scn__rec *q);
/* Whether the request comes from a program that a kill is about to end. */
bool world__is_dying(const struct scn__run *r, const struct scn__rec *q);
struct str world__kill_subject(const struct scn__step *s);
bool world__kill_waits(const struct scn__run *r);
/* Fails the run if a kill has not happened or, at the end, a `then`; at `pos` or at the kill. */
void world__kills_end(struct scn__run *r, struct scn__pos pos);
bool world__match_line(struct scn__run *r, const struct scn__match *m, const struct scn__rec *q);

/* --- rules.c --- */

struct fakeapi__match world__match_of(const struct scn__type *type, int backend);
struct fakeapi__match world__match_of_line(const struct scn__match *line);
/* Returns the rule's id, or 0: the run is broken. */
uint32_t world__rule_add(struct scn__run *r, const struct fakeapi__fault *rule);
/* Replaces the rule of that kind for the type (NULL: for all types, including rules for single
 * types). `rule` NULL: only removes them. */
void world__rule_instead(struct scn__run *r, enum fakeapi__fault_kind kind,
			 const struct scn__type *type, const struct fakeapi__fault *rule);
/* Copies into one of a rule's arrays. */
void world__rule_text(char *to, size_t cap, struct str from);

/* --- cache.c --- */

/* Appends an object's JSON from the informer's cache. Returns false if it is missing. */
bool world__cache_object(struct scn__run *r, const struct scn__irun *ir, const struct scn__key *key,
			 struct strbuf *out);
size_t world__cache_len(struct scn__run *r, const struct scn__irun *ir);
/* Appends the cache's keys; RELIST_ENOMEM. */
int world__cache_keys(struct scn__run *r, const struct scn__irun *ir, struct inf_strings *out);
/* The difference of the cache from the server as text; empty: none. */
struct str world__cache_differs(struct scn__run *r, struct scn__irun *ir);
/* Whether the informer receives only some of the server's objects, or other names. */
bool world__cache_is_partial(const struct scn__informer *def);
/* The objects of the server that an informer should have at that version: key -> rv, both text, the
 * values in the run's memory. Returns false if that state is not available any more, or if out of
 * memory. The caller frees the map. */
bool world__model_at(struct scn__run *r, const struct scn__informer *def, uint64_t rv,
		     struct map *out);

/* --- story.c --- */

enum scn__story_kind {
	SCN_STORY_NOTE,
	SCN_STORY_REQUEST,
	SCN_STORY_ANSWER,
	SCN_STORY_END,
	SCN_STORY_NOTIFY,
	SCN_STORY_WRITE,
	SCN_STORY_TRACE,
};

int world__story_init(struct scn__run *r);
void world__story_fini(struct scn__run *r);
/* Adds a line for `log` sections and for the story. `line` must live as long as the run. */
void world__log(struct scn__run *r, struct str line);
/* `group` is static, `text` lives as long as the run. */
void world__note(struct scn__run *r, const char *group, struct str text);
/* Adds a step's effect on the server as text: a client may notice it steps later. */
void world__story_server(struct scn__run *r, struct str text);
void world__story_rec(struct scn__run *r, enum scn__story_kind kind, const struct scn__rec *rec);
void world__story_notification(struct scn__run *r, struct str handler, const struct scn__rec *note);
void world__story_end(struct scn__run *r, const struct scn__rec *rec, struct str how);
void world__story_trace(struct scn__run *r, const struct trace_event *ev);
/* Begins a step whose effect on the server is visible only later, or elsewhere. */
void world__story_step(struct scn__run *r);
void world__story_page(struct scn__run *r, const struct trace_event *ev);
/* Appends the last lines, for a failure. */
void world__story_tail(struct scn__run *r, struct strbuf *out);
/* Copies the whole story to opt->show. */
void world__story_show(struct scn__run *r);

#endif
