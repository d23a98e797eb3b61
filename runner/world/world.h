/* SPDX-License-Identifier: Apache-2.0 */
/* run_impl.h - a run under way: shared by the scn_run_*.c files.
 *
 *   run.c          its life, time, the verdict
 *   steps.c    what each verb does
 *   faults.c     the server misbehaves on cue
 *   cuts.c     a scenario run once for each cut of what it sends
 *   unsupported.c   what is not supported yet
 *   server.c   between clients and fake apiserver: who asked what, faults per request
 *   informers.c  informers and handlers as the world describes them
 *   controllers/workers.c  controllers: work queues and workers
 *   controllers/client.c   a controller's requests, and what of them stands in the log of writes
 *   controllers/turn.c     what a reconciler reads and asks for
 *   controllers/stock.c    the stock reconcilers
 *   expect/match.c    values, objects, streams
 *   expect/sections.c   the sections of expect and never
 *   scn_run_update*.c  what expectations would have to say instead: --update
 *   oracles/never.c    what must not happen; snapshots
 *   expect/pair.c     expected and actual side by side
 *   expect/failure.c   a failed expectation: expected beside actual, what is nearest
 *   story.c    what happened, in order, as text
 *   oracles/oracles.c  what must hold without being asked for
 *   external/external.c the same for somebody else's informer, in real time
 */
#ifndef RUNNER_WORLD_WORLD_H
#define RUNNER_WORLD_WORLD_H

#include <stdatomic.h>

#include "base/json_scan.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/model.h"
#include "informer/object.h"
#include "informer/shared_informer.h"
#include "informer/thread_safe_store.h"
#include "informer/workqueue.h"
#include "runner/controllers/controllers.h"
#include "runner/engine/run.h"

/* A line of a stream, as it happened. */
struct scn__rec {
	int64_t at_ns;
	int64_t before_ns; /* when the one before it came in its stream; 0: it is the first */
	enum scn__verb verb;
	const struct scn__type *type;
	struct str ns, name;
	/* requests */
	const struct scn__informer *from; /* NULL: a controller, or not known */
	struct str query;
	uint32_t backend;
	int status; /* writes too */
	struct str answer_rv;
	bool gone, refused, reset, ended;
	bool retry_after;    /* it was told when to ask again */
	uint32_t wire_id;    /* the network's number; 0: none */
	int64_t answered_ns; /* when the status came */
	int64_t ended_ns;
	bool no_json; /* the answer says that it is something else */
	/* notifications */
	struct str key; /* NAMESPACE/NAME */
	struct str rv, old_rv;
	bool initial, unknown;
	struct inf_object *obj, *old;
	/* writes */
	const struct scn__controller *by;
	struct str body; /* as written; of a PATCH the patch, of a DELETE the last state */
	struct str uid;	 /* of the object written */
	struct str subresource;
	unsigned long exists; /* bits: names whose object existed just then */
	/* A failure is about it: it was not expected; or the line that it does not fit. */
	bool bad;
	uint32_t bad_line;
};

/* An entry of the story; see story.c. */
enum scn__story_kind {
	SCN_STORY_NOTE,	   /* .text */
	SCN_STORY_REQUEST, /* .rec, as the next four */
	SCN_STORY_ANSWER,
	SCN_STORY_END, /* and .text says how */
	SCN_STORY_NOTIFY,
	SCN_STORY_WRITE,
	SCN_STORY_TRACE, /* .trace and what follows it */
};

struct scn__story {
	int64_t at_ns;
	enum scn__story_kind kind;
	const char *group;	      /* "wire", "queue", "store", "notify", ... */
	const struct scn__step *step; /* under which it happened; NULL: before the first */
	const struct scn__rec *rec;
	struct str text;
	enum trace_kind trace;
	int64_t n;
	char who[32], key[80], more[80];
};

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
	struct scn__list *notes; /* of struct scn__rec */
	size_t cursor;
	uint32_t since_line; /* of the check before */
	struct map told;     /* key -> struct scn__told */
	bool first_told;     /* it was synced, and that was checked */
};

/* The user pointer of a handler: a crashed process' handler speaks to nobody. */
struct scn__hook {
	struct scn__hrun *handler;
	uint32_t generation;
};

/* What the oracles know of an informer. */
struct scn__guard {
	uint64_t notes, told, rv; /* when it was looked at last */
	bool first_list;	  /* it was synced, and that was checked */
	int64_t differs_ns;	  /* the cache differs from the server since; < 0: it does not */
};

/* The requests of one type, lists or watches. */
struct scn__pace {
	struct scn__list asked; /* struct scn__rec */
	size_t last;		/* the first of them in the last minute */
	size_t streak;		/* the first since which all came to nothing */
	size_t first;		/* how many of those were in the streak's first minute */
};

struct scn__irun {
	struct scn__run *run;
	const struct scn__informer *def;
	struct scn__client *client;
	struct inf__informer *inf; /* the client's; NULL: not started yet, or it runs elsewhere */
	uint32_t backend;
	bool started, stopped;
	atomic_bool panicked; /* an index function failed: set on whatever thread it ran */
	struct scn__guard guard;
	struct map model; /* external: the server's objects for it, key -> struct view__object */
	bool has_model;	  /* it is up to date */
	uint64_t model_rv;
};

/* The user pointer of an index function. */
struct scn__indexing {
	const struct scn__index *def;
	struct scn__irun *informer;
};

struct scn__worker {
	const char *key; /* NULL: idle */
	bool by_hand;	 /* a `worker` step has it */
	struct scn__turn turn;
	enum scn__turn_end end;
	size_t next; /* of the turn's requests */
	bool failed;
	struct scn__call *call; /* under way; NULL: none */
};

enum { SCN_NAMES_MAX = 64, SCN_TAIL = 64 };

enum { SCN_UPDATE_ITEMS_MAX = 400 }; /* of a stream */

struct scn__crun {
	struct scn__run *run;
	const struct scn__controller *def;
	const struct scn__reconciler_ops *ops;
	void *state; /* of the reconciler; lost in a crash */
	struct inf__wq queue;
	bool has_queue, running;
	uint32_t backend;
	uint32_t crash_after; /* that many more writes; 0: never */
	bool crash_now;
	uint32_t worker_count;
	struct scn__worker workers[SCN_WORKERS_MAX];
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

/* What an expectation stumbled over; becomes text when the run turns out to have failed. */
struct scn__stuck {
	const struct scn__section *section;
	const struct scn__stream *stream; /* with the next four */
	const char *noun;		  /* "notification" */
	const struct scn__list *list;
	size_t from;
	uint32_t since_line;
	const struct scn__object_expect *object;
};

/* External: moments, as places in the request log and times. */
struct scn__moments {
	bool has_fault, has_health, recovered, synced;
	size_t fault_request, health_request;
	int64_t fault_ns, health_ns, recovered_ns;
	int64_t bookmark_ns;   /* the newest one */
	int64_t faults_end_ns; /* of those that last `for` so long */
};

enum scn__failure { SCN_OK, SCN_AT_STEP, SCN_AT_NEVER, SCN_AT_ORACLE, SCN_BROKEN };

struct scn__run {
	const struct scn__cell *cell;
	const struct scn__run_options *opt;
	struct runner__result *out;
	struct runner__arena arena;
	struct relist_err err;
	bool no_memory;
	struct fakeapi__server server; /* what clients talk to */
	struct fakeapi__core *core;
	const struct scn__driver_ops *ops;
	struct scn__driver *driver;
	struct scn__irun *informers;
	struct scn__hrun *handlers;
	struct scn__crun *controllers;
	struct scn__list requests, writes, log;
	size_t request_cursor, write_cursor, log_cursor;
	uint32_t request_since_line, write_since_line; /* of the checks before */
	size_t since_second, since_window; /* the first of the requests in the storm's windows */
	struct scn__list failed_writes;	   /* of those in writes */
	size_t failed_second, failed_window;
	struct scn__pace *paces; /* two per type: lists, watches */
	struct scn__binding names[SCN_NAMES_MAX];
	size_t name_count;
	struct scn__list held;	  /* struct scn__held */
	struct scn__list refused; /* struct scn__step: REFUSE in force */
	struct scn__list nevers;  /* struct scn__step in force */
	uint64_t write_seq;
	const struct scn__cut *cut;
	struct scn__story tail[SCN_TAIL];
	uint64_t tail_end;
	uint32_t wire_id;	/* of the request that is being sent */
	struct scn__list story; /* struct scn__story: all, for --show */
	struct scn__stuck stuck;
	bool probing, probe_missed; /* a section is asked whether it holds: nothing fails */
	struct scn__list snapshots; /* struct scn__snapshot */
	bool external;		    /* somebody else's informers */
	struct scn__moments moments;
	unsigned tokens; /* given out before the one that is needed now */
	/* The verdict. */
	enum scn__failure failure;
	const struct scn__step *failed_step;
	uint32_t failed_never;
	enum scn__oracle failed_oracle;
};

/* One run of several: the bytes of a `send` in two, the first `at` long. */
struct scn__cut {
	const struct scn__step *step; /* NULL: nothing is cut */
	size_t at;
	struct strbuf *log; /* gets what was asked and told, and when; NULL: not wanted */
};

/* cuts.c */
void scn__write_log(struct scn__run *r, struct strbuf *out);

/* run.c */
void scn__run_once(const struct scn__cell *cell, const struct scn__run_options *opt,
		   const struct scn__cut *cut, struct runner__result *out);
void *scnr__alloc(struct scn__run *r, size_t size);
struct str scnr__copy(struct scn__run *r, struct str s);
struct str scn__printf(struct scn__run *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
bool scn__push(struct scn__run *r, struct scn__list *l, void *item);
/* To the end of a stream; its time is set. */
bool scn__append(struct scn__run *r, struct scn__list *stream, struct scn__rec *rec);
void scn__log(struct scn__run *r, struct str line);
/* The first failure counts; later ones are dropped. */
void scn__fail_at(struct scn__run *r, enum scn__failure how, struct scn__pos pos, const char *fmt,
		  ...) __attribute__((format(printf, 4, 5)));
void scn__broken(struct scn__run *r, int code);
int64_t scn__now(struct scn__run *r);
/* Runs the world and its controllers until nothing more happens now, or until then. */
void scn__settle(struct scn__run *r);
void scn__advance(struct scn__run *r, int64_t until_ns);
struct fakeapi__model_type scn__model_type(const struct scn__type *t);
const struct str *scn__lookup_name(void *run, struct str name);

/* faults.c */
/* The one that requests of an external subject need now. */
const char *scn__token(struct scn__run *r);

/* steps.c */
void scnr__step(struct scn__run *r, const struct scn__step *s);
/* Who is refused is another now. */
void scn__refusal_changed(struct scn__run *r);

/* faults.c: false: none of its steps. */
bool scn__cue(struct scn__run *r, const struct scn__step *s);
/* Holds that stand apply to an informer that has just been made. */
void scn__hold_started(struct scn__run *r, struct scn__irun *ir);

/* server.c */
void scn__server_init(struct scn__run *r);
bool scn__refuses(void *run, uint32_t informer);
void scn__refused(void *run, int64_t now_ns, uint32_t informer, struct str path, struct str query);
/* The same for a controller's request; true: it was refused, and that is on record. */
bool scn__refuses_controller(struct scn__run *r, const struct fakeapi__request *req);
/* The `backend` of a request says who asks: an informer, or behind them a controller. */
uint32_t scn__client_of(const struct scn__run *r, const struct scn__controller *c);
/* What an informer calls itself before the core: no name is the beginning of another. */
struct str scn__agent_of(struct scn__run *r, const struct scn__informer *informer);
struct str scn__query(struct scn__run *r, struct str query, const char *name);
struct str scn__request_line(struct scn__run *r, const struct scn__rec *q);
/* What was asked, without the answer. */
void scn__request_words(struct scn__run *r, const struct scn__rec *q, struct strbuf *out);

/* informers.c */
int scn__informer_start(struct scn__run *r, struct scn__irun *ir);
void scn__informer_stop(struct scn__run *r, struct scn__irun *ir, bool crash);
/* Those whose index function has failed die of it, as client-go's process does. True: some did. */
bool scn__bury_panicked(struct scn__run *r);
int scn__handler_add(struct scn__run *r, struct scn__hrun *h);
size_t scn__backlog(struct scn__run *r, const struct scn__hrun *h);
struct scn__irun *scn__informer_of(struct scn__run *r, const struct scn__informer *def);

/* controllers/workers.c */
int scn__controller_start(struct scn__run *r, struct scn__crun *c);
void scn__controller_stop(struct scn__run *r, struct scn__crun *c);
/* What a handler was told goes into the queue of its controller. */
void scn__enqueue(struct scn__run *r, const struct scn__handler *h, const struct scn__rec *note);
/* One step of any worker; false when there is nothing to do. */
bool scn__controllers_step(struct scn__run *r);
int64_t scn__controllers_deadline(struct scn__run *r);
void scn__worker_step(struct scn__run *r, const struct scn__step *s);

/* controllers/client.c */
/* NULL: nobody listens, and the op has its answer; or the run is broken. */
struct scn__call *scn__call_send(struct scn__run *r, struct scn__crun *c, struct scn__op *op);
/* False: nothing has moved. At the end the call is freed and the op has its answer. */
bool scn__call_step(struct scn__run *r, struct scn__call **call, struct scn__op *op);
/* Around a write at the server: before it is carried out, and when its answer is whole. */
void scn__write_begins(struct scn__run *r, struct scn__rec *w);
void scn__write_answered(struct scn__run *r, struct scn__rec *w, struct str answer);
struct str scn__write_line(struct scn__run *r, const struct scn__rec *w);
/* Whether a hold keeps it from leaving. */
bool scn__write_held(struct scn__run *r, struct scn__op *op);

/* controllers/turn.c */
bool scn__turn_begin(struct scn__turn *t, const char *key, uint32_t number);
void scn__turn_end(struct scn__turn *t);

/* expect/match.c */
/* A missing value is { NULL, 0 }. Binds names; the caller rolls back by .name_count. */
bool scnr__value(struct scn__run *r, const struct scn__node *want, struct str have);
/* `why`, unless NULL, gets a line for each path that differs. */
bool scn__subset(struct scn__run *r, const struct scn__node *want, json_t have, struct strbuf *why);
/* "spec.replicas"; absent when there is no such thing. */
json_t scn__at_path(json_t v, struct str path);
bool scn__item(struct scn__run *r, const struct scn__item *want, const struct scn__rec *have,
	       const struct scn__rec *before, struct strbuf *why);
/* Appends the subset that was asked for, a line a value; "-" expected, "+" actual. */
void scn__subset_diff(struct scn__run *r, const struct scn__node *want, json_t have,
		      struct strbuf *out);
json_t scn__json_of(const struct inf_object *obj);
/* Whether these are all that the stream asks for, and nothing else. */
bool scn__answered(const struct scn__item *want, const struct scn__rec *q);
bool scn__stream(struct scn__run *r, const struct scn__stream *want, struct scn__rec *const *recs,
		 size_t count);

/* expect/sections.c */
void scn__expect(struct scn__run *r, const struct scn__step *step);
/* The object's JSON, of CACHE and STATE sections; false when there is none. */
bool scn__section_object(struct scn__run *r, const struct scn__section *s,
			 const struct scn__key *key, struct strbuf *out);
/* CACHE and so on: fails the run, or while .probing only says so in .probe_missed. */
void scn__section(struct scn__run *r, const struct scn__section *s);
/* Whether it would pass; of what is no stream. */
bool scn__holds(struct scn__run *r, const struct scn__section *s);
/* The stream of a REQUESTS, HANDLERS or WRITES section, from its last check on; and: it has been
 * checked now. */
void scn__section_stream(struct scn__run *r, const struct scn__section *s, struct scn__stuck *out);
void scn__section_taken(struct scn__run *r, const struct scn__section *s);
/* The keys that CACHE and STATE sections are about, those of a queue: "ready" and so on. */
void scn__section_keys(struct scn__run *r, const struct scn__section *s, struct inf_strings *out);
void scn__queue_keys(struct scn__run *r, const struct scn__section *s, struct str which,
		     struct inf_strings *out);
size_t scn__ready_count(struct scn__run *r, const struct scn__section *s);
uint32_t scn__retries(struct scn__run *r, const struct scn__section *s, struct str key);
size_t scn__count(struct scn__run *r, const struct scn__count *c);
/* Whether "store", "handlers", "stopped" or "handler.NAME" of a SYNC section is `value`. */
bool scn__sync_is(struct scn__run *r, const struct scn__section *s, struct str key, bool value);

/* expect/update.c */
/* Instead of scn__section(): says in opt->updates what would have to be written. */
void scn__update_section(struct scn__run *r, const struct scn__section *s);

/* oracles/never.c */
/* Something has happened; `handler` is whose notification it is, or NULL. */
void scn__nevers_happened(struct scn__run *r, struct scn__rec *rec,
			  const struct scn__handler *handler);
void scn__nevers_at_rest(struct scn__run *r);
void scn__snapshot_take(struct scn__run *r, struct str name);
void scn__snapshot_compare(struct scn__run *r, const struct scn__section *s);

/* expect/pair.c */
struct scn__pair {
	char mark; /* '=', '~', '-', '+'; ' ': the group's title, '.': a gap */
	const struct scn__item *item, *group; /* item NULL: '+' */
	struct scn__rec *rec;		      /* NULL: '-', ' ', '.' */
	const struct scn__rec *before;
	size_t skipped; /* by a gap */
};
/* Appends struct scn__pair, in order. Binds the names that fit. */
void scn__pair(struct scn__run *r, const struct scn__stream *stream, struct scn__rec *const *recs,
	       size_t count, struct scn__list *out);

/* expect/failure.c */
/* As a scenario would write what happened. */
struct str scn__line_of(struct scn__run *r, const struct scn__rec *rec);
/* One row: what stands at `line`, and what is. */
void scn__row(struct scn__run *r, uint32_t line, char mark, struct str expected, struct str actual);
/* Fills the result from `stuck`: rows, what is nearest, the diff, and the sentence. */
void scn__report(struct scn__run *r);

/* story.c */
/* `group` lives for ever, `text` as long as the run. */
void scn__note(struct scn__run *r, const char *group, struct str text);
void scn__story_rec(struct scn__run *r, enum scn__story_kind kind, const struct scn__rec *rec);
void scn__story_told(struct scn__run *r, struct str handler, const struct scn__rec *note);
void scn__story_end(struct scn__run *r, const struct scn__rec *rec, struct str how);
void scn__story_trace(struct scn__run *r, const struct trace_event *ev);
/* Appends one line; false: there is nothing to say. */
bool scn__story_line(struct scn__run *r, const struct scn__story *s, struct strbuf *out);
void scn__story_tail(struct scn__run *r, struct strbuf *out);
/* All of it, to opt->show. */
void scn__story_show(struct scn__run *r);

/* external/external.c */
/* When an advance by that much is over. */
int64_t scn__external_until(struct scn__run *r, int64_t advance_ns);
void scn__external_before(struct scn__run *r, const struct scn__step *s);
void scn__external_expect(struct scn__run *r, const struct scn__step *s);
void scn__external_end(struct scn__run *r);
void scn__external_free(struct scn__run *r);
bool scn__external_object(struct scn__run *r, const struct scn__irun *ir,
			  const struct scn__key *key, struct strbuf *out);
size_t scn__external_cache_len(struct scn__run *r, const struct scn__irun *ir);

/* oracles/oracles.c */
void scn__oracle_told(struct scn__run *r, struct scn__hrun *h, const struct scn__rec *note);
void scn__oracle_request(struct scn__run *r, const struct scn__rec *q);
/* When its answer is known. */
void scn__oracle_write(struct scn__run *r, const struct scn__rec *w);
/* A worker has just been given the key. */
void scn__oracle_key_taken(struct scn__run *r, const struct scn__crun *c, const char *key);
void scn__oracles_init(struct scn__run *r);
void scn__oracles_fini(struct scn__run *r);
void scn__oracles_informer_started(struct scn__irun *ir);
void scn__oracles_handler_added(struct scn__hrun *h);
void scn__oracles_settled(struct scn__run *r);
void scn__oracles_end(struct scn__run *r);
/* How the cache differs from the server, in words; empty: it does not. */
struct str scn__cache_differs(struct scn__run *r, struct scn__irun *ir);

#endif
