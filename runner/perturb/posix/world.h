/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - the environment of one life: the fake apiserver on loopback, the program under test,
 * the story's steps, and the disturbance of a plan. Everything is recorded.
 *
 *   world.c   the life of the world, and the story's steps
 *   definitions.c converts definitions of v1beta1
 *   program.c the program as a process
 *   gate.c    between the program and the server: records, refuses, kills, routes
 *   gate_record.c what a request of the program is
 *   webhook.c calls of the program's webhooks
 *   rest.c    decides when all has settled
 *   roles.c   stand-ins for missing controllers
 *   request.c requests of the story and of stand-ins
 *   locks.c   locks of leader election
 *   lease.c   lives without a lease, or with two leaders
 *   attempt.c the parts of a life that the families share
 *   wire.c, wire_gate.c  disturbances of connections
 *   late.c    writes that come long after a step
 *   try.c     runs a story under a plan
 *   references.c records undisturbed runs
 *   cost.c    how many lives can be recorded at the same time
 *   search.c  plans, verdicts, repetitions
 *   report.c  the report as text, JUnit and JSON
 *
 * Who may call: search.c and try.c; the command line calls search.h. Threads: the thread inside the
 * server holds `gate`: the transport's for each call of an exchange, the caller's for a step.
 * `gate` guards every member without another comment. */
#ifndef RUNNER_PERTURB_POSIX_WORLD_H
#define RUNNER_PERTURB_POSIX_WORLD_H

#include "base/lock.h"
#include "base/posix/clock.h"
#include "fakeapi/core.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "fakeapi/posix/webhook_client.h"
#include "fakeapi/route.h"
#include "runner/language/scenario.h"
#include "runner/perturb/plan.h"
#include "runner/posix/guard.h"
#include "runner/posix/process.h"
#include "runner/posix/webhook_port.h"

/* Programs at the same time: the second one in the family lease. */
enum { PERTURB_INSTANCES = 2 };
enum { PERTURB_LATE_MS = 900 }; /* pauses are longer after a disturbance */

struct perturb__setup {
	const struct scn__cell *cell; /* the story */
	const char *const *manifests; /* files and folders that are loaded before the start */
	size_t manifest_count;
	const char *command; /* command line for /bin/sh */
	enum perturb__roles {
		PERTURB_ROLES_NONE,
		PERTURB_ROLES_UNREADY, /* objects are created and bound, but never become ready */
		PERTURB_ROLES_ALL,
	} roles;
	bool tls;	  /* HTTPS with HTTP/2 and a token; else plain HTTP */
	int64_t limit_ns; /* a program that takes longer does not settle */
	int64_t hold_ns;  /* held events of a type that it creates: so long after its last write */
	const char *log_folder; /* NULL: the program's output is dropped */
	bool (*interrupted)(void);
};

/* A failed request or an ended watch; the program is expected to repeat it. */
struct perturb__line {
	struct perturb__line *next;
	struct str what;   /* verb and key, or the path of a watch */
	struct str type;   /* of a watch that was open */
	bool watch, met;   /* met: a disturbance that meets each line once */
	bool opened;	   /* a watch: it was open since the program's start */
	uint32_t open;	   /* number of open watches */
	bool needed;	   /* it was open when the program was killed */
	uint32_t reads;	   /* number of reads of a resource since the program's start */
	int64_t read_ns;   /* the last one */
	int64_t failed_ns; /* 0: it has not failed */
	int64_t back_ns;   /* the watch was opened again after its end; 0: it was not */
};

/* State of the family lease. */
struct perturb__leases {
	bool taken, ended;    /* another client holds them; the program has ended since */
	int64_t forbidden_ns; /* from then on the program must not write; 0: it may */
	int64_t released_ns;  /* 0: the program has acquired a lease since the release */
	bool freeze_due;      /* the caller's thread has to stop the program */
	bool frozen;	      /* the first program is stopped */
	int64_t thaw_ns;      /* its lease duration is over */
	struct process old;   /* the first program (the caller's thread alone) */
	bool old_alive;
};

struct perturb__webhooks {
	struct fakeapi__webhook_client *client;
	struct runner__webhook_port ports[PERTURB_INSTANCES];
};

struct perturb__world {
	const struct perturb__setup *setup;
	const struct perturb__plan *plan;   /* of a pair: the one at a write; NULL: undisturbed */
	const struct perturb__noise *noise; /* NULL: not known yet */
	struct perturb__life *life;
	struct fakeapi__core *core;
	struct fakeapi__server server; /* the wrapping server that the transport serves: gate.c */
	struct fakeapi__http *http;
	struct fakeapi__tls tls;
	struct perturb__webhooks webhooks;
	struct process process;
	bool alive;
	uint32_t instance; /* 0: the first program, 1: the second; its port */
	struct perturb__leases leases;
	struct guard janitor;
	char folder[64];
	/* Of the caller's thread, without the gate: apart from other bools, since a compiler may
	 * read neighbours at once. */
	bool exists; /* an object that the step creates is still there */
	/* a write of the story or a stand-in failed since a webhook of the program did not answer
	 */
	bool unreachable;
	int wake[2];
	struct lock gate;
	/* the author of the present write */
	enum perturb__actor actor;
	struct perturb__op *op;
	uint32_t op_index;		    /* index + 1; 0: none */
	const struct fakeapi__route *route; /* of a request of the story or a stand-in; or NULL */
	uint32_t step;
	/* state of the disturbance */
	bool disturbed; /* it has begun */
	int64_t disturbed_ns;
	uint32_t seen;
	bool away; /* connections are refused, open ones are reset */
	bool
	    kill_requested; /* the point was reached: the caller's thread has to kill the program */
	bool dying;	    /* the kill is pending: no request of the program is executed */
	bool step_due;	    /* the caller's thread has to send the next step */
	bool holds;	    /* until it has, the response to the program's write is held */
	struct fakeapi__wake held; /* of the held response: until then, or while frozen */
	uint64_t stale_rv;	   /* 0: not stale */
	uint32_t hold_rule, wire_rule;
	struct str hold_type; /* valid with hold_rule */
	bool hold_made;	      /* the program created an object of that type, and does not see it */
	bool stalled;	      /* watches send nothing more */
	bool unauthorized;    /* requests are answered 401 once */
	bool pages_gone;      /* second pages have expired */
	/* state of rest.c */
	struct perturb__line *lines;
	uint32_t in_flight;
	int64_t active_ns, started_ns;
	struct map changed; /* type -> number of its changes, without leaders' locks */
	int64_t changed_ns; /* time of the program's last write that changed an object */
	int64_t quiet_ns, retry_ns;
	bool reacted;		  /* the program has sent a request since the step began */
	int64_t step_quiet_ns;	  /* before the disturbance, in this step; 0: as quiet_ns */
	bool starting;		  /* the program has not been at rest since its start */
	int64_t start_quiet_ns;	  /* then, if it is longer */
	int64_t busy_ns;	  /* the last activity, not the begin of a wait */
	int64_t pause_ns;	  /* the longest pause in this wait for rest */
	int64_t patient_ns;	  /* after the disturbance, if it is longer than quiet_ns */
	bool has_requested;	  /* a request has arrived since the start */
	int64_t first_request_ns; /* time of the first request */
	int64_t start_ns;	  /* from the start to the first request: how slow it is */
	bool watched;		  /* a watch was open since the start */
	int64_t watch_ns;	  /* time of the last watch that was opened for the first time */
	int64_t
	    poll_ns; /* a program without watches repeats a read after that time; 0: it does not */
	bool (*play_roles)(struct perturb__world *w); /* perturb__roles_act, or NULL */
	size_t roles_seen; /* number of changes that the stand-ins have processed */
	/* a stand-in's write failed for want of a webhook: when it was first tried, and tries again
	 */
	int64_t roles_failed_ns, roles_again_ns;
	struct relist_err err;
};

/* --- world.c --- */

struct perturb__world *perturb__world_new(const struct perturb__setup *setup,
					  const struct perturb__plan *plan,
					  const struct perturb__noise *noise,
					  struct perturb__life *life, struct relist_err *err);
void perturb__world_free(struct perturb__world *w);
int perturb__world_start(struct perturb__world *w, struct relist_err *err);
void perturb__world_kill(struct perturb__world *w);
/* Records the end of a program that has exited by itself. */
void perturb__world_reap(struct perturb__world *w);
/* Stops the program (SIGSTOP), releases its locks, and starts a second one. */
int perturb__world_freeze(struct perturb__world *w, struct relist_err *err);
/* Continues the first program. */
void perturb__world_thaw(struct perturb__world *w);
/* Reads the output of the first program and notices its end. */
void perturb__old_read(struct perturb__world *w);
/* Executes one step of the story from object *at on, and sets *at to the first one that is left:
 * w->exists, w->unreachable. */
int perturb__world_step(struct perturb__world *w, const struct scn__step *s, size_t *at,
			struct relist_err *err);
/* --- webhook.c --- */

/* Makes the core call the program's webhooks. */
int perturb__webhooks_init(struct perturb__world *w, struct fakeapi__options *core,
			   struct relist_err *err);
/* Reserves ports, and writes a certificate into the folder. */
int perturb__webhooks_serve(struct perturb__world *w, struct relist_err *err);
void perturb__webhooks_remove(struct perturb__world *w);
/* --- request.c --- */

/* Sends a request of the story or a stand-in, with the gate closed; while a webhook is called the
 * gate is open. Returns the status or an error. Sets w->unreachable if a webhook failed. */
int perturb__request(struct perturb__world *w, enum perturb__actor by, const char *method,
		     const char *path, const char *type, struct str body, struct strbuf *out);
void perturb__gate_close(struct perturb__world *w);
void perturb__gate_open(struct perturb__world *w);

/* --- locks.c: all with the gate closed --- */

enum { PERTURB_LEASE_MARGIN_MS = 1000 }; /* for a write that was on its way */

/* Clears the holder of all locks, as if they had expired. Returns the longest duration of one, in
 * seconds. */
int64_t perturb__release_leases(struct perturb__world *w);
/* Writes another holder into all locks. From the end of the program's own lease duration on it must
 * not write. */
void perturb__take_leases(struct perturb__world *w);
/* A lock was written: the program may have acquired it, or taken it back from another client. */
void perturb__lease_written(struct perturb__world *w, const struct perturb__change *c);
/* The program has ended while another client holds its lease: its successor must not write. */
void perturb__lease_exit(struct perturb__world *w);
/* The locks are free: rest begins after their acquisition. */
void perturb__expect_acquisition(struct perturb__world *w);

/* --- gate.c --- */

void perturb__gate_init(struct perturb__world *w);
/* gate_record.c: records a request. With the gate closed. NULL: out of memory. */
struct perturb__op *perturb__gate_record(struct perturb__world *w,
					 const struct fakeapi__request *req);
/* The core's on_write callback. */
int perturb__on_write(void *user, const struct fakeapi__write *write);

/* --- wire_gate.c: with the gate closed --- */

/* Notes in the life what the request shows of the program's client. */
void perturb__wire_note(struct perturb__life *l, const struct fakeapi__request *req);
/* True: the request is answered 401: the first one of its line since the begin. */
bool perturb__wire_refuses(struct perturb__world *w, const struct perturb__op *op, struct str path);
/* Gives lists pages of one object, and lets the second page expire, once for each path. `query`
 * receives a changed query. */
void perturb__wire_page(struct perturb__world *w, const struct perturb__op *op, struct str path,
			struct fakeapi__request *req, struct strbuf *query);

/* --- rest.c --- */

enum perturb__rest {
	PERTURB_AT_REST,
	PERTURB_RESTLESS,
	PERTURB_ENDED,
	PERTURB_KILL_DUE,
	PERTURB_FREEZE_DUE,
	PERTURB_STEP_DUE,
	PERTURB_INTERRUPTED
};

/* Whether a response to the program is held. */
bool perturb__rest_is_held(const struct perturb__world *w);
/* Waits until all has settled, a kill, a stop or a step is due, the program has ended, or the limit
 * is reached. */
enum perturb__rest perturb__rest_wait(struct perturb__world *w);
/* These are called with the gate closed. */
void perturb__rest_begins(struct perturb__world *w, const struct perturb__op *op);
void perturb__rest_answered(struct perturb__world *w, const struct perturb__op *op,
			    struct str path);
void perturb__rest_watch_ended(struct perturb__world *w, struct str path, bool client_gone);
/* Sets life->closed. */
void perturb__rest_note_closed(struct perturb__world *w);
/* The line of a path, which is made if it is new. NULL: out of memory. */
struct perturb__line *perturb__rest_line(struct perturb__world *w, struct str what, bool watch);
/* Whether a watch has ended and is not open again, or has just been opened: its events may wait in
 * the program. */
bool perturb__rest_is_blind(const struct perturb__world *w);
/* The program has opened its first watch since its start. */
void perturb__rest_started(struct perturb__world *w);
/* After a kill: the program is expected to reopen its watches. */
void perturb__rest_killed(struct perturb__world *w);

/* --- roles.c --- */

/* Processes the changes since the last call; true: it made a request. With the gate closed. */
bool perturb__roles_act(struct perturb__world *w);

#endif
