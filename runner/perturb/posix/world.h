/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - the environment of one life: the fake apiserver on loopback, the program under test,
 * the story's steps, and the disturbance of a plan. Everything is recorded.
 *
 *   world.c   the life of the world, and the story's steps
 *   program.c the program as a process
 *   gate.c    between the program and the server: records, refuses, kills, routes
 *   rest.c    decides when all has settled
 *   roles.c   stand-ins for missing controllers
 *   late.c    writes that come long after a step
 *   try.c     runs a story under a plan
 *   references.c records undisturbed runs
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
#include "runner/language/scenario.h"
#include "runner/perturb/plan.h"
#include "runner/posix/guard.h"
#include "runner/posix/process.h"

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
	int64_t limit_ns;	/* a program that takes longer does not settle */
	const char *log_folder; /* NULL: the program's output is dropped */
	bool (*interrupted)(void);
};

/* A failed request or an ended watch; the program is expected to repeat it. */
struct perturb__line {
	struct perturb__line *next;
	struct str what; /* verb and key, or the path of a watch */
	bool watch;
	uint32_t open;	   /* number of open watches */
	bool needed;	   /* it was open when the program was killed */
	int64_t failed_ns; /* 0: it has not failed */
};

struct perturb__world {
	const struct perturb__setup *setup;
	const struct perturb__plan *plan;   /* NULL: undisturbed */
	const struct perturb__noise *noise; /* NULL: not known yet */
	struct perturb__life *life;
	struct fakeapi__core *core;
	struct fakeapi__server server; /* the wrapping server that the transport serves: gate.c */
	struct fakeapi__http *http;
	struct process process;
	bool alive;
	struct guard janitor;
	char folder[64];
	int wake[2];
	struct lock gate;
	/* the author of the present write */
	enum perturb__actor actor;
	struct perturb__op *op;
	uint32_t op_index; /* index + 1; 0: none */
	uint32_t step;
	/* state of the disturbance */
	bool disturbed; /* it has begun */
	int64_t disturbed_ns;
	uint32_t seen;
	bool away; /* connections are refused, open ones are reset */
	bool
	    kill_requested; /* the point was reached: the caller's thread has to kill the program */
	bool dying;	    /* the kill is pending: no request of the program is executed */
	uint64_t stale_rv;  /* 0: not stale */
	uint32_t hold_rule;
	/* state of rest.c */
	struct perturb__line *lines;
	uint32_t in_flight;
	int64_t active_ns, started_ns;
	uint64_t changes;   /* number of changes, without ignored types */
	int64_t changed_ns; /* time of the program's last write that changed an object */
	int64_t quiet_ns, retry_ns;
	bool has_requested;	  /* a request has arrived since the start */
	int64_t first_request_ns; /* time of the first request */
	bool watched;		  /* a watch was open since the start */
	int64_t second_ns;
	uint32_t second_requests;
	bool (*play_roles)(struct perturb__world *w); /* perturb__roles_act, or NULL */
	size_t roles_seen; /* number of changes that the stand-ins have processed */
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
/* Executes one step of the story. */
int perturb__world_step(struct perturb__world *w, const struct scn__step *s,
			struct relist_err *err);
/* Sends a request of the story or a stand-in, with the gate closed. Returns the status or an error.
 */
int perturb__request(struct perturb__world *w, enum perturb__actor by, const char *method,
		     const char *path, const char *type, struct str body, struct strbuf *out);
void perturb__release_leases(struct perturb__world *w);
void perturb__gate_close(struct perturb__world *w);
void perturb__gate_open(struct perturb__world *w);

/* --- gate.c --- */

void perturb__gate_init(struct perturb__world *w);
/* The core's on_write callback. */
int perturb__on_write(void *user, const struct fakeapi__write *write);

/* --- rest.c --- */

enum perturb__rest {
	PERTURB_AT_REST,
	PERTURB_RESTLESS,
	PERTURB_ENDED,
	PERTURB_KILL_DUE,
	PERTURB_INTERRUPTED
};

/* Waits until all has settled, a kill is due, the program has ended, or the limit is reached. */
enum perturb__rest perturb__rest_wait(struct perturb__world *w);
/* These are called with the gate closed. */
void perturb__rest_begins(struct perturb__world *w, const struct perturb__op *op);
void perturb__rest_answered(struct perturb__world *w, const struct perturb__op *op,
			    struct str path);
void perturb__rest_watch_ended(struct perturb__world *w, struct str path, bool client_gone);
/* After a kill: the program is expected to reopen its watches. */
void perturb__rest_killed(struct perturb__world *w);

/* --- roles.c --- */

/* Processes the changes since the last call; true: it made a request. With the gate closed. */
bool perturb__roles_act(struct perturb__world *w);

#endif
