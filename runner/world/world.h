/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - a run under way and its parts: the fake apiserver, the informers, time, and what has
 * happened so far. It knows nothing of what should have happened.
 *
 *   context.c    memory, names, the verdict
 *   time.c       settle and advance
 *   observers.c  calls the observers of a run
 *   server.c     between clients and the fake apiserver: the log of requests
 *   hang.c       no responses after a failure
 *   writes.c     the log of writes: the object of each and its outcome
 *   shown.c      what a program had been sent before each of its writes
 *   versions.c   bodies, first events and versions, in JSON or protobuf
 *   informers.c  informers and handlers as the scenario describes them
 *   holds.c      control points at which something waits
 *   kills.c      programs that end at one of their requests
 *   rules.c      the fake apiserver's rules from a scenario's matches
 *   cache.c      caches, beside the server's state
 *   lines.c      what happened, as a scenario writes it
 *   story.c      what happened, in order, for people
 *   idle.c       what had no effect
 *   driver.h     what carries a run out: driver_sim.c here, others in posix/
 *
 * Who may call: the rooms above it (controllers, oracles, expect, external, engine).
 * Threads: the engine's, and those of a driver that call back while the engine waits in settle or
 * advance: one at a time, see driver.h. No locks. */
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

/* What a handler knows of a key. */
struct scn__told {
	struct str key;
	bool present, deleted; /* deleted: ever */
	struct str last_rv, newest_rv;
};

struct scn__hrun {
	struct scn__run *run;
	const struct scn__handler *def;
	inf_registration registration;
	bool added;
	uint32_t generation;
	struct scn__track *notes;
	struct map told;     /* key -> struct scn__told */
	struct digest heard; /* of all its notifications */
};

struct scn__irun {
	struct scn__run *run;
	const struct scn__informer *def;
	struct scn__client *client;
	struct inf__informer *inf; /* the client's; NULL: not started yet, or it runs elsewhere */
	uint32_t backend;
	bool started, stopped;
	bool joined;	      /* another informer of the same program has started it */
	int64_t started_ns;   /* for the last time */
	atomic_bool panicked; /* an index function failed: set on whatever thread it ran */
	struct scn__rest rest;
};

struct scn__binding {
	struct str name, value;
};

struct scn__held {
	struct scn__hold hold;
	uint32_t fault; /* 0: none */
	/* of writes */
	uint32_t seen;
	uint64_t caught; /* the n-th one's number; 0: not yet */
};

/* A `kill` step in force. */
struct scn__killing {
	const struct scn__step *step;
	uint32_t seen; /* matching requests */
	bool hit;      /* its request has come: no other is carried out */
	bool done;     /* the program has ended */
};

/* A step that follows when a rule has met that many requests, or a kill has come. */
struct scn__then {
	const struct scn__step *step;
	const struct scn__killing *kill; /* NULL: it follows the rule */
	uint32_t rule, hits;
	bool done;
};

/* How a program ends: in order, at once, or as SIGTERM makes it. */
enum scn__end { SCN_END_STOP, SCN_END_CRASH, SCN_END_TERM };

/* One run of several: the bytes of a `send` in two, the first `at` long. */
struct scn__cut {
	const struct scn__step *step; /* NULL: nothing is cut */
	size_t at;
	struct strbuf *log; /* gets requests and notifications with their times; NULL: not wanted */
};

enum scn__failure { SCN_OK, SCN_AT_STEP, SCN_AT_NEVER, SCN_AT_ORACLE, SCN_BROKEN };

struct scn__run {
	const struct scn__cell *cell;
	const struct scn__run_options *opt;
	struct runner__result *out;
	struct runner__arena arena;
	struct relist_err err;
	struct fakeapi__server server; /* what clients talk to */
	struct fakeapi__core *core;
	const struct scn__driver_ops *ops;
	struct scn__driver *driver;
	bool external;	  /* external informers */
	bool interleaved; /* steps come between two of the driver's */
	bool time_moved;  /* then: what is due now has not been done */
	struct scn__irun *informers;
	struct scn__hrun *handlers;
	struct scn__crun *controllers; /* controllers/controllers.h */
	uint32_t *controller_backends; /* which one each talks to */
	const struct scn__actors *actors;
	struct scn__observer observers[SCN_OBSERVERS_MAX];
	size_t observer_count;
	struct scn__track requests, writes, log;
	struct scn__track others; /* external: requests for types that the scenario does not have */
	struct scn__list shown;	  /* of shown.c */
	unsigned program_starts;  /* external */
	struct scn__binding names[SCN_NAMES_MAX];
	size_t name_count;
	struct scn__list held;	  /* struct scn__held */
	struct scn__list refused; /* struct scn__step: REFUSE in force */
	struct scn__list kills;	  /* struct scn__killing */
	struct scn__list thens;	  /* struct scn__then */
	bool acting;		  /* a `then` is carried out, between two steps of the world */
	bool (*on_turn)(struct scn__run *r); /* true: it did something; NULL: nothing to do */
	struct scn__list rules;		     /* of world__rule_instead(), in force */
	struct scn__list nevers;	     /* struct scn__step in force */
	struct scn__list idling;	     /* of idle.c */
	uint64_t write_seq;
	const struct scn__cut *cut;
	struct scn__story *story;
	uint32_t wire_id; /* of the request that is being sent */
	struct scn__list snapshots;
	unsigned tokens;	      /* given out before the one that is needed now */
	struct scn__moments *moments; /* external/external.h */
	/* The verdict. */
	enum scn__failure failure;
	const struct scn__stuck *stuck; /* expect/expect.h; NULL: the sentence says it all */
	const struct scn__step *step;	/* under way; of a failed run the one at which it failed */
	uint32_t failed_never;
	enum scn__oracle failed_oracle;
};

/* --- context.c --- */

void *world__alloc(struct scn__run *r, size_t size);
struct str world__copy(struct scn__run *r, struct str s);
struct str world__printf(struct scn__run *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
bool world__push(struct scn__run *r, struct scn__list *l, const void *item);
/* To the end of a stream; its time is set. */
bool world__append(struct scn__run *r, struct scn__track *stream, struct scn__rec *rec);
/* The first failure counts; later ones are dropped. Without a line it is the step's. */
void world__fail_at(struct scn__run *r, enum scn__failure how, struct scn__pos pos, const char *fmt,
		    ...) __attribute__((format(printf, 4, 5)));
void world__broken(struct scn__run *r, int code);
int64_t world__now(struct scn__run *r);
const struct str *world__lookup_name(void *run, struct str name);
/* Copies the value. False: 64 names are bound; the run has failed, with the name. */
bool world__bind_name(struct scn__run *r, struct str name, struct str value);
struct fakeapi__model_type world__model_type(const struct scn__type *t);
/* "spec.replicas"; absent when there is no such thing. */
json_t world__at_path(json_t v, struct str path);

/* Of the run (`user`), for the simulator: which step is next and what handlers were notified of. */
void world__digest(void *user, struct digest *d);

/* --- time.c --- */

/* What acts beside the driver, in the same virtual time: controllers. */
struct scn__actors {
	bool (*step)(struct scn__run *r); /* false: nothing to do now */
	int64_t (*deadline_ns)(struct scn__run *r);
};

/* Runs the world and its controllers until nothing more happens now, or until then. */
void world__settle(struct scn__run *r);
/* The choice has found this run equal to an earlier one: its rest is not checked. */
bool world__left(struct scn__run *r);
void world__advance(struct scn__run *r, int64_t until_ns);

/* --- server.c --- */

void world__server_init(struct scn__run *r);
/* Hooks of a driver: user is the run. */
bool world__refuses(void *run, uint32_t informer);
void world__refused(void *run, int64_t now_ns, uint32_t informer, struct str path,
		    struct str query);
void world__on_wire(void *run, const struct trace_event *ev);
/* The same for a controller's request; true: it was refused, and that is on record. */
bool world__refuses_controller(struct scn__run *r, const struct fakeapi__request *req);
/* Who is refused is another now. */
void world__refusal_changed(struct scn__run *r);
/* The `backend` of a request identifies the client: an informer, or behind them a controller. */
uint32_t world__client_of(const struct scn__run *r, const struct scn__controller *c);

/* --- hang.c --- */

/* A request that is never answered; NULL: out of memory. */
struct fakeapi__exchange *world__hang(void);

/* --- writes.c --- */

/* Around a write at the server: before it is carried out, and when its answer is whole. */
void world__write_begins(struct scn__run *r, struct scn__rec *w);
void world__write_answered(struct scn__run *r, struct scn__rec *w, struct str answer);

/* --- shown.c --- */

/* A list has been answered; a watch of an external program has got an event. */
void world__shown_list(struct scn__run *r, const struct scn__rec *list);
void world__shown_event(struct scn__run *r, const struct trace_event *ev);
/* What its program had been sent: "pods rv=12 (MODIFIED default/a), nodes rv=3 (list)". */
struct str world__shown_before(struct scn__run *r, const struct scn__rec *write);
/* The writes of external programs, for the result. */
void world__shown_writes(struct scn__run *r);

/* --- versions.c --- */

/* A copy of the body; protobuf as JSON. */
struct str world__as_json(struct scn__run *r, struct str body);
/* False: the first event is not whole yet. `json` holds a decoded one; *event is empty if it is no
 * JSON. */
bool world__first_event(struct str stream, bool ended, struct strbuf *json, json_t *event);
/* Of an event of an external program's watch; empty: none. */
struct str world__event_rv(const struct trace_event *ev, struct strbuf *scratch);
/* The resourceVersion in the beginning of a body; empty: not there yet. */
struct str world__version_of(struct str head);

/* --- informers.c --- */

int world__informer_start(struct scn__run *r, struct scn__irun *ir);
void world__informer_stop(struct scn__run *r, struct scn__irun *ir, enum scn__end how);
/* Which program an informer belongs to: in the external world informers without handlers are one
 * program, unless the command has {resource} in it; a second informer of the same objects begins
 * another replica. The index of its first informer. */
uint32_t world__program_of(const struct scn__run *r, const struct scn__informer *def);
/* Those whose index function has failed die of it, as client-go's process does. True: some did. */
bool world__bury_panicked(struct scn__run *r);
int world__handler_add(struct scn__run *r, struct scn__hrun *h);
size_t world__backlog(struct scn__run *r, const struct scn__hrun *h);
struct scn__irun *world__informer_of(struct scn__run *r, const struct scn__informer *def);

/* --- holds.c --- */

/* The server's rule that holds; 0: it is held elsewhere. */
uint32_t world__hold(struct scn__run *r, const struct scn__hold *hold);
void world__release(struct scn__run *r, const struct scn__hold *hold);
/* Holds that stand apply to an informer that has just been made. */
void world__hold_started(struct scn__run *r, struct scn__irun *ir);

/* --- kills.c --- */

/* NULL: out of memory; the run is broken. */
struct scn__killing *world__kill_arm(struct scn__run *r, const struct scn__step *s);
/* The kill whose request this is; it was counted. NULL: none. */
struct scn__killing *world__kill_at(struct scn__run *r, const struct scn__rec *q);
/* It is of a program that a kill is about to end. */
bool world__is_dying(const struct scn__run *r, const struct scn__rec *q);
struct str world__kill_subject(const struct scn__step *s);
bool world__kill_waits(const struct scn__run *r);
/* Fails the run if a kill has not come, or at the end a `then`, at `pos` or at the kill. */
void world__kills_end(struct scn__run *r, struct scn__pos pos);
bool world__match_line(struct scn__run *r, const struct scn__match *m, const struct scn__rec *q);

/* --- rules.c --- */

struct fakeapi__match world__match_of(const struct scn__type *type, int backend);
struct fakeapi__match world__match_of_line(const struct scn__match *line);
/* The rule's id, or 0: the run is broken. */
uint32_t world__rule_add(struct scn__run *r, const struct fakeapi__fault *rule);
/* Takes the place of the rule of that kind for the type (NULL: for each type, and of those too).
 * NULL: only takes those away. */
void world__rule_instead(struct scn__run *r, enum fakeapi__fault_kind kind,
			 const struct scn__type *type, const struct fakeapi__fault *rule);
/* Into one of a rule's arrays. */
void world__rule_text(char *to, size_t cap, struct str from);

/* --- cache.c --- */

/* An object's JSON as that informer has it; false: it does not. */
bool world__cache_object(struct scn__run *r, const struct scn__irun *ir, const struct scn__key *key,
			 struct strbuf *out);
size_t world__cache_len(struct scn__run *r, const struct scn__irun *ir);
/* Adds the keys it has; RELIST_ENOMEM. */
int world__cache_keys(struct scn__run *r, const struct scn__irun *ir, struct inf_strings *out);
/* How the cache differs from the server, in words; empty: it does not. */
struct str world__cache_differs(struct scn__run *r, struct scn__irun *ir);
/* Objects of the server that an informer does not get, or gets under another name. */
bool world__cache_is_partial(const struct scn__informer *def);
/* What of the server an informer should have at that resource version: key -> rv, both text, the
 * values in the run's memory. False: that state is forgotten, or no memory. The caller frees. */
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
/* A line for `log` sections, which is a part of the story too. Lives as long as the run. */
void world__log(struct scn__run *r, struct str line);
/* `group` lives for ever, `text` as long as the run. */
void world__note(struct scn__run *r, const char *group, struct str text);
/* What a step did to the server, for a text: a client may notice it steps later. */
void world__story_server(struct scn__run *r, struct str text);
void world__story_rec(struct scn__run *r, enum scn__story_kind kind, const struct scn__rec *rec);
void world__story_told(struct scn__run *r, struct str handler, const struct scn__rec *note);
void world__story_end(struct scn__run *r, const struct scn__rec *rec, struct str how);
void world__story_trace(struct scn__run *r, const struct trace_event *ev);
/* A step begins whose effect on the server shows only later, or elsewhere. */
void world__story_step(struct scn__run *r);
void world__story_page(struct scn__run *r, const struct trace_event *ev);
/* The last lines, beside a failure. */
void world__story_tail(struct scn__run *r, struct strbuf *out);
/* All of it, to opt->show. */
void world__story_show(struct scn__run *r);

#endif
